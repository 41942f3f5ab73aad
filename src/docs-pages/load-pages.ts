import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { packedDocsPages } from '../lib/assets.ts';
import { inThreadPool } from '../lib/runtime.ts';
import type { DocsPage } from './docs-page.ts';

let loaded: Promise<readonly DocsPage[]> | undefined;

/** All pages in the order of the topics. The executable contains them rendered; a checkout renders them on first use. */
export function docsPages(): Promise<readonly DocsPage[]> {
  loaded ??= loadPages();
  return loaded;
}

async function loadPages(): Promise<readonly DocsPage[]> {
  const packed = packedDocsPages();
  if (packed) return JSON.parse(String(await inThreadPool(() => promisify(brotliDecompress)(packed))));
  const { renderDocs } = await import('./render-docs.ts'); // not in the executable, like the Markdown library
  return renderDocs();
}
