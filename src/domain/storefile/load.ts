import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { OperatorError } from '../../lib/errors.ts';
import { type Id, idText, parseId } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { standardKey } from '../../lib/secrets.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { putStoreAddress } from '../addresses.ts';
import { audit } from '../audit/audit-log.ts';
import { putBankAccount } from '../bank-accounts.ts';
import { priceTiers, putPriceTier, setDefaultTier } from '../catalogue/price-tiers.ts';
import { orderWarehouses, putWarehouse } from '../catalogue/warehouses.ts';
import { addChannel, changeChannel, listChannels } from '../channels/channels.ts';
import { advanceCod } from '../orders/advance.ts';
import { byCommand } from '../orders/history.ts';
import { type AddedCodes, shippingTypes } from '../orders/order-codes.ts';
import { addStore, changeStore, storesAndSandboxes } from '../stores.ts';
import { addApp, changeApp, listApps } from '../webhooks/apps.ts';
import { loadCouriers } from './couriers.ts';
import { type CatalogueIds, catalogueIds, loadCatalogues } from './load-catalogue.ts';
import { referenceProblems } from './problems/reference-problems.ts';
import { shippingSettingsOf } from './shipping-settings.ts';
import {
  type AppEntry,
  type ChannelEntry,
  readStoreFile,
  type StoreEntry,
  type StoreFile,
} from './store-file-schema.ts';
import { byKey, type Ids, type LoadOptions, type SetupIds, type StoreLoad } from './store-load.ts';

/** The ids of everything in the file, by key, and the secrets of new channels and apps. */
export interface Loaded extends SetupIds, CatalogueIds {
  id: string;
  channels: Record<string, LoadedChannel>;
  apps: Record<string, LoadedApp>;
}

/**
 * Loads a store file: adds new keys and changes known ones. Other data stays unchanged.
 *
 * @throws OperatorError with every problem and its path
 */
export function loadStoreFile(
  tx: WriteTx,
  document: unknown,
  codes: AddedCodes,
  now: number,
): { stores: Record<string, Loaded> } {
  const checked = checkStoreFile(tx, document, codes);
  if ('problems' in checked) throw new OperatorError(checked.problems);
  const sandboxes = sandboxProblems(tx, checked.file);
  if (sandboxes.length > 0) throw new OperatorError(sandboxes);
  const loaded = loadChecked(tx, checked.file, { now, keepsPrices: false });
  for (const { id } of Object.values(loaded.stores)) audit(tx, 'store_file_loaded', { storeId: parseId(id) ?? null });
  return loaded;
}

/** A sandbox follows its store and is not loaded. */
const sandboxProblems = (db: Reader, { stores }: StoreFile): Message[] =>
  stores.flatMap(({ key }, i) =>
    storesAndSandboxes(db).some((store) => store.key === key && store.sandboxOf !== null)
      ? [message('store_is_a_sandbox', { path: ['stores', i, 'key'], store: key })]
      : [],
  );

/** Loads a file that `checkStoreFile` has accepted. */
export function loadChecked(tx: WriteTx, file: StoreFile, options: LoadOptions): { stores: Record<string, Loaded> } {
  const loads = file.stores.map((entry, i) => loadStore(tx, entry, { ...options, path: ['stores', i] }));
  loadCatalogues(loads);
  return { stores: Object.fromEntries(loads.map((loading) => [loading.entry.key, loadPartners(loading)])) };
}

/**
 * The parsed store file, or all its problems with their paths.
 *
 * @param isPartial see `futureCatalogue`
 */
export function checkStoreFile(
  db: Reader,
  document: unknown,
  codes: AddedCodes,
  isPartial = false,
): { file: StoreFile } | { problems: Message[] } {
  const read = readStoreFile(document);
  const references = referenceProblems(db, document, shippingTypes(codes), isPartial);
  if ('problems' in read) return { problems: [...read.problems, ...references] };
  return references.length > 0 ? { problems: references } : read;
}

