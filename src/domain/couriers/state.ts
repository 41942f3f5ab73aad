import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { adapters } from './adapters/adapters.ts';
import type { Courier, CourierName } from './couriers.ts';
import { type PoolLevel, poolLevels, rangesOf } from './pools.ts';

/** How a courier is doing: what whoever looks after it wants to know. */
export interface CourierState {
  /** Undefined where it needs none: a pool's numbers are given here, and only call-backs about its parcels are signed. */
  hasSecret: boolean | undefined;
  /** Where the courier calls back, if it is one that does. */
  callBackPath: string | undefined;
  /** The same as a whole address, where the config says under which raan is reached. */
  callBackUrl: string | undefined;
  /** Of a number pool: what is left of each kind. */
  numbers: PoolLevel[] | undefined;
  bookings: BookingCounts;
}

export const courierState = (ctx: Context, courier: Courier): CourierState => ({
  hasSecret: hasSecret(courier),
  ...callBackOf(ctx, courier),
  numbers:
    courier.settings.adapter === 'number_pool'
      ? poolLevels(rangesOf(ctx.db, courier.id), courier.settings.warn_below)
      : undefined,
  bookings: bookingCounts(ctx.db, courier),
});

/** A dump leaves secrets out, so where it is loaded a courier that cannot be asked without one has none at first. */
export const lacksSecret = ({ settings }: Courier): boolean =>
  (settings.adapter === 'http' || settings.adapter === 'flash') && !settings.secret;

function hasSecret({ settings }: Courier): boolean | undefined {
  if (settings.adapter === 'manual' || (settings.adapter === 'number_pool' && !settings.token)) return undefined;
  return Boolean(settings.secret);
}

function callBackOf(ctx: Context, courier: Courier): Pick<CourierState, 'callBackPath' | 'callBackUrl'> {
  if (!adapters(ctx)(courier).readCallBack) return { callBackPath: undefined, callBackUrl: undefined };
  const path = `/couriers/${courier.storeId}/${courier.shippingType}`;
  const base = ctx.config.listen.base_url.replace(/\/+$/, '');
  return { callBackPath: path, callBackUrl: base === '' ? undefined : `${base}${path}` };
}

/** How many of a courier's bookings are open, by the status that the command line and the office show. */
export type BookingCounts = Record<'waiting' | 'requested' | 'failed', number>;

const COUNTS = query<BookingCounts>(
  { reads: ['bookings'] },
  `SELECT count(*) FILTER (WHERE state = 'queued') AS waiting,
    count(*) FILTER (WHERE state IN ('requesting', 'uncertain', 'pending')) AS requested,
    count(*) FILTER (WHERE state = 'failed') AS failed
  FROM bookings
  WHERE store_id = ? AND shipping_type = ? AND state NOT IN ('booked', 'dropped') AND drop_time IS NULL`,
);

export const bookingCounts = (db: Reader, { storeId, shippingType }: CourierName): BookingCounts =>
  db.get(COUNTS, storeId, shippingType) as BookingCounts;
