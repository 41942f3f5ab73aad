import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { setOnHand } from '../stock/adjust-on-hand.ts';
import { freeVariantKey, requireVariantKey } from './catalogue-keys.ts';
import { putVariant, type VariantFields } from './edit-variant.ts';
import { productById } from './product-lookup.ts';
import { type ProductFields, putProduct } from './products.ts';

export interface NewProduct extends Pick<ProductFields, 'name' | 'description' | 'category' | 'tags'> {
  variant: Omit<NewVariant, 'key'>;
}

/**
 * Adds a product with its first variant (variant_created). Both get generated keys.
 *
 * @throws AppError invalid_request if the name has no visible character
 */
export function addProduct(tx: WriteTx, storeId: Id, { variant, ...product }: NewProduct, now: number): Id {
  if (!hasVisibleCharacter(product.name)) throw invalidRequest('no_visible_character', { path: 'name' });
  const key = newKey('product');
  const id = putProduct(tx, storeId, { ...product, key }, now);
  addVariant(tx, id, { ...variant, key: freeVariantKey(tx, storeId, key) }, now);
  return id;
}

export interface NewVariant extends VariantFields {
  key: string;
  /** Opening stock by warehouse. */
  stock?: ReadonlyMap<Id, number> | undefined;
  userId?: Id | undefined;
}

/**
 * Adds a variant to a product, with its opening stock (variant_created).
 *
 * @throws AppError not_found; invalid_request if the product is pulled or the key is taken
 */
export function addVariant(tx: WriteTx, productId: Id, { stock, userId, ...variant }: NewVariant, now: number): Id {
  const product = productById(tx, productId);
  if (!product?.live) throw notFound('product_not_found', { product: productId });
  if (product.parentId !== null) throw invalidRequest('pulled_product_variants_fixed');
  requireVariantKey(tx, product.storeId, variant.key);
  const variantId = putVariant(tx, product.storeId, productId, variant, now);
  for (const [warehouseId, qty] of stock ?? [])
    setOnHand(tx, { variantId, warehouseId, qty, reason: 'variant_created', userId }, now);
  return variantId;
}
