import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { variantById } from '../catalogue/variant.ts';
import { announce } from '../webhooks/outbox.ts';
import type { Reason } from './reasons.ts';

/** One movement of a variant in one warehouse. At most one actor caused it. */
export interface Movement {
  variantId: Id;
  warehouseId: Id;
  /** What is added to on hand and to reserved; negative takes away. */
  onHand?: number;
  reserved?: number;
  reason: Reason;
  orderId?: Id;
  userId?: Id;
}

export interface Level {
  onHand: number;
  reserved: number;
}

const MOST = 1_000_000_000_000; // pieces; keeps every sum an exact integer

/**
 * The only writer of stock: moves it, keeps the ledger row, and announces a changed available quantity
 * (decisions §7). The ledger's time strictly increases per variant and warehouse even where the clock steps back.
 */
export function moveStock(db: Database, movement: Movement, now: number): Level {
  const { variantId, warehouseId, onHand = 0, reserved = 0, reason, orderId, userId } = movement;
  const after = move(db, movement, now) ?? moveFirst(db, movement, now);
  if (Math.abs(after.onHand) > MOST || Math.abs(after.reserved) > MOST)
    throw new Refusal('invalid_request', `the stock of variant ${variantId} would go beyond ${MOST}`);
  db.run(
    `INSERT INTO stock_ledger (variant_id, warehouse_id, time, on_hand_before, on_hand_after,
       reserved_before, reserved_after, reason, order_id, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    variantId,
    warehouseId,
    after.time,
    after.onHand - onHand,
    after.onHand,
    after.reserved - reserved,
    after.reserved,
    reason,
    orderId ?? null,
    userId ?? null,
  );
  const variant = variantById(db, variantId);
  if (variant) {
    db.forget('product', variant.productId);
    const available = after.onHand - after.reserved;
    const before = available - onHand + reserved;
    if (available !== before)
      announce(db, { ...movement, variant, old: before, new: available, updateTime: after.time }, now);
  }
  return after;
}

const move = (db: Database, { variantId, warehouseId, onHand = 0, reserved = 0 }: Movement, now: number) =>
  db.get<Level & { time: number }>(
    `UPDATE stock SET on_hand = on_hand + ?, reserved = reserved + ?, update_time = max(update_time + 1, ?)
     WHERE variant_id = ? AND warehouse_id = ? RETURNING on_hand AS onHand, reserved, update_time AS time`,
    onHand,
    reserved,
    now,
    variantId,
    warehouseId,
  );

/** The same where the warehouse never held the variant. */
function moveFirst(db: Database, movement: Movement, now: number): Level & { time: number } {
  openStock(db, movement.variantId, movement.warehouseId);
  return move(db, movement, now) as Level & { time: number };
}

/** Lists the variant in the warehouse, with nothing in it yet. */
export function openStock(db: Database, variantId: Id, warehouseId: Id): void {
  db.run('INSERT OR IGNORE INTO stock (variant_id, warehouse_id) VALUES (?, ?)', variantId, warehouseId);
}
