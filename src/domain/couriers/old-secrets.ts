import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import type { SecretUse } from '../../lib/secret-use.ts';

// The only writer of old_courier_secrets (docs/decisions.md#secret-rotation).

/** The secret before the last reset, whose callbacks are accepted until `endTime`. */
export interface OldSecret {
  secret: string;
  endTime: number;
  useTime: number | null;
  /** When the current secret was last used. */
  currentUseTime: number | null;
}

const oldSecret = query<OldSecret>(
  { reads: ['old_courier_secrets'] },
  `SELECT secret, end_time AS endTime, use_time AS useTime, current_use_time AS currentUseTime
   FROM old_courier_secrets WHERE courier_id = ?`,
);

/** The old secret of the courier, which may have ended. */
export function storedOldSecret(db: Reader, courierId: Id): OldSecret | undefined {
  const row = db.get(oldSecret, courierId);
  return row && { ...row, secret: db.keys.open(columnOf(courierId), row.secret) };
}

const columnOf = (id: Id): SealedColumn => ({ table: 'old_courier_secrets', column: 'secret', id });

export function courierSecretUse(db: Reader, courierId: Id, now: number): SecretUse {
  const { endTime = 0, useTime = null, currentUseTime = null } = storedOldSecret(db, courierId) ?? {};
  return { currentUseTime, old: now < endTime ? { endTime, useTime } : undefined };
}

const insertOldSecret = command(
  { writes: ['old_courier_secrets'] },
  'INSERT INTO old_courier_secrets (courier_id, secret, end_time) VALUES (?, ?, ?)',
);

/** The courier must have no old secret. */
export function keepOldSecret(
  tx: WriteTx,
  courierId: Id,
  { secret, endTime }: Pick<OldSecret, 'secret' | 'endTime'>,
): void {
  tx.run(insertOldSecret, courierId, tx.keys.seal(columnOf(courierId), secret), endTime);
}

const deleteOfCourier = command(
  { writes: ['old_courier_secrets'] },
  'DELETE FROM old_courier_secrets WHERE courier_id = ?',
);

/** False if there was none. */
export const deleteOldSecret = (tx: WriteTx, courierId: Id): boolean => tx.run(deleteOfCourier, courierId) > 0;

const deleteEndedSecrets = command(
  { writes: ['old_courier_secrets'] },
  'DELETE FROM old_courier_secrets WHERE end_time <= ?',
);

export const deleteEndedCourierSecrets = (tx: WriteTx, now: number): number => tx.run(deleteEndedSecrets, now);

const setUseTime = command(
  { writes: ['old_courier_secrets'] },
  'UPDATE old_courier_secrets SET use_time = ? WHERE courier_id = ?',
);

const setCurrentUseTime = command(
  { writes: ['old_courier_secrets'] },
  'UPDATE old_courier_secrets SET current_use_time = ? WHERE courier_id = ?',
);

export function markSecretUsed(tx: WriteTx, courierId: Id, { isOld, now }: { isOld: boolean; now: number }): void {
  tx.run(isOld ? setUseTime : setCurrentUseTime, now, courierId);
}

const sealedSecrets = query<{ id: Id; sealed: string; shippingType: string }>(
  { reads: ['old_courier_secrets', 'couriers'] },
  `SELECT courier_id AS id, secret AS sealed, shipping_type AS shippingType
   FROM old_courier_secrets JOIN couriers c ON c.id = courier_id ORDER BY courier_id`,
);

const updateSecret = command(
  { writes: ['old_courier_secrets'] },
  'UPDATE old_courier_secrets SET secret = ? WHERE courier_id = ?',
);

/** The old secrets of all couriers as they are stored. */
export const sealedOldSecrets = (db: Reader): SealedValue[] =>
  db
    .all(sealedSecrets)
    .map(({ id, sealed, shippingType }) => ({
      column: columnOf(id),
      owner: `courier ${shippingType}`,
      sealed,
      replace: (tx, text) => tx.run(updateSecret, text, id),
      discard: (tx) => deleteOldSecret(tx, id),
    }));
