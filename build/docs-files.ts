import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { DOCS_FILES } from '../src/lib/assets.ts';
import { ROOT } from './places.ts';

/**
 * Packs the documentation's files with brotli at its best, as browsers get them.
 *
 * @returns where each lies, by its name in the executable
 */
export async function packDocsFiles(workshop: string): Promise<Record<string, string>> {
  const packed = await Promise.all(
    DOCS_FILES.map(async (name) => {
      const place = path.join(workshop, `${path.basename(name)}.br`);
      await writeFile(place, await promisify(brotliCompress)(await readFile(path.join(ROOT, name))));
      return [name, place] as const;
    }),
  );
  return Object.fromEntries(packed);
}
