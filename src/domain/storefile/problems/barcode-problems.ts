import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { barcodeSpellings } from '../../../lib/barcodes.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';

/** A live variant of the store with a barcode. */
export interface BarcodeHolder {
  /** Key of the variant. */
  key: string;
  /** Name of the variant for people. */
  title: string;
}

const holderInDatabase = query<BarcodeHolder>(
  { reads: ['barcodes', 'products', 'stores', 'variants'] },
  `SELECT v.key, trim(p.name || ' ' || v.name) AS title
   FROM json_each(?) c CROSS JOIN barcodes b ON b.code = c.value JOIN stores s ON s.id = b.store_id AND s.key = ?
   JOIN variants v ON v.id = b.variant_id JOIN products p ON p.id = v.product_id
   WHERE v.delete_time IS NULL AND p.delete_time IS NULL LIMIT 1`,
);

/** @param store its key */
export const barcodeHolder =
  (db: Reader, store: string) =>
  (code: string): BarcodeHolder | undefined =>
    db.get(holderInDatabase, JSON.stringify(barcodeSpellings(code)), store);

/** The barcodes that a file gives to a variant. */
export interface GivenBarcodes<Source> {
  key: string;
  codes: readonly string[];
  /** Location in the file. */
  source: Source;
}

/** A code that several variants of the file have, or that another live variant keeps. */
export function barcodeProblems<Source>(
  given: readonly GivenBarcodes<Source>[],
  holderOf: (code: string) => BarcodeHolder | undefined,
): { source: Source; at: number; problem: Message }[] {
  const changed = new Set(given.map(({ key }) => key));
  const owners = new Map<string, string>();
  return given.flatMap(({ key, codes, source }) =>
    codes.flatMap((code, at) => {
      const spellings = barcodeSpellings(code);
      const owner = spellings.map((spelling) => owners.get(spelling)).find((found) => found !== undefined);
      for (const spelling of spellings) owners.set(spelling, owner ?? key);
      if (owner !== undefined && owner !== key) return [{ source, at, problem: message('barcode_repeated', { code }) }];
      const holder = holderOf(code);
      if (!holder || changed.has(holder.key)) return [];
      return [{ source, at, problem: message('barcode_taken', { code, variant: holder.title }) }];
    }),
  );
}
