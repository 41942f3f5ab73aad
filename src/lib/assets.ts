import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getAsset, getRawAsset, isSea } from 'node:sea';

/** The files that the program reads while it runs, as the checkout names them; the build packs these and no others. */
export const ASSETS = [
  'config.example.toml',
  'node_modules/@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
  'node_modules/@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf',
] as const;

/** SQLite's addon inside the executable. */
export const ADDON = 'better_sqlite3.node';

const CHECKOUT = path.join(import.meta.dirname, '..', '..');

/** The file's bytes, not to be written to: in the executable they are a part of the running program. */
export const asset = (name: (typeof ASSETS)[number]): Buffer =>
  isSea() ? Buffer.from(getRawAsset(name)) : readFileSync(path.join(CHECKOUT, name));

/** The addon's bytes, on the same terms; undefined in a checkout, which has the addon in node_modules. */
export const packedAddon = (): Buffer | undefined => (isSea() ? Buffer.from(getRawAsset(ADDON)) : undefined);

/** The script of the worker that prints, inside the executable. */
export const PRINTER = 'printer.cjs';

/** Its text; undefined in a checkout, which has its source. */
export const packedPrinter = (): string | undefined => (isSea() ? getAsset(PRINTER, 'utf8') : undefined);
