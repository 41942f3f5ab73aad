import type { Value } from '../../../db/values.ts';
import type { Id } from '../../../lib/ids.ts';
import type { OrderTab } from './tabs.ts';

/** Which of a store's orders are wanted; what is left out does not matter. */
export interface OrderFilters {
  /** When the order came, in unix milliseconds: from, and before. */
  since?: number | undefined;
  until?: number | undefined;
  salesChannel?: string | undefined;
  /** A partner's channel; `store`: keyed in by the store. */
  origin?: Id | 'store' | undefined;
  shippingType?: string | undefined;
  isCod?: boolean | undefined;
  /** It has been paid in full; what was paid back since does not matter. */
  isPaid?: boolean | undefined;
  /** A parcel of it is booked or has left. */
  isBooked?: boolean | undefined;
  /** It should have left by now, and something of it has not. */
  isLate?: boolean | undefined;
  /** A parcel of it has come back, and not all that was in there is taken in again. */
  isToTakeIn?: boolean | undefined;
}

export interface OrderQuery extends OrderFilters {
  tab: OrderTab;
  /** What is typed into the one box: see find.ts. */
  search?: string | undefined;
}

/** What `FILTER` compares orders `o` with. */
export const filterValues = (filters: OrderFilters, now: number): Record<string, Value> => ({
  since: filters.since ?? null,
  until: filters.until ?? null,
  salesChannel: filters.salesChannel ?? null,
  channelId: typeof filters.origin === 'number' ? filters.origin : null,
  isKeyedIn: Number(filters.origin === 'store'),
  shippingType: filters.shippingType ?? null,
  isCod: flagOf(filters.isCod),
  isPaid: flagOf(filters.isPaid),
  isBooked: flagOf(filters.isBooked),
  isLate: Number(filters.isLate ?? false),
  isToTakeIn: Number(filters.isToTakeIn ?? false),
  now,
});

const flagOf = (flag: boolean | undefined): number | null => (flag === undefined ? null : Number(flag));

/** One text for all of them, so that it is prepared once. */
export const FILTER = `(@since IS NULL OR o.create_time >= @since) AND (@until IS NULL OR o.create_time < @until)
  AND (@salesChannel IS NULL OR o.sales_channel = @salesChannel)
  AND (@channelId IS NULL OR o.channel_id = @channelId) AND (@isKeyedIn = 0 OR o.channel_id IS NULL)
  AND (@shippingType IS NULL OR o.shipping_type = @shippingType)
  AND (@isCod IS NULL OR o.is_cod = @isCod) AND (@isPaid IS NULL OR (o.paid_time IS NOT NULL) = @isPaid)
  AND (@isBooked IS NULL OR (o.live_shipments > 0) = @isBooked)
  AND (@isLate = 0 OR (o.ship_deadline_time < @now AND o.stage IN ('to_pack', 'cod', 'unpaid')))
  AND (@isToTakeIn = 0 OR o.to_take_in = 1)`;

const FIELDS = ['salesChannel', 'origin', 'shippingType', 'isCod', 'isPaid', 'isBooked'] as const;

/** Whether orders can be passed over; times do not count, since they bound where orders are looked for. */
export const isFiltered = (filters: OrderFilters): boolean =>
  filters.isLate === true || filters.isToTakeIn === true || FIELDS.some((field) => filters[field] !== undefined);
