import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };
import { MODULES, ROOT } from '../paths.ts';
import { run } from '../run.ts';
import { type TarFiles, tarball } from './tar.ts';

const SDK = path.join(ROOT, 'src', 'sdk');
const SOURCE = path.join(SDK, 'typescript');
const COMPILER = path.join(MODULES, 'typescript', 'bin', 'tsc');

/** The package.json of the published package. */
const PACKAGE = {
  name: 'raan-sdk',
  version: manifest.version,
  description: 'Client of the partner API of raan: orders, catalogue and stock of a store',
  license: 'MIT',
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  sideEffects: false,
  engines: { node: '>=20.3' },
  dependencies: { 'openapi-fetch': `^${manifest.devDependencies['openapi-fetch']}` },
};

/** Writes the npm package of the TypeScript client to the file. */
export async function packClient(file: string): Promise<string> {
  const files = await packageFiles();
  const inPackage = Object.entries(files).map(([name, text]) => [`package/${name}`, text]);
  await writeFile(file, tarball(Object.fromEntries(inPackage)));
  return file;
}

/** The files of the package by their names. */
export async function packageFiles(): Promise<TarFiles> {
  return {
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    LICENSE: await readFile(path.join(SDK, 'LICENSE'), 'utf8'),
    'README.md': await readFile(path.join(SOURCE, 'README.md'), 'utf8'),
    'index.js': await bundle(),
    ...(await declarations()),
    'schema.d.ts': await readFile(path.join(SOURCE, 'schema.d.ts'), 'utf8'),
  };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(SOURCE, 'index.ts')],
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    banner: { js: '// SPDX-License-Identifier: MIT' },
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** The types of each module, in the order of their names. */
async function declarations(): Promise<TarFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'raan-sdk-'));
  try {
    await run(process.execPath, [COMPILER, '-p', path.join(ROOT, 'build', 'sdk'), '--outDir', folder]);
    const names = (await readdir(folder)).sort();
    const texts = names.map(async (name) => [name, withoutSources(await readFile(path.join(folder, name), 'utf8'))]);
    return Object.fromEntries(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Imports name the modules of the package instead of the source files. */
const withoutSources = (text: string): string => text.replaceAll(/(from ')(\.\/[\w-]+)(?:\.d)?\.ts(')/g, '$1$2.js$3');
