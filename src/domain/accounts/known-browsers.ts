import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { newSecret, secretHash } from '../../lib/secrets.ts';

// The only writer of known_browsers. A browser that has signed in before has its own count of wrong passwords, so that
// guessing from elsewhere does not lock its user out: the device cookies of OWASP.

/** How long the cookie lasts after a sign-in, in seconds. */
export const BROWSER_COOKIE_SECONDS = 31_536_000;
const MAX_PER_ACCOUNT = 20;

/** A short name of a known browser, for lists. */
export const browserMark = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('hex', 0, 4);

const knownBrowser = query<{ hash: Buffer }>(
  { reads: ['known_browsers'] },
  'SELECT token_hash AS hash FROM known_browsers WHERE account_id = ? AND token_hash = ?',
);

/** The mark of the browser with this cookie, if the account has signed in with it. */
export function knownBrowserMark(db: Reader, accountId: Id, token: string): string | undefined {
  const row = db.get(knownBrowser, accountId, secretHash(token));
  return row && browserMark(row.hash);
}

const browsersOf = query<{ hash: Buffer }>(
  { reads: ['known_browsers'] },
  'SELECT token_hash AS hash FROM known_browsers WHERE account_id = ?',
);

export const browserMarksOf = (db: Reader, accountId: Id): string[] =>
  db.all(browsersOf, accountId).map(({ hash }) => browserMark(hash));

const renewToken = command(
  { writes: ['known_browsers'] },
  'UPDATE known_browsers SET token_hash = ? WHERE token_hash = ?',
);
const insertBrowser = command(
  { writes: ['known_browsers'] },
  'INSERT OR REPLACE INTO known_browsers (account_id, token_hash, sign_in_time) VALUES (?, ?, ?)',
);
const deleteSurplus = command(
  { writes: ['known_browsers'] },
  `DELETE FROM known_browsers WHERE account_id = @accountId AND token_hash NOT IN (
     SELECT token_hash FROM known_browsers WHERE account_id = @accountId
     ORDER BY sign_in_time DESC LIMIT ${MAX_PER_ACCOUNT})`,
);

/**
 * Remembers the browser of a successful sign-in.
 *
 * @param token its cookie so far, if it has one; the other accounts that use the browser keep it known
 * @returns the value of the new cookie; only its hash is stored
 */
export function rememberBrowser(tx: WriteTx, accountId: Id, token: string | undefined, now: number): string {
  const renewed = newSecret();
  if (token !== undefined) tx.run(renewToken, secretHash(renewed), secretHash(token));
  tx.run(insertBrowser, accountId, secretHash(renewed), now);
  tx.run(deleteSurplus, { accountId });
  return renewed;
}

const deleteOld = command({ writes: ['known_browsers'] }, 'DELETE FROM known_browsers WHERE sign_in_time <= ?');

export const deleteOldBrowsers = (tx: WriteTx, now: number): number =>
  tx.run(deleteOld, now - BROWSER_COOKIE_SECONDS * 1_000);
