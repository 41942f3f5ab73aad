import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';

const MINUTE = 60_000;
const FAILURES = 10;
const FAILURE_WINDOW = 5 * MINUTE;
const BLOCK = 15 * MINUTE;

type Endpoint = 'auth' | 'sign_in';

/** A blocked subject. */
export interface Block<Kind extends string> {
  kind: Kind;
  name: string;
  untilTime: number;
}

/**
 * Failed attempts by name and by address, at the token endpoint (`auth`) or the office's sign-in (`sign_in`). Ten failures
 * within five minutes block the subject for 15 minutes.
 */
export function failedAttempts<Kind extends string>(endpoint: Endpoint) {
  type Subject = `${Kind} ${string}`;
  const failures = failureStatements(endpoint);
  const blocks = blockStatements<Kind>(endpoint);
  return {
    /** When the last block of the subjects ends; 0: none is blocked. */
    blockedUntil: (db: Reader, subjects: readonly Subject[], now: number): number =>
      Math.max(0, ...subjects.map((subject) => db.get(blocks.current, subject, now)?.until ?? 0)),

    /** Records a failure of each subject. Blocks subjects with too many failures. */
    record(tx: WriteTx, subjects: readonly Subject[], now: number): void {
      for (const subject of subjects) {
        tx.run(failures.insert, subject, now);
        if ((tx.get(failures.countSince, subject, now - FAILURE_WINDOW)?.count ?? 0) < FAILURES) continue;
        tx.run(blocks.put, subject, now + BLOCK);
        tx.run(failures.delete, subject);
      }
    },

    /** The current blocks, the latest end first. */
    blocked: (db: Reader, now: number): Block<Kind>[] => db.all(blocks.allCurrent, now),

    /** Deletes the failures and the block; false if there was no block. */
    unblock(tx: WriteTx, subject: Subject): boolean {
      tx.run(failures.delete, subject);
      return tx.run(blocks.delete, subject) > 0;
    },

    /** Deletes expired failures and blocks. */
    deleteOld(tx: WriteTx, now: number): void {
      tx.run(failures.deleteUntil, now - FAILURE_WINDOW);
      tx.run(blocks.deleteUntil, now);
    },
  };
}

function failureStatements(endpoint: Endpoint) {
  const table = `${endpoint}_failures` as const;
  return {
    countSince: query<{ count: number }>(
      { reads: [table] },
      `SELECT count(*) AS count FROM ${table} WHERE subject = ? AND time > ?`,
    ),
    insert: command({ writes: [table] }, `INSERT INTO ${table} (subject, time) VALUES (?, ?)`),
    delete: command({ writes: [table] }, `DELETE FROM ${table} WHERE subject = ?`),
    deleteUntil: command({ writes: [table] }, `DELETE FROM ${table} WHERE time <= ?`),
  };
}

function blockStatements<Kind extends string>(endpoint: Endpoint) {
  const table = `${endpoint}_blocks` as const;
  return {
    current: query<{ until: number }>(
      { reads: [table] },
      `SELECT until_time AS until FROM ${table} WHERE subject = ? AND until_time > ?`,
    ),
    allCurrent: query<Block<Kind>>(
      { reads: [table] },
      `SELECT substr(subject, 1, instr(subject, ' ') - 1) AS kind, substr(subject, instr(subject, ' ') + 1) AS name,
         until_time AS untilTime FROM ${table} WHERE until_time > ? ORDER BY until_time DESC, subject`,
    ),
    put: command({ writes: [table] }, `INSERT OR REPLACE INTO ${table} (subject, until_time) VALUES (?, ?)`),
    delete: command({ writes: [table] }, `DELETE FROM ${table} WHERE subject = ?`),
    deleteUntil: command({ writes: [table] }, `DELETE FROM ${table} WHERE until_time <= ?`),
  };
}
