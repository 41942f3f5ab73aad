import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay, dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';

// The only writer of sandbox_resets.

/** In this order: customers are erased before the products that they ordered change. */
export const RESET_STEPS = ['orders', 'addresses', 'products', 'parts', 'deleted', 'settings', 'done'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];

/** A store's sandbox, and how far its reset is. */
export interface Reset {
  storeId: Id;
  /** The store that the sandbox copies. */
  sourceId: Id;
  step: ResetStep;
  /** The id of the last row that this step has handled. */
  position: number;
  /** The reset deletes the orders after `fromOrder`, up to `toOrder`. Newer ones belong to the next reset. */
  fromOrder: number;
  toOrder: number;
  /** The reset deletes address versions after `fromAddress`, up to `toAddress`. */
  fromAddress: number;
  toAddress: number;
  /** When the next reset begins. */
  nextTime: number;
}

const SELECT = `SELECT store_id AS storeId, sandbox_of AS sourceId, step, position, from_order AS fromOrder,
  to_order AS toOrder, from_address AS fromAddress, to_address AS toAddress, next_time AS nextTime
  FROM sandbox_resets r JOIN stores s ON s.id = r.store_id`;

const everyReset = query<Reset>({ reads: ['sandbox_resets', 'stores'] }, `${SELECT} ORDER BY store_id`);
const resetOfStore = query<Reset>({ reads: ['sandbox_resets', 'stores'] }, `${SELECT} WHERE store_id = ?`);

export const allResets = (db: Reader): Reset[] => db.all(everyReset);

export const resetOf = (db: Reader, storeId: Id): Reset | undefined => db.get(resetOfStore, storeId);

const newestRows = query<{ order: number; address: number }>(
  { reads: ['addresses', 'orders'] },
  `SELECT (SELECT coalesce(max(id), 0) FROM orders) AS "order",
     (SELECT coalesce(max(version), 0) FROM addresses) AS address`,
);

const insertReset = command(
  { writes: ['sandbox_resets'] },
  `INSERT INTO sandbox_resets (store_id, step, position, from_order, to_order, from_address, to_address, next_time)
   VALUES (@storeId, 'products', 0, @order, @order, @address, @address, @nextTime)`,
);

/** A new sandbox has no orders to delete. */
export function startFilling(tx: WriteTx, storeId: Id, now: number): void {
  tx.run(insertReset, { storeId, ...newest(tx), nextTime: nextNight(now) });
}

const newest = (db: Reader): { order: number; address: number } => db.get(newestRows) as never;

const updateReset = command(
  { writes: ['sandbox_resets'] },
  `UPDATE sandbox_resets SET step = @step, position = @position, from_order = @fromOrder, to_order = @toOrder,
   from_address = @fromAddress, to_address = @toAddress, next_time = @nextTime WHERE store_id = @storeId`,
);

export function saveReset(tx: WriteTx, { sourceId, ...reset }: Reset): void {
  tx.run(updateReset, { ...reset });
}

/** Starts a reset of the rows that exist now. An interrupted reset starts from its beginning. */
export function beginReset(tx: WriteTx, reset: Reset, now: number): Reset {
  const isInterrupted = reset.step === 'orders' || reset.step === 'addresses';
  const { order, address } = newest(tx);
  const begun: Reset = {
    ...reset,
    step: 'orders',
    fromOrder: isInterrupted ? reset.fromOrder : reset.toOrder,
    toOrder: order,
    fromAddress: isInterrupted ? reset.fromAddress : reset.toAddress,
    toAddress: address,
    nextTime: nextNight(now),
  };
  begun.position = begun.fromOrder;
  saveReset(tx, begun);
  audit(tx, 'sandbox_reset', { storeId: reset.storeId });
  return begun;
}

const setDue = command({ writes: ['sandbox_resets'] }, 'UPDATE sandbox_resets SET next_time = ? WHERE store_id = ?');

/** Schedules a reset now. */
export function resetNow(tx: WriteTx, storeId: Id, now: number): void {
  tx.run(setDue, now, storeId);
  audit(tx, 'sandbox_reset_requested', { storeId });
}

const NIGHT = 3 * 3_600_000; // 3:00 in Bangkok

/** When the next reset begins. */
export function nextNight(now: number): number {
  const today = dayStart(bangkokDay(now)) + NIGHT;
  return today > now ? today : dayStart(bangkokDay(now) + 1) + NIGHT;
}
