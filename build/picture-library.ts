import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PICTURE_LIBRARY } from '../src/lib/assets.ts';
import { compressTo } from './compress.ts';
import { type Arch, packageFolder } from './packages.ts';

/**
 * Compresses the addon of sharp and libvips. The addon loads libvips from a relative path.
 *
 * @returns the paths of the compressed files by their asset names
 */
export async function packPictureLibrary(arch: Arch, target: string): Promise<Record<string, string>> {
  const packages = [`sharp-linux-${arch}`, `sharp-libvips-linux-${arch}`];
  const files = await Promise.all(packages.map((name) => compressLibraries(arch, name, target)));
  return Object.assign({}, ...files);
}

async function compressLibraries(arch: Arch, name: string, target: string): Promise<Record<string, string>> {
  const folder = path.join(await packageFolder(`@img/${name}`, arch), 'lib');
  const libraries = (await readdir(folder)).filter((file) => /\.(node|so[.\d]*)$/.test(file));
  const packed = await Promise.all(
    libraries.map(async (file) => {
      const output = path.join(target, `${file}.zst`);
      await compressTo(output, 'zstd', await readFile(path.join(folder, file)));
      return [`${PICTURE_LIBRARY}${name}/lib/${file}`, output] as const;
    }),
  );
  return Object.fromEntries(packed);
}
