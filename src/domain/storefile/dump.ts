import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { storeAddresses } from '../addresses.ts';
import { bankAccounts } from '../bank-accounts.ts';
import { type PriceTier, priceTiers } from '../catalogue/price-tiers.ts';
import { type Picture, type Product, productDetail, type Variant } from '../catalogue/product-detail.ts';
import { liveProducts } from '../catalogue/product-lookup.ts';
import { organizationOf, type ProductOrganization } from '../catalogue/product-organization.ts';
import { type Source, sourceOf } from '../catalogue/pull-product.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { type Channel, listChannels } from '../channels/channels.ts';
import { pictureNameIn } from '../pictures/stored-pictures.ts';
import { postalCodesText, type RemoteArea } from '../shipping-rates/remote-area.ts';
import type { Store, StoreShippingRate } from '../stores.ts';
import type { Part } from '../variants.ts';
import { type App, appEvents, listApps } from '../webhooks/apps.ts';
import { dumpCouriers } from './couriers.ts';

/** The store file, without secrets. A load elsewhere creates new ones. */
export const dumpStores = (db: Reader, stores: readonly Store[]) =>
  db.snapshot(() => ({ stores: stores.map((store) => dumpStore(db, store)) }));

function dumpStore(db: Reader, store: Store) {
  const tiers = priceTiers(db, store.id);
  const apps = listApps(db, store.id);
  return {
    key: store.key,
    name: store.name,
    settings: {
      sell_below_zero: store.sellBelowZero,
      order_quota: store.orderQuota,
      cod_counts_as_ready: store.codCountsAsReady,
      promptpay_id: store.promptpayId ?? undefined,
      promptpay_name: store.promptpayName ?? undefined,
      vat_percent: store.vatPercent || undefined,
      shipping_rates: store.shippingRates.length > 0 ? store.shippingRates.map(rateEntry) : undefined,
      free_shipping_from: optionalMoney(store.freeShippingFrom),
      remote_area: store.remoteArea ? areaEntry(store.remoteArea) : undefined,
    },
    price_tiers: tiers.map(({ key, name, isDefault }) => ({ key, name, default: isDefault })),
    warehouses: warehouses(db, store.id).map(({ key, name }) => ({ key, name })),
    addresses: storeAddresses(db, store.id)
      .toSorted((a, b) => a.id - b.id) // oldest first, so that a load keeps their age
      .map(({ version, id, ...address }) => address),
    bank_accounts: bankAccounts(db, store.id).map(({ id, ...account }) => account),
    products: dumpProducts(db, store.id),
    couriers: dumpCouriers(db, store.id),
    channels: listChannels(db, store.id).map((channel) => channelEntry(channel, tiers, apps)),
    apps: apps.map(appEntry),
  };
}

const channelEntry = (channel: Channel, tiers: readonly PriceTier[], apps: readonly App[]) => ({
  key: channel.key,
  name: channel.name,
  price_tier: tiers.find(({ id }) => id === channel.priceTierId)?.key,
  app: apps.find(({ id }) => id === channel.appId)?.key,
  permissions: channel.permissions,
  own_orders_only: channel.ownOrdersOnly,
  expire_time: channel.expireTime ?? undefined,
  enabled: channel.enabled,
});

const appEntry = (app: App) => ({ key: app.key, name: app.name, url: app.url, events: appEvents(app) });

export function dumpProducts(db: Reader, storeId: Id) {
  const ids = liveProducts(db, storeId);
  const products = ids.map((id) => productDetail(db, storeId, id) as Product);
  const keys: Keys = {
    tier: keyById(priceTiers(db, storeId)),
    warehouse: keyById(warehouses(db, storeId)),
    variant: keyById(products.flatMap(({ variants }) => variants)),
  };
  const organization = organizationOf(db, ids);
  return products
    .map((product) => productEntry(db, { ...product, ...organization(product.id) }, keys))
    .filter((entry) => entry !== undefined);
}

