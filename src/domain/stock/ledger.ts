import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { variantById } from '../variants.ts';
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
  const { variantId, onHand = 0, reserved = 0 } = movement;
  const after = move(db, movement, now) ?? moveFirst(db, movement, now);
  if (Math.abs(after.onHand) > MOST || Math.abs(after.reserved) > MOST)
    throw new Refusal('invalid_request', `the stock of variant ${variantId} would go beyond ${MOST}`);
  keep(db, movement, after);
  const available = after.onHand - after.reserved;
  tell(db, movement, { old: available - onHand + reserved, new: available, updateTime: after.time }, now);
  return after;
}

/**
 * Makes stock what its ledger adds up to, where something other than `moveStock` has changed it. The ledger's sum stays
 * as it is; its new row marks the moment, and a changed available quantity is announced.
 */
export function restoreStock(
  db: Database,
  where: Pick<Movement, 'variantId' | 'warehouseId' | 'reason'> & Level,
  now: number,
): void {
  const { variantId, warehouseId, onHand, reserved } = where;
  const before = db.get<{ available: number }>(
    'SELECT on_hand - reserved AS available FROM stock WHERE variant_id = ? AND warehouse_id = ?',
    variantId,
    warehouseId,
  );
  db.run(
    'UPDATE stock SET on_hand = ?, reserved = ? WHERE variant_id = ? AND warehouse_id = ?',
    onHand,
    reserved,
    variantId,
    warehouseId,
  );
  const movement = { variantId, warehouseId, reason: where.reason };
  const { time } = move(db, movement, now) as Level & { time: number };
  keep(db, movement, { onHand, reserved, time });
  tell(db, movement, { old: before?.available ?? 0, new: onHand - reserved, updateTime: time }, now);
}

/** Appends the ledger row of a movement that has led to `after`. */
function keep(db: Database, movement: Movement, after: Level & { time: number }): void {
  const { onHand = 0, reserved = 0 } = movement;
  db.run(
    `INSERT INTO stock_ledger (variant_id, warehouse_id, time, on_hand_before, on_hand_after,
       reserved_before, reserved_after, reason, order_id, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    movement.variantId,
    movement.warehouseId,
    after.time,
    after.onHand - onHand,
    after.onHand,
    after.reserved - reserved,
    after.reserved,
    movement.reason,
    movement.orderId ?? null,
    movement.userId ?? null,
  );
}

/** Drops what was computed from the old figures, and announces a changed available quantity. */
function tell(
  db: Database,
  movement: Movement,
  change: { old: number; new: number; updateTime: number },
  now: number,
): void {
  const variant = variantById(db, movement.variantId);
  if (!variant) throw new Error(`variant ${movement.variantId} is missing`);
  db.forget('product', variant.productId);
  if (change.old !== change.new) announce(db, { ...movement, ...change, variant }, now);
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
