import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';

// The only writer of remittances and their lines.

/** A payout of a courier. */
export interface Remittance {
  id: Id;
  storeId: Id;
  note: string | null;
  userId: Id | null;
  userName: string | null;
  createTime: number;
  /** When the money arrived. */
  receiveTime: number;
  /** Fee that the courier kept; null if unknown. */
  fee: Money | null;
  /** Without those whose payout was undone. */
  parcelCount: number;
  undoneCount: number;
  /** Before the fee, without what was undone. */
  amount: Money;
}

/** What arrived at the bank; null if the fee is unknown. */
export const netAmount = ({ amount, fee }: Pick<Remittance, 'amount' | 'fee'>): Money | null =>
  fee === null ? null : ((amount - fee) as Money);

/** Why a payout was undone. */
export const UNDO_REASONS = ['mistake', 'wrong_parcel', 'wrong_amount', 'not_received'] as const;
export type UndoReason = (typeof UNDO_REASONS)[number];

export type DifferenceKind =
  | 'unreadable'
  | 'repeated'
  | 'unknown_number'
  | 'canceled'
  | 'not_cod'
  | 'paid_out_already'
  | 'cod_failed'
  | 'amount_differs';

/** A row of the courier's file, or a typed parcel, that was not applied, and why. Stored as JSON. */
export interface UnappliedRow {
  row: number;
  isTyped?: true;
  trackingNumber: string;
  /** Null if unreadable. */
  paid: Money | null;
  kind: DifferenceKind;
  /** The order of the parcel with this number. */
  orderId?: Id | undefined;
  orderNumber?: number | undefined;
  /** The COD amount of that parcel. */
  expected?: Money | undefined;
}

interface NewRemittance extends Pick<Remittance, 'storeId' | 'note' | 'userId' | 'receiveTime'> {
  fee?: Money | null;
  unapplied?: readonly UnappliedRow[];
}

const addRemittance = command(
  { writes: ['remittances'] },
  `INSERT INTO remittances (store_id, note, user_id, create_time, receive_time, fee, unapplied)
   VALUES (@storeId, @note, @userId, @now, @receiveTime, @fee, @unapplied)`,
);

export const insertRemittance = (
  tx: WriteTx,
  { fee = null, unapplied = [], ...remittance }: NewRemittance,
  now: number,
): Id => tx.insert<Id>(addRemittance, { ...remittance, fee, unapplied: JSON.stringify(unapplied), now });

const addRemittanceLine = command(
  { writes: ['remittance_lines'] },
  `INSERT INTO remittance_lines (payment_id, shipment_id, remittance_id, amount)
   VALUES (@paymentId, @shipmentId, @remittanceId, @amount)`,
);

interface RemittanceLine {
  /** The payment that records it. */
  paymentId: Id;
  shipmentId: Id;
  remittanceId: Id;
  amount: Money;
}

/** A parcel can be paid out only once. */
export const insertRemittanceLine = (tx: WriteTx, line: RemittanceLine): number =>
  tx.run(addRemittanceLine, { ...line });

const undoLine = command(
  { writes: ['remittance_lines'] },
  'UPDATE remittance_lines SET undo_time = @now, undo_reason = @reason, undo_fee = @fee WHERE payment_id = @paymentId',
);

interface UndoneLine {
  paymentId: Id;
  reason: UndoReason;
  /** By how much the undo reduces the fee of the payout; null if it is unknown, or another parcel has it. */
  fee: Money | null;
}

export const markLineUndone = (tx: WriteTx, line: UndoneLine, now: number): number =>
  tx.run(undoLine, { ...line, now });

const setFee = command({ writes: ['remittances'] }, 'UPDATE remittances SET fee = @fee WHERE id = @id');

export const markFee = (tx: WriteTx, id: Id, fee: Money | null): number => tx.run(setFee, { id, fee });

