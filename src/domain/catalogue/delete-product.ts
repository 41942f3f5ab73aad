import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import { announceMissed, changeAvailability, rememberAvailable } from '../stock/availability-change.ts';
import { invalidateVariants, variantById } from '../variants.ts';
import { compositeParams, compositesOf, requireOwnParts } from './bundle-parts.ts';
import { setVariantDeleteTime, syncFollowers } from './edit-variant.ts';
import { productById, variantsOfProduct } from './product-lookup.ts';
import { setProductDeleteTime, touchProduct } from './products.ts';

// Deleted products and variants are gone from the API and cannot be ordered. Existing orders still show and reserve
// them. Variants that other stores pulled from them remain, with nothing available (docs/decisions.md#pulled-products).

/** The reason that stores with pulled variants see. */
const SOURCE_CHANGED = { reason: 'unknown' } as const;

/** @throws AppError not_found; invalid_request if a live variant of another product contains one of its variants */
export const deleteProduct = (tx: WriteTx, id: Id, now: number): void => deleteProducts(tx, [id], now);

/** Deletes products together: one may be sold as parts of another. @throws AppError as `deleteProduct` */
export function deleteProducts(tx: WriteTx, ids: readonly Id[], now: number): void {
  for (const id of ids) {
    const product = productById(tx, id);
    if (!product?.live) throw notFound('product_not_found', { product: id });
    const variants = variantsOfProduct(tx, id);
    for (const variantId of variants) requireNotAPart(tx, variantId, ids);
    rememberAvailable(tx, variants);
    const change = () => {
      setProductDeleteTime(tx, id, now);
      invalidateVariants(tx);
      return [];
    };
    changeAvailability(tx, { cause: SOURCE_CHANGED, variantIds: variants, change }, now);
    audit(tx, 'product_deleted', { storeId: product.storeId, subjectId: id });
  }
}

/** @throws AppError not_found; invalid_request if it is pulled or a part of a live variant */
export function deleteVariant(tx: WriteTx, id: Id, now: number): void {
  const variant = variantById(tx, id);
  if (!variant?.live) throw notFound('variant_not_found', { variant: id });
  if (variant.pulledFrom !== null)
    throw invalidRequest('pulled_variant_not_deletable', { variant: id, product: variant.productId });
  requireNotAPart(tx, id);
  rememberAvailable(tx, [id]);
  const change = () => {
    setVariantDeleteTime(tx, id, now, now);
    return [];
  };
  changeAvailability(tx, { cause: SOURCE_CHANGED, variantIds: [id], change }, now);
  audit(tx, 'variant_deleted', { storeId: variant.storeId, subjectId: id });
}

/** @param deletedProducts their variants are deleted too, so they may contain the variant */
function requireNotAPart(db: Reader, id: Id, deletedProducts: readonly Id[] = []): void {
  const composite = compositesOf(db, id).find(({ productId }) => !deletedProducts.includes(productId));
  if (composite) throw invalidRequest('deleted_variant_is_a_part', { variant: id, ...compositeParams(composite) });
}

/**
 * Restores a deleted product, without the variants that were deleted on their own.
 *
 * @throws AppError not_found; invalid_request if a part of one of its variants is no longer usable
 */
export const restoreProduct = (tx: WriteTx, id: Id, now: number): void => restoreProducts(tx, [id], now);

/** Restores products together: one may be sold as parts of another. @throws AppError as `restoreProduct` */
export function restoreProducts(tx: WriteTx, ids: readonly Id[], now: number): void {
  for (const id of ids) {
    const product = productById(tx, id);
    if (!product || product.live) throw notFound('deleted_product_not_found', { product: id });
    reviveProduct(tx, id, now);
    audit(tx, 'product_restored', { storeId: product.storeId, subjectId: id });
  }
  for (const variantId of ids.flatMap((id) => variantsOfProduct(tx, id))) requireOwnParts(tx, variantId);
}

/** @throws AppError not_found; invalid_request if its product is deleted or one of its parts is no longer usable */
export function restoreVariant(tx: WriteTx, id: Id, now: number): void {
  const variant = variantById(tx, id);
  if (!variant || variant.live) throw notFound('deleted_variant_not_found');
  if (!productById(tx, variant.productId)?.live)
    throw invalidRequest('variant_of_deleted_product', { variant: id, product: variant.productId });
  reviveVariant(tx, id, now);
  requireOwnParts(tx, id);
  audit(tx, 'variant_restored', { storeId: variant.storeId, subjectId: id });
}

/** Restores the product without checking the parts of its variants. */
export function reviveProduct(tx: WriteTx, id: Id, now: number): void {
  const change = () => {
    setProductDeleteTime(tx, id, null);
    touchProduct(tx, id, now);
    invalidateVariants(tx);
    return [];
  };
  changeAvailability(tx, { cause: SOURCE_CHANGED, variantIds: variantsOfProduct(tx, id), change }, now);
  announceMissed(tx, variantsOfProduct(tx, id), now);
}

/** Restores the variant without checking its parts. */
export function reviveVariant(tx: WriteTx, id: Id, now: number): void {
  const change = () => {
    setVariantDeleteTime(tx, id, null, now);
    return syncFollowers(tx, id, now);
  };
  changeAvailability(tx, { cause: SOURCE_CHANGED, variantIds: [id], change }, now);
  announceMissed(tx, [id], now);
}
