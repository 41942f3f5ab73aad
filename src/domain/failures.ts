import type { Database } from '../db/database.ts';

const MINUTE = 60_000;
const FAILURES = 10;
const FAILURE_WINDOW = 5 * MINUTE;
const BLOCK = 15 * MINUTE;

/** Somebody who is blocked until then, in unix milliseconds. */
export interface Blocked<Subject extends string> {
  subject: Subject;
  untilTime: number;
}

/**
 * Failed attempts of names and addresses at one door, `auth` of the token endpoint or `sign_in` of the office: who
 * fails ten times within five minutes is blocked for a quarter of an hour.
 */
export function failuresAt<Subject extends string>(door: 'auth' | 'sign_in') {
  const [failures, blocks] = [`${door}_failures`, `${door}_blocks`];
  const find = `SELECT until_time AS until FROM ${blocks} WHERE subject = ? AND until_time > ?`;
  const recent = `SELECT count(*) AS count FROM ${failures} WHERE subject = ? AND time > ?`;
  const forget = (db: Database, subject: Subject) => db.run(`DELETE FROM ${failures} WHERE subject = ?`, subject);
  return {
    /** Until when the longest block of them lasts; 0: none is blocked. */
    blockedUntil(db: Database, subjects: readonly Subject[], now: number): number {
      return Math.max(0, ...subjects.map((subject) => db.get<{ until: number }>(find, subject, now)?.until ?? 0));
    },

    /** Keeps a failure of each and blocks those that have failed too often. */
    record(db: Database, subjects: readonly Subject[], now: number): void {
      for (const subject of subjects) {
        db.run(`INSERT INTO ${failures} (subject, time) VALUES (?, ?)`, subject, now);
        if ((db.get<{ count: number }>(recent, subject, now - FAILURE_WINDOW)?.count ?? 0) < FAILURES) continue;
        db.run(`INSERT OR REPLACE INTO ${blocks} (subject, until_time) VALUES (?, ?)`, subject, now + BLOCK);
        forget(db, subject);
      }
    },

    /** Who is blocked now, the newest block first. */
    blocked: (db: Database, now: number): Blocked<Subject>[] =>
      db.all(
        `SELECT subject, until_time AS untilTime FROM ${blocks} WHERE until_time > ? ORDER BY until_time DESC, subject`,
        now,
      ),

    /** Forgets the failures and lifts the block; false where there was none. */
    unblock(db: Database, subject: Subject): boolean {
      forget(db, subject);
      return db.run(`DELETE FROM ${blocks} WHERE subject = ?`, subject) > 0;
    },

    /** Forgets failures and blocks that no longer count. */
    dropOld(db: Database, now: number): void {
      db.run(`DELETE FROM ${failures} WHERE time <= ?`, now - FAILURE_WINDOW);
      db.run(`DELETE FROM ${blocks} WHERE until_time <= ?`, now);
    },
  };
}
