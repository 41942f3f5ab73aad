import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../db/reader.ts';
import { openSnapshot, type Snapshot } from '../../db/snapshot.ts';

/** The database as it was at a moment. */
export type Moment = Snapshot;

/** What `work` makes of the database as it is at the moment of the call, however long that takes. */
export async function atOneMoment<T>(db: Reader, work: (moment: Moment) => T | Promise<T>): Promise<T> {
  const moment = openSnapshot(db.file);
  try {
    moment.pin();
    return await work(moment);
  } finally {
    moment.close();
  }
}

/** Takes each step in a turn of its own, so that others have theirs in between. */
export async function inTurns<Step>(steps: Iterable<Step>, take: (step: Step) => void): Promise<void> {
  for (const step of steps) {
    take(step);
    await nextTurn();
  }
}
