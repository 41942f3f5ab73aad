import type { Reader } from '../../db/reader.ts';
import { type Snapshot as DatabaseSnapshot, openSnapshot } from '../../db/snapshot.ts';
import { nextTurn } from '../../lib/runtime.ts';

export type Snapshot = DatabaseSnapshot;

/** Runs `work` on a snapshot of the database at the moment of the call. */
export async function withSnapshot<T>(db: Reader, work: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
  const snapshot = openSnapshot(db.file);
  try {
    snapshot.pin();
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}

/** Handles each step in its own turn of the event loop. */
export async function inSteps<Step>(steps: Iterable<Step>, handle: (step: Step) => void): Promise<void> {
  for (const step of steps) {
    handle(step);
    await nextTurn();
  }
}
