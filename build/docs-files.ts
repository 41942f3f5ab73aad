import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { renderDocs } from '../src/docs-pages/render.ts';
import { DOCS_FILES, DOCS_PAGES, DOCS_PICTURES, docsPictureNames } from '../src/lib/assets.ts';
import { ROOT } from './paths.ts';

/**
 * Renders the documentation's pages. Compresses pages and static files at brotli's highest quality.
 *
 * @returns the path of each file by its name in the executable
 */
export async function packDocsFiles(folder: string): Promise<Record<string, string>> {
  const pack = async (name: string, content: Buffer) => {
    const place = path.join(folder, `${path.basename(name)}.br`);
    await writeFile(place, await promisify(brotliCompress)(content));
    return [name, place] as const;
  };
  const packed = await Promise.all([
    pack(DOCS_PAGES, Buffer.from(JSON.stringify(renderDocs()))),
    ...DOCS_FILES.map(async (name) => pack(name, await readFile(path.join(ROOT, name)))),
  ]);
  const pictures = docsPictureNames().map((name) => [DOCS_PICTURES + name, path.join(ROOT, DOCS_PICTURES, name)]);
  return Object.fromEntries([...packed, ...pictures]);
}
