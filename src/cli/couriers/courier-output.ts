import type { Context } from '../../context.ts';
import { courierState, lacksSecret } from '../../domain/couriers/courier-state.ts';
import { type Courier, isTracked, type ShippopSettings } from '../../domain/couriers/couriers.ts';
import { courierSecretUse } from '../../domain/couriers/old-secrets.ts';
import { idText } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Cli } from '../cli.ts';
import { oldSecretLines, secretUseView } from '../secret-use.ts';
import { table } from '../table.ts';
import { leftText, levelView, lowWarnings } from './number-pools.ts';

/** @param secret a new secret of the only courier, shown once */
export function printCouriers(cli: Cli, ctx: Context, couriers: readonly Courier[], secret?: string): void {
  const documents = couriers.map((courier) => courierView(ctx, courier));
  for (const courier of couriers)
    for (const warning of [...secretWarnings(courier), ...urlWarnings(ctx, courier), ...lowWarnings(ctx, courier)])
      cli.warn(warning);
  const headings = ['store', 'courier', 'adapter', 'url', 'secret', 'callbacks', 'numbers left'];
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
  cli.print({ couriers: documents, secret }, [
    ...table([...headings, 'waiting', 'requested', 'failed'], rows),
    ...documents.flatMap((courier) => oldSecretLines({ ...courier, key: courier.shipping_type })),
    ...(secret === undefined ? [] : [secretLine(secret)]),
  ]);
}

export function printSecret(cli: Cli, { courier, secret }: { courier: Courier; secret: string }): void {
  cli.print({ store_id: idText(courier.storeId), shipping_type: courier.shippingType, secret }, [
    `courier  ${courier.shippingType}`,
    secretLine(secret),
  ]);
}

const secretLine = (secret: string): string => `secret   ${secret}   (shown once)`;

type CourierView = ReturnType<typeof courierView>;

function courierView(ctx: Context, courier: Courier) {
  const { settings, storeId, shippingType } = courier;
  const state = courierState(ctx, courier);
  return {
    store_id: idText(storeId),
    shipping_type: shippingType,
    adapter: settings.adapter,
    url: 'url' in settings ? settings.url : undefined,
    merchant_id: 'merchant_id' in settings ? settings.merchant_id : undefined,
    ...(settings.adapter === 'shippop' ? shippopView(settings) : {}),
    tracking_url: settings.tracking_url,
    number_example: settings.number_example,
    has_secret: state.hasSecret,
    ...secretUseView(courierSecretUse(ctx.db, courier.id, ctx.steadyNow())),
    is_tracked: isTracked(courier),
    call_back_path: state.callBackPath,
    call_back_url: state.callBackUrl,
    numbers: state.numbers?.map(levelView),
    bookings: state.bookings,
  };
}

const shippopView = ({ email, courier_code, parcel_size }: ShippopSettings) => ({ email, courier_code, parcel_size });

/** Store files from "raan dump" have no secrets, so a loaded courier may lack one. */
const secretWarnings = (courier: Courier): Message[] =>
  lacksSecret(courier)
    ? [message('courier_cannot_book', { store: courier.storeId, shippingType: courier.shippingType })]
    : [];

function urlWarnings(ctx: Context, courier: Courier): Message[] {
  const { urlProblem } = courierState(ctx, courier);
  if (!urlProblem) return [];
  const { storeId: store, shippingType } = courier;
  return [message('courier_gets_no_requests', { store, shippingType, why: urlProblem })];
}

function callBackText({ call_back_path, call_back_url }: CourierView): string {
  if (call_back_path === undefined) return '';
  return call_back_url ?? `${call_back_path} (the web address is not set)`;
}
