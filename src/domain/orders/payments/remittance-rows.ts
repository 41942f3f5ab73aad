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
  /** Fee that the courier kept; null if its file does not have it. */
  fee: Money | null;
  parcelCount: number;
  /** Before the fee. */
  amount: Money;
}

export type DifferenceKind =
  | 'unreadable'
  | 'repeated'
  | 'unknown_number'
  | 'canceled'
  | 'not_cod'
  | 'paid_out_already'
  | 'cod_failed'
  | 'amount_differs';

/** A row of the courier's file that was not applied, and why. Stored as JSON. */
export interface UnappliedRow {
  row: number;
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
  'INSERT INTO remittance_lines (shipment_id, remittance_id, amount) VALUES (?, ?, ?)',
);

/** A parcel can be paid out only once. */
export const insertRemittanceLine = (
  tx: WriteTx,
  remittanceId: Id,
  { shipmentId, amount }: { shipmentId: Id; amount: Money },
): number => tx.run(addRemittanceLine, shipmentId, remittanceId, amount);

const SELECT = `SELECT r.id, r.store_id AS storeId, r.note, r.user_id AS userId, u.name AS userName,
  r.create_time AS createTime, r.receive_time AS receiveTime, r.fee,
  (SELECT count(*) FROM remittance_lines WHERE remittance_id = r.id) AS parcelCount,
  (SELECT coalesce(sum(amount), 0) FROM remittance_lines WHERE remittance_id = r.id) AS amount
  FROM remittances r LEFT JOIN accounts u ON u.id = r.user_id`;

const COURIERS = query<{ id: Id; shippingType: string }>(
  { reads: ['remittance_lines', 'shipments'] },
  `SELECT DISTINCT c.value AS id, s.shipping_type AS shippingType
   FROM json_each(?) c CROSS JOIN remittance_lines l ON l.shipment_id IN
     (SELECT shipment_id FROM remittance_lines WHERE remittance_id = c.value LIMIT 100)
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

const unappliedOf = query<{ rows: string }>(
  { reads: ['remittances'] },
  'SELECT unapplied AS rows FROM remittances WHERE id = ?',
);

/** In the order of the file. */
export const unappliedRows = (db: Reader, remittanceId: Id): UnappliedRow[] =>
  JSON.parse(db.get(unappliedOf, remittanceId)?.rows ?? '[]');
