import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { renderDocs } from '../src/docs-pages/render-docs.ts';
import {
  CLIENT_FILES,
  CLIENT_PACKAGE,
  DOCS_FILES,
  DOCS_PAGES,
  DOCS_PICTURES,
  docsPictureNames,
} from '../src/lib/assets.ts';
import { compressTo } from './compress.ts';
import { ROOT } from './paths.ts';
import { packClient } from './sdk/package.ts';

/**
 * Renders the documentation pages and packs the TypeScript client. Compresses pages, static files and single-file
 * clients with the highest brotli quality.
 *
 * @returns the file paths by their names in the executable
 */
export async function packDocsFiles(folder: string): Promise<Record<string, string>> {
  const pack = async (name: string, content: Buffer) => {
    const target = path.join(folder, `${path.basename(name)}.br`);
    await compressTo(target, 'brotli', content);
    return [name, target] as const;
  };
  const packed = await Promise.all([
    pack(DOCS_PAGES, Buffer.from(JSON.stringify(renderDocs()))),
    ...[...DOCS_FILES, ...CLIENT_FILES].map(async (name) => pack(name, await readFile(path.join(ROOT, name)))),
  ]);
  const pictures = docsPictureNames().map((name) => [DOCS_PICTURES + name, path.join(ROOT, DOCS_PICTURES, name)]);
  const client = await packClient(path.join(folder, CLIENT_PACKAGE));
  return Object.fromEntries([...packed, ...pictures, [CLIENT_PACKAGE, client]]);
}
