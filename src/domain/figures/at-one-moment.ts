import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../db/reader.ts';
import { openSnapshot, type Snapshot } from '../../db/snapshot.ts';

export type Moment = Snapshot;

/** Runs `work` on a snapshot of the database at the moment of the call. */
export async function atOneMoment<T>(db: Reader, work: (moment: Moment) => T | Promise<T>): Promise<T> {
  const moment = openSnapshot(db.file);
  try {
    moment.pin();
    return await work(moment);
  } finally {
    moment.close();
  }
}

/** Handles each step in its own turn of the event loop. */
export async function inTurns<Step>(steps: Iterable<Step>, take: (step: Step) => void): Promise<void> {
  for (const step of steps) {
    take(step);
    await nextTurn();
  }
}
