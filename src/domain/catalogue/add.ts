import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { setOnHand } from '../stock/adjust.ts';
import { putVariant, type VariantFields } from './edit.ts';
import { requireVariantKey } from './keys.ts';
import { productById } from './lookup.ts';

export interface NewVariant extends VariantFields {
  key: string;
  /** What is on hand to begin with, by warehouse. */
  stock?: ReadonlyMap<Id, number> | undefined;
  userId?: Id | undefined;
}

/**
 * Adds a variant to a product, with its opening stock (variant_created).
 *
 * @throws Refusal not_found; invalid_request where the product is pulled or the key is taken
 */
export function addVariant(db: Database, productId: Id, { stock, userId, ...variant }: NewVariant, now: number): Id {
  const product = productById(db, productId);
  if (!product?.live) throw new Refusal('not_found', `there is no product ${productId}`);
  if (product.parentId !== null)
    throw new Refusal('invalid_request', `product ${productId} is pulled: its variants are those of its source`);
  requireVariantKey(db, product.storeId, variant.key);
  const variantId = putVariant(db, product.storeId, productId, variant, now);
  for (const [warehouseId, qty] of stock ?? [])
    setOnHand(db, { variantId, warehouseId, qty, reason: 'variant_created', userId }, now);
  return variantId;
}
