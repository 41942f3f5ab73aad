import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addonFile } from './executable.ts';
import { type Arch, nodeBinary, packageFolder } from './packages.ts';

/** The oldest supported versions of the system libraries: those of Debian 12, Ubuntu 22.04 and RHEL 9. */
export const MIN_VERSIONS = { GLIBC: '2.34', GLIBCXX: '3.4.29' } as const;

type Library = keyof typeof MIN_VERSIONS;

/** The newest versions that any native file of the executable for `arch` requires. */
export async function requiredVersions(arch: Arch): Promise<Record<Library, string>> {
  const required = { GLIBC: '', GLIBCXX: '' };
  for (const file of await nativeFiles(arch))
    for (const [library, version] of versionsIn((await readFile(file)).toString('latin1')))
      if (isNewer(version, required[library])) required[library] = version;
  return required;
}

/** The versions that a native file names: numbers, or features such as `ABI_DT_RELR`. */
export const versionsIn = (file: string): [Library, string][] =>
  Array.from(file.matchAll(/\b(GLIBC|GLIBCXX)_(\d+(?:\.\d+)+|ABI_\w+)\0/g), ([, library, version]) => [
    library as Library,
    version as string,
  ]);

/** @throws if the executable for `arch` requires newer libraries than `MIN_VERSIONS` */
export async function checkSystemLibraries(arch: Arch): Promise<void> {
  for (const [library, version] of Object.entries(await requiredVersions(arch)))
    if (isNewer(version, MIN_VERSIONS[library as Library]))
      throw new Error(
        `the executable for ${arch} requires ${library} ${version}; supported systems have ${MIN_VERSIONS[library as Library]}`,
      );
}

/** Node, the SQLite addon and the libraries of sharp. */
async function nativeFiles(arch: Arch): Promise<string[]> {
  const folders = await Promise.all(
    [`sharp-linux-${arch}`, `sharp-libvips-linux-${arch}`].map((name) => packageFolder(`@img/${name}`, arch)),
  );
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(path.join(folder, 'lib'))).filter((name) => /\.(node|so[.\d]*)$/.test(name));
      return names.map((name) => path.join(folder, 'lib', name));
    }),
  );
  return [await nodeBinary(arch), addonFile(arch), ...found.flat()];
}

/** Compares numerically: `2.34` is newer than `2.4`. A feature is newer than any number. */
export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;
