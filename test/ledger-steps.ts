import assert from 'node:assert/strict';
import type { WriteTx } from '../src/db/write-tx.ts';
import type { Adjustment } from '../src/domain/stock/adjust-on-hand.ts';
import { sql } from './sql.ts';
import { idOf, type Shop } from './support.ts';

interface Row {
  time: number;
  onHand: [number, number];
  reserved: [number, number];
  reason: string;
  order: string | null;
  user: string | null;
}

type LedgerRow = Record<'time' | 'on_hand_before' | 'on_hand_after' | 'reserved_before' | 'reserved_after', number> & {
  reason: string;
  order_id: number | null;
  user_id: number | null;
};

const actor = (id: number | null) => (id === null ? null : String(id));

/** The ledger of a variant in a warehouse, oldest first, without its opening row. */
export const ledger = (shop: Shop, variant = 'hot', warehouse = 'bkk'): Row[] =>
  shop.ctx.db
    .all(
      sql<LedgerRow>('SELECT * FROM stock_ledger WHERE variant_id = ? AND warehouse_id = ? ORDER BY time'),
      idOf(shop.ids.variants[variant]),
      idOf(shop.ids.warehouses[warehouse]),
    )
    .slice(1)
    .map((row) => ({
      time: row.time,
      onHand: [row.on_hand_before, row.on_hand_after],
      reserved: [row.reserved_before, row.reserved_after],
      reason: row.reason,
      order: actor(row.order_id),
      user: actor(row.user_id),
    }));

export const rows = (shop: Shop, variant = 'hot', warehouse = 'bkk') =>
  ledger(shop, variant, warehouse).map(({ time: _, ...row }) => row);

export const place = (shop: Shop, variant = 'hot', warehouse = 'bkk') => ({
  variantId: idOf(shop.ids.variants[variant]),
  warehouseId: idOf(shop.ids.warehouses[warehouse]),
});

export type Adjust = (tx: WriteTx, adjustment: Adjustment, now: number) => unknown;

/** Counts, adds or deducts hot lattes in Bangkok, of which there are 10. */
export const adjust = (shop: Shop, verb: Adjust, qty: number) =>
  shop.ctx.write((tx) => verb(tx, { ...place(shop), qty, reason: 'command_edited' }, shop.now()));

export const orderOf = async (shop: Shop, qty: number, more: object = {}): Promise<string> => {
  const { status, body } = await shop.order({
    products: [{ product_variant_id: shop.ids.variants.hot, qty }],
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.order.id;
};

export const noActor = { order: null, user: null };
