import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono } from 'hono';
import { type AssetName, asset } from '../lib/assets.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { inThreadPool } from '../lib/runtime.ts';
import { SECURE_HEADERS } from './http/secure-headers.ts';

const FONTS = 'node_modules/@fontsource/sarabun/files';

/**
 * The parts of `office.css`, in cascade order. Pico is in the same file as the rules that replace its icons: applied
 * alone, it would load `data:` images, which the Content-Security-Policy refuses.
 */
const STYLES = [
  'node_modules/@picocss/pico/css/pico.min.css',
  'src/office/browser/styles/base.css',
  'src/office/browser/styles/frame.css',
  'src/office/browser/styles/components.css',
  'src/office/browser/styles/menus.css',
  'src/office/browser/styles/dialogs.css',
  'src/office/browser/styles/lists.css',
  'src/office/browser/styles/forms.css',
  'src/office/browser/styles/controls.css',
  'src/office/browser/styles/list-filters.css',
  'src/office/browser/styles/search.css',
  'src/office/browser/styles/customers.css',
  'src/office/browser/styles/reports.css',
  'src/office/browser/styles/chosen-pictures.css',
  'src/office/browser/styles/today.css',
  'src/office/browser/styles/order-page.css',
  'src/office/browser/styles/line-cards.css',
  'src/office/browser/styles/order-list.css',
  'src/office/browser/styles/order-cards.css',
  'src/office/browser/styles/order-bulk.css',
  'src/office/browser/styles/order-form.css',
  'src/office/browser/styles/products.css',
  'src/office/browser/styles/scanner.css',
  'src/office/browser/styles/stock.css',
  'src/office/browser/styles/counts.css',
  'src/office/browser/styles/partners.css',
  'src/office/browser/styles/settings.css',
  'src/office/browser/styles/first-run.css',
  'src/office/browser/styles/touch.css',
] as const satisfies readonly AssetName[];

/** The parts of `office.js`. */
const SCRIPTS = [
  'src/office/browser/list-filters.js',
  'src/office/browser/tab-row.js',
  'src/office/browser/office.js',
  'src/office/browser/list-rows.js',
  'src/office/browser/chosen-sum.js',
  'src/office/browser/shortcuts.js',
  'src/office/browser/charts.js',
  'src/office/browser/kept-fields.js',
  'src/office/browser/kept-files.js',
  'src/office/browser/scan-queue.js',
  'src/office/browser/scan-notes.js',
  'src/office/browser/unsaved-changes.js',
  'src/office/browser/live.js',
  'src/office/browser/typed-dates.js',
  'src/office/browser/day-picker.js',
  'src/office/browser/file-names.js',
  'src/office/browser/scan-button.js',
  'src/office/browser/chosen-pictures.js',
  'src/office/browser/alerts.js',
  'src/office/browser/slip-zoom.js',
  'src/office/browser/action-forms.js',
] as const satisfies readonly AssetName[];

