import type { Product, ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import { countLiveVariants, productHead, variantDetail } from '../../../domain/catalogue/product-part.ts';
import { notFound } from '../../../lib/errors.ts';
import { idText } from '../../../lib/ids.ts';
import { requestedPage } from '../../page/pagination.ts';
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

export const isOnlyVariant = (context: StoreContext, product: Pick<Product, 'id'>): boolean =>
  countLiveVariants(context.db, product.id) === 1;

/** The page that edits the variant: that of its product if the product has no other. */
export const editPath = (context: StoreContext, product: Pick<Product, 'id'>, variant: Pick<Variant, 'id'>): string =>
  isOnlyVariant(context, product) ? productPath(product) : variantPath(product, variant);

/** The query of the shown page of variants, so that a form returns to it. */
export function pageQueryOf(context: StoreContext): string {
  const page = requestedPage(context);
  return page === 1 ? '' : `?page=${page}`;
}
