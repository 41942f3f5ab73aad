import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Watch } from '../lib/watch.ts';
import type { Database } from './database.ts';

/**
 * Runs `step` in a transaction with others that are waiting, and answers once it is on the disk. The step is
 * synchronous; if it throws, only its own changes are undone and only its caller sees the error. It may be undone and
 * run again because of another's error, so it does nothing but read and write the database.
 */
export type Write = <T>(step: (db: Database) => T) => Promise<T>;

interface Waiting {
  step: (db: Database) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

const LARGEST_GROUP = 64;

/** Milliseconds after which no further step joins a group: those left wait for the next one, and others have their turn. */
const LONGEST_GROUP = 20;

/**
 * The one door to writing: steps asked for in one turn of the event loop share a commit, and so one wait for the disk.
 *
 * @param monotonic milliseconds that never step back
 */
export function groupCommit(db: Database, monotonic: () => number, watch: Watch = {}): Write {
  const queue: Waiting[] = [];
  let committing = false;

  async function commitAll(): Promise<void> {
    while (queue.length > 0) {
      await gather(queue);
      const steps = queue.splice(0, LARGEST_GROUP);
      const start = monotonic();
      const outcomes = await runGroup({ db, steps, monotonic });
      watch.committed?.(outcomes.length, monotonic() - start);
      queue.unshift(...steps.slice(outcomes.length));
      outcomes.forEach((outcome, i) => {
        const { resolve, reject } = steps[i] as Waiting;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      });
    }
    committing = false;
  }

  return <T>(step: (db: Database) => T) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ step, resolve: resolve as (value: unknown) => void, reject });
      if (committing) return;
      committing = true;
      void commitAll();
    });
}

/** A group is closed by the first turn of the event loop that brings nobody new: the fuller it is, the less each one costs. */
async function gather(queue: readonly Waiting[]): Promise<void> {
  for (let length = 0; length < queue.length && length < LARGEST_GROUP; ) {
    length = queue.length;
    await setImmediate();
  }
}

interface Group {
  db: Database;
  steps: readonly Waiting[];
  monotonic: () => number;
}

/** A step has thrown among others, or what one has put off: the group is undone and run once more, each step apart. */
const APART = Symbol('apart');

/**
 * Nearly always every step goes through, so at first none pays for a savepoint, which would keep a copy of each page
 * that it touches. Steps may therefore run twice, the first time in vain. The outcomes are those of the first steps,
 * at least of one.
 */
async function runGroup(group: Group): Promise<Outcome[]> {
  const outcomes = await commit(group, runBare);
  return outcomes === APART ? ((await commit(group, runApart)) as Outcome[]) : outcomes;
}

type Run = (db: Database, step: Waiting['step']) => Outcome;

const LONGEST_WAIT = 5_000; // milliseconds for another process to end its transaction
const PAUSE = 5;

/** From the begin to the commit nothing is awaited; only the wait for another process lets others go on. */
async function commit(group: Group, run: Run): Promise<Outcome[] | typeof APART> {
  const { db, steps } = group;
  try {
    for (let waited = 0; !db.tryBegin(); waited += PAUSE) {
      if (waited >= LONGEST_WAIT) throw new Error('another process has been writing to the database for too long');
      await setTimeout(PAUSE);
    }
    db.freshenNow();
    const outcomes = runInTime(group, run);
    db.run('COMMIT');
    return outcomes;
  } catch (error) {
    const isOfOne = error === APART || (run === runBare && db.inTransaction); // what was put off may fail at the end
    db.undo();
    return isOfOne ? APART : steps.map(() => ({ error }));
  } finally {
    db.settled();
  }
}

function runInTime({ db, steps, monotonic }: Group, run: Run): Outcome[] {
  const end = monotonic() + LONGEST_GROUP;
  const outcomes: Outcome[] = [];
  for (const { step } of steps) {
    outcomes.push(run(db, step));
    if (monotonic() > end) break;
  }
  return outcomes;
}

function runBare(db: Database, step: Waiting['step']): Outcome {
  try {
    return { value: answerOf(db, step) };
  } catch (error) {
    throw db.inTransaction ? APART : error;
  }
}

/** Throws only where SQLite has given up the whole transaction (disk full, I/O): then the group fails together. */
function runApart(db: Database, step: Waiting['step']): Outcome {
  db.run('SAVEPOINT step');
  try {
    const value = answerOf(db, step);
    db.run('RELEASE step');
    return { value };
  } catch (error) {
    if (!db.inTransaction) throw error;
    db.run('ROLLBACK TO step');
    db.run('RELEASE step');
    return { error };
  }
}

function answerOf(db: Database, step: Waiting['step']): unknown {
  const value = step(db);
  if (value instanceof Promise) {
    value.catch(() => {}); // its caller gets the error below, whatever comes of the rest of it
    throw new TypeError('a step of a transaction must not wait');
  }
  return value;
}
