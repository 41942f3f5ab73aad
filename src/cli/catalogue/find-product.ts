import type { Context } from '../../context.ts';
import { type KnownProduct, productById, productByKey } from '../../domain/catalogue/lookup.ts';
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
  const product =
    productById(ctx.db, parseId(name) ?? NO_ID) ?? productByKey(ctx.db, storeOption(ctx, options).id, name);
  if (product?.live !== live) throw new Refusal('not_found', `there is no ${live ? '' : 'deleted '}product ${name}`);
  return product;
}