type DumpedProduct = Readonly<Product & ProductOrganization>;

interface Keys {
  tier: ReadonlyMap<Id, string>;
  warehouse: ReadonlyMap<Id, string>;
  variant: ReadonlyMap<Id, string>;
}

const keyById = (list: readonly { id: Id; key: string }[]) => new Map(list.map(({ id, key }) => [id, key]));

/** Undefined for a pulled product whose source is deleted: it could not be loaded. */
function productEntry(db: Reader, product: DumpedProduct, keys: Keys) {
  const source = sourceOf(db, product.id);
  if (source) return source.live ? pulledEntry(product, source, keys) : undefined;
  return { ...ownEntry(product), variants: product.variants.map((variant) => variantEntry(variant, keys)) };
}

const ownEntry = (product: DumpedProduct) => ({
  key: product.key,
  name: product.name,
  description: product.description,
  category: product.category?.name ?? '',
  tags: product.tags,
  images: product.pictures.map(imageEntry),
  shipping_rates: product.shippingRates.map(rateEntry),
  min: optionalMoney(product.set.min),
  max: optionalMoney(product.set.max),
});

const rateEntry = ({ shippingType, first, eachMore, weightSteps }: StoreShippingRate) => ({
  shipping_type: shippingType ?? undefined,
  first: moneyText(first),
  each_more: moneyText(eachMore),
  weight_steps: weightSteps?.map(({ upTo, price }) => ({ up_to: upTo ?? undefined, price: moneyText(price) })),
});

const areaEntry = ({ fee, postalCodes }: RemoteArea) => ({
  fee: moneyText(fee),
  postal_codes: postalCodesText(postalCodes),
});

/** The paths of an own picture's other sizes follow from its URL. */
const imageEntry = ({ url, thumbnailUrl, tinyUrl }: Picture) =>
  pictureNameIn(url) === undefined ? { url, thumbnail_url: thumbnailUrl, tiny_url: tinyUrl } : { url };

function pulledEntry(product: DumpedProduct, source: Source, keys: Keys) {
  const { key, name, ...own } = ownEntry(product);
  const prices = product.variants
    .filter((variant) => variant.prices.length > 0 && source.variants.has(variant.id))
    .map((variant) => [source.variants.get(variant.id), pricesEntry(variant, keys)]);
  const pulled_from = { store: source.store, product: source.product };
  return { key, name, pulled_from, ...own, prices: Object.fromEntries(prices) };
}

const variantEntry = (variant: Variant, keys: Keys) => ({
  key: variant.key,
  name: variant.name,
  sku: variant.sku ?? undefined,
  barcodes: variant.barcodes.length > 0 ? variant.barcodes : undefined,
  image_url: variant.imageUrl ?? undefined,
  prices: pricesEntry(variant, keys),
  cost: optionalMoney(variant.cost),
  weight: variant.weight ?? undefined,
  low_stock_threshold: variant.lowStockThreshold ?? undefined,
  shelf_location: variant.shelfLocation ?? undefined,
  ...(variant.isBundle ? { bundle: partEntries(variant.parts, keys) } : keptEntry(variant, keys)),
});

const pricesEntry = ({ prices }: Variant, keys: Keys) =>
  Object.fromEntries(prices.map(({ priceTierId, price }) => [keys.tier.get(priceTierId), moneyText(price)]));

const keptEntry = ({ stock, parts }: Variant, keys: Keys) => ({
  stock: Object.fromEntries(
    stock.warehouses.map(({ warehouseId, onHand }) => [keys.warehouse.get(warehouseId), onHand]),
  ),
  parts: parts.length > 0 ? partEntries(parts, keys) : undefined,
});

/** Sorted by key: ids differ after a load. */
const partEntries = (parts: readonly Part[], keys: Keys) =>
  parts
    .map(({ variantId, qty }) => ({ variant: keys.variant.get(variantId) as string, qty }))
    .sort((a, b) => (a.variant < b.variant ? -1 : 1));

const optionalMoney = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));