function loadStore(tx: WriteTx, entry: StoreEntry, how: LoadOptions & Pick<StoreLoad, 'path'>): StoreLoad {
  const { now } = how;
  const known = storesAndSandboxes(tx).find(({ key }) => key === entry.key);
  const storeId = known?.id ?? addStore(tx, entry, now);
  changeStore(tx, storeId, {
    name: entry.name,
    ...withoutUndefined({
      sellBelowZero: entry.settings?.sell_below_zero,
      orderQuota: entry.settings?.order_quota,
      codCountsAsReady: entry.settings?.cod_counts_as_ready,
      promptpayId: entry.settings?.promptpay_id,
      promptpayName: entry.settings?.promptpay_name,
      vatPercent: entry.settings?.vat_percent,
    }),
    ...shippingSettingsOf(entry.settings ?? {}),
  });
  for (const account of entry.bank_accounts) putBankAccount(tx, storeId, account);
  return {
    tx,
    storeId,
    entry,
    isNewStore: !known,
    ...how,
    newVariants: new Set(),
    ids: {
      price_tiers: loadPriceTiers(tx, storeId, entry),
      warehouses: loadWarehouses(tx, storeId, entry),
      addresses: idsOf(entry.addresses, (address) => putStoreAddress(tx, storeId, address, now)),
    },
  };
}

function loadWarehouses(tx: WriteTx, storeId: Id, { warehouses }: StoreEntry): Ids {
  const ids = idsOf(warehouses, (warehouse) => putWarehouse(tx, storeId, warehouse));
  const order = warehouses.map(({ key }) => parseId(ids[key] ?? '') as Id);
  orderWarehouses(tx, storeId, order);
  return ids;
}

function loadPriceTiers(tx: WriteTx, storeId: Id, { price_tiers }: StoreEntry): Ids {
  const ids = idsOf(price_tiers, (tier) => putPriceTier(tx, storeId, tier));
  const marked = price_tiers.find((tier) => tier.default)?.key;
  const tiers = priceTiers(tx, storeId);
  const chosen = tiers.find(({ key }) => key === marked) ?? tiers.find(({ isDefault }) => isDefault) ?? tiers[0];
  if (chosen) setDefaultTier(tx, storeId, chosen.id);
  return ids;
}

/** Loads couriers, apps and channels last, so that new apps get no webhooks about opening stock. */
function loadPartners(loading: StoreLoad): Loaded {
  const { tx, storeId, entry, ids } = loading;
  loadCouriers(loading);
  if (entry.settings?.cod_counts_as_ready && !loading.isNewStore) advanceCod(tx, storeId, byCommand(loading.now));
  const apps = byKey(entry.apps, (app) => loadApp(loading, app));
  const channels = byKey(entry.channels, (channel) => loadChannel(loading, channel));
  return { id: idText(storeId), ...ids, ...catalogueIds(loading), channels, apps };
}

const idsOf = <Entry extends { key: string }>(list: readonly Entry[], put: (entry: Entry) => Id): Ids =>
  byKey(list, (entry) => idText(put(entry)));

export interface LoadedApp {
  id: string;
  webhook_secret?: string;
  /** The same secret as a key of Standard Webhooks. */
  standard_key?: string;
}

export function loadApp({ tx, storeId, now }: StoreLoad, entry: AppEntry): LoadedApp {
  const known = listApps(tx, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...withoutUndefined({
      url: entry.url,
      stockAvailableUpdated: entry.events?.stock_available_updated,
      orderUpdated: entry.events?.order_updated,
      productUpdated: entry.events?.product_updated,
    }),
  };
  if (known) return { id: idText(changeApp(tx, known.id, fields).id) };
  const app = addApp(tx, { ...fields, storeId, key: entry.key }, now);
  const { webhookSecret } = app;
  return { id: idText(app.id), webhook_secret: webhookSecret, standard_key: standardKey(webhookSecret) };
}

export interface LoadedChannel {
  id: string;
  client_id: string;
  client_secret?: string;
}

export function loadChannel({ tx, storeId, now }: StoreLoad, entry: ChannelEntry): LoadedChannel {
  const known = listChannels(tx, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...withoutUndefined({
      permissions: entry.permissions,
      ownOrdersOnly: entry.own_orders_only,
      priceTierId: priceTiers(tx, storeId).find(({ key }) => key === entry.price_tier)?.id,
      appId: listApps(tx, storeId).find(({ key }) => key === entry.app)?.id,
      enabled: entry.enabled,
      expireTime: entry.expire_time,
    }),
  };
  if (known) {
    const { id, clientId } = changeChannel(tx, known.id, fields);
    return { id: idText(id), client_id: clientId };
  }
  const { channel, clientSecret } = addChannel(tx, { ...fields, storeId, key: entry.key }, now);
  return { id: idText(channel.id), client_id: channel.clientId, client_secret: clientSecret };
}
