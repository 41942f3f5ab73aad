import { type OpenCod, openCod } from '../../domain/figures/cod.ts';
import { type FailingApp, failingApps, type LowPool, lowPools } from '../../domain/figures/troubles.ts';
import { countTabs, listOrderPage } from '../../domain/orders/list/page.ts';
import { type LowStock, lowStock } from '../../domain/stock/list.ts';
import type { Visit } from '../visit.ts';

/** More than so many are not counted: who has them knows enough. */
export const MOST_COUNTED = 1_000;
const MOST_LATE = 100;
const DAY = 86_400_000;

/** What waits for somebody, and what hurts. What is only the owner's business is empty for others. */
export interface Counts {
  toConfirm: number;
  toPack: number;
  /** So many, or more where it is `MOST_LATE`. */
  late: number;
  hasMoreLate: boolean;
  bookingFailed: number;
  cod: OpenCod;
  low: readonly LowStock[];
  failingApps: readonly FailingApp[];
  lowPools: readonly LowPool[];
}

export function countsOf({ ctx: { db }, store: { id }, now, isOwner }: Visit): Counts {
  const tabs = countTabs(db, id, MOST_COUNTED, ['to_confirm', 'to_pack', 'booking_failed']);
  const late = listOrderPage(db, id, { tab: 'all', isLate: true }, { limit: MOST_LATE }, now);
  return {
    toConfirm: tabs.to_confirm,
    toPack: tabs.to_pack,
    late: late.orders.length,
    hasMoreLate: late.next !== undefined,
    bookingFailed: tabs.booking_failed,
    cod: openCod(db, id),
    low: lowStock(db, id),
    failingApps: isOwner ? failingApps(db, id, now - DAY) : [],
    lowPools: isOwner ? lowPools(db, id) : [],
  };
}
