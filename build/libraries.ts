import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { PICTURE_LIBRARY } from '../src/lib/assets.ts';
import { type Arch, packageFolder } from './packages.ts';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 17 } }; // the highest, 22, saves 4 % and takes several times as long

/**
 * Compresses sharp's addon and the library that it finds by its place beside the addon's package.
 *
 * @returns where each lies, by its name in the executable
 */
export async function packPictureLibrary(arch: Arch, workshop: string): Promise<Record<string, string>> {
  const packages = [`sharp-linux-${arch}`, `sharp-libvips-linux-${arch}`];
  const files = await Promise.all(packages.map((name) => librariesOf(arch, name, workshop)));
  return Object.assign({}, ...files);
}

async function librariesOf(arch: Arch, name: string, workshop: string): Promise<Record<string, string>> {
  const folder = path.join(await packageFolder(`@img/${name}`, arch), 'lib');
  const libraries = (await readdir(folder)).filter((file) => /\.(node|so[.\d]*)$/.test(file));
  const packed = await Promise.all(
    libraries.map(async (file) => {
      const place = path.join(workshop, `${file}.zst`);
      await writeFile(place, await promisify(zstdCompress)(await readFile(path.join(folder, file)), LEVEL));
      return [`${PICTURE_LIBRARY}${name}/lib/${file}`, place] as const;
    }),
  );
  return Object.fromEntries(packed);
}
