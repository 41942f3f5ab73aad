import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Kind } from './kinds.ts';

// The only writer of alert_problems. A persistent problem is reported once until it is resolved.

const problemsOfKind = query<{ subject: number; time: number }>(
  { reads: ['alert_problems'] },
  'SELECT subject_id AS subject, time FROM alert_problems WHERE kind = ?',
);

/** The time of the report of each unresolved problem of this kind, by subject. */
export const reportedProblems = (db: Reader, kind: Kind): Map<number, number> =>
  new Map(db.all(problemsOfKind, kind).map(({ subject, time }) => [subject, time]));

const insertProblem = command({ writes: ['alert_problems'] }, 'INSERT OR IGNORE INTO alert_problems VALUES (?, ?, ?)');

/** @returns false if it was already reported */
export const reportProblem = (tx: WriteTx, kind: Kind, subject: number, now: number): boolean =>
  tx.run(insertProblem, kind, subject, now) > 0;

const deleteProblem = command(
  { writes: ['alert_problems'] },
  'DELETE FROM alert_problems WHERE kind = ? AND subject_id = ?',
);

/** If the problem recurs, it is reported again. */
export const resolveProblem = (tx: WriteTx, kind: Kind, subject: number): number =>
  tx.run(deleteProblem, kind, subject);
