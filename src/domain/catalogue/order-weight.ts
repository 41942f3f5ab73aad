import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { SoldVariant } from '../variants.ts';

const storedWeight = query<{ weight: number | null }>(
  { reads: ['variants'] },
  'SELECT weight FROM variants WHERE id = +?',
);

export interface SoldLine {
  variant: SoldVariant;
  qty: number;
}

export interface OrderWeight {
  /** Grams of the lines with a weight. */
  grams: number;
  /** The variants without a weight. */
  unweighed: readonly Id[];
}

/** The weight of the lines. A bundle without a weight weighs as much as its parts. */
export function orderWeight(db: Reader, lines: readonly SoldLine[]): OrderWeight {
  let grams = 0;
  const unweighed = new Set<Id>();
  for (const { variant, qty } of lines) {
    const weight = weightOf(db, variant);
    if (weight === undefined) unweighed.add(variant.id);
    else grams += weight * qty;
  }
  return { grams: rounded(grams), unweighed: [...unweighed] };
}

function weightOf(db: Reader, { id, components }: SoldVariant): number | undefined {
  const own = db.get(storedWeight, id)?.weight ?? undefined;
  if (own !== undefined || components.length === 0) return own;
  let grams = 0;
  for (const { variantId, qty } of components) {
    const weight = db.get(storedWeight, variantId)?.weight ?? undefined;
    if (weight === undefined) return undefined;
    grams += weight * qty;
  }
  return grams;
}

/** To milligrams: three times 0.1 g is not more than 0.3 g. */
const rounded = (grams: number): number => Math.round(grams * 1_000) / 1_000;
