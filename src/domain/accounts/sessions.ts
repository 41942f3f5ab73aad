import { hash } from 'node:crypto';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { newSecret, secretHash } from '../../lib/secrets.ts';
import { browserOf } from '../../lib/user-agent.ts';
import { audit } from '../audit/audit-log.ts';
import { type Account, accountById } from './accounts.ts';
import { moveUncopiedSecrets } from './uncopied-secrets.ts';

const MINUTE = 60_000;
const MAX_IDLE_TIME = 8 * 60 * MINUTE;
const MAX_TIME = 30 * 24 * 60 * MINUTE;
const CONFIRMED_TIME = 15 * MINUTE;
const MAX_USER_AGENT_LENGTH = 400;

/** The times after which a session that has not expired was last used and started. */
export const sessionStart = (now: number) => ({ idleSince: now - MAX_IDLE_TIME, startedSince: now - MAX_TIME });

export interface Session {
  account: Account;
  /** The current store: the account's, else the chosen one, else the first; null if there is none. */
  storeId: Id | null;
  /** The CSRF token is derived from it. Only the holder of the session token knows it. */
  key: string;
  /** Exact to the minute; see `needsTouch`. */
  useTime: number;
  /** When the password, or a passkey in its place, was checked last. */
  passwordTime: number;
}

/** User agent and IP address of a browser. */
export interface Client {
  userAgent: string;
  address: string;
}

/** Authentication method of a sign-in, for the audit log. */
export type SignInMethod = 'password' | 'password_and_code' | 'password_and_passkey' | 'passkey';

const insertSession = command(
  { writes: ['sessions'] },
  `INSERT INTO sessions (token_hash, account_id, user_agent, address, create_time, password_time, use_time)
   VALUES (@hash, @accountId, @browser, @address, @now, @now, @now)`,
);

interface SignedIn extends Client {
  method?: SignInMethod;
  /** The account has not signed in with this browser before. */
  isNewDevice?: boolean;
}

/** @returns the session token; only its hash is stored */
export function startSession(
  tx: WriteTx,
  account: Account,
  { userAgent, address, method = 'password', isNewDevice = false }: SignedIn,
  now: number,
): string {
  const token = newSecret();
  const browser = userAgent.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
  tx.run(insertSession, { hash: secretHash(token), accountId: account.id, browser, address, now });
  const actor = { kind: 'account', id: account.id, address } as const;
  audit(tx, 'signed_in', {
    storeId: account.storeId,
    actor,
    detail: { method, ...(isNewDevice && { new_device: 1, ...browserOf(userAgent) }) },
  });
  return token;
}

const replaceToken = command(
  { writes: ['sessions'] },
  `UPDATE sessions SET token_hash = @renewed, create_time = @now, password_time = @now, use_time = @now
   WHERE token_hash = @old`,
);

/** Replaces the token and restarts the session's times after a password change. @returns the new token */
export function renewSession(tx: WriteTx, token: string, now: number): string {
  const renewed = newSecret();
  tx.run(replaceToken, { renewed: secretHash(renewed), old: secretHash(token), now });
  moveUncopiedSecrets(tx, token, renewed);
  return renewed;
}

const setToken = command({ writes: ['sessions'] }, 'UPDATE sessions SET token_hash = ? WHERE token_hash = ?');

/** Replaces the token after a check of the password, so that a stolen one ends then. @returns the new token */
export function rotateToken(tx: WriteTx, token: string): string {
  const renewed = newSecret();
  tx.run(setToken, secretHash(renewed), secretHash(token));
  moveUncopiedSecrets(tx, token, renewed);
  return renewed;
}

/** `Session.key` of the session with this token, also after its end. */
export const sessionKey = (token: string): string => hash('sha256', `office form ${token}`, 'base64url');

