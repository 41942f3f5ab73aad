import type { Id } from '../../lib/ids.ts';

/** A variant by the names that people know it by. */
export interface NamedVariant {
  variantId: Id;
  sku: string | null;
  productName: string;
  variantName: string;
}

/** The same as columns of `variants v` and `products p`. */
export const NAMED_VARIANT = 'v.id AS variantId, v.sku, p.name AS productName, v.name AS variantName';
