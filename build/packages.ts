import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DIST, MODULES, ROOT } from './paths.ts';
import { run } from './run.ts';

export const ARCHS = ['x64', 'arm64'] as const;
export type Arch = (typeof ARCHS)[number];

const readJson = async (...file: string[]) => JSON.parse(await readFile(path.join(...file), 'utf8'));

/** The folder of a package for `arch`, in the version that package-lock.json pins. */
export async function packageFolder(name: string, arch: Arch): Promise<string> {
  const { version, integrity } = await lockEntry(name);
  const installed = path.join(MODULES, name);
  if (existsSync(installed) && (await readJson(installed, 'package.json')).version === version) return installed;
  if (arch === process.arch) throw new Error(`node_modules has no ${name} ${version}; run "npm ci"`);
  return download(name, version, integrity);
}

const packageVersion = async (name: string): Promise<string> => (await lockEntry(name)).version;

/** The Node binary for `arch`, in the version that package-lock.json pins. */
export const nodeBinary = async (arch: Arch): Promise<string> =>
  path.join(await packageFolder(`node-linux-${arch}`, arch), 'bin', 'node');

/** The version of Node that package-lock.json pins, e.g. `24.21.0`. */
export const nodeVersion = (arch: Arch): Promise<string> => packageVersion(`node-linux-${arch}`);

/** The folder of a package that the executable contains, whether it depends on the architecture or not. */
export async function bundledPackageFolder(name: string, version: string): Promise<string> {
  const arch = ARCHS.find((candidate) => name.endsWith(`-linux-${candidate}`));
  return arch ? packageFolder(name, arch) : path.join(ROOT, await installedPath(name, version));
}

/** The path of an installed version, e.g. `node_modules/hono`. */
async function installedPath(name: string, version: string): Promise<string> {
  const lock = await readJson(ROOT, 'package-lock.json');
  const packages = Object.entries<{ version?: string }>(lock.packages);
  const found = packages.find(
    ([location, entry]) => location.endsWith(`node_modules/${name}`) && entry.version === version,
  );
  if (!found) throw new Error(`package-lock.json does not pin ${name} ${version}`);
  return found[0];
}

async function lockEntry(name: string): Promise<{ version: string; integrity: string }> {
  const entry = (await readJson(ROOT, 'package-lock.json')).packages[`node_modules/${name}`];
  if (!entry) throw new Error(`package-lock.json does not pin ${name}; name it in package.json's optionalDependencies`);
  return entry;
}

/** Downloads a package of another architecture, which npm does not install, and caches it in dist. */
async function download(name: string, version: string, integrity: string): Promise<string> {
  const tarballName = `${name.replace('@', '').replace('/', '-')}-${version}`; // as npm names it
  const folder = path.join(DIST, tarballName);
  if (existsSync(folder)) return folder;

  const partial = await mkdtemp(`${folder}-`);
  try {
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', partial, '--loglevel=error']);
    const tarball = path.join(partial, `${tarballName}.tgz`);
    const hash = createHash('sha512').update(await readFile(tarball));
    if (`sha512-${hash.digest('base64')}` !== integrity)
      throw new Error(`${name} ${version} does not have the checksum in package-lock.json`);
    await run('tar', ['-xzf', tarball, '-C', partial, '--strip-components=1', 'package']);
    await rm(tarball);
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}