const sessionByToken = query<Pick<Session, 'storeId' | 'useTime' | 'passwordTime'> & { accountId: Id }>(
  { reads: ['accounts', 'sessions', 'stores'] },
  `SELECT account_id AS accountId, use_time AS useTime, password_time AS passwordTime,
     iif(a.store_id IS NULL OR sessions.store_id IN (SELECT id FROM stores WHERE sandbox_of = a.store_id),
       coalesce(sessions.store_id, a.store_id, (SELECT min(id) FROM stores)), a.store_id) AS storeId
   FROM sessions JOIN accounts a ON a.id = account_id WHERE token_hash = +@hash AND use_time > +@idleSince AND sessions.create_time > +@startedSince`,
);

/** Undefined if the session was idle or lasted too long, or its account is disabled. */
export function sessionOf(db: Reader, token: string, now: number): Session | undefined {
  const row = db.get(sessionByToken, { hash: secretHash(token), ...sessionStart(now) });
  const account = row && accountById(db, row.accountId);
  if (!row || !account || account.disabled) return undefined;
  const { storeId, useTime, passwordTime } = row;
  return { account, storeId, key: sessionKey(token), useTime, passwordTime };
}

/** Whether the password, or a passkey in its place, was checked recently enough for a sensitive action. */
export const isConfirmed = ({ passwordTime }: Session, now: number): boolean => passwordTime > now - CONFIRMED_TIME;

const setPasswordTime = command({ writes: ['sessions'] }, 'UPDATE sessions SET password_time = ? WHERE token_hash = ?');

export const confirmSession = (tx: WriteTx, token: string, now: number): number =>
  tx.run(setPasswordTime, now, secretHash(token));

/** Whether `touchSession` is due; limits writes to one a minute. */
export const needsTouch = ({ useTime }: Session, now: number): boolean => useTime <= now - MINUTE;

const setUseTime = command(
  { writes: ['sessions'] },
  'UPDATE sessions SET use_time = ?, address = ? WHERE token_hash = ?',
);

export const touchSession = (tx: WriteTx, token: string, address: string, now: number): number =>
  tx.run(setUseTime, now, address, secretHash(token));

const deleteSession = command({ writes: ['sessions'] }, 'DELETE FROM sessions WHERE token_hash = ?');

export const endSessionByHash = (tx: WriteTx, tokenHash: Buffer): number => tx.run(deleteSession, tokenHash);

export const endSession = (tx: WriteTx, token: string): number => endSessionByHash(tx, secretHash(token));

const deleteSessionsOf = command(
  { writes: ['sessions'] },
  'DELETE FROM sessions WHERE account_id = ? AND token_hash IS NOT ?',
);

/** @returns the number of ended sessions */
export const endSessionsOf = (tx: WriteTx, accountId: Id, exceptToken?: string): number =>
  tx.run(deleteSessionsOf, accountId, exceptToken === undefined ? null : secretHash(exceptToken));

/** Signs the account out of all browsers. */
export function signOutEverywhere(tx: WriteTx, { id, storeId }: Account): void {
  endSessionsOf(tx, id);
  audit(tx, 'sessions_ended', { storeId, subjectId: id });
}

const setStore = command(
  { writes: ['sessions'], reads: ['accounts', 'stores'] },
  `UPDATE sessions SET store_id = @storeId WHERE token_hash = @hash AND EXISTS (SELECT 1 FROM stores WHERE id = @storeId)
   AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND coalesce(a.store_id, @storeId)
     IN (SELECT id FROM stores WHERE id = @storeId UNION ALL SELECT sandbox_of FROM stores WHERE id = @storeId))`,
);

/** @throws AppError not_found if the account has no access to the store */
export function switchStore(tx: WriteTx, token: string, storeId: Id): void {
  const changed = tx.run(setStore, { hash: secretHash(token), storeId });
  if (changed === 0) throw notFound('store_not_found', { store: idText(storeId) });
}

const deleteOld = command(
  { writes: ['sessions'] },
  'DELETE FROM sessions WHERE use_time <= @idleSince OR create_time <= @startedSince',
);

export const deleteOldSessions = (tx: WriteTx, now: number): number => tx.run(deleteOld, sessionStart(now));
