import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { storeAddresses } from '../addresses.ts';
import { type Product, productDetail, type Variant } from '../catalogue/detail.ts';
import { priceTiers, warehouses } from '../catalogue/places.ts';
import { type Channel, listChannels } from '../channels/channels.ts';
import { listCouriers } from '../couriers.ts';
import type { Store } from '../stores.ts';
import { type App, listApps } from '../webhooks/apps.ts';

/** The store file of what is there. Secrets are left out; whoever loads it elsewhere gets new ones. */
export const dumpStores = (db: Database, stores: readonly Store[]) =>
  db.snapshot(() => ({ stores: stores.map((store) => dumpStore(db, store)) }));

function dumpStore(db: Database, store: Store) {
  const tiers = priceTiers(db, store.id);
  const apps = listApps(db, store.id);
  const keys: Keys = {
    tier: keyById(tiers),
    warehouse: keyById(warehouses(db, store.id)),
    app: keyById(apps),
  };
  return {
    key: store.key,
    name: store.name,
    settings: {
      sell_below_zero: store.sellBelowZero,
      order_quota: store.orderQuota,
      cod_counts_as_ready: store.codCountsAsReady,
    },
    price_tiers: tiers.map(({ key, name, isDefault }) => ({ key, name, default: isDefault })),
    warehouses: warehouses(db, store.id).map(({ key, name }) => ({ key, name })),
    addresses: storeAddresses(db, store.id)
      .toSorted((one, other) => one.id - other.id) // oldest first, so that a load keeps their age
      .map(({ version, id, ...address }) => address),
    products: liveProducts(db, store.id).map((product) => productEntry(product, keys)),
    couriers: listCouriers(db, store.id).map((settings) => ({ ...settings, secret: undefined })),
    channels: listChannels(db, store.id).map((channel) => channelEntry(channel, keys)),
    apps: apps.map(appEntry),
  };
}

interface Keys {
  tier: ReadonlyMap<Id, string>;
  warehouse: ReadonlyMap<Id, string>;
  app: ReadonlyMap<Id, string>;
}

const keyById = (list: readonly { id: Id; key: string }[]) => new Map(list.map(({ id, key }) => [id, key]));

const liveProducts = (db: Database, storeId: Id): Readonly<Product>[] =>
  db
    .all<{ id: Id }>('SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL ORDER BY id', storeId)
    .map(({ id }) => productDetail(db, storeId, id) as Product);

const productEntry = (product: Readonly<Product>, keys: Keys) => ({
  key: product.key,
  name: product.name,
  description: product.description,
  images: product.pictures.map(({ url, thumbnailUrl, tinyUrl }) => ({
    url,
    thumbnail_url: thumbnailUrl,
    tiny_url: tinyUrl,
  })),
  shipping_rates: product.shippingRates.map(({ shippingType, first, eachMore }) => ({
    shipping_type: shippingType,
    first: moneyText(first),
    each_more: moneyText(eachMore),
  })),
  min: optionalMoney(product.set.min),
  max: optionalMoney(product.set.max),
  variants: product.variants.map((variant) => variantEntry(variant, keys)),
});

const variantEntry = (variant: Variant, keys: Keys) => ({
  key: variant.key,
  name: variant.name,
  sku: variant.sku ?? undefined,
  image_url: variant.imageUrl ?? undefined,
  prices: Object.fromEntries(
    variant.prices.map(({ priceTierId, price }) => [keys.tier.get(priceTierId), moneyText(price)]),
  ),
  cost: optionalMoney(variant.cost),
  weight: variant.weight ?? undefined,
  stock: Object.fromEntries(
    variant.stock.warehouses.map(({ warehouseId, onHand }) => [keys.warehouse.get(warehouseId), onHand]),
  ),
});

const channelEntry = (channel: Channel, keys: Keys) => ({
  key: channel.key,
  name: channel.name,
  price_tier: channel.priceTierId === null ? undefined : keys.tier.get(channel.priceTierId),
  app: channel.appId === null ? undefined : keys.app.get(channel.appId),
  permissions: channel.permissions,
  expire_time: channel.expireTime ?? undefined,
  enabled: channel.enabled,
});

const appEntry = (app: App) => ({
  key: app.key,
  name: app.name,
  url: app.url,
  events: { stock_available_updated: app.stockAvailableUpdated },
});

const optionalMoney = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));
