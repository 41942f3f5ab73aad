import { idText, optionalIdText } from '../../lib/ids.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { absoluteUrl } from '../pictures/stored-pictures.ts';
import type { Level } from '../stock/ledger.ts';
import type { Product, Variant } from './product-detail.ts';

/** See docs/partner-api.md#product. @param base address of this service, for the URLs of its pictures */
export function productView(product: Readonly<Product>, base: string) {
  const { variants, pictures } = product;
  const pictureUrl = (url: string) => absoluteUrl(base, url);
  return {
    id: idText(product.id),
    name: product.name,
    description: product.description,
    store_id: idText(product.storeId),
    img_uris: pictures.map(({ url }) => pictureUrl(url)),
    thumbnail_uris: pictures.map(({ thumbnailUrl }) => pictureUrl(thumbnailUrl)),
    tiny_img_uris: pictures.map(({ tinyUrl }) => pictureUrl(tinyUrl)),
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
    parent_id: optionalIdText(product.parentId),
    variants: variants.map((variant) => variantView(variant, base)),
  };
}

/** See docs/partner-api.md#variant. */
export function variantView(variant: Variant, base: string) {
  const { total, warehouses } = variant.stock;
  return {
    product_variant_id: idText(variant.id),
    name: variant.name,
    create_time: variant.createTime,
    update_time: variant.updateTime,
    img_url: variant.imageUrl === null ? undefined : absoluteUrl(base, variant.imageUrl),
    sku: variant.sku ?? undefined,
    barcodes: variant.barcodes.length > 0 ? variant.barcodes : undefined,
    prices: variant.prices.map(({ id, priceTierId, price }) => ({
      id: idText(id),
      price_tier_id: idText(priceTierId),
      price: moneyText(price),
    })),
    cost: optionalMoney(variant.cost),
    ...levelView(total),
    warehouses: warehouses.map((level) => ({ wh_id: idText(level.warehouseId), ...levelView(level) })),
    weight: variant.weight ?? undefined,
    pulled_from_product_variant_id: optionalIdText(variant.pulledFrom),
  };
}

const levelView = ({ onHand, reserved }: Level) => ({
  on_hand: onHand,
  available_qty: onHand - reserved,
  reserved_qty: reserved,
});

const optionalMoney = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));

const distinct = (ids: number[]): string[] => [...new Set(ids)].sort((a, b) => a - b).map(String);
