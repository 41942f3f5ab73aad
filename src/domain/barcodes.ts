import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { barcodeProblem, barcodeSpellings, MAX_BARCODES } from '../lib/barcodes.ts';
import { invalidRequest } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { variantsWithSku, variantTitle } from './variants.ts';

// The only writer of barcodes. A code identifies one live variant of a store. A pulled variant has the codes of its
// source.

const codesOfVariant = query<{ code: string }>(
  { reads: ['barcodes'] },
  'SELECT code FROM barcodes WHERE variant_id = ? ORDER BY position',
);

/** The variant's own codes in their order. The first one is printed. */
export const barcodesOf = (db: Reader, variantId: Id): string[] =>
  db.all(codesOfVariant, variantId).map(({ code }) => code);

const holderOfCode = query<{ id: Id }>(
  { reads: ['barcodes', 'products', 'variants'] },
  `SELECT v.id FROM json_each(?) c CROSS JOIN barcodes b ON b.code = c.value AND b.store_id = ?
   JOIN variants v ON v.id = b.variant_id JOIN products p ON p.id = v.product_id
   WHERE v.delete_time IS NULL AND p.delete_time IS NULL LIMIT 1`,
);

/** The store's own live variant with the code, in either spelling. */
export const holderOf = (db: Reader, storeId: Id, code: string): Id | undefined =>
  db.get(holderOfCode, JSON.stringify(barcodeSpellings(code)), storeId)?.id;

const pulledWithCode = query<{ id: Id }>(
  { reads: ['barcodes', 'products', 'variants'] },
  `SELECT DISTINCT v.id FROM json_each(?) c CROSS JOIN barcodes b ON b.code = c.value
   JOIN variants v ON v.pulled_from_variant_id = b.variant_id JOIN products p ON p.id = v.product_id
   WHERE v.store_id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
);

/** The store's live variants with the code: its own one, else those that are pulled from a variant with it. */
export function variantsWithBarcode(db: Reader, storeId: Id, code: string): Id[] {
  const own = holderOf(db, storeId, code);
  if (own !== undefined) return [own];
  return db.all(pulledWithCode, JSON.stringify(barcodeSpellings(code)), storeId).map(({ id }) => id);
}

const variantsOfCode = query<{ id: Id }>(
  { reads: ['barcodes'] },
  'SELECT b.variant_id AS id FROM json_each(?) c CROSS JOIN barcodes b ON b.code = c.value',
);

/** The own variants of any store with the code. An order of a pulled variant takes a unit of its source. */
export const variantsOfBarcode = (db: Reader, code: string): Id[] =>
  db.all(variantsOfCode, JSON.stringify(barcodeSpellings(code))).map(({ id }) => id);

/** The store's live variants with exactly this SKU, else with this barcode. */
export function variantsWithCode(db: Reader, storeId: Id, code: string): Id[] {
  const withSku = variantsWithSku(db, storeId, code);
  return withSku.length > 0 ? withSku : variantsWithBarcode(db, storeId, code);
}

const codesWithPrefix = query<{ id: Id }>(
  { reads: ['barcodes', 'products', 'variants'] },
  `SELECT DISTINCT v.id FROM barcodes b JOIN variants v ON v.id = b.variant_id OR v.pulled_from_variant_id = b.variant_id
   JOIN products p ON p.id = v.product_id
   WHERE b.code >= @start AND b.code < @end AND v.store_id = @storeId
     AND v.delete_time IS NULL AND p.delete_time IS NULL LIMIT @limit`,
);

const MIN_PREFIX = 4; // characters
const LAST_CHARACTER = '\u{10ffff}';

/** The store's live variants with a barcode that begins with the text, or is the text in another spelling. */
export function variantsWithBarcodePrefix(db: Reader, storeId: Id, text: string, limit = 100): Id[] {
  if (text.length < MIN_PREFIX) return [];
  const exact = variantsWithBarcode(db, storeId, text);
  if (exact.length > 0) return exact;
  return db.all(codesWithPrefix, { start: text, end: text + LAST_CHARACTER, storeId, limit }).map(({ id }) => id);
}

/** @throws AppError invalid_request at `barcodes` if a code is malformed or another live variant of the store has it */
export function requireFreeBarcodes(db: Reader, storeId: Id, codes: readonly string[], variantId?: Id): void {
  if (codes.length > MAX_BARCODES) throw invalidRequest('too_many_barcodes', { path: 'barcodes', most: MAX_BARCODES });
  for (const code of codes) {
    const problem = barcodeProblem(code);
    if (problem) throw invalidRequest({ ...problem, path: 'barcodes' });
    const holder = holderOf(db, storeId, code);
    if (holder !== undefined && holder !== variantId)
      throw invalidRequest('barcode_taken', { path: 'barcodes', code, variant: variantTitle(db, holder) });
  }
}

/** The codes that no other live variant of the store has. */
export const freeBarcodes = (db: Reader, storeId: Id, codes: readonly string[], variantId?: Id): string[] =>
  codes.filter((code) => [undefined, variantId].includes(holderOf(db, storeId, code)));

const deleteCodes = command<{ variantId: Id }>(
  { writes: ['barcodes'] },
  `DELETE FROM barcodes WHERE variant_id = @variantId
     OR store_id = @storeId AND code IN (SELECT value FROM json_each(@spellings)) RETURNING variant_id AS variantId`,
);

const addCodes = command(
  { writes: ['barcodes'] },
  'INSERT INTO barcodes (store_id, code, variant_id, position) SELECT ?, value, ?, key FROM json_each(?)',
);

/**
 * Replaces the variant's codes. Takes them from other variants: the caller checks before that these are deleted, or get
 * other codes.
 *
 * @returns the variants whose codes have changed
 */
export function replaceBarcodes(
  tx: WriteTx,
  { storeId, variantId }: { storeId: Id; variantId: Id },
  codes: readonly string[],
): Id[] {
  if (JSON.stringify(barcodesOf(tx, variantId)) === JSON.stringify(codes)) return [];
  const spellings = JSON.stringify(codes.flatMap(barcodeSpellings));
  const changed = tx.runReturning(deleteCodes, { variantId, storeId, spellings });
  tx.run(addCodes, storeId, variantId, JSON.stringify(codes));
  return [...new Set([variantId, ...changed.map((row) => row.variantId)])];
}
