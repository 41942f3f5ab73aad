import { hash } from 'node:crypto';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { randomInt } from '../../lib/runtime.ts';

// The only writer of alert_codes: they prove that an email address or a LINE chat is the account's.

const MINUTE = 60_000;
export const CODE_MINUTES = 15;
const MAX_TRIES = 5;

const DIGITS = '0123456789';
/** Without letters that look like digits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const random = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const hashOf = (code: string): Buffer => hash('sha256', `alert code ${code}`, 'buffer');

interface StoredCode {
  codeHash: Buffer;
  address: string;
  tries: number;
  expireTime: number;
}

const codeOfAccount = query<StoredCode>(
  { reads: ['alert_codes'] },
  `SELECT code_hash AS codeHash, address, tries, expire_time AS expireTime FROM alert_codes
   WHERE account_id = ? AND way = ?`,
);

const putCode = command({ writes: ['alert_codes'] }, 'INSERT OR REPLACE INTO alert_codes VALUES (?, ?, ?, ?, 0, ?)');

const deleteCode = command({ writes: ['alert_codes'] }, 'DELETE FROM alert_codes WHERE account_id = ? AND way = ?');

/** A code for an email address, which replaces the one before. @throws AppError slow_down within a minute */
export function newEmailCode(tx: WriteTx, accountId: Id, address: string, now: number): string {
  const before = tx.get(codeOfAccount, accountId, 'email');
  const wait = before ? before.expireTime - (CODE_MINUTES - 1) * MINUTE - now : 0;
  const wasSetBack = wait > MINUTE; // the clock
  if (wait > 0 && !wasSetBack)
    throw new AppError('slow_down', 'alert_code_too_soon', { retryAfter: Math.ceil(wait / 1_000) });
  const code = random(DIGITS, 6);
  tx.run(putCode, accountId, 'email', hashOf(code), address, now + CODE_MINUTES * MINUTE);
  return code;
}

const countTry = command(
  { writes: ['alert_codes'] },
  'UPDATE alert_codes SET tries = tries + 1 WHERE account_id = ? AND way = ?',
);

/** After it could not be sent: another may be sent immediately. */
export const deleteEmailCode = (tx: WriteTx, accountId: Id): number => tx.run(deleteCode, accountId, 'email');

/** The address that waits for its code; undefined if there is none. */
export function unconfirmedAddress(tx: Pick<WriteTx, 'get'>, accountId: Id, now: number): string | undefined {
  const stored = tx.get(codeOfAccount, accountId, 'email');
  return stored && stored.expireTime > now ? stored.address : undefined;
}

/** The address that the code confirms; undefined if it is wrong, too old, or was tried too often. */
export function confirmedAddress(tx: WriteTx, accountId: Id, code: string, now: number): string | undefined {
  const stored = tx.get(codeOfAccount, accountId, 'email');
  if (!stored || stored.expireTime <= now || stored.tries >= MAX_TRIES) return undefined;
  if (!stored.codeHash.equals(hashOf(code))) {
    tx.run(countTry, accountId, 'email');
    return undefined;
  }
  tx.run(deleteCode, accountId, 'email');
  return stored.address;
}

/** A code that the account sends to the official account in LINE. */
export function newLineCode(tx: WriteTx, accountId: Id, now: number): string {
  const code = random(LETTERS, 10);
  tx.run(putCode, accountId, 'line', hashOf(code), '', now + CODE_MINUTES * MINUTE);
  return code;
}

const accountByCode = query<{ accountId: Id }>(
  { reads: ['alert_codes'] },
  `SELECT account_id AS accountId FROM alert_codes WHERE way = 'line' AND code_hash = ? AND expire_time > ?`,
);

/** The account of a code that was sent in LINE, which works once. */
export function accountOfLineCode(tx: WriteTx, text: string, now: number): Id | undefined {
  const found = tx.get(accountByCode, hashOf(text.trim().toUpperCase()), now);
  if (found) tx.run(deleteCode, found.accountId, 'line');
  return found?.accountId;
}

const deleteOld = command({ writes: ['alert_codes'] }, 'DELETE FROM alert_codes WHERE expire_time <= ?');

export const deleteOldCodes = (tx: WriteTx, now: number): number => tx.run(deleteOld, now);
