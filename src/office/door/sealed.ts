import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

/** Only our own files are loaded or run, and no other site shows the page in a frame. */
const CONTENT = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-src 'self'", // a label that is to be printed at once
  "frame-ancestors 'self'",
].join('; ');

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

const YEAR = 31_536_000; // seconds

/** For pages that raan itself serves by https: a browser that has found the store so comes by no other way for a year. */
export const BY_HTTPS: readonly [name: string, value: string] = ['Strict-Transport-Security', `max-age=${YEAR}`];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const SMALL = 1_000; // bytes that are not worth it
const LARGE = 100_000; // bytes; below it takes less than a millisecond
const WINDOW = 16; // 64 KB: each thread that ever packs a page keeps the memory, twice of it with a wider one
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW } };

/** The page's bytes as the browser can unpack them, and how they are packed. */
export async function packed(html: string, incoming: IncomingMessage) {
  const bytes = Buffer.from(html);
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  if (bytes.length < SMALL) return { bytes };
  if (/\bbr\b/.test(accepted)) return { bytes: await packedWithBrotli(bytes), encoding: 'br' };
  if (/\bgzip\b/.test(accepted)) return { bytes: await gzipped(bytes, { level: 6 }), encoding: 'gzip' };
  return { bytes };
}

/** To hand a page to another thread takes as long as to pack it, unless it is large. */
const packedWithBrotli = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes.length > LARGE ? brotli(bytes, QUICK) : brotliCompressSync(bytes, QUICK);
