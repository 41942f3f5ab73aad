import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { inMoney, type Money } from '../../lib/money.ts';
import { totalStock } from '../stock/total-stock.ts';
import { type Part, partsOf } from '../variants.ts';
import { changeVariant } from './edit-variant.ts';

// The cost of a variant is the moving average of its units in all warehouses: docs/decisions.md#costs.

const costsOfVariants = query<{ id: Id; cost: Money | null }>(
  { reads: ['variants'] },
  'SELECT v.id, v.cost FROM json_each(?) wanted CROSS JOIN variants v ON v.id = wanted.value',
);

/** The cost of each variant; null if unknown. */
export const knownCosts = (db: Reader, variantIds: readonly Id[]): ReadonlyMap<Id, Money | null> =>
  new Map(db.all(costsOfVariants, JSON.stringify([...new Set(variantIds)])).map(({ id, cost }) => [id, cost]));

/** Units that came in. Without a cost they keep the average. */
interface ReceivedUnits {
  variantId: Id;
  qty: number;
  cost?: Money | null | undefined;
}

interface Receipt {
  units: readonly ReceivedUnits[];
  documentId?: Id | undefined;
}

/** Updates the average costs. Call it after the movement that added the units. */
export function averageCosts(tx: WriteTx, { units, documentId }: Receipt, now: number): void {
  const priced = units.filter(({ cost }) => cost !== undefined && cost !== null);
  const known = knownCosts(tx, idsOf(priced));
  for (const [variantId, received] of Map.groupBy(priced, (line) => line.variantId)) {
    const qty = received.reduce((sum, line) => sum + line.qty, 0);
    const before = { qty: totalStock(tx, [variantId]).onHand - qty, cost: known.get(variantId) };
    changeVariant(tx, variantId, { cost: average([before, ...received]), costDocumentId: documentId }, now);
  }
}

const idsOf = (units: readonly Pick<ReceivedUnits, 'variantId'>[]): Id[] => units.map(({ variantId }) => variantId);

function average(units: readonly Omit<ReceivedUnits, 'variantId'>[]): Money {
  let [qtys, value] = [0n, 0n];
  for (const { qty, cost } of units) {
    if (qty <= 0 || cost === undefined || cost === null) continue;
    qtys += BigInt(qty);
    value += BigInt(qty) * BigInt(cost);
  }
  return quotient(value, qtys);
}

/** Rounded to the nearest 1/10,000 baht, a half up. Quantity × cost can exceed the exact numbers of JavaScript. */
const quotient = (dividend: bigint, divisor: bigint): Money =>
  Number((2n * dividend + divisor) / (2n * divisor)) as Money;

/** The cost of one unit that consists of these parts; undefined if a part has no cost. */
export function costOfParts(db: Reader, parts: readonly Part[]): Money | undefined {
  const known = knownCosts(db, idsOf(parts));
  const costs = parts.map(({ variantId, qty }) => (known.get(variantId) ?? Number.NaN) * qty);
  return inMoney(costs.reduce((sum, cost) => sum + cost, 0));
}

/** The cost of a unit of each part of a variant: the cost of the variant, shared in proportion to the parts' own costs. */
export function costsOfParts(db: Reader, variantId: Id): ReadonlyMap<Id, Money> {
  const parts = partsOf(db, variantId);
  const whole = knownCosts(db, [variantId]).get(variantId) ?? undefined;
  const ofParts = costOfParts(db, parts);
  if (whole === undefined || !ofParts) return new Map();
  const shareOf = (cost: Money | null) => quotient(BigInt(whole) * BigInt(cost ?? 0), BigInt(ofParts));
  return new Map([...knownCosts(db, idsOf(parts))].map(([id, cost]) => [id, shareOf(cost)]));
}
