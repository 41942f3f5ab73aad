import type { Reader } from '../../db/reader.ts';
import { storeAddresses } from '../addresses.ts';
import { type PriceTier, priceTiers } from '../catalogue/price-tiers.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { type Channel, listChannels } from '../channels/channels.ts';
import type { Store } from '../stores.ts';
import { type App, listApps } from '../webhooks/apps.ts';
import { dumpCouriers } from './couriers.ts';
import { dumpProducts } from './dump-products.ts';

/** The store file of what is there. Secrets are left out; whoever loads it elsewhere gets new ones. */
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
      vat_percent: store.vatPercent || undefined,
    },
    price_tiers: tiers.map(({ key, name, isDefault }) => ({ key, name, default: isDefault })),
    warehouses: warehouses(db, store.id).map(({ key, name }) => ({ key, name })),
    addresses: storeAddresses(db, store.id)
      .toSorted((one, other) => one.id - other.id) // oldest first, so that a load keeps their age
      .map(({ version, id, ...address }) => address),
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
  expire_time: channel.expireTime ?? undefined,
  enabled: channel.enabled,
});

const appEntry = (app: App) => ({
  key: app.key,
  name: app.name,
  url: app.url,
  events: { stock_available_updated: app.stockAvailableUpdated },
});