/** Source file and content type by asset name. */
const FILES = {
  'office.css': [STYLES, 'text/css; charset=utf-8'],
  'uplot.js': ['node_modules/uplot/dist/uPlot.iife.min.js', 'text/javascript; charset=utf-8'],
  'uplot.css': ['node_modules/uplot/dist/uPlot.min.css', 'text/css; charset=utf-8'],
  'htmx.js': ['node_modules/htmx.org/dist/htmx.min.js', 'text/javascript; charset=utf-8'],
  'office.js': [SCRIPTS, 'text/javascript; charset=utf-8'],
  'scanner.js': ['src/office/browser/scanner.js', 'text/javascript; charset=utf-8'],
  'zxing.js': ['node_modules/zxing-wasm/dist/iife/reader/index.js', 'text/javascript; charset=utf-8'],
  'zxing.wasm': ['node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', 'application/wasm'],
  'manifest.webmanifest': ['src/office/browser/manifest.webmanifest', 'application/manifest+json'],
  'app-192.png': ['src/office/browser/icons/app-192.png', 'image/png'],
  'app-512.png': ['src/office/browser/icons/app-512.png', 'image/png'],
  'app-maskable-512.png': ['src/office/browser/icons/app-maskable-512.png', 'image/png'],
  'icon.svg': ['src/office/browser/icon.svg', 'image/svg+xml; charset=utf-8'],
  'chevron.svg': ['src/office/browser/icons/chevron.svg', 'image/svg+xml; charset=utf-8'],
  'check.svg': ['src/office/browser/icons/check.svg', 'image/svg+xml; charset=utf-8'],
  'minus.svg': ['src/office/browser/icons/minus.svg', 'image/svg+xml; charset=utf-8'],
  'search.svg': ['src/office/browser/icons/search.svg', 'image/svg+xml; charset=utf-8'],
  'date.svg': ['src/office/browser/icons/date.svg', 'image/svg+xml; charset=utf-8'],
  'time.svg': ['src/office/browser/icons/time.svg', 'image/svg+xml; charset=utf-8'],
  'close.svg': ['src/office/browser/icons/close.svg', 'image/svg+xml; charset=utf-8'],
  'loading.svg': ['src/office/browser/icons/loading.svg', 'image/svg+xml; charset=utf-8'],
  'sarabun-thai-400.woff2': [`${FONTS}/sarabun-thai-400-normal.woff2`, 'font/woff2'],
  'sarabun-thai-700.woff2': [`${FONTS}/sarabun-thai-700-normal.woff2`, 'font/woff2'],
  'sarabun-latin-400.woff2': [`${FONTS}/sarabun-latin-400-normal.woff2`, 'font/woff2'],
  'sarabun-latin-700.woff2': [`${FONTS}/sarabun-latin-700-normal.woff2`, 'font/woff2'],
} as const satisfies Record<string, readonly [AssetName | readonly AssetName[], string]>;

type FileName = keyof typeof FILES;
const NAMES = Object.keys(FILES) as FileName[];

const bytesOf = (name: FileName): Buffer => Buffer.concat([FILES[name][0]].flat().map((part) => asset(part)));

/**
 * A hash of all assets, part of their URLs, so that browsers can cache them forever. Assets do not change while the
 * program runs, so the hash is computed once.
 */
let version: string | undefined;

function versionOfAll(): string {
  if (version === undefined) {
    const digest = createHash('sha256');
    for (const name of NAMES) digest.update(bytesOf(name));
    version = digest.digest('base64url').slice(0, 12);
  }
  return version;
}

/** URL of an asset. */
export const assetPath = (name: FileName): string => `/office/assets/${versionOfAll()}/${name}`;

/** Serves the assets; each is compressed once, on its first request. */
export function assetRoutes(): Hono<{ Bindings: Bindings }> {
  const compressed = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  const compressedBytes = (name: FileName, encoding: Encoding): Promise<Buffer<ArrayBuffer>> => {
    const bytes = compressed.get(`${encoding} ${name}`) ?? compress(bytesOf(name), encoding);
    compressed.set(`${encoding} ${name}`, bytes);
    return bytes;
  };
  return new Hono<{ Bindings: Bindings }>().get('/:version/:name', async (c) => {
    const name = NAMES.find((known) => known === c.req.param('name'));
    if (name === undefined) return new Response(null, { status: 404, headers: SECURE_HEADERS });
    const encoding = encodingFor(name, c.env.incoming.headers['accept-encoding']);
    return new Response(await compressedBytes(name, encoding), {
      headers: {
        ...SECURE_HEADERS,
        'Content-Type': FILES[name][1],
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding === '' ? {} : { 'Content-Encoding': encoding }),
      },
    });
  });
}

type Encoding = '' | 'br' | 'gzip';

/** Fonts are already compressed. */
function encodingFor(name: FileName, accepted: string | string[] | undefined): Encoding {
  if (name.endsWith('.woff2')) return '';
  if (/\bbr\b/.test(String(accepted))) return 'br';
  return /\bgzip\b/.test(String(accepted)) ? 'gzip' : '';
}

const MAX_BEST = 300_000; // bytes; the best compression of a larger file takes seconds
const FASTER = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

const brotli = (bytes: Buffer): Promise<Buffer> =>
  inThreadPool(() => promisify(brotliCompress)(bytes, bytes.length > MAX_BEST ? FASTER : {}));

const gzipped = (bytes: Buffer): Promise<Buffer> => inThreadPool(() => promisify(gzip)(bytes));

const compressors = { br: brotli, gzip: gzipped };

/** Runs off the main thread, because the best compression is slow. */
const compress = async (bytes: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> =>
  (encoding === '' ? Buffer.from(bytes) : await compressors[encoding](bytes)) as Buffer<ArrayBuffer>;
