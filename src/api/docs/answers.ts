import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import type { AddedCodes } from '../../domain/orders/codes.ts';
import { type DocsFile, docsFile } from '../../lib/assets.ts';
import { Refusal } from '../../lib/errors.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type ApiCall, requestId } from '../reply.ts';
import { docsPage } from './page.tsx';
import { SAMPLES } from './samples.ts';

export type Answers = Record<'openApi' | 'page' | 'file', (c: ApiCall) => Promise<Response>>;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** By the name that the page uses, each file and its type. */
const FILES = new Map<string, [file: DocsFile, type: string]>([
  ['swagger-ui-bundle.js', ['node_modules/swagger-ui-dist/swagger-ui-bundle.js', SCRIPT]],
  ['swagger-ui.css', ['node_modules/swagger-ui-dist/swagger-ui.css', STYLE]],
  ['docs.js', ['src/api/docs/browser/docs.js', SCRIPT]],
  ['docs.css', ['src/api/docs/browser/docs.css', STYLE]],
  ...SAMPLES.map(({ name, file }) => [name, [file, TEXT]] as const satisfies [string, [DocsFile, string]]),
]);

const SAFE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:", // the icons in the reference's own stylesheet
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * What answers the calls for the documentation of a service that is reached at `base`.
 *
 * @throws Refusal not_found where there is no such file
 */
export function docsAnswers(added: AddedCodes, base: string): Answers {
  const kept = new Map<string, Promise<Kept>>();
  const keep = (name: string, type: string, make: () => Promise<Buffer>) => async (c: ApiCall) => {
    const found = kept.get(name) ?? make().then((packed) => keepPacked(packed, type));
    kept.set(name, found);
    return send(c, await found);
  };
  return {
    openApi: keep('openapi.json', 'application/json', () => packText(JSON.stringify(openApiDocument(added, base)))),
    page: keep('', HTML, async () => packText(await docsPage(base))),
    file: async (c) => {
      const name = c.req.param('file') ?? '';
      const [file, type] = FILES.get(name) ?? [];
      if (!file || !type) throw new Refusal('not_found', 'there is nothing at this path');
      return keep(name, type, () => docsFile(file))(c);
    },
  };
}

interface Kept {
  /** With brotli. */
  packed: Buffer;
  /** For those who do not take it: made for the first of them, and the same bytes for all, however many ask at once. */
  plain: () => Promise<Buffer>;
  type: string;
  tag: string;
}

function keepPacked(packed: Buffer, type: string): Kept {
  let plain: Promise<Buffer> | undefined;
  return {
    packed,
    plain: () => {
      plain ??= promisify(brotliDecompress)(packed);
      return plain;
    },
    type,
    tag: createHash('sha256').update(packed).digest('base64url').slice(0, 22),
  };
}

const packText = (text: string): Promise<Buffer> => promisify(brotliCompress)(Buffer.from(text));

/** Asked for again each time, and sent again where a newer version of the service has another. */
async function send(c: ApiCall, { packed, plain, type, tag }: Kept): Promise<Response> {
  const ETag = `W/"${tag}"`;
  const headers = {
    ...SAFE_HEADERS,
    ETag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'X-Request-Id': requestId(c),
  };
  if (c.req.header('If-None-Match')?.includes(tag)) return new Response(null, { status: 304, headers });
  const isPacked = /\bbr\b/.test(c.req.header('Accept-Encoding') ?? '');
  const bytes = isPacked ? packed : await plain();
  return new Response(bytes as Buffer<ArrayBuffer>, {
    headers: { ...headers, 'Content-Type': type, ...(isPacked && { 'Content-Encoding': 'br' }) },
  });
}
