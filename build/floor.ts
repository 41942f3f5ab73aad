import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addonFile } from './executable.ts';
import { nodeBinary } from './node.ts';
import { type Arch, packageFolder } from './packages.ts';

/** The oldest of the system's libraries that the executables run with: those of Debian 12, Ubuntu 22.04 and RHEL 9. */
export const FLOOR = { GLIBC: '2.34', GLIBCXX: '3.4.29' } as const;

type Library = keyof typeof FLOOR;

/** The newest versions that anything in the executable for `arch` asks for, in the form of `FLOOR`. */
export async function neededBy(arch: Arch): Promise<Record<Library, string>> {
  const needed = { GLIBC: '', GLIBCXX: '' };
  for (const file of await nativeFiles(arch)) {
    const text = (await readFile(file)).toString('latin1');
    for (const [, library, version] of text.matchAll(/\b(GLIBC|GLIBCXX)_(\d+(?:\.\d+)+)\0/g))
      if (isNewer(version as string, needed[library as Library])) needed[library as Library] = version as string;
  }
  return needed;
}

/** @throws where the executable for `arch` asks for more than `FLOOR` */
export async function checkFloor(arch: Arch): Promise<void> {
  for (const [library, version] of Object.entries(await neededBy(arch)))
    if (isNewer(version, FLOOR[library as Library]))
      throw new Error(
        `what is packed for ${arch} needs ${library} ${version}; raan promises ${FLOOR[library as Library]}`,
      );
}

/** Node and all libraries that it loads. */
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

/** `2.34` is newer than `2.4`, and anything than nothing. */
const isNewer = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) > 0;
