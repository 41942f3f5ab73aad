import { baseUrl } from '../../config.ts';
import type { Context } from '../../context.ts';
import { type Product, productDetail, type Variant } from '../../domain/catalogue/product-detail.ts';
import type { KnownProduct } from '../../domain/catalogue/product-lookup.ts';
import { organizationOf, type ProductOrganization } from '../../domain/catalogue/product-organization.ts';
import { variantDetail } from '../../domain/catalogue/product-part.ts';
import { productView, variantView } from '../../domain/catalogue/product-view.ts';
import { existingVariant, type Part } from '../../domain/variants.ts';
import { type Id, idText, optionalIdText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { formatTags } from '../../lib/tags.ts';
import type { Cli } from '../cli.ts';
import { printable, table } from '../table.ts';

/** A variant as in `/v1`, with the fields only the store sees. */
const storeVariantView = (ctx: Context, variant: Variant) => ({
  ...variantView(variant, baseOf(ctx)),
  key: variant.key,
  low_stock_threshold: variant.lowStockThreshold ?? undefined,
  shelf_location: variant.shelfLocation ?? undefined,
  bundle: variant.isBundle ? partsView(variant.parts) : undefined,
  parts: !variant.isBundle && variant.parts.length > 0 ? partsView(variant.parts) : undefined,
});

/** Without a base URL, picture URLs are paths. */
const baseOf = ({ config }: Context): string => baseUrl(config) ?? '';

const partsView = (parts: readonly Part[]) =>
  parts.map(({ variantId, qty }) => ({ product_variant_id: idText(variantId), qty }));

/** Category and tags, which only the store sees. */
const organizationView = ({ category, tags }: ProductOrganization) => ({
  category: category?.name,
  tags: tags.length > 0 ? tags : undefined,
});

export function printProducts(cli: Cli, ctx: Context, products: readonly KnownProduct[]): void {
  const organization = organizationOf(
    ctx.db,
    products.map(({ id }) => id),
  );
  const documents = products.map(({ id, key, name, parentId }) => ({
    id: idText(id),
    key,
    name,
    parent_id: optionalIdText(parentId),
    ...organizationView(organization(id)),
  }));
  const rows = documents.map(({ id, key, name, category, tags, parent_id }) => [
    ...[id, key, name, category ?? null, formatTags(tags ?? []), parent_id ?? null],
  ]);
  cli.print({ products: documents }, table(['id', 'key', 'name', 'category', 'tags', 'pulled from'], rows));
}

/** @param product a live product */
export function printProduct(cli: Cli, ctx: Context, { id, storeId }: Pick<KnownProduct, 'id' | 'storeId'>): void {
  const product = productDetail(ctx.db, storeId, id) as Product;
  const variants = product.variants.map((variant) => storeVariantView(ctx, variant));
  const organization = organizationView(organizationOf(ctx.db, [id])(id));
  const { category, tags } = organization;
  const document = { ...productView(product, baseOf(ctx)), key: product.key, ...organization, variants };
  cli.print({ product: document }, [
    `product  ${id}  ${product.key}`,
    `name     ${printable(product.name)}`,
    ...(category === undefined ? [] : [`category ${printable(category)}`]),
    ...(tags === undefined ? [] : [`tags     ${printable(formatTags(tags))}`]),
    ...(product.parentId === null ? [] : [`pulled   from product ${product.parentId}`]),
    ...variantTable(product.variants),
  ]);
}

/** @param ids of live variants */
export function printVariants(cli: Cli, ctx: Context, ids: readonly Id[]): void {
  const variants = ids.map((id) => shownVariant(ctx, id));
  cli.print({ variants: variants.map((variant) => storeVariantView(ctx, variant)) }, variantTable(variants));
}

export function printVariant(cli: Cli, ctx: Context, id: Id): void {
  const variant = shownVariant(ctx, id);
  cli.print({ variant: storeVariantView(ctx, variant) }, variantTable([variant]));
}

function shownVariant({ db }: Context, id: Id): Variant {
  return variantDetail(db, existingVariant(db, id).productId, id) as Variant;
}

const VARIANT_HEADINGS = [
  'variant',
  'key',
  'name',
  'sku',
  'prices',
  'on hand',
  'reserved',
  'available',
  'low at',
  'shelf',
  'parts',
];

const variantTable = (variants: readonly Variant[]): string[] =>
  table(
    VARIANT_HEADINGS,
    variants.map(({ stock: { total }, ...variant }) => [
      variant.id,
      variant.key,
      variant.name,
      variant.sku,
      variant.prices.map(({ price }) => moneyText(price)).join(' '),
      total.onHand,
      total.reserved,
      total.onHand - total.reserved,
      variant.lowStockThreshold,
      variant.shelfLocation,
      partsText(variant),
    ]),
  );

const partsText = ({ isBundle, parts }: Pick<Variant, 'isBundle' | 'parts'>): string =>
  parts.length === 0
    ? ''
    : `${isBundle ? 'bundle of' : 'assembled from'} ${parts.map(({ variantId, qty }) => `${variantId}=${qty}`).join(' ')}`;
