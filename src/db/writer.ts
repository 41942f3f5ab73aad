import type { Database } from './database.ts';

/**
 * Runs `step` in a transaction with others that are waiting, and answers once it is on the disk. The step is
 * synchronous; if it throws, only its own changes are undone and only its caller sees the error.
 */
export type Write = <T>(step: (db: Database) => T) => Promise<T>;

interface Waiting {
  step: (db: Database) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

const LARGEST_GROUP = 64;

/** The one door to writing: steps asked for in one turn of the event loop share a commit, and so one wait for the disk. */
export function groupCommit(db: Database): Write {
  const queue: Waiting[] = [];

  function commitNext(): void {
    const group = queue.splice(0, LARGEST_GROUP);
    if (queue.length > 0) setImmediate(commitNext);
    const outcomes = runGroup(db, group);
    group.forEach(({ resolve, reject }, i) => {
      const outcome = outcomes[i] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.value);
    });
  }

  return <T>(step: (db: Database) => T) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ step, resolve: resolve as (value: unknown) => void, reject });
      if (queue.length === 1) setImmediate(commitNext);
    });
}

function runGroup(db: Database, group: Waiting[]): Outcome[] {
  try {
    db.run('BEGIN IMMEDIATE');
    db.freshen();
    const outcomes = group.map(({ step }) => runStep(db, step));
    db.run('COMMIT');
    return outcomes;
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK');
    return group.map(() => ({ error }));
  } finally {
    db.settled();
  }
}

/** Throws only where SQLite has given up the whole transaction (disk full, I/O): then the group fails together. */
function runStep(db: Database, step: (db: Database) => unknown): Outcome {
  db.run('SAVEPOINT step');
  try {
    const value = step(db);
    if (value instanceof Promise) {
      value.catch(() => {}); // its caller gets the error below, whatever comes of the rest of it
      throw new TypeError('a step of a transaction must not wait');
    }
    db.run('RELEASE step');
    return { value };
  } catch (error) {
    if (!db.inTransaction) throw error;
    db.run('ROLLBACK TO step');
    db.run('RELEASE step');
    return { error };
  }
}
