import type { AuditStamp } from '../lib/audit-stamp.ts';
import { TransientError } from '../lib/errors.ts';
import { nextTurn, sleep } from '../lib/runtime.ts';
import type { Watch } from '../lib/watch.ts';
import type { Connection } from './connection.ts';
import { WriteTx } from './write-tx.ts';

/**
 * Runs `step` in a write transaction together with other waiting steps, and resolves once it is on disk. The step is
 * synchronous. If it throws, only its own changes are rolled back and only its caller sees the error. Another step's
 * error can make it run twice, so it must do nothing but read and write the database.
 *
 * @param auditStamp who makes the change, for the audit log; by default raan itself
 */
export type Write = <T>(step: (tx: WriteTx) => T, auditStamp?: AuditStamp) => Promise<T>;

interface Waiting {
  step: (tx: WriteTx) => unknown;
  auditStamp: AuditStamp;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

const MAX_GROUP_SIZE = 64;

/** Milliseconds after which no further step joins a group, so that the event loop gets its turn. */
const MAX_GROUP_TIME = 20;

interface GroupCommitOptions {
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds that never step back. */
  monotonic: () => number;
  watch?: Watch;
}

/**
 * Group commit: steps that are requested in consecutive turns of the event loop share a transaction, and so one wait for
 * the disk.
 */
export function groupCommit(connection: Connection, { now, monotonic, watch = {} }: GroupCommitOptions): Write {
  const queue: Waiting[] = [];
  const bySystem = (): AuditStamp => ({ actor: { kind: 'system' }, time: now() });
  let committing = false;

  async function commitAll(): Promise<void> {
    while (queue.length > 0) {
      await gather(queue);
      const steps = queue.splice(0, MAX_GROUP_SIZE);
      const start = monotonic();
      const outcomes = await runGroup({ connection, steps, monotonic });
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

  return <T>(step: (tx: WriteTx) => T, auditStamp: AuditStamp = bySystem()) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ step, auditStamp, resolve: resolve as (value: unknown) => void, reject });
      if (committing) return;
      committing = true;
      void commitAll();
    });
}

/** Waits for the first turn of the event loop that adds no step: a fuller group costs less per step. */
async function gather(queue: readonly Waiting[]): Promise<void> {
  for (let length = 0; length < queue.length && length < MAX_GROUP_SIZE; ) {
    length = queue.length;
    await nextTurn();
  }
}

interface Group {
  connection: Connection;
  steps: readonly Waiting[];
  monotonic: () => number;
}

/** A step of a group, or a pending write, threw: the group is rolled back and runs again, each step in a savepoint. */
const ISOLATE = Symbol('isolate');

/** Most steps succeed, so the first attempt runs without savepoints, each of which copies the pages that change. */
async function runGroup(group: Group): Promise<Outcome[]> {
  const outcomes = await commit(group, runBare);
  return outcomes === ISOLATE ? ((await commit(group, runInSavepoint)) as Outcome[]) : outcomes;
}

type Run = (connection: Connection, tx: WriteTx, waiting: Waiting) => Outcome;

const MAX_WAIT = 5_000; // milliseconds for another process to end its transaction
const PAUSE = 5;

/** Nothing is awaited between begin and commit; only waiting for another process lets other work run. */
async function commit(group: Group, run: Run): Promise<Outcome[] | typeof ISOLATE> {
  const { connection, steps } = group;
  const tx = new WriteTx(connection);
  try {
    for (let waited = 0; !connection.tryBegin(); waited += PAUSE) {
      if (waited >= MAX_WAIT) throw new TransientError('database_locked', { file: connection.file });
      await sleep(PAUSE);
    }
    connection.checkExternalWrites();
    const outcomes = runInTime(group, tx, run);
    connection.commit();
    return outcomes;
  } catch (error) {
    const isOfOneStep = error === ISOLATE || (run === runBare && connection.inTransaction); // a pending write failed
    connection.rollback();
    return isOfOneStep ? ISOLATE : steps.map(() => ({ error }));
  } finally {
    tx.end();
    connection.endTransaction();
  }
}

/** The outcomes of the first steps, of at least one. */
function runInTime({ connection, steps, monotonic }: Group, tx: WriteTx, run: Run): Outcome[] {
  const end = monotonic() + MAX_GROUP_TIME;
  const outcomes: Outcome[] = [];
  for (const waiting of steps) {
    outcomes.push(run(connection, tx, waiting));
    if (monotonic() > end) break;
  }
  return outcomes;
}

function runBare(connection: Connection, tx: WriteTx, waiting: Waiting): Outcome {
  try {
    return { value: runStep(tx, waiting) };
  } catch (error) {
    throw connection.inTransaction ? ISOLATE : error;
  }
}

/** Throws only if SQLite itself has rolled back the transaction (disk full, I/O): then the whole group fails. */
function runInSavepoint(connection: Connection, tx: WriteTx, waiting: Waiting): Outcome {
  connection.savepoint();
  try {
    const value = runStep(tx, waiting);
    connection.releaseSavepoint();
    return { value };
  } catch (error) {
    if (!connection.inTransaction) throw error;
    connection.rollbackToSavepoint();
    return { error };
  }
}

function runStep(tx: WriteTx, { step, auditStamp }: Waiting): unknown {
  tx.auditStamp = auditStamp;
  const value = step(tx);
  if (value instanceof Promise) {
    value.catch(() => {}); // the caller gets the error below instead
    throw new TypeError('A write step must be synchronous');
  }
  return value;
}
