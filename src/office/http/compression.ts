import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const SMALL = 1_000; // bytes; compressing less gains nothing
const LARGE = 100_000; // bytes; brotli takes under a millisecond below this size
const WINDOW = 16; // 64 KB: every thread keeps its brotli memory, and a larger window doubles it
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW } };

/** The page compressed with an encoding that the browser accepts. */
export async function compressed(html: string, incoming: IncomingMessage) {
  const bytes = Buffer.from(html);
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  if (bytes.length < SMALL) return { bytes };
  if (/\bbr\b/.test(accepted)) return { bytes: await brotli(bytes), encoding: 'br' };
  if (/\bgzip\b/.test(accepted)) return { bytes: await gzipAsync(bytes, { level: 6 }), encoding: 'gzip' };
  return { bytes };
}

/** Handing a page to another thread costs as much as compressing it, unless it is large. */
const brotli = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes.length > LARGE ? brotliAsync(bytes, FAST) : brotliCompressSync(bytes, FAST);
