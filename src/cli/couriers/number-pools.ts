import type { Context } from '../../context.ts';
import { courierLevels } from '../../domain/couriers/courier-levels.ts';
import { type Courier, listCouriers } from '../../domain/couriers/couriers.ts';
import { type NumberRange, type PoolLevel, rangesOf } from '../../domain/couriers/number-pools.ts';
import { s10Number } from '../../domain/couriers/s10.ts';
import { notFound } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { selectedStores } from '../lookup.ts';
import { table } from '../table.ts';

export const poolCommand = (cli: Cli, courier: CliCommand): CliCommand =>
  courier
    .command('pool')
    .description('List the purchased ranges of tracking numbers and the numbers left')
    .argument('[shipping_type]', 'Only the numbers of this shipping type')
    .storeOption()
    .databaseAction((ctx, shippingType: string | undefined, options: { store?: string }) =>
      printPools(cli, ctx, listPools(ctx, shippingType, options)),
    );

function listPools(ctx: Context, shippingType: string | undefined, options: { store?: string }): Courier[] {
  const pools = selectedStores(ctx, options)
    .flatMap(({ id }) => listCouriers(ctx.db, id))
    .filter(({ settings }) => settings.adapter === 'number_pool');
  if (shippingType === undefined) return pools;
  const wanted = pools.filter((courier) => courier.shippingType === shippingType);
  if (wanted.length === 0) throw notFound('courier_has_no_number_pool', { shippingType });
  return wanted;
}

function printPools(cli: Cli, ctx: Context, couriers: readonly Courier[]): void {
  for (const courier of couriers) for (const warning of lowWarnings(ctx, courier)) cli.warn(warning);
  const documents = couriers.map((courier) => poolView(ctx, courier));
  const rows = documents.flatMap(({ store_id, shipping_type, ranges }) =>
    ranges.map((range) => [
      store_id,
      shipping_type,
      range.first_number,
      range.last_number,
      range.cod ? 'COD' : '',
      range.given,
      range.left,
      range.next_number ?? 'none left',
    ]),
  );
  cli.print({ pools: documents }, [
    ...table(['store', 'courier', 'first', 'last', 'kind', 'given', 'left', 'next'], rows),
  ]);
}

function poolView(ctx: Context, courier: Courier) {
  const { id, storeId, shippingType, settings } = courier;
  const ranges = rangesOf(ctx.db, id);
  const warnBelow = settings.adapter === 'number_pool' ? settings.warn_below : undefined;
  return {
    store_id: idText(storeId),
    shipping_type: shippingType,
    warn_below: warnBelow,
    numbers: courierLevels(ctx.db, courier).map(levelView),
    ranges: ranges.map(rangeView),
  };
}

/** The fields of `courier set`, and the first and last number as printed on a parcel. */
const rangeView = ({ prefix, first, count, cod, given }: NumberRange) => ({
  prefix,
  first,
  count,
  cod,
  given,
  left: count - given,
  first_number: s10Number(prefix, first),
  last_number: s10Number(prefix, first + count - 1),
  next_number: given < count ? s10Number(prefix, first + given) : undefined,
});

export const levelView = ({ cod, left, low }: PoolLevel) => ({ cod, left, is_low: low });

/** `900, 12 COD`. */
export const leftText = (levels: readonly Pick<PoolLevel, 'cod' | 'left'>[]): string =>
  levels.map(({ cod, left }) => (cod ? `${left} COD` : `${left}`)).join(', ');

/** A warning for each kind of numbers that runs low. */
export function lowWarnings(ctx: Context, courier: Courier): Message[] {
  const { storeId, shippingType } = courier;
  return courierLevels(ctx.db, courier)
    .filter(({ low }) => low)
    .map(({ cod, left }) => message('few_tracking_numbers', { shippingType, store: idText(storeId), left, cod }));
}
