import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';

// The only writer of remittances and their lines.

/** One payout of a courier. */
export interface Remittance {
  id: Id;
  storeId: Id;
  note: string | null;
  userId: Id | null;
  userName: string | null;
  createTime: number;
  parcelCount: number;
  amount: Money;
}

const addRemittance = command(
  { writes: ['remittances'] },
  'INSERT INTO remittances (store_id, note, user_id, create_time) VALUES (@storeId, @note, @userId, @now)',
);

export const insertRemittance = (
  tx: WriteTx,
  remittance: Pick<Remittance, 'storeId' | 'note' | 'userId'>,
  now: number,
): Id => tx.insert<Id>(addRemittance, { ...remittance, now });

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
  r.create_time AS createTime, (SELECT count(*) FROM remittance_lines WHERE remittance_id = r.id) AS parcelCount,
  (SELECT coalesce(sum(amount), 0) FROM remittance_lines WHERE remittance_id = r.id) AS amount
  FROM remittances r LEFT JOIN accounts u ON u.id = r.user_id`;

const BY_ID = query<Remittance>({ reads: ['accounts', 'remittance_lines', 'remittances'] }, `${SELECT} WHERE r.id = ?`);
const OF_STORE = query<Remittance>(
  { reads: ['accounts', 'remittance_lines', 'remittances'] },
  `${SELECT} WHERE r.store_id = ? ORDER BY r.id DESC LIMIT ? OFFSET ?`,
);

/** @throws AppError not_found */
export function existingRemittance(db: Reader, id: Id): Remittance {
  const remittance = db.get(BY_ID, id);
  if (!remittance) throw new AppError('not_found', 'remittance_not_found', { remittance: id });
  return remittance;
}

/** Newest first. */
export const listRemittances = (
  db: Reader,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): Remittance[] => db.all(OF_STORE, storeId, limit, offset);
