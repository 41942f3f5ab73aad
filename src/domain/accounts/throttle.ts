import { isIP } from 'node:net';
import type { Database } from '../../db/database.ts';
import { addressSubject } from '../channels/throttle.ts';
import { nameForm } from './accounts.ts';

/** Whose failures to sign in are counted together: `name NAME` or `address NETWORK`. */
export type Subject = `name ${string}` | `address ${string}`;

const MINUTE = 60_000;
const FAILURES = 10;
const FAILURE_WINDOW = 5 * MINUTE;
const BLOCK = 15 * MINUTE;
const LONGEST_NAME = 200; // what no account is called counts as one

const nameSubject = (name: string): Subject => `name ${nameForm(name).slice(0, LONGEST_NAME).toLowerCase()}`;

export const subjectsOf = ({ name, address }: { name: string; address: string }): Subject[] => [
  nameSubject(name),
  addressSubject(address) as `address ${string}`,
];

/** Seconds until none of them is blocked; 0: none is. */
export function blockedFor(db: Database, subjects: readonly Subject[], now: number): number {
  const untils = subjects.map(
    (subject) =>
      db.get<{ until: number }>('SELECT until_time AS until FROM sign_in_blocks WHERE subject = ?', subject)?.until ??
      0,
  );
  return Math.max(0, Math.ceil((Math.max(...untils) - now) / 1_000));
}

/** Keeps a failure of each and blocks those that have failed too often. */
export function recordFailure(db: Database, subjects: readonly Subject[], now: number): void {
  for (const subject of subjects) {
    db.run('INSERT INTO sign_in_failures (subject, time) VALUES (?, ?)', subject, now);
    const failures = db.get<{ count: number }>(
      'SELECT count(*) AS count FROM sign_in_failures WHERE subject = ? AND time > ?',
      subject,
      now - FAILURE_WINDOW,
    );
    if ((failures?.count ?? 0) < FAILURES) continue;
    db.run('INSERT OR REPLACE INTO sign_in_blocks (subject, until_time) VALUES (?, ?)', subject, now + BLOCK);
    db.run('DELETE FROM sign_in_failures WHERE subject = ?', subject);
  }
}

/** Forgets the failures of a name, or an address, and lifts its block; false where there was none. */
export function unblockSignIn(db: Database, name: string): boolean {
  const subject = isIP(name) ? addressSubject(name) : nameSubject(name);
  db.run('DELETE FROM sign_in_failures WHERE subject = ?', subject);
  return db.run('DELETE FROM sign_in_blocks WHERE subject = ?', subject) > 0;
}

/** Forgets failures and blocks that no longer count. */
export function dropOldSignIns(db: Database, now: number): void {
  db.run('DELETE FROM sign_in_failures WHERE time <= ?', now - FAILURE_WINDOW);
  db.run('DELETE FROM sign_in_blocks WHERE until_time <= ?', now);
}
