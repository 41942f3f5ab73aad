import type { Database } from '../../db/database.ts';
import { Fault } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { putStoreAddress } from '../addresses.ts';
import { putProduct, putVariant } from '../catalogue/edit.ts';
import { priceTiers, putPriceTier, putWarehouse, setDefaultTier, warehouses } from '../catalogue/places.ts';
import { addChannel, changeChannel, listChannels } from '../channels/channels.ts';
import { putCourier } from '../couriers.ts';
import { type AddedCodes, shippingTypes } from '../orders/codes.ts';
import { setOnHand } from '../stock/adjust.ts';
import type { Reason } from '../stock/reasons.ts';
import { addStore, changeStore, listStores } from '../stores.ts';
import { addApp, changeApp, listApps } from '../webhooks/apps.ts';
import { referenceFaults } from './references.ts';
import {
  type AppEntry,
  type ChannelEntry,
  type ProductEntry,
  readStoreFile,
  type StoreEntry,
  type VariantEntry,
} from './shape.ts';

type Ids = Record<string, string>;

/** The ids of everything the file names, by key, and the secrets of the channels and apps that this load made. */
export interface Loaded {
  id: string;
  price_tiers: Ids;
  warehouses: Ids;
  addresses: Ids;
  products: Ids;
  variants: Ids;
  channels: Record<string, { id: string; client_id: string; client_secret?: string }>;
  apps: Record<string, { id: string; webhook_secret?: string }>;
}

/**
 * Makes what a store file says true, inside the caller's transaction: new keys are added, known ones changed, and what
 * the file leaves out stays.
 *
 * @param document the parsed JSON
 * @throws Fault with every fault of the file, each with its place
 */
export function loadStoreFile(
  db: Database,
  document: unknown,
  codes: AddedCodes,
  now: number,
): { stores: Record<string, Loaded> } {
  const read = readStoreFile(document);
  const faults = [...('faults' in read ? read.faults : []), ...referenceFaults(db, document, shippingTypes(codes))];
  if ('faults' in read || faults.length > 0) throw new Fault(faults);
  return { stores: byKey(read.file.stores, (store) => loadStore(db, store, now)) };
}

interface Loading {
  db: Database;
  storeId: Id;
  /** The store is made by this load. */
  first: boolean;
  now: number;
}

function loadStore(db: Database, store: StoreEntry, now: number): Loaded {
  const known = listStores(db).find(({ key }) => key === store.key);
  const storeId = known?.id ?? addStore(db, store, now);
  changeStore(db, storeId, {
    name: store.name,
    ...given({
      sellBelowZero: store.settings?.sell_below_zero,
      orderQuota: store.settings?.order_quota,
      codCountsAsReady: store.settings?.cod_counts_as_ready,
    }),
  });
  const loading: Loading = { db, storeId, first: !known, now };
  const tiers = loadPriceTiers(loading, store);
  const places = idsOf(store.warehouses, (warehouse) => putWarehouse(db, storeId, warehouse));
  const addresses = idsOf(store.addresses, (address) => putStoreAddress(db, storeId, address, now));
  const catalogue = loadProducts(loading, store.products);
  for (const courier of store.couriers) putCourier(db, storeId, courier);
  // Apps come after the stock, so that the apps of a load are not told of its opening stock.
  const apps = byKey(store.apps, (app) => loadApp(loading, app));
  const channels = byKey(store.channels, (channel) => loadChannel(loading, channel));
  return { id: idText(storeId), price_tiers: tiers, warehouses: places, addresses, ...catalogue, channels, apps };
}

function loadPriceTiers({ db, storeId }: Loading, { price_tiers }: StoreEntry): Ids {
  const ids = idsOf(price_tiers, (tier) => putPriceTier(db, storeId, tier));
  const marked = price_tiers.find((tier) => tier.default)?.key;
  const tiers = priceTiers(db, storeId);
  const chosen = tiers.find(({ key }) => key === marked) ?? tiers.find(({ isDefault }) => isDefault) ?? tiers[0];
  if (chosen) setDefaultTier(db, storeId, chosen.id);
  return ids;
}

function loadProducts(loading: Loading, products: readonly ProductEntry[]): { products: Ids; variants: Ids } {
  const { db, storeId, now } = loading;
  const variants: Ids = {};
  const ids = idsOf(products, (product) => {
    const productId = putProduct(db, storeId, productFields(product), now);
    for (const variant of product.variants) variants[variant.key] = idText(loadVariant(loading, productId, variant));
    return productId;
  });
  return { products: ids, variants };
}

const productFields = (product: ProductEntry) => ({
  ...product,
  pictures: product.images?.map(({ url, thumbnail_url, tiny_url }) => ({
    url,
    thumbnailUrl: thumbnail_url ?? url,
    tinyUrl: tiny_url ?? url,
  })),
  shippingRates: product.shipping_rates?.map(({ shipping_type, first, each_more }) => ({
    shippingType: shipping_type,
    first,
    eachMore: each_more,
  })),
});

function loadVariant({ db, storeId, first, now }: Loading, productId: Id, entry: VariantEntry): Id {
  const known = db.get('SELECT 1 FROM variants WHERE store_id = ? AND key = ?', storeId, entry.key) !== undefined;
  const tierId = (key: string) => priceTiers(db, storeId).find((tier) => tier.key === key)?.id as Id;
  const prices =
    entry.prices && new Map(Object.entries(entry.prices).map(([key, price]) => [tierId(key), price] as const));
  const variantId = putVariant(db, storeId, productId, { ...entry, imageUrl: entry.image_url, prices }, now);
  const reason: Reason = first ? 'system_init' : known ? 'command_edited' : 'variant_created';
  for (const { id: warehouseId, key } of warehouses(db, storeId)) {
    const qty = entry.stock?.[key];
    if (qty !== undefined) setOnHand(db, { variantId, warehouseId, qty, reason }, now);
  }
  return variantId;
}

function loadApp({ db, storeId, now }: Loading, entry: AppEntry): Loaded['apps'][string] {
  const known = listApps(db, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...given({ url: entry.url, stockAvailableUpdated: entry.events?.stock_available_updated }),
  };
  if (known) return { id: idText(changeApp(db, known.id, fields).id) };
  const app = addApp(db, { ...fields, storeId, key: entry.key }, now);
  return { id: idText(app.id), webhook_secret: app.webhookSecret };
}

function loadChannel({ db, storeId, now }: Loading, entry: ChannelEntry): Loaded['channels'][string] {
  const known = listChannels(db, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...given({
      permissions: entry.permissions,
      priceTierId: priceTiers(db, storeId).find(({ key }) => key === entry.price_tier)?.id,
      appId: listApps(db, storeId).find(({ key }) => key === entry.app)?.id,
      enabled: entry.enabled,
      expireTime: entry.expire_time,
    }),
  };
  if (known) {
    const { id, clientId } = changeChannel(db, known.id, fields);
    return { id: idText(id), client_id: clientId };
  }
  const { channel, clientSecret } = addChannel(db, { ...fields, storeId, key: entry.key }, now);
  return { id: idText(channel.id), client_id: channel.clientId, client_secret: clientSecret };
}

const byKey = <Entry extends { key: string }, Value>(list: readonly Entry[], load: (entry: Entry) => Value) =>
  Object.fromEntries(list.map((entry) => [entry.key, load(entry)]));

const idsOf = <Entry extends { key: string }>(list: readonly Entry[], put: (entry: Entry) => Id): Ids =>
  byKey(list, (entry) => idText(put(entry)));

/** The fields that are there. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