const SELECT = `SELECT r.id, r.store_id AS storeId, r.note, r.user_id AS userId, u.name AS userName,
  r.create_time AS createTime, r.receive_time AS receiveTime, r.fee,
  (SELECT count(*) FROM remittance_lines WHERE remittance_id = r.id AND undo_time IS NULL) AS parcelCount,
  (SELECT count(*) FROM remittance_lines WHERE remittance_id = r.id AND undo_time IS NOT NULL) AS undoneCount,
  (SELECT coalesce(sum(amount), 0) FROM remittance_lines WHERE remittance_id = r.id AND undo_time IS NULL) AS amount
  FROM remittances r LEFT JOIN accounts u ON u.id = r.user_id`;

const COURIERS = query<{ id: Id; shippingType: string }>(
  { reads: ['remittance_lines', 'shipments'] },
  `SELECT DISTINCT c.value AS id, s.shipping_type AS shippingType
   FROM json_each(?) c CROSS JOIN remittance_lines l ON l.payment_id IN
     (SELECT payment_id FROM remittance_lines WHERE remittance_id = c.value LIMIT 100)
   CROSS JOIN shipments s ON s.id = l.shipment_id`,
);

/** The couriers of each payout, by the first hundred of its parcels. */
export const remittanceCouriers = (db: Reader, ids: readonly Id[]): ReadonlyMap<Id, readonly string[]> =>
  new Map(
    [...Map.groupBy(db.all(COURIERS, JSON.stringify(ids)), ({ id }) => id)].map(([id, rows]) => [
      id,
      rows.map(({ shippingType }) => shippingType),
    ]),
  );

const BY_ID = query<Remittance>({ reads: ['accounts', 'remittance_lines', 'remittances'] }, `${SELECT} WHERE r.id = ?`);
const OF_STORE = query<Remittance>(
  { reads: ['accounts', 'remittance_lines', 'remittances'] },
  `${SELECT} WHERE r.store_id = ? ORDER BY r.id DESC LIMIT ? OFFSET ?`,
);

/** @throws AppError not_found */
export function existingRemittance(db: Reader, id: Id): Remittance {
  const remittance = db.get(BY_ID, id);
  if (!remittance) throw notFound('remittance_not_found', { remittance: id });
  return remittance;
}

/** Newest first. */
export const listRemittances = (
  db: Reader,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): Remittance[] => db.all(OF_STORE, storeId, limit, offset);

/** A parcel whose payout was undone. */
export interface UndonePayout extends Omit<RemittanceLine, 'remittanceId'> {
  orderId: Id;
  orderNumber: number;
  shippingType: string;
  trackingNumber: string | null;
  undoTime: number;
  reason: UndoReason;
  note: string | null;
  userId: Id | null;
  userName: string | null;
}

const UNDONE = query<UndonePayout>(
  { reads: ['accounts', 'orders', 'payments', 'remittance_lines', 'shipments'] },
  `SELECT l.payment_id AS paymentId, l.shipment_id AS shipmentId, l.amount, o.id AS orderId, o.order_number AS orderNumber,
     s.shipping_type AS shippingType, s.tracking_number AS trackingNumber, l.undo_time AS undoTime,
     l.undo_reason AS reason, p.reason AS note, p.user_id AS userId, u.name AS userName
   FROM remittance_lines l JOIN payments p ON p.id = l.payment_id JOIN shipments s ON s.id = l.shipment_id
   JOIN orders o ON o.id = s.order_id LEFT JOIN accounts u ON u.id = p.user_id
   WHERE l.remittance_id = ? AND l.undo_time IS NOT NULL ORDER BY l.undo_time DESC, l.payment_id`,
);

/** Latest first. */
export const undonePayouts = (db: Reader, remittanceId: Id): UndonePayout[] => db.all(UNDONE, remittanceId);

const unappliedOf = query<{ rows: string }>(
  { reads: ['remittances'] },
  'SELECT unapplied AS rows FROM remittances WHERE id = ?',
);

/** In the order of the file. */
export const unappliedRows = (db: Reader, remittanceId: Id): UnappliedRow[] =>
  JSON.parse(db.get(unappliedOf, remittanceId)?.rows ?? '[]');
