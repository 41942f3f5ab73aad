import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { countProducts } from '../catalogue/list.ts';
import { listChannels } from '../channels/channels.ts';

export const STEPS = ['store', 'product', 'channel'] as const;

/** What a new store needs, one after the other, before it can sell through a partner. */
export type Step = (typeof STEPS)[number];

/** The steps that are done, as the database tells; without a store none is. */
export function stepsDone(db: Reader, storeId: Id | null): ReadonlySet<Step> {
  const done = new Set<Step>();
  if (storeId === null) return done;
  done.add('store');
  if (countProducts(db, storeId) > 0) done.add('product');
  if (listChannels(db, storeId).length > 0) done.add('channel');
  return done;
}

/** The first that is not done; undefined: all are. */
export const nextStep = (done: ReadonlySet<Step>): Step | undefined => STEPS.find((step) => !done.has(step));
