import type { Reader } from '../../db/reader.ts';
import { dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { inMoney, type Money } from '../../lib/money.ts';
import { wholeSatang } from '../../lib/number-format.ts';
import { firstSince } from '../orders/first-since.ts';
import type { Sold } from './best-sellers.ts';
import { inSteps, type Snapshot } from './snapshot.ts';

// The gross profit of sold variants: docs/decisions.md#costs. Units that have left have the cost with which they left.

export interface GrossProfit {
  cost: Money;
  profit: Money;
  /** Percent of the sales with one decimal; undefined without sales. */
  margin: number | undefined;
  /** Units that have not left. They count at today's cost. */
  openUnits: number;
}

interface ProfitSearch {
  storeId: Id;
  /** Days from `first` to before `end`, as in `bangkokDay`. */
  first: number;
  end: number;
  sold: readonly Sold[];
}

/** By variant. Variants without a cost, and those whose units left without a cost, are missing. */
export async function grossProfits(
  db: Reader,
  snapshot: Snapshot,
  { storeId, first, end, sold }: ProfitSearch,
): Promise<ReadonlyMap<Id, GrossProfit>> {
  const ids = JSON.stringify(sold.map(({ variantId }) => variantId));
  const costs = new Map<Id, SoldCost>();
  const numbers = { from: firstSince(db, storeId, dayStart(first)), end: firstSince(db, storeId, dayStart(end)) };
  await inSteps(soldLines(snapshot, { storeId, ids, ...numbers }), (lines) => {
    for (const line of lines) costs.set(line.variantId, withLine(costs.get(line.variantId) ?? NOTHING, line));
  });
  const today = new Map(
    snapshot
      .prepare<TodaysCost>(TODAYS_COSTS)({ ids })
      .map(({ id, cost }) => [id, cost]),
  );
  return new Map(
    sold.flatMap((variant): [Id, GrossProfit][] => {
      const { variantId } = variant;
      const todaysCost = today.get(variantId);
      const profit = todaysCost !== undefined && profitOf(variant, costs.get(variantId) ?? NOTHING, todaysCost);
      return profit ? [[variantId, profit]] : [];
    }),
  );
}

interface SoldCost {
  openUnits: number;
  /** Of the units that have left; undefined if some left without a cost. */
  cost: number | undefined;
}

const NOTHING: SoldCost = { openUnits: 0, cost: 0 };

function withLine(sum: SoldCost, { units, left, cost, isUnknown }: SoldLine): SoldCost {
  const known = sum.cost === undefined || isUnknown === 1 ? undefined : sum.cost + cost;
  return { openUnits: sum.openUnits + units - left, cost: known };
}

function profitOf({ amount }: Sold, sold: SoldCost, todaysCost: number | null): GrossProfit | undefined {
  const { openUnits } = sold;
  if (sold.cost === undefined || (openUnits > 0 && todaysCost === null)) return undefined;
  const exact = inMoney(sold.cost + openUnits * (todaysCost ?? 0));
  if (exact === undefined) return undefined;
  const cost = wholeSatang(exact);
  const profit = (amount - cost) as Money;
  return { cost, profit, margin: amount > 0 ? Math.round((profit / amount) * 1_000) / 10 : undefined, openUnits };
}

const ORDERS_PER_STEP = 100; // about a millisecond

interface SoldLine {
  variantId: Id;
  /** Without those that will not be shipped. */
  units: number;
  left: number;
  /** Of the units that have left. */
  cost: number;
  isUnknown: 0 | 1;
}

function* soldLines(
  snapshot: Snapshot,
  { storeId, ids, from, end }: { storeId: Id; ids: string; from: number; end: number },
): Generator<SoldLine[]> {
  const linesOf = snapshot.prepare<SoldLine>(LINES);
  for (let first = from; first < end; first += ORDERS_PER_STEP)
    yield linesOf({ storeId, ids, first, end: Math.min(first + ORDERS_PER_STEP, end) });
}

const LINES = `SELECT l.variant_id AS variantId, l.qty - l.short_qty AS units, coalesce(sum(i.qty * i.cost), 0) AS cost,
    count(i.qty) > count(i.cost) AS isUnknown,
    coalesce(sum(i.qty), 0) / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1) AS left
  FROM orders o CROSS JOIN order_lines l ON l.order_id = o.id
    LEFT JOIN shipments s ON s.order_id = o.id AND s.ship_time IS NOT NULL
    LEFT JOIN shipment_items i ON i.shipment_id = s.id AND i.line_id = l.id
  WHERE o.store_id = @storeId AND o.order_number >= @first AND o.order_number < @end
    AND o.status IN ('open', 'completed') AND l.delete_time IS NULL
    AND l.variant_id IN (SELECT value FROM json_each(@ids))
  GROUP BY l.id`;

interface TodaysCost {
  id: Id;
  cost: number | null;
}

/** A bundle costs as much as its parts. Pulled variants are missing: their cost belongs to another store. */
const TODAYS_COSTS = `SELECT v.id, iif(v.is_bundle = 0, v.cost,
    (SELECT iif(count(*) = count(part.cost), total(1.0 * c.qty * part.cost), NULL)
     FROM variant_parts c CROSS JOIN variants part ON part.id = c.part_id WHERE c.variant_id = v.id)) AS cost
  FROM json_each(@ids) wanted CROSS JOIN variants v ON v.id = wanted.value
  WHERE v.pulled_from_variant_id IS NULL`;
