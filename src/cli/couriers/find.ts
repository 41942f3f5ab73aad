import type { Context } from '../../context.ts';
import { shippingTypes } from '../../domain/orders/codes.ts';
import { listStores, type Store } from '../../domain/stores.ts';
import { storeOption, WrongUsage } from '../shell.ts';

/** The store that `--store` names; without it, all. */
export const storesOf = (ctx: Context, options: { store?: string }): Store[] =>
  options.store === undefined ? listStores(ctx.db) : [storeOption(ctx, options)];

/** An argument that is a shipping type which orders may name. */
export function readShippingType(ctx: Context, text: string): string {
  const known = shippingTypes(ctx.config.values);
  if (!known.includes(text)) throw new WrongUsage(`SHIPPING_TYPE must be one of ${known.join(', ')}; not ${text}`);
  return text;
}
