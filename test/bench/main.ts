import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DIST } from '../../build/paths.ts';
import { measure } from './measure.ts';
import { planFromArguments } from './plan.ts';
import { finishRun } from './report.ts';

// Next to the build, because the temporary folder of the system may be in memory.
const folder = await mkdtemp(path.join(DIST, 'bench-'));
try {
  const ratios = await measure(folder, planFromArguments());
  if (!finishRun('bench', ratios)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
