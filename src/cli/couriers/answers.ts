import type { Context } from '../../context.ts';
import { adapters } from '../../domain/couriers/adapters/adapters.ts';
import { openBookings } from '../../domain/couriers/bookings.ts';
import { type Courier, isTracked } from '../../domain/couriers/couriers.ts';
import { poolLevels, rangesOf } from '../../domain/couriers/pools.ts';
import { idText } from '../../lib/ids.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';
import { leftText, levelView, lowWarnings } from './pool-levels.ts';

/** @param secret that was made for the one courier, to be told this once */
export function answerCouriers(shell: Shell, ctx: Context, couriers: readonly Courier[], secret?: string): void {
  const documents = couriers.map((courier) => courierView(ctx, courier));
  for (const courier of couriers)
    for (const warning of [...secretWarnings(courier), ...lowWarnings(ctx, courier)]) shell.warn(warning);
  const heads = ['store', 'courier', 'adapter', 'url', 'secret', 'call-backs', 'numbers left'];
  const rows = documents.map((courier) => [
    courier.store_id,
    courier.shipping_type,
    courier.adapter,
    courier.url ?? '',
    courier.has_secret === undefined ? '' : courier.has_secret ? 'yes' : 'no',
    callBackText(courier),
    leftText(courier.numbers ?? []),
    courier.bookings.waiting,
    courier.bookings.requested,
    courier.bookings.failed,
  ]);
  shell.answer({ couriers: documents, secret }, [
    ...table([...heads, 'waiting', 'requested', 'failed'], rows),
    ...(secret === undefined ? [] : [secretLine(secret)]),
  ]);
}

export function answerSecret(shell: Shell, { courier, secret }: { courier: Courier; secret: string }): void {
  shell.answer({ store_id: idText(courier.storeId), shipping_type: courier.shippingType, secret }, [
    `courier  ${courier.shippingType}`,
    secretLine(secret),
  ]);
}

const secretLine = (secret: string): string => `secret   ${secret}   (shown this once)`;

type CourierView = ReturnType<typeof courierView>;

function courierView(ctx: Context, courier: Courier) {
  const { settings, storeId, shippingType } = courier;
  return {
    store_id: idText(storeId),
    shipping_type: shippingType,
    adapter: settings.adapter,
    url: 'url' in settings ? settings.url : undefined,
    merchant_id: 'merchant_id' in settings ? settings.merchant_id : undefined,
    tracking_url: settings.tracking_url,
    has_secret: hasSecret(courier),
    is_tracked: isTracked(courier),
    ...callBackView(ctx, courier),
    numbers:
      settings.adapter === 'number_pool'
        ? poolLevels(rangesOf(ctx.db, courier.id), settings.warn_below).map(levelView)
        : undefined,
    bookings: bookingCounts(ctx, courier),
  };
}

/** Undefined where it needs none: a pool's numbers are given here, and only call-backs about its parcels are signed. */
function hasSecret({ settings }: Courier): boolean | undefined {
  if (settings.adapter === 'manual' || (settings.adapter === 'number_pool' && !settings.token)) return undefined;
  return Boolean(settings.secret);
}

/** A dump leaves secrets out, so where it is loaded there is none at first. */
const secretWarnings = ({ storeId, shippingType, settings }: Courier): string[] =>
  (settings.adapter === 'http' || settings.adapter === 'flash') && !settings.secret
    ? [`store ${storeId}: ${shippingType} has no secret, and cannot be asked without one`]
    : [];

/** Where the courier calls back, if it is one that does. */
function callBackView(ctx: Context, courier: Courier): { call_back_path?: string; call_back_url?: string } {
  if (!adapters(ctx)(courier).readCallBack) return {};
  const path = `/couriers/${courier.storeId}/${courier.shippingType}`;
  const base = ctx.config.listen.base_url.replace(/\/+$/, '');
  return { call_back_path: path, ...(base === '' ? {} : { call_back_url: `${base}${path}` }) };
}

function callBackText({ call_back_path, call_back_url }: CourierView): string {
  if (call_back_path === undefined) return '';
  return call_back_url ?? `${call_back_path} (listen.base_url is not set)`;
}

function bookingCounts(ctx: Context, { storeId, shippingType }: Courier) {
  const bookings = openBookings(ctx.db, storeId).filter((booking) => booking.shippingType === shippingType);
  const count = (wanted: string) => bookings.filter(({ status }) => status === wanted).length;
  return { waiting: count('waiting'), requested: count('requested'), failed: count('failed') };
}
