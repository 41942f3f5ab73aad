import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Span } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

// The payouts of COD of a time span: docs/decisions.md#money-received.

/** SQL of `bangkokDay`. */
export const dayOf = (time: string): string => `(${time} + 25200000) / 86400000`;

/** Whether the line `l` of the payout `m` was undone on a later day than the payout arrived. */
export const IS_UNDONE_LATER = `${dayOf('l.undo_time')} > ${dayOf('m.receive_time')}`;

/** What a payout added on the day of its arrival, or what was taken back of it on a later day. */
export interface CodPayout {
  id: Id;
  note: string | null;
  isUndo: 0 | 1;
  /** Before the fee; negative if taken back. */
  amount: Money;
  /** On the day of the arrival as it was before later undos; negative if taken back. Null if unknown. */
  fee: Money | null;
  /** When it arrived, or its first parcel was taken back. */
  time: number;
}

const FEE_TAKEN_BACK = `(SELECT sum(l.undo_fee) FROM remittance_lines l WHERE l.remittance_id = m.id AND ${IS_UNDONE_LATER})`;
// The fee of a payout without parcels is what was taken back of it, or unknown.
const FEE = `iif(EXISTS (SELECT 1 FROM remittance_lines WHERE remittance_id = m.id AND undo_time IS NULL),
     m.fee + coalesce(${FEE_TAKEN_BACK}, 0), ${FEE_TAKEN_BACK})`;
const ARRIVED = `SELECT m.id, m.note, 0 AS isUndo, ${FEE} AS fee, m.receive_time AS time,
     (SELECT sum(l.amount) FROM remittance_lines l
      WHERE l.remittance_id = m.id AND (l.undo_time IS NULL OR ${IS_UNDONE_LATER})) AS amount
   FROM remittances m WHERE m.store_id = @storeId AND m.receive_time >= @from AND m.receive_time < @until`;
const TAKEN_BACK = `SELECT m.id, m.note, 1, -sum(l.undo_fee), min(l.undo_time), -sum(l.amount)
   FROM remittance_lines l CROSS JOIN remittances m ON m.id = l.remittance_id
   WHERE l.undo_time >= @from AND l.undo_time < @until AND m.store_id = @storeId AND ${IS_UNDONE_LATER}
   GROUP BY m.id, ${dayOf('l.undo_time')}`;

const payoutsOfSpan = query<CodPayout>(
  { reads: ['remittance_lines', 'remittances'] },
  `SELECT id, note, isUndo, amount, fee, time FROM (${ARRIVED} UNION ALL ${TAKEN_BACK})
   WHERE amount IS NOT NULL ORDER BY time, isUndo, id`,
);

/** Oldest first. Payouts that are undone on the day of their arrival are left out. */
export const codPayouts = (db: Reader, storeId: Id, span: Span): CodPayout[] =>
  db.all(payoutsOfSpan, { storeId, ...span });

export interface CodPayoutTotals {
  /** Payouts that arrived and whose fee is unknown. */
  withoutFee: number;
  /** Before the fees, without what was taken back. */
  amount: Money;
  /** Known fees that couriers kept, without what was taken back. */
  fee: Money;
}

export const codPayoutTotals = (payouts: readonly CodPayout[]): CodPayoutTotals => ({
  withoutFee: payouts.filter(({ isUndo, fee }) => isUndo === 0 && fee === null).length,
  amount: payouts.reduce((sum, { amount }) => sum + amount, 0) as Money,
  fee: payouts.reduce((sum, { fee }) => sum + (fee ?? 0), 0) as Money,
});

const differenceOfSpan = query<{ difference: Money }>(
  { reads: ['remittance_lines', 'remittances', 'shipments'] },
  `SELECT coalesce(sum(l.amount - s.cod_amount), 0) AS difference
   FROM remittances m CROSS JOIN remittance_lines l ON l.remittance_id = m.id AND l.undo_time IS NULL
   CROSS JOIN shipments s ON s.id = l.shipment_id AND s.cod_amount IS NOT NULL
   WHERE m.store_id = @storeId AND m.receive_time >= @from AND m.receive_time < @until`,
);

/** What the payouts of the span paid more (or, negative, less) than the COD amounts of their parcels. */
export const codDifference = (db: Reader, storeId: Id, span: Span): Money =>
  db.get(differenceOfSpan, { storeId, ...span })?.difference ?? (0 as Money);
