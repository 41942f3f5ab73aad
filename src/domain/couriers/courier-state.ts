import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { webAddress } from '../web-address.ts';
import { adapters } from './adapters/adapters.ts';
import { courierConnection } from './adapters/connection.ts';
import { courierLevels } from './courier-levels.ts';
import { type Courier, type CourierName, listCouriers } from './couriers.ts';
import type { PoolLevel } from './number-pools.ts';

interface CourierState {
  /** Undefined if it needs none: a number pool needs it only for callbacks. */
  hasSecret: boolean | undefined;
  /** Why raan never connects to its URL, which a store file may contain. */
  urlProblem: Message | undefined;
  /** Undefined if the courier does not call back. */
  callBackPath: string | undefined;
  /** Needs a web address. */
  callBackUrl: string | undefined;
  /** Number pools only. */
  numbers: PoolLevel[] | undefined;
  bookings: BookingCounts;
}

export const courierState = (ctx: Context, courier: Courier): CourierState =>
  stateOf(ctx, courier, bookingCounts(ctx.db, courier));

/** The store's couriers with their state. Their bookings are counted together. */
export function couriersWithState(ctx: Context, storeId: Id): (Courier & CourierState)[] {
  const counts = new Map(
    ctx.db.all(COUNTS_BY_COURIER, storeId).map(({ shippingType, ...count }) => [shippingType, count]),
  );
  return listCouriers(ctx.db, storeId).map((courier) => ({
    ...courier,
    ...stateOf(ctx, courier, counts.get(courier.shippingType) ?? NO_BOOKINGS),
  }));
}

const stateOf = (ctx: Context, courier: Courier, bookings: BookingCounts): CourierState => ({
  hasSecret: hasSecret(courier),
  urlProblem: urlProblemOf(ctx, courier),
  ...callBackOf(ctx, courier),
  numbers: courier.settings.adapter === 'number_pool' ? courierLevels(ctx.db, courier) : undefined,
  bookings,
});

/** Dumps omit secrets, so a loaded courier may lack one. */
export const lacksSecret = ({ settings }: Courier): boolean =>
  (settings.adapter === 'http' || settings.adapter === 'flash' || settings.adapter === 'shippop') && !settings.secret;

function hasSecret({ settings }: Courier): boolean | undefined {
  if (settings.adapter === 'manual' || settings.adapter === 'simulated') return undefined;
  if (settings.adapter === 'number_pool' && !settings.token) return undefined;
  return Boolean(settings.secret);
}

function urlProblemOf({ config }: Context, { settings }: Courier): Message | undefined {
  const url = 'url' in settings ? settings.url : undefined;
  return url === undefined ? undefined : courierConnection(config.couriers.allow_networks).urlProblem(url);
}

function callBackOf(ctx: Context, courier: Courier): Pick<CourierState, 'callBackPath' | 'callBackUrl'> {
  if (!adapters(ctx)(courier).readCallBack) return { callBackPath: undefined, callBackUrl: undefined };
  const path = `/couriers/${courier.storeId}/${courier.shippingType}`;
  const base = webAddress(ctx);
  return { callBackPath: path, callBackUrl: base === undefined ? undefined : `${base}${path}` };
}

/** A courier's open bookings, by the status that command line and office show. */
type BookingCounts = Record<'waiting' | 'requested' | 'failed', number>;

const NO_BOOKINGS: BookingCounts = { waiting: 0, requested: 0, failed: 0 };

const OPEN_COUNTS = `count(*) FILTER (WHERE state = 'queued') AS waiting,
    count(*) FILTER (WHERE state IN ('requesting', 'uncertain', 'pending')) AS requested,
    count(*) FILTER (WHERE state = 'failed') AS failed
  FROM bookings WHERE store_id = ? AND state NOT IN ('booked', 'dropped') AND drop_time IS NULL`;

const COUNTS = query<BookingCounts>({ reads: ['bookings'] }, `SELECT ${OPEN_COUNTS} AND shipping_type = ?`);

const COUNTS_BY_COURIER = query<BookingCounts & { shippingType: string }>(
  { reads: ['bookings'] },
  `SELECT shipping_type AS shippingType, ${OPEN_COUNTS} GROUP BY shipping_type`,
);

export const bookingCounts = (db: Reader, { storeId, shippingType }: CourierName): BookingCounts =>
  db.get(COUNTS, storeId, shippingType) as BookingCounts;
