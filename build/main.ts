import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeExecutable } from './executable.ts';
import { ARCHS, type Arch } from './packages.ts';
import { DIST, ROOT } from './places.ts';
import { makeRelease } from './release.ts';

const USAGE = `usage: npm run build -- [--arch ${ARCHS.join('|')} | --release]`;

interface Wanted {
  arch: Arch;
  release: boolean;
}

function wanted(): Wanted {
  const arch = { type: 'string', default: process.arch } as const;
  const { values } = parseArgs({ options: { arch, release: { type: 'boolean', default: false } } });
  const known = ARCHS.find((one) => one === values.arch);
  if (!known) throw new Error(`there is no build for ${values.arch}; ${USAGE}`);
  return { arch: known, release: values.release };
}

async function make({ arch, release }: Wanted): Promise<string[]> {
  if (release) return makeRelease();
  const executable = path.join(DIST, 'raan');
  await makeExecutable(arch, executable);
  return [executable];
}

try {
  const start = performance.now();
  if (process.platform !== 'linux') throw new Error('the executable is for Linux and is built there');
  const what = wanted();
  for (const file of await make(what)) {
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
    console.log(`${path.relative(ROOT, file)}: ${megabytes} MB`);
  }
  console.log(
    `built ${what.release ? 'for all' : `for linux-${what.arch}`} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
} catch (error) {
  console.error(`build: ${(error as Error).message}`);
  process.exitCode = 1;
}
