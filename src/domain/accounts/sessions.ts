import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newSecret, secretHash } from '../../lib/secrets.ts';
import { type Account, accountById } from './accounts.ts';

const MINUTE = 60_000;
const LONGEST_IDLE = 8 * 60 * MINUTE;

export interface Session {
  account: Account;
  /** The store it looks at: its account's, else the one chosen, else the first; null where there is none yet. */
  storeId: Id | null;
  /** What the CSRF token is made from. Only whoever holds the session's token can know it. */
  key: string;
  /** Exact to the minute; see `needsTouch`. */
  useTime: number;
}

/** Starts a session at a sign-in and answers its token, of 256 bits; only its hash is kept. */
export function startSession(db: Database, account: Account, now: number): string {
  const token = newSecret();
  db.run(
    'INSERT INTO sessions (token_hash, account_id, create_time, use_time) VALUES (?, ?, ?, ?)',
    secretHash(token),
    account.id,
    now,
    now,
  );
  return token;
}

/** `Session.key` of the session with this token, whether it goes on or not. */
export const sessionKey = (token: string): string => hash('sha256', `office form ${token}`, 'base64url');

/** The session with this token, unless it was idle too long or its account is disabled. Reads only. */
export function sessionOf(db: Database, token: string, now: number): Session | undefined {
  const row = db.get<{ accountId: Id; storeId: Id | null; useTime: number }>(
    `SELECT account_id AS accountId, use_time AS useTime,
       coalesce((SELECT store_id FROM accounts WHERE id = account_id), store_id, (SELECT min(id) FROM stores)) AS storeId
     FROM sessions WHERE token_hash = ?`,
    secretHash(token),
  );
  const account = row && row.useTime > now - LONGEST_IDLE ? accountById(db, row.accountId) : undefined;
  if (!row || !account || account.disabled) return undefined;
  return {
    account,
    storeId: row.storeId,
    key: sessionKey(token),
    useTime: row.useTime,
  };
}

/** Whether `touchSession` is due, so that not each page that is looked at writes. */
export const needsTouch = ({ useTime }: Session, now: number): boolean => useTime <= now - MINUTE;

export const touchSession = (db: Database, token: string, now: number): number =>
  db.run('UPDATE sessions SET use_time = ? WHERE token_hash = ?', now, secretHash(token));

export const endSession = (db: Database, token: string): number =>
  db.run('DELETE FROM sessions WHERE token_hash = ?', secretHash(token));

/** Ends the account's sessions, all but the one with the token given; how many. */
export const endSessionsOf = (db: Database, accountId: Id, exceptToken?: string): number =>
  db.run(
    'DELETE FROM sessions WHERE account_id = ? AND token_hash IS NOT ?',
    accountId,
    exceptToken === undefined ? null : secretHash(exceptToken),
  );

/**
 * Has the session look at another store.
 *
 * @throws Refusal not_found where its account does not reach such a store
 */
export function lookAtStore(db: Database, token: string, storeId: Id): void {
  const changed = db.run(
    `UPDATE sessions SET store_id = @storeId WHERE token_hash = @hash AND EXISTS (SELECT 1 FROM stores WHERE id = @storeId)
       AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND coalesce(a.store_id, @storeId) = @storeId)`,
    { hash: secretHash(token), storeId },
  );
  if (changed === 0) throw new Refusal('not_found', `there is no store ${storeId}`);
}

/** Forgets sessions that were idle too long; how many. */
export const dropOldSessions = (db: Database, now: number): number =>
  db.run('DELETE FROM sessions WHERE use_time <= ?', now - LONGEST_IDLE);
