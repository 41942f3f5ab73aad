import { type OpenCod, openCod } from '../../domain/figures/cod.ts';
import { type FailingApp, failingApps, type LowPool, lowPools } from '../../domain/figures/troubles.ts';
import { countFound, countTabs, countToTakeIn, newestOrder } from '../../domain/orders/list/page.ts';
import { type LowStock, lowStock } from '../../domain/stock/list.ts';
import type { StoreContext } from '../request-context.ts';

/** More than so many are not counted: who has them knows enough. */
export const MOST_COUNTED = 1_000;
const MOST_FOUND = 100;
const DAY = 86_400_000;

/** What waits for somebody, and what hurts. What is only the owner's business is empty for others. */
export interface Counts {
  toConfirm: number;
  unpaid: number;
  toPack: number;
  /** So many, or more where it says so. */
  late: number;
  hasMoreLate: boolean;
  bookingFailed: number;
  /** Orders whose parcels came back and are not taken in; so many, or more where it says so. */
  toTakeIn: number;
  hasMoreToTakeIn: boolean;
  cod: OpenCod;
  low: readonly LowStock[];
  failingApps: readonly FailingApp[];
  lowPools: readonly LowPool[];
}

/** Whether the store has had no order yet. */
export const isNewStore = ({ app: { db }, store: { id } }: StoreContext): boolean => newestOrder(db, id) === 0;

export function countsOf({ app: { db }, store: { id }, now, isOwner }: StoreContext): Counts {
  const tabs = countTabs(db, id, MOST_COUNTED, ['to_confirm', 'unpaid', 'to_pack', 'booking_failed']);
  const late = countFound(db, id, { tab: 'all', isLate: true }, MOST_FOUND, now);
  const toTakeIn = countToTakeIn(db, id, MOST_FOUND, now);
  return {
    toConfirm: tabs.to_confirm,
    unpaid: tabs.unpaid,
    toPack: tabs.to_pack,
    late: late.count,
    hasMoreLate: late.hasMore,
    bookingFailed: tabs.booking_failed,
    toTakeIn: toTakeIn.count,
    hasMoreToTakeIn: toTakeIn.hasMore,
    cod: openCod(db, id),
    low: lowStock(db, id),
    failingApps: isOwner ? failingApps(db, id, now - DAY) : [],
    lowPools: isOwner ? lowPools(db, id) : [],
  };
}
