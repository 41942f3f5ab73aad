import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { type Courier, listCouriers } from '../../domain/couriers/couriers.ts';
import { type NumberRange, poolLevels, rangesOf } from '../../domain/couriers/pools.ts';
import { s10Number } from '../../domain/couriers/s10.ts';
import { Refusal } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import { type Shell, STORE_OPTION } from '../shell.ts';
import { table } from '../table.ts';
import { storesOf } from './find.ts';
import { levelView, lowWarnings } from './pool-levels.ts';

export const poolCommand = (shell: Shell, courier: Command): Command =>
  courier
    .command('pool')
    .description('the ranges of tracking numbers that a store, or each, has bought, and what is left of them')
    .argument('[shipping_type]', 'only its numbers')
    .option(...STORE_OPTION)
    .action((shippingType: string | undefined, options: { store?: string }) =>
      shell.withDatabase((ctx) => answerPools(shell, ctx, poolsOf(ctx, shippingType, options))),
    );

function poolsOf(ctx: Context, shippingType: string | undefined, options: { store?: string }): Courier[] {
  const pools = storesOf(ctx, options)
    .flatMap(({ id }) => listCouriers(ctx.db, id))
    .filter(({ settings }) => settings.adapter === 'number_pool');
  if (shippingType === undefined) return pools;
  const wanted = pools.filter((courier) => courier.shippingType === shippingType);
  if (wanted.length === 0) throw new Refusal('not_found', `${shippingType} has no pool of numbers`);
  return wanted;
}

function answerPools(shell: Shell, ctx: Context, couriers: readonly Courier[]): void {
  for (const courier of couriers) for (const warning of lowWarnings(ctx, courier)) shell.warn(warning);
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
  shell.answer({ pools: documents }, [
    ...table(['store', 'courier', 'first', 'last', 'kind', 'given', 'left', 'next'], rows),
  ]);
}

function poolView(ctx: Context, { id, storeId, shippingType, settings }: Courier) {
  const ranges = rangesOf(ctx.db, id);
  const warnBelow = settings.adapter === 'number_pool' ? settings.warn_below : undefined;
  return {
    store_id: idText(storeId),
    shipping_type: shippingType,
    warn_below: warnBelow,
    numbers: poolLevels(ranges, warnBelow).map(levelView),
    ranges: ranges.map(rangeView),
  };
}

/** With the names that `courier set` takes, and the numbers as they are on a parcel. */
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
