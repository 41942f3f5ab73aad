import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DIST } from '../../build/paths.ts';
import { measure } from './measure.ts';
import { wantedPlan } from './plan.ts';
import { finishRun } from './report.ts';

// Beside the build, not in the system's temporary folder: that one may be memory, and orders are to reach a disk.
const folder = await mkdtemp(path.join(DIST, 'bench-'));
try {
  const ratios = await measure(folder, wantedPlan());
  if (!finishRun('bench', ratios)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
