import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { type Id, NO_ID, parseId } from '../../lib/ids.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { plainNumber } from '../../lib/numbers.ts';
import { findScanned } from '../../lib/thai-keyboard.ts';
import { variantsWithBarcode } from '../barcodes.ts';
import { keepsStock, liveVariant, type SoldVariant, variantsWithSku } from '../variants.ts';
import { MAX_PIECES } from './line-checks.ts';

// Typed or scanned lines: a code and a quantity each.

export interface TypedLine {
  /** A SKU, a barcode, or `#` and a variant's id. */
  code: string;
  /** Empty: 1. */
  qty: string;
  /** In baht. */
  cost?: string | undefined;
}

export interface ParsedLine {
  variant: SoldVariant;
  qty: number;
  /** Undefined if none was typed. */
  cost: Money | undefined;
}

/** `shared`: several variants have the SKU. `no_own_stock`: the variant has no own stock. */
export type TypedLineError = 'no_code' | 'unknown' | 'shared' | 'no_own_stock' | 'qty' | 'cost';

interface TypedLineErrorAt {
  /** Index in the list. */
  line: number;
  error: TypedLineError;
}

interface LineRules {
  minQty: 0 | 1;
  /** Also accepts variants without own stock. */
  anyVariant?: boolean | undefined;
}

/** The lines of variants with own stock, and the errors of all other lines. */
export function parseTypedLines(
  db: Reader,
  storeId: Id,
  typedLines: readonly TypedLine[],
  rules: LineRules,
): { lines: readonly ParsedLine[]; errors: readonly TypedLineErrorAt[] } {
  const lines: ParsedLine[] = [];
  const errors: TypedLineErrorAt[] = [];
  typedLines.forEach((line, i) => {
    const parsed = parseLine(db, storeId, line, rules);
    if (typeof parsed === 'string') errors.push({ line: i, error: parsed });
    else lines.push(parsed);
  });
  return { lines, errors };
}

function parseLine(
  db: Reader,
  storeId: Id,
  line: TypedLine,
  { minQty, anyVariant }: LineRules,
): ParsedLine | TypedLineError {
  const variant = variantByCode(db, storeId, line.code);
  if (typeof variant === 'string') return variant;
  if (!anyVariant && !keepsStock(variant)) return 'no_own_stock';
  const qty = qtyOf(line.qty);
  if (qty === undefined || qty < minQty || qty > MAX_PIECES) return 'qty';
  const cost = line.cost?.trim() ? parseMoney(plainNumber(line.cost)) : undefined;
  if (line.cost?.trim() && (cost === undefined || cost < 0)) return 'cost';
  return { variant, qty, cost };
}

const INTEGER = /^\d{1,12}$/;

function qtyOf(text: string): number | undefined {
  const written = plainNumber(text);
  if (written === '') return 1;
  return INTEGER.test(written) ? Number(written) : undefined;
}

/** The store's live variant with this SKU, case-insensitive if unambiguous, with this barcode, or with `#` and its id. */
export function variantByCode(db: Reader, storeId: Id, code: string): SoldVariant | TypedLineError {
  const typed = code.trim();
  if (typed === '') return 'no_code';
  const ids = findScanned(
    code,
    (text) => idsByCode(db, storeId, text, text.trim()),
    (found) => found.length > 0,
  );
  if (ids.length > 1) return 'shared';
  return liveVariant(db, storeId, ids[0] ?? NO_ID) ?? 'unknown';
}

const variantsWithSkuAnyCase = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = ? AND v.sku = ? COLLATE NOCASE AND v.delete_time IS NULL AND p.delete_time IS NULL LIMIT 2`,
);

function idsByCode(db: Reader, storeId: Id, code: string, typed: string): readonly Id[] {
  const exact = variantsWithSku(db, storeId, code);
  const trimmed = exact.length > 0 ? exact : variantsWithSku(db, storeId, typed);
  if (trimmed.length > 0) return trimmed;
  const anyCase = db.all(variantsWithSkuAnyCase, storeId, typed);
  if (anyCase.length > 0) return anyCase.map(({ id }) => id);
  const withBarcode = variantsWithBarcode(db, storeId, typed);
  if (withBarcode.length > 0) return withBarcode;
  const id = typed.startsWith('#') ? parseId(typed.slice(1)) : undefined;
  return id === undefined ? [] : [id];
}
