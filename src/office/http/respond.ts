import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { requestIdIn } from '../../lib/request-bindings.ts';
import { inThreadPool } from '../../lib/runtime.ts';
import type { OfficeResponse } from '../office-response.ts';
import { htmlOf } from '../page/document.tsx';
import type { GuestContext } from '../request-context.ts';
import { NOTICE_COOKIE } from './cookies.ts';
import type { HonoContext } from './read-request.ts';
import { SECURE_HEADERS } from './secure-headers.ts';

/** Sends the response of a screen: compressed HTML for pages and fragments, security headers for everything. */
export async function respond(
  c: HonoContext,
  context: GuestContext,
  screenResponse: OfficeResponse,
  pageHeaders = SECURE_HEADERS,
): Promise<Response> {
  const response = screenResponse instanceof Response ? screenResponse : await htmlResponse(c, context, screenResponse);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value);
  for (const [name, value] of context.headers)
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Request-Id', requestIdIn(c.env));
  return new Response(response.body, { status: response.status, headers });
}

async function htmlResponse(
  c: HonoContext,
  context: GuestContext,
  screenResponse: Exclude<OfficeResponse, Response>,
): Promise<Response> {
  const { bytes, encoding } = await compressed(htmlOf(context, screenResponse), c.env.incoming);
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding, Accept-Language, HX-Request, Cookie',
  });
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  const { retryAfter = undefined, status = 200 } = 'fragment' in screenResponse ? {} : screenResponse;
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  if (!('fragment' in screenResponse) && context.request.notice !== undefined) context.setCookie(NOTICE_COOKIE, '', 0);
  return new Response(bytes, { status, headers });
}

const MIN_COMPRESSED_SIZE = 1_000; // bytes; compressing a smaller page gains nothing
const MAX_SYNC_SIZE = 100_000; // bytes; brotli takes under a millisecond below this size
const WINDOW = 16; // 64 KB: every thread keeps its brotli memory, and a larger window doubles it
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW } };

/** The page compressed with an encoding that the browser accepts. */
async function compressed(html: string, incoming: IncomingMessage) {
  const bytes = Buffer.from(html);
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  if (bytes.length < MIN_COMPRESSED_SIZE) return { bytes };
  if (/\bbr\b/.test(accepted)) return { bytes: await brotli(bytes), encoding: 'br' };
  if (/\bgzip\b/.test(accepted)) return { bytes: await gzipped(bytes), encoding: 'gzip' };
  return { bytes };
}

/** Handing a page to another thread costs as much as compressing it, unless it is large. */
const brotli = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes.length > MAX_SYNC_SIZE
    ? inThreadPool(() => promisify(brotliCompress)(bytes, FAST))
    : brotliCompressSync(bytes, FAST);

const gzipped = (bytes: Buffer): Promise<Buffer> => inThreadPool(() => promisify(gzip)(bytes, { level: 6 }));
