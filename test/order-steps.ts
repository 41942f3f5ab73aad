import assert from 'node:assert/strict';
import type { Reader } from '../src/db/reader.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { verifyList } from '../src/domain/orders/list/verify-list.ts';
import { packedTime } from '../src/domain/orders/packing-rows.ts';
import { verifyChains, verifyStock } from '../src/domain/stock/verify-stock.ts';
import type { Id } from '../src/lib/ids.ts';
import { appError, type ExpectedError } from './errors.ts';
import { ownRows } from './raw-http.ts';
import { sql } from './sql.ts';
import { changeTuples } from './stock-steps.ts';
import { idOf, type Json, type Shop } from './support.ts';

export type Products = readonly { sku: string; qty: number; price?: string | number }[];

export interface PlacedOrder {
  id: Id;
  /** The ids of its lines, in order. */
  lines: readonly Id[];
}

/** An order that may ship before payment. */
export async function placeOrder(
  shop: Shop,
  products: Products,
  more: object = {},
  token?: string,
): Promise<PlacedOrder> {
  const response = await shop.order({ products, ship_before_pay: true, ...more }, token === undefined ? {} : { token });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return orderedOf(response.body.order);
}

const orderedOf = (order: Json): PlacedOrder => ({
  id: idOf(order.id),
  lines: order.products.map(({ id }: Json) => idOf(id)),
});

/** The order as partners see it. */
export async function orderDetail(shop: Shop, { id }: { id: Id | string }): Promise<Json> {
  const { status, body } = await shop.call('/v1/order/detail', { order_id: String(id) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.order;
}

export const isOrderPacked = (shop: Shop, { id }: { id: Id }): boolean => packedTime(shop.ctx.db, id) !== undefined;

interface LedgerRow {
  variant: Id;
  warehouse: Id;
  time: number;
  onHand: number;
  reserved: number;
  reason: string;
  order_id: Id | null;
  user_id: Id | null;
}

const ledger = (db: Reader): LedgerRow[] =>
  db.all(
    sql<LedgerRow>(`SELECT variant_id AS variant, warehouse_id AS warehouse, time, on_hand_after - on_hand_before AS onHand,
       reserved_after - reserved_before AS reserved, reason, order_id, user_id FROM stock_ledger
     ORDER BY variant_id, warehouse_id, time`),
  );

/** One movement: keys of variant and warehouse, changes of on hand and reserved, reason and actor. */
type MovementTuple = [variant: string, warehouse: string, onHand: number, reserved: number, reason: string, by: string];

interface StepResult<T> {
  result: T;
  moved: MovementTuple[];
  /** Announced changes: variant, warehouse, old, new, reason. */
  announced: Json[][];
  /** The complete announced changes. */
  items: Json[];
}

/** Runs a step and returns its movements and announcements. Asserts that the stock is consistent afterwards. */
export async function observeStep<T>(shop: Shop, step: (db: WriteTx, now: number) => T): Promise<StepResult<T>> {
  const found = await shop.ctx.write((tx) => {
    const earlier = new Set(ledger(tx).map(({ variant, warehouse, time }) => `${variant} ${warehouse} ${time}`));
    const waiting = shop.announcements();
    const result = step(tx, shop.now());
    const rows = ledger(tx).filter(({ variant, warehouse, time }) => !earlier.has(`${variant} ${warehouse} ${time}`));
    return { result, rows, items: shop.announcementsSince(waiting) };
  });
  assert.deepEqual([...verifyStock(shop.ctx.db), ...verifyChains(shop.ctx.db)], []);
  assert.deepEqual(wrongShipmentCounts(shop.ctx.db), []);
  assert.deepEqual(verifyList(shop.ctx.db), []);
  return {
    result: found.result,
    moved: found.rows.map((row) => movementsIn(shop, row)),
    announced: changeTuples(found.items, shop),
    items: found.items,
  };
}

/** Orders with a wrong count of active shipments. */
const wrongShipmentCounts = (db: Reader) =>
  db.all(
    sql(`SELECT id, live_shipments FROM orders
     WHERE live_shipments <> (SELECT count(*) FROM shipments WHERE order_id = orders.id AND status <> 'canceled')`),
  );

function movementsIn(shop: Shop, row: LedgerRow): MovementTuple {
  const actor = row.order_id === null ? '' : `order ${row.order_id}`;
  return [
    keyOf(shop, 'variants', row.variant),
    keyOf(shop, 'warehouses', row.warehouse),
    row.onHand,
    row.reserved,
    row.reason,
    row.user_id === null ? actor : `user ${row.user_id}`,
  ];
}

function keyOf(shop: Shop, kind: 'variants' | 'warehouses', id: Id): string {
  for (const store of Object.values(shop.stores))
    for (const [key, known] of Object.entries(store[kind])) if (known === String(id)) return key;
  return String(id);
}

/** Asserts that the step throws this error and changes nothing. */
export async function assertRefuses(
  shop: Shop,
  expected: ExpectedError,
  step: (db: WriteTx, now: number) => unknown,
): Promise<void> {
  const before = ownRows(shop);
  await assert.rejects(
    shop.ctx.write((tx) => step(tx, shop.now())),
    appError(expected),
  );
  assert.deepEqual(ownRows(shop), before);
}
