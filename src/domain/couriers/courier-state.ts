import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { adapters } from './adapters/adapters.ts';
import { courierConnection } from './adapters/connection.ts';
import type { Courier, CourierName } from './couriers.ts';
import { type PoolLevel, poolLevels, rangesOf } from './number-pools.ts';

interface CourierState {
  /** Undefined if it needs none: a number pool needs it only for callbacks. */
  hasSecret: boolean | undefined;
  /** Why raan never connects to its URL, which a store file may contain. */
  urlProblem: Message | undefined;
  /** Undefined if the courier does not call back. */
  callBackPath: string | undefined;
  /** Needs `listen.base_url`. */
  callBackUrl: string | undefined;
  /** Number pools only. */
  numbers: PoolLevel[] | undefined;
  bookings: BookingCounts;
}

export const courierState = (ctx: Context, courier: Courier): CourierState => ({
  hasSecret: hasSecret(courier),
  urlProblem: urlProblemOf(ctx, courier),
  ...callBackOf(ctx, courier),
  numbers:
    courier.settings.adapter === 'number_pool'
      ? poolLevels(rangesOf(ctx.db, courier.id), courier.settings.warn_below)
      : undefined,
  bookings: bookingCounts(ctx.db, courier),
});

/** Dumps omit secrets, so a loaded courier may lack one. */
export const lacksSecret = ({ settings }: Courier): boolean =>
  (settings.adapter === 'http' || settings.adapter === 'flash') && !settings.secret;

function hasSecret({ settings }: Courier): boolean | undefined {
  if (settings.adapter === 'manual' || (settings.adapter === 'number_pool' && !settings.token)) return undefined;
  return Boolean(settings.secret);
}

function urlProblemOf({ config }: Context, { settings }: Courier): Message | undefined {
  const url = 'url' in settings ? settings.url : undefined;
  return url === undefined ? undefined : courierConnection(config.couriers.allow_networks).urlProblem(url);
}

function callBackOf(ctx: Context, courier: Courier): Pick<CourierState, 'callBackPath' | 'callBackUrl'> {
  if (!adapters(ctx)(courier).readCallBack) return { callBackPath: undefined, callBackUrl: undefined };
  const path = `/couriers/${courier.storeId}/${courier.shippingType}`;
  const base = ctx.config.listen.base_url.replace(/\/+$/, '');
  return { callBackPath: path, callBackUrl: base === '' ? undefined : `${base}${path}` };
}

/** A courier's open bookings, by the status that command line and office show. */
type BookingCounts = Record<'waiting' | 'requested' | 'failed', number>;

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
