import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { countProducts } from '../catalogue/list.ts';
import { listChannels } from '../channels/channels.ts';

export const STEPS = ['store', 'product', 'channel'] as const;

/** The setup steps of a new store, in order. */
export type Step = (typeof STEPS)[number];

/** The completed steps, derived from the database. */
export function stepsDone(db: Reader, storeId: Id | null): ReadonlySet<Step> {
  const done = new Set<Step>();
  if (storeId === null) return done;
  done.add('store');
  if (countProducts(db, storeId) > 0) done.add('product');
  if (listChannels(db, storeId).length > 0) done.add('channel');
  return done;
}

/** The first open step; undefined if all are done. */
export const nextStep = (done: ReadonlySet<Step>): Step | undefined => STEPS.find((step) => !done.has(step));
