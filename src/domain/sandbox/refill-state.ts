import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay, dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';

// The only writer of sandbox_refills.

/** In this order: customers are erased before the products that they ordered change. */
export const REFILL_STEPS = ['orders', 'addresses', 'products', 'parts', 'surplus', 'done'] as const;
export type RefillStep = (typeof REFILL_STEPS)[number];

export interface Refill {
  storeId: Id;
  /** The store that the sandbox copies. */
  sourceId: Id;
  step: RefillStep;
  /** The id of the last row that this step has handled. */
  position: number;
  /** Addresses up to this version are erased. */
  lastAddress: number;
  /** When the sandbox is emptied next. */
  nextTime: number;
}

const allRefills = query<Refill>(
  { reads: ['sandbox_refills', 'stores'] },
  `SELECT store_id AS storeId, sandbox_of AS sourceId, step, position, last_address AS lastAddress,
     next_time AS nextTime FROM sandbox_refills r JOIN stores s ON s.id = r.store_id ORDER BY store_id`,
);

export const refills = (db: Reader): Refill[] => db.all(allRefills);

export const refillOf = (db: Reader, storeId: Id): Refill | undefined =>
  refills(db).find((refill) => refill.storeId === storeId);

const insertRefill = command(
  { writes: ['sandbox_refills'] },
  `INSERT INTO sandbox_refills (store_id, step, position, last_address, next_time) VALUES (?, 'products', 0, 0, ?)`,
);

/** A new sandbox has nothing to empty. */
export const startFilling = (tx: WriteTx, storeId: Id, now: number): number =>
  tx.run(insertRefill, storeId, nextNight(now));

const updateRefill = command(
  { writes: ['sandbox_refills'] },
  `UPDATE sandbox_refills SET step = @step, position = @position, last_address = @lastAddress, next_time = @nextTime
   WHERE store_id = @storeId`,
);

export function saveRefill(tx: WriteTx, { sourceId, ...refill }: Refill): void {
  tx.run(updateRefill, { ...refill });
}

const setDue = command(
  { writes: ['sandbox_refills'] },
  `UPDATE sandbox_refills SET next_time = ? WHERE store_id = ? AND step = 'done'`,
);

/** Has the sandbox emptied at once, unless that is under way. */
export function emptyNow(tx: WriteTx, storeId: Id, now: number): void {
  tx.run(setDue, now, storeId);
  audit(tx, 'sandbox_emptied', { storeId });
}

const NIGHT = 3 * 3_600_000; // 3:00 in Bangkok

/** The next time that sandboxes are emptied. */
export function nextNight(now: number): number {
  const today = dayStart(bangkokDay(now)) + NIGHT;
  return today > now ? today : dayStart(bangkokDay(now) + 1) + NIGHT;
}
