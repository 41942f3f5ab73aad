import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { newSecret, secretHash, secretVersion } from '../../lib/secrets.ts';
import { type Account, accountById, passwordHashOf } from './accounts.ts';

// The only writer of pending_sign_ins.

const VALID_TIME = 600_000;

const versionOf = (db: Reader, accountId: Id): string => secretVersion(passwordHashOf(db, accountId) ?? '');

const insertPending = command(
  { writes: ['pending_sign_ins'] },
  'INSERT INTO pending_sign_ins (token_hash, account_id, password_version, create_time) VALUES (?, ?, ?, ?)',
);

/** Keeps for ten minutes that the password was right. @returns the token; only its hash is stored */
export function startPendingSignIn(tx: WriteTx, { id }: Account, now: number): string {
  const token = newSecret();
  tx.run(insertPending, secretHash(token), id, versionOf(tx, id), now);
  return token;
}

const pendingByToken = query<{ accountId: Id; version: string }>(
  { reads: ['pending_sign_ins'] },
  `SELECT account_id AS accountId, password_version AS version FROM pending_sign_ins
   WHERE token_hash = ? AND create_time > ?`,
);

/** The account of the pending sign-in, unless it is disabled or its password has changed. */
export function pendingAccount(db: Reader, token: string, now: number): Account | undefined {
  const pending = db.get(pendingByToken, secretHash(token), now - VALID_TIME);
  if (!pending || pending.version !== versionOf(db, pending.accountId)) return undefined;
  const account = accountById(db, pending.accountId);
  return account?.disabled ? undefined : account;
}

const deletePending = command({ writes: ['pending_sign_ins'] }, 'DELETE FROM pending_sign_ins WHERE token_hash = ?');

export const endPendingSignIn = (tx: WriteTx, token: string): number => tx.run(deletePending, secretHash(token));

const deleteOld = command({ writes: ['pending_sign_ins'] }, 'DELETE FROM pending_sign_ins WHERE create_time <= ?');

export const deleteOldPendingSignIns = (tx: WriteTx, now: number): number => tx.run(deleteOld, now - VALID_TIME);
