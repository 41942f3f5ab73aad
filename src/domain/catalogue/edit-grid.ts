import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Path } from '../../lib/messages/path.ts';
import type { Money } from '../../lib/money.ts';
import { setOnHand } from '../stock/adjust-on-hand.ts';
import { levelOf } from '../stock/ledger.ts';
import { keepsStock, liveVariant, type SoldVariant } from '../variants.ts';
import { changeVariant } from './edit-variant.ts';
import { changedPrices } from './variant-prices.ts';

/** Null: no value. */
interface Change<Value> {
  was: Value | null;
  to: Value | null;
}

type PriceChange = Change<Money>;

interface Details {
  /** In grams. */
  weight: number;
  lowStockThreshold: number;
  shelfLocation: string;
}

/** New values of a variant with the values that the user saw. */
export interface GridRow extends DetailChanges {
  variantId: Id;
  price?: PriceChange | undefined;
  /** On hand. */
  qty?: { was: number; to: number } | undefined;
}

type DetailChanges = { [Field in keyof Details]?: Change<Details[Field]> | undefined };

/** The price tier and the warehouse that a grid edits. */
export interface GridScope {
  storeId: Id;
  tierId: Id;
  warehouseId: Id;
  userId: Id;
}

/**
 * Changes prices of one tier, quantities of one warehouse and details, all or none. A form that is sent twice changes
 * nothing the second time.
 *
 * @throws AppError not_found; invalid_request at `rows[3].price`, for example, if the value has changed since the user
 *   saw it, or at `rows[3].qty` if the variant has no stock of its own
 */
export function editGrid(tx: WriteTx, scope: GridScope, rows: readonly GridRow[], now: number): void {
  for (const [i, row] of rows.entries()) {
    const variant = variantOf(tx, scope, row);
    if (row.price) setPrice(tx, scope, { ...row.price, at: i, variant }, now);
    setDetails(tx, variant.id, { changes: row, at: i }, now);
    if (row.qty) {
      if (!keepsStock(variant)) throw invalidRequest('no_stock_of_its_own', { path: ['rows', i, 'qty'] });
      setQty(tx, scope, { ...row.qty, at: i, variantId: variant.id }, now);
    }
  }
}

/**
 * Like `editGrid`, prices only.
 *
 * @throws AppError not_found; invalid_request at `rows[3].price` if the price has changed since the user saw it
 */
export function editPrices(
  tx: WriteTx,
  scope: Pick<GridScope, 'storeId' | 'tierId'>,
  rows: readonly { variantId: Id; price: PriceChange }[],
  now: number,
): void {
  for (const [at, row] of rows.entries())
    setPrice(tx, scope, { ...row.price, at, variant: variantOf(tx, scope, row) }, now);
}

/** @throws AppError not_found */
function variantOf(
  tx: WriteTx,
  { storeId }: Pick<GridScope, 'storeId'>,
  { variantId }: { variantId: Id },
): SoldVariant {
  const variant = liveVariant(tx, storeId, variantId);
  if (!variant) throw notFound('variant_not_found', { variant: variantId });
  return variant;
}

function setPrice(
  tx: WriteTx,
  { tierId }: Pick<GridScope, 'tierId'>,
  { was, to, at, variant }: PriceChange & { at: number; variant: SoldVariant },
  now: number,
): void {
  const current = variant.prices.get(tierId) ?? null;
  if (current === to) return;
  if (current !== was) throw changedMeanwhile(['rows', at, 'price']);
  changeVariant(tx, variant.id, { prices: changedPrices(variant.prices, new Map([[tierId, to]])) }, now);
}

const PATHS = { weight: 'weight', lowStockThreshold: 'low_stock_threshold', shelfLocation: 'shelf_location' } as const;
const DETAILS = Object.keys(PATHS) as (keyof Details)[];

const detailsOf = query<{ [Field in keyof Details]: Details[Field] | null }>(
  { reads: ['variants'] },
  `SELECT weight, low_stock_threshold AS lowStockThreshold, shelf_location AS shelfLocation FROM variants WHERE id = ?`,
);

function setDetails(tx: WriteTx, id: Id, { changes, at }: { changes: DetailChanges; at: number }, now: number): void {
  const given = DETAILS.filter((field) => changes[field] !== undefined);
  const current = given.length === 0 ? undefined : tx.get(detailsOf, id);
  if (!current) return;
  const changed = given.filter((field) => current[field] !== changes[field]?.to);
  const stale = changed.find((field) => current[field] !== changes[field]?.was);
  if (stale) throw changedMeanwhile(['rows', at, PATHS[stale]]);
  if (changed.length === 0) return;
  changeVariant(tx, id, Object.fromEntries(changed.map((field) => [field, changes[field]?.to])), now);
}

function setQty(
  tx: WriteTx,
  { warehouseId, userId }: GridScope,
  { was, to, at, variantId }: { was: number; to: number; at: number; variantId: Id },
  now: number,
): void {
  const { onHand } = levelOf(tx, variantId, warehouseId);
  if (onHand === to) return;
  if (onHand !== was) throw changedMeanwhile(['rows', at, 'qty']);
  setOnHand(tx, { variantId, warehouseId, qty: to, reason: 'user_set', userId }, now);
}

const changedMeanwhile = (path: Path) => invalidRequest('changed_meanwhile', { path });
