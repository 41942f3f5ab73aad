import type { Context } from '../../context.ts';
import { type KnownProduct, productById, productByKey } from '../../domain/catalogue/lookup.ts';
import { listStores } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import { NO_ID, parseId } from '../../lib/ids.ts';
import { storeOption } from '../shell.ts';

export const PRODUCT_ARGUMENT = ['<product>', 'its id, or its key in the store'] as const;

/** The product with this id, of any store, or else with this key in the store; live unless it says otherwise. */
export function findProduct(
  ctx: Context,
  name: string,
  { live = true, ...options }: { store?: string; live?: boolean },
): KnownProduct {
  const id = parseId(name);
  const byKey = () => productByKey(ctx.db, storeOption(ctx, options).id, name);
  const mayBeKey = id === undefined || options.store !== undefined || listStores(ctx.db).length === 1;
  const product = productById(ctx.db, id ?? NO_ID) ?? (mayBeKey ? byKey() : undefined);
  if (product?.live !== live) throw new Refusal('not_found', `there is no ${live ? '' : 'deleted '}product ${name}`);
  return product;
}
