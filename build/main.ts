import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENT_PACKAGE } from '../src/lib/assets.ts';
import { removeUnusedResults } from './compress.ts';
import { makeExecutable } from './executable.ts';
import { ARCHS, type Arch } from './packages.ts';
import { DIST, ROOT } from './paths.ts';
import { makeRelease } from './release.ts';
import { packClient } from './sdk/package.ts';

const USAGE = `usage: npm run build -- [--arch ${ARCHS.join('|')} | --release]`;

interface BuildOptions {
  arch: Arch;
  release: boolean;
}

function parseOptions(): BuildOptions {
  const arch = { type: 'string', default: process.arch } as const;
  const { values } = parseArgs({ options: { arch, release: { type: 'boolean', default: false } } });
  const supported = ARCHS.find((name) => name === values.arch);
  if (!supported) throw new Error(`unknown architecture ${values.arch}; ${USAGE}`);
  return { arch: supported, release: values.release };
}

async function build({ arch, release }: BuildOptions): Promise<string[]> {
  if (release) return makeRelease();
  const executable = path.join(DIST, 'raan');
  await makeExecutable(arch, executable);
  return [executable, await packClient(path.join(DIST, CLIENT_PACKAGE))];
}

try {
  const start = performance.now();
  if (process.platform !== 'linux') throw new Error('the executable can only be built on Linux');
  const options = parseOptions();
  const files = await build(options);
  await removeUnusedResults();
  for (const file of files) {
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
    console.log(`${path.relative(ROOT, file)}: ${megabytes} MB`);
  }
  console.log(
    `built ${options.release ? 'all' : `linux-${options.arch}`} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
} catch (error) {
  console.error(`build: ${(error as Error).message}`);
  process.exitCode = 1;
}
