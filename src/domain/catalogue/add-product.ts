import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { setOnHand } from '../stock/adjust-on-hand.ts';
import { freeVariantKeys, requireVariantKey } from './catalogue-keys.ts';
import { putVariant, type VariantFields } from './edit-variant.ts';
import { productById } from './product-lookup.ts';
import { type ProductFields, putProduct } from './products.ts';

export interface NewProduct extends Pick<ProductFields, 'name' | 'description' | 'category' | 'tags'> {
  variants: readonly KeylessVariant[];
}

/**
 * Adds a product with its first variants (variant_created). All get generated keys.
 *
 * @throws AppError invalid_request if the name has no visible character
 */
export function addProduct(tx: WriteTx, storeId: Id, { variants, ...product }: NewProduct, now: number): Id {
  if (!hasVisibleCharacter(product.name)) throw invalidRequest('no_visible_character', { path: 'name' });
  const key = newKey('product');
  const id = putProduct(tx, storeId, { ...product, key }, now);
  addVariants(tx, { id, storeId, key }, variants, now);
  return id;
}

/** Adds variants with generated keys. @throws AppError as `addVariant` */
export function addVariants(
  tx: WriteTx,
  { id, storeId, key }: { id: Id; storeId: Id; key: string },
  variants: readonly KeylessVariant[],
  now: number,
): void {
  const keys = freeVariantKeys(tx, storeId, key);
  for (const variant of variants) addVariant(tx, id, { ...variant, key: keys.next().value as string }, now);
}

export interface NewVariant extends VariantFields {
  key: string;
  /** Opening stock by warehouse. */
  stock?: ReadonlyMap<Id, number> | undefined;
  userId?: Id | undefined;
}

export type KeylessVariant = Omit<NewVariant, 'key'>;

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
