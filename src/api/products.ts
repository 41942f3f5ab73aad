import { Hono } from 'hono';
import * as v from 'valibot';
import type { Context } from '../context.ts';
import { type Product, productDetail, type Variant } from '../domain/catalogue/detail.ts';
import { countProducts, listProducts, type ProductPage, SORT_KEYS, type SortKey } from '../domain/catalogue/list.ts';
import type { Level } from '../domain/stock/ledger.ts';
import { Refusal } from '../lib/errors.ts';
import { flag, id, integer, oneOf, text } from '../lib/fields.ts';
import { idText } from '../lib/ids.ts';
import { type Money, moneyText } from '../lib/money.ts';
import { shape } from '../lib/shape.ts';
import { type Bindings, keptJson } from './reply.ts';
import { v1 } from './v1.ts';

const listBody = shape({
  limit: v.optional(integer(1, 100), 20),
  offset: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
  query: v.optional(text),
  sort_by: v.optional(oneOf(SORT_KEYS), 'update_time'),
  sort_order: v.optional(oneOf(['desc', 'asc']), 'desc'),
  get_count: v.optional(flag, false),
});

const detailBody = shape({ product_id: id });

/** Specification, "POST /v1/product/list" and "/detail". Catalogue reads need no permission. */
export const products = (ctx: Context) =>
  new Hono<{ Bindings: Bindings }>()
    .post(
      '/list',
      v1(ctx, {
        body: listBody,
        bodyOptional: true,
        answer: ({ storeId }, { limit, offset, query, sort_by, sort_order, get_count }) => {
          const search = { limit, offset, query, sortBy: sort_by as SortKey, descending: sort_order === 'desc' };
          const page = listProducts(ctx.db, storeId, search);
          if (!get_count) return keptJson(page, () => listView(page));
          return { ...listView(page), total: countProducts(ctx.db, storeId, query) };
        },
      }),
    )
    .post(
      '/detail',
      v1(ctx, {
        body: detailBody,
        answer: ({ storeId }, { product_id }) => {
          const product = productDetail(ctx.db, storeId, product_id);
          if (!product) throw new Refusal('not_found', 'there is no product with this product_id');
          return keptJson(product, () => ({ product: productView(product) }));
        },
      }),
    );

/** Specification, "Product (list row)". */
const listView = ({ products, hasMore }: ProductPage) => ({
  products: products.map(({ id, name, imageUrl }) => ({ id: idText(id), name, image_url: imageUrl ?? undefined })),
  has_more: hasMore,
});

/** Specification, "ProductDetail". */
function productView(product: Readonly<Product>) {
  const { variants, pictures } = product;
  return {
    id: idText(product.id),
    name: product.name,
    description: product.description,
    store_id: idText(product.storeId),
    img_uris: pictures.map(({ url }) => url),
    thumbnail_uris: pictures.map(({ thumbnailUrl }) => thumbnailUrl),
    tiny_img_uris: pictures.map(({ tinyUrl }) => tinyUrl),
    create_time: product.createTime,
    update_time: product.updateTime,
    price_tier_ids: distinct(variants.flatMap(({ prices }) => prices.map(({ priceTierId }) => priceTierId))),
    warehouse_ids: distinct(variants.flatMap(({ stock }) => stock.warehouses.map(({ warehouseId }) => warehouseId))),
    shipping_rates: product.shippingRates.map(({ shippingType, first, eachMore }) => ({
      shipping_type: shippingType,
      first: moneyText(first),
      each_more: moneyText(eachMore),
    })),
    min: optionalMoney(product.min),
    max: optionalMoney(product.max),
    parent_id: product.parentId === null ? undefined : idText(product.parentId),
    variants: variants.map(variantView),
  };
}

/** Specification, "Variant". */
function variantView(variant: Variant) {
  const { total, warehouses } = variant.stock;
  return {
    product_variant_id: idText(variant.id),
    name: variant.name,
    create_time: variant.createTime,
    update_time: variant.updateTime,
    img_url: variant.imageUrl ?? undefined,
    sku: variant.sku ?? undefined,
    prices: variant.prices.map(({ id, priceTierId, price }) => ({
      id: idText(id),
      price_tier_id: idText(priceTierId),
      price: moneyText(price),
    })),
    cost: optionalMoney(variant.cost),
    ...levelView(total),
    warehouses: warehouses.map((level) => ({ wh_id: idText(level.warehouseId), ...levelView(level) })),
    weight: variant.weight ?? undefined,
    pulled_from_product_variant_id: variant.pulledFrom === null ? undefined : idText(variant.pulledFrom),
  };
}

const levelView = ({ onHand, reserved }: Level) => ({
  on_hand: onHand,
  available_qty: onHand - reserved,
  reserved_qty: reserved,
});

const optionalMoney = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));

const distinct = (ids: number[]): string[] => [...new Set(ids)].sort((a, b) => a - b).map(String);
