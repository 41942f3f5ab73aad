import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import type { Id } from '../lib/ids.ts';

// Whether `raan demo` created this database. The only writer of demo.

/** The name of the account of its visitor. */
export const DEMO_OWNER = 'demo';

/** The mark of a demo. */
export interface Demo {
  storeId: Id;
  seed: number;
  /** When it was complete: what is older is its history. */
  createTime: number;
  /** Whether its folder stays when the demo stops. */
  isKept: boolean;
  isTourClosed: boolean;
}

type DemoRow = Omit<Demo, 'isKept' | 'isTourClosed'> & Record<'isKept' | 'isTourClosed', number>;

const demoRow = query<DemoRow>(
  { reads: ['demo'] },
  `SELECT store_id AS storeId, seed, create_time AS createTime, is_kept AS isKept, is_tour_closed AS isTourClosed
   FROM demo`,
);

const TOPIC = 'demo';

/** Undefined in a real database. */
export const demoOf = (db: Reader): Demo | undefined =>
  db.cached<Demo | null>(TOPIC, '', () => {
    const row = db.get(demoRow);
    return row ? { ...row, isKept: row.isKept === 1, isTourClosed: row.isTourClosed === 1 } : null;
  }) ?? undefined;

const insertDemo = command(
  { writes: ['demo'] },
  'INSERT INTO demo (one, store_id, seed, create_time, is_kept) VALUES (1, ?, ?, ?, ?)',
);

export function markDemo(tx: WriteTx, { storeId, seed, createTime, isKept }: Omit<Demo, 'isTourClosed'>): void {
  tx.run(insertDemo, storeId, seed, createTime, Number(isKept));
  tx.invalidate(TOPIC);
}

const setTourClosed = command({ writes: ['demo'] }, 'UPDATE demo SET is_tour_closed = ?');

/** Hides or shows the tour. */
export function closeTour(tx: WriteTx, isClosed: boolean): void {
  tx.run(setTourClosed, Number(isClosed));
  tx.invalidate(TOPIC);
}
