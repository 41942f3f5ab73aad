import { type OpenCod, openCod } from '../../domain/figures/cod.ts';
import { type FailingApp, failingApps, type LowPool, lowPools } from '../../domain/figures/shortages-and-failures.ts';
import {
  countAwaitingRestock,
  countMatches,
  countTabs,
  countToRefund,
  newestOrder,
} from '../../domain/orders/list/order-page.ts';
import { type LowStock, lowStock } from '../../domain/stock/stock-list.ts';
import type { StoreContext } from '../request-context.ts';

/** Larger counts are shown as this number and a plus sign. */
export const MAX_COUNT = 1_000;
const MAX_FOUND = 100;
const DAY = 86_400_000;

/** Open work and problems of the store. Lists that the account may not see are empty. */
export interface Counts {
  toConfirm: number;
  unpaid: number;
  toPack: number;
  /** Packed orders that wait for the courier. */
  packed: number;
  late: number;
  hasMoreLate: boolean;
  bookingFailed: number;
  /** Orders with returned parcels that are not restocked yet. */
  awaitingRestock: number;
  hasMoreAwaitingRestock: boolean;
  overpaid: number;
  hasMoreOverpaid: boolean;
  /** Paid orders that shipped less than was ordered. */
  short: number;
  hasMoreShort: boolean;
  /** Paid orders with goods that the customer returned. */
  returned: number;
  hasMoreReturned: boolean;
  cod: OpenCod;
  low: readonly LowStock[];
  failingApps: readonly FailingApp[];
  lowPools: readonly LowPool[];
}

/** Whether the store has no order yet. */
export const isNewStore = ({ app: { db }, store: { id } }: StoreContext): boolean => newestOrder(db, id) === 0;

export function countsOf(context: StoreContext): Counts {
  const { db, now } = context;
  const { id } = context.store;
  const tabs = countTabs(db, id, MAX_COUNT, ['to_confirm', 'unpaid', 'to_pack', 'packed', 'booking_failed']);
  const late = countMatches(db, id, { tab: 'all', isLate: true }, MAX_FOUND, now);
  const awaitingRestock = countAwaitingRestock(db, id, MAX_FOUND, now);
  const overpaid = countToRefund(db, id, 'isOverpaid', MAX_FOUND, now);
  const short = countToRefund(db, id, 'isShort', MAX_FOUND, now);
  const returned = countToRefund(db, id, 'isReturned', MAX_FOUND, now);
  return {
    toConfirm: tabs.to_confirm,
    unpaid: tabs.unpaid,
    toPack: tabs.to_pack,
    packed: tabs.packed,
    late: late.count,
    hasMoreLate: late.hasMore,
    bookingFailed: tabs.booking_failed,
    awaitingRestock: awaitingRestock.count,
    hasMoreAwaitingRestock: awaitingRestock.hasMore,
    overpaid: overpaid.count,
    hasMoreOverpaid: overpaid.hasMore,
    short: short.count,
    hasMoreShort: short.hasMore,
    returned: returned.count,
    hasMoreReturned: returned.hasMore,
    cod: openCod(db, id),
    low: context.may('stock') ? lowStock(db, id) : [],
    failingApps: context.may('partners') ? failingApps(db, id, now - DAY) : [],
    lowPools: context.may('settings') ? lowPools(db, id) : [],
  };
}
