import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Part } from '../variants.ts';

const storedWeight = query<{ weight: number | null }>(
  { reads: ['variants'] },
  'SELECT weight FROM variants WHERE id = +?',
);

export interface WeighedLine {
  variantId: Id;
  /** Of one unit. */
  components: readonly Part[];
  qty: number;
}

export interface OrderWeight {
  /** Grams of the lines with a weight. */
  grams: number;
  /** The variants without a weight. */
  unweighed: readonly Id[];
}

/** The weight of the lines. A bundle without a weight weighs as much as its parts. */
export function orderWeight(db: Reader, lines: readonly WeighedLine[]): OrderWeight {
  let grams = 0;
  const unweighed = new Set<Id>();
  for (const line of lines) {
    const weight = weightOf(db, line);
    if (weight === undefined) unweighed.add(line.variantId);
    else grams += weight * line.qty;
  }
  return { grams: rounded(grams), unweighed: [...unweighed] };
}

function weightOf(db: Reader, { variantId: id, components }: WeighedLine): number | undefined {
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
