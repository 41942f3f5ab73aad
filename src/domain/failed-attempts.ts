import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';

const MINUTE = 60_000;
const FAILURES = 10;
const FAILURE_WINDOW = 5 * MINUTE;
const BLOCK = 15 * MINUTE;

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
export function failedAttempts<Kind extends string>(endpoint: 'auth' | 'sign_in') {
  type Subject = `${Kind} ${string}`;
  const [failures, blocks] = [`${endpoint}_failures`, `${endpoint}_blocks`] as const;
  const blockOf = query<{ until: number }>(
    { reads: [blocks] },
    `SELECT until_time AS until FROM ${blocks} WHERE subject = ? AND until_time > ?`,
  );
  const allBlocks = query<Block<Kind>>(
    { reads: [blocks] },
    `SELECT substr(subject, 1, instr(subject, ' ') - 1) AS kind, substr(subject, instr(subject, ' ') + 1) AS name,
       until_time AS untilTime FROM ${blocks} WHERE until_time > ? ORDER BY until_time DESC, subject`,
  );
  const putBlock = command(
    { writes: [blocks] },
    `INSERT OR REPLACE INTO ${blocks} (subject, until_time) VALUES (?, ?)`,
  );
  const deleteBlock = command({ writes: [blocks] }, `DELETE FROM ${blocks} WHERE subject = ?`);
  const deleteOldBlocks = command({ writes: [blocks] }, `DELETE FROM ${blocks} WHERE until_time <= ?`);
  const countRecent = query<{ count: number }>(
    { reads: [failures] },
    `SELECT count(*) AS count FROM ${failures} WHERE subject = ? AND time > ?`,
  );
  const insertFailure = command({ writes: [failures] }, `INSERT INTO ${failures} (subject, time) VALUES (?, ?)`);
  const deleteFailures = command({ writes: [failures] }, `DELETE FROM ${failures} WHERE subject = ?`);
  const deleteOldFailures = command({ writes: [failures] }, `DELETE FROM ${failures} WHERE time <= ?`);
  return {
    /** When the last block of the subjects ends; 0: none is blocked. */
    blockedUntil: (db: Reader, subjects: readonly Subject[], now: number): number =>
      Math.max(0, ...subjects.map((subject) => db.get(blockOf, subject, now)?.until ?? 0)),

    /** Records a failure of each subject. Blocks subjects with too many failures. */
    record(tx: WriteTx, subjects: readonly Subject[], now: number): void {
      for (const subject of subjects) {
        tx.run(insertFailure, subject, now);
        if ((tx.get(countRecent, subject, now - FAILURE_WINDOW)?.count ?? 0) < FAILURES) continue;
        tx.run(putBlock, subject, now + BLOCK);
        tx.run(deleteFailures, subject);
      }
    },

    /** The current blocks, the latest end first. */
    blocked: (db: Reader, now: number): Block<Kind>[] => db.all(allBlocks, now),

    /** Deletes the failures and the block; false if there was no block. */
    unblock(tx: WriteTx, subject: Subject): boolean {
      tx.run(deleteFailures, subject);
      return tx.run(deleteBlock, subject) > 0;
    },

    /** Deletes expired failures and blocks. */
    deleteOld(tx: WriteTx, now: number): void {
      tx.run(deleteOldFailures, now - FAILURE_WINDOW);
      tx.run(deleteOldBlocks, now);
    },
  };
}
