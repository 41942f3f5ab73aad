import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeExecutable } from './executable.ts';
import { ARCHS, type Arch } from './packages.ts';
import { ROOT } from './places.ts';

const USAGE = `usage: npm run build -- [--arch ${ARCHS.join('|')}]`;

function wantedArch(): Arch {
  const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } });
  const arch = ARCHS.find((known) => known === values.arch);
  if (!arch) throw new Error(`there is no build for ${values.arch}; ${USAGE}`);
  return arch;
}

try {
  const start = performance.now();
  const arch = wantedArch();
  if (process.platform !== 'linux') throw new Error('the executable is for Linux and is built there');
  const executable = await makeExecutable(arch);
  const megabytes = Math.round((await stat(executable)).size / 1e6);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${path.relative(ROOT, executable)} for linux-${arch}: ${megabytes} MB, built in ${seconds} s`);
} catch (error) {
  console.error(`build: ${(error as Error).message}`);
  process.exitCode = 1;
}
