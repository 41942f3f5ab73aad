import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DIST } from '../../../build/paths.ts';
import { finishRun } from '../report.ts';
import { measureScale } from './measure.ts';
import { readArguments } from './plan.ts';

const { plan, keep } = readArguments();
const folder = await mkdtemp(path.join(DIST, 'scale-')); // on a disk, as in bench/main.ts
try {
  if (!finishRun('scale', await measureScale(folder, plan, keep))) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
