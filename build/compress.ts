import { hash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, zstdCompress } from 'node:zlib';
import { DIST } from './paths.ts';
import { removeStale } from './temporary.ts';

const KEPT = path.join(DIST, 'compressed');

const ZSTD_LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 17 } }; // level 22 saves another 4 % but takes several times longer

const FORMATS = {
  brotli: (content: Buffer) => promisify(brotliCompress)(content), // with the highest quality
  zstd: (content: Buffer) => promisify(zstdCompress)(content, ZSTD_LEVEL),
};

/** The results that this build uses. */
const used = new Set<string>();

/** Compresses content into a file. Takes seconds, so the result is kept for the next build with the same content. */
export async function compressTo(file: string, format: keyof typeof FORMATS, content: Buffer): Promise<void> {
  const name = `${hash('sha256', content)}-${format}-${process.versions[format]}`;
  used.add(name);
  const kept = path.join(KEPT, name);
  const bytes = await readFile(kept).catch(() => compressAnew(kept, FORMATS[format](content)));
  await writeFile(file, bytes);
}

/** Removes cached results of earlier builds that this build did not use. */
export const removeUnusedResults = (): Promise<void> => removeStale(KEPT, (name) => !used.has(name));

async function compressAnew(kept: string, compressing: Promise<Buffer>): Promise<Buffer> {
  const bytes = await compressing;
  await mkdir(KEPT, { recursive: true });
  await writeFile(`${kept}.${process.pid}`, bytes);
  await rename(`${kept}.${process.pid}`, kept); // never half written
  return bytes;
}
