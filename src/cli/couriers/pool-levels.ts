import type { Context } from '../../context.ts';
import type { Courier } from '../../domain/couriers/couriers.ts';
import { type PoolLevel, poolLevels, rangesOf } from '../../domain/couriers/pools.ts';

export const levelView = ({ cod, left, low }: PoolLevel) => ({ cod, left, is_low: low });

/** `900, 12 COD`. */
export const leftText = (levels: readonly Pick<PoolLevel, 'cod' | 'left'>[]): string =>
  levels.map(({ cod, left }) => (cod ? `${left} COD` : `${left}`)).join(', ');

/** A line for each kind of numbers that the courier runs out of. */
export function lowWarnings(ctx: Context, { id, storeId, shippingType, settings }: Courier): string[] {
  if (settings.adapter !== 'number_pool') return [];
  return poolLevels(rangesOf(ctx.db, id), settings.warn_below)
    .filter(({ low }) => low)
    .map(({ cod, left }) => `store ${storeId}: ${shippingType} has ${left} ${cod ? 'COD' : 'non-COD'} numbers left`);
}
