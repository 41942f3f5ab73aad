import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { guideProgram } from '../../docs-pages/guide-programs.ts';
import { docsPages } from '../../docs-pages/load-pages.ts';
import { docsSearch } from '../../docs-pages/search.ts';
import type { AddedCodes } from '../../domain/orders/order-codes.ts';
import {
  type AssetName,
  asset,
  CLIENT_FILES,
  CLIENT_PACKAGE,
  clientPackage,
  type DocsFile,
  docsFile,
  docsPicture,
} from '../../lib/assets.ts';
import { notFound } from '../../lib/errors.ts';
import { inThreadPool } from '../../lib/runtime.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type ApiCall, requestId } from '../reply.ts';
import { guidePage, searchPage } from './guide.tsx';
import { referencePage } from './reference.tsx';
import { SAMPLES } from './samples.ts';

export type DocsHandlers = Record<
  'openApi' | 'reference' | 'search' | 'picture' | 'client' | 'program' | 'file',
  (c: ApiCall) => Promise<Response>
>;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Static files by their name in URLs. */
const FILES = new Map<string, [file: DocsFile, type: string]>([
  ['swagger-ui-bundle.js', ['node_modules/swagger-ui-dist/swagger-ui-bundle.js', SCRIPT]],
  ['swagger-ui.css', ['node_modules/swagger-ui-dist/swagger-ui.css', STYLE]],
  ['docs.js', ['src/api/docs/browser/docs.js', SCRIPT]],
  ['docs.css', ['src/api/docs/browser/docs.css', STYLE]],
  ['reference.css', ['src/api/docs/browser/reference.css', STYLE]],
  ...SAMPLES.map(({ name, file }) => [name, [file, TEXT]] as const satisfies [string, [DocsFile, string]]),
]);

/** For Thai text; Latin text uses a system font. */
const FONTS = new Map<string, AssetName>([
  ['sarabun-thai-400.woff2', 'node_modules/@fontsource/sarabun/files/sarabun-thai-400-normal.woff2'],
  ['sarabun-thai-700.woff2', 'node_modules/@fontsource/sarabun/files/sarabun-thai-700-normal.woff2'],
]);

const PICTURE_TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const SAFE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:", // the icons in the reference's own stylesheet
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'", // the search
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Handlers of the documentation pages. `base` is the public URL of the service. They throw not_found for an unknown file.
 */
export async function docsHandlers(added: AddedCodes, base: string): Promise<DocsHandlers> {
  const pages = await docsPages();
  const search = docsSearch(pages);
  const cache = new Map<string, Promise<Cached>>();
  const cached = async (c: ApiCall, name: string, make: () => Promise<Cached>) => {
    const response = cache.get(name) ?? make();
    cache.set(name, response);
    return send(c, await response);
  };
  return {
    openApi: (c) =>
      cached(c, 'openapi.json', () => compressed(JSON.stringify(openApiDocument(added, base)), 'application/json')),
    reference: (c) => cached(c, '', async () => compressed(await referencePage(base, { pages }), HTML)),
    search: async (c) => {
      const query = c.req.query('q') ?? '';
      const headers = {
        ...SAFE_HEADERS,
        'Content-Type': HTML,
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId(c),
      };
      return new Response(searchPage(query, search(query), { pages }), { headers });
    },
    picture: (c) => {
      const name = c.req.param('name') ?? '';
      const [bytes, type] = [docsPicture(name), PICTURE_TYPES[path.extname(name)]];
      if (!bytes || !type) throw notFound('nothing_at_path');
      return cached(c, `pictures/${name}`, async () => incompressible(bytes, type));
    },
    client: async (c) => {
      const name = c.req.param('file') ?? '';
      if (name === CLIENT_PACKAGE) {
        const bytes = clientPackage();
        if (!bytes) throw notFound('client_package_missing');
        return cached(c, `clients/${name}`, async () => download(name, incompressible(bytes, 'application/gzip')));
      }
      const file = CLIENT_FILES.find((client) => path.basename(client) === name);
      if (!file) throw notFound('nothing_at_path');
      return cached(c, `clients/${name}`, async () => download(name, decompressedOnDemand(await docsFile(file), TEXT)));
    },
    program: async (c) => {
      const name = c.req.param('file') ?? '';
      const text = guideProgram(pages, name);
      if (text === undefined) throw notFound('nothing_at_path');
      return cached(c, `integrate/${name}`, async () => download(name, await compressed(text, TEXT)));
    },
    file: async (c) => {
      const name = c.req.param('file') ?? '';
      const [file, type] = FILES.get(name) ?? [];
      if (file && type) return cached(c, name, async () => decompressedOnDemand(await docsFile(file), type));
      const font = FONTS.get(name);
      if (font) return cached(c, name, async () => incompressible(asset(font), 'font/woff2'));
      const page = pages.find(({ name: pageName }) => pageName === name);
      if (!page) throw notFound('nothing_at_path');
      return cached(c, name, () => compressed(guidePage(page, { pages }), HTML));
    },
  };
}

interface Cached {
  brotli?: Buffer;
  plain: () => Promise<Buffer>;
  type: string;
  tag: string;
  /** The name under which browsers save the file; undefined if they show it. */
  savedAs?: string;
}

const download = (savedAs: string, file: Cached): Cached => ({ ...file, savedAs });

const compressed = async (text: string, type: string): Promise<Cached> =>
  decompressedOnDemand(await inThreadPool(() => promisify(brotliCompress)(Buffer.from(text))), type);

/** Decompressed for the first client that does not accept brotli; all such clients share the bytes. */
function decompressedOnDemand(brotli: Buffer, type: string): Cached {
  let decompressed: Promise<Buffer> | undefined;
  return {
    brotli,
    plain: () => {
      decompressed ??= inThreadPool(() => promisify(brotliDecompress)(brotli));
      return decompressed;
    },
    type,
    tag: tagOf(brotli),
  };
}

const incompressible = (bytes: Buffer, type: string): Cached => ({ plain: async () => bytes, type, tag: tagOf(bytes) });

const tagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** Browsers revalidate each time, and load the file again after an upgrade. */
async function send(c: ApiCall, { brotli, plain, type, tag, savedAs }: Cached): Promise<Response> {
  const ETag = `W/"${tag}"`;
  const headers = {
    ...SAFE_HEADERS,
    ETag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'X-Request-Id': requestId(c),
    ...(savedAs !== undefined && { 'Content-Disposition': `attachment; filename="${savedAs}"` }),
  };
  if (c.req.header('If-None-Match')?.includes(tag)) return new Response(null, { status: 304, headers });
  const sendsBrotli = brotli !== undefined && /\bbr\b/.test(c.req.header('Accept-Encoding') ?? '');
  const bytes = sendsBrotli ? brotli : await plain();
  return new Response(bytes as Buffer<ArrayBuffer>, {
    headers: { ...headers, 'Content-Type': type, ...(sendsBrotli && { 'Content-Encoding': 'br' }) },
  });
}
