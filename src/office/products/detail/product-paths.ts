import type { Product, ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import { productHead, variantDetail } from '../../../domain/catalogue/product-part.ts';
import { notFound } from '../../../lib/errors.ts';
import { idText } from '../../../lib/ids.ts';
import type { StoreContext } from '../../request-context.ts';

/** The store's live product in the path. @throws AppError not_found */
export function productOf(context: StoreContext): Readonly<ProductHead> {
  const product = productHead(context.db, context.store.id, context.id());
  if (!product) throw notFound('product_not_found', { product: context.id() });
  return product;
}

/** The live variant in the path and its product. @throws AppError not_found */
export const variantOf = (context: StoreContext): { product: Readonly<ProductHead>; variant: Variant } =>
  context.db.snapshot(() => {
    const product = productOf(context);
    const id = context.id('variant');
    const variant = variantDetail(context.db, product.id, id);
    if (!variant) throw notFound('variant_not_found', { variant: id });
    return { product, variant };
  });

export const productPath = ({ id }: Pick<Product, 'id'>): string => `/products/${idText(id)}`;
export const variantPath = (product: Pick<Product, 'id'>, { id }: Pick<Variant, 'id'>): string =>
  `${productPath(product)}/variants/${idText(id)}`;
