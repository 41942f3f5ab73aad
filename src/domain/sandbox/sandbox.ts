import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { truncate } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { putStoreAddress, storeAddresses } from '../addresses.ts';
import { priceTiers, putPriceTier, removePriceTier, setDefaultTier } from '../catalogue/price-tiers.ts';
import { orderWarehouses, putWarehouse, removeWarehouse, warehouses } from '../catalogue/warehouses.ts';
import { addChannel, type ChannelWithSecret, listChannels, PERMISSIONS } from '../channels/channels.ts';
import { findCourier, putCourier } from '../couriers/couriers.ts';
import { type AddedCodes, shippingTypes } from '../orders/order-codes.ts';
import { discardDraft, draftsOf } from '../stock/stock-documents.ts';
import { addStore, changeStore, type Store, sandboxOf, storesAndSandboxes } from '../stores.ts';
import { addApp } from '../webhooks/apps.ts';
import { SIMULATED_URL } from '../webhooks/simulated-url.ts';
import type { SandboxPair } from './copy-product.ts';
import { startFilling } from './reset-state.ts';

// A sandbox is a copy of a store for the tests of partners. Its payments, parcels and webhooks are simulated
// (docs/sandbox.md#what-is-simulated), and it is reset every night.

/** A channel of a sandbox; its secret is undefined if the channel was added before. */
export interface TestChannel extends Omit<ChannelWithSecret, 'clientSecret'> {
  clientSecret?: string | undefined;
  webhookSecret?: string | undefined;
}

interface WantedTestChannel {
  /** The store that the sandbox copies. */
  store: Store;
  key?: string | undefined;
  name?: string | undefined;
  codes: AddedCodes;
}

/**
 * Adds a channel with every permission to the store's sandbox, and the sandbox itself if it is the first one.
 * Idempotent by key. A background job then copies the catalogue.
 *
 * @throws AppError invalid_request if the store is a sandbox
 */
export function addTestChannel(
  tx: WriteTx,
  { store, key = newKey('channel'), name: given, codes }: WantedTestChannel,
  now: number,
): TestChannel {
  if (store.sandboxOf !== null) throw invalidRequest('sandbox_of_a_sandbox', { store: store.key });
  const storeId = sandboxOf(tx, store.id)?.id ?? addSandbox(tx, store, codes, now);
  const existing = listChannels(tx, storeId).find((channel) => channel.key === key);
  if (existing) return { channel: existing };
  const name = given ?? `Sandbox ${listChannels(tx, storeId).length + 1}`;
  const app = addApp(tx, { storeId, key, name, url: SIMULATED_URL, orderUpdated: true, productUpdated: true }, now);
  const fields = { storeId, key, name, permissions: PERMISSIONS, ownOrdersOnly: true, appId: app.id };
  return { ...addChannel(tx, fields, now), webhookSecret: app.webhookSecret };
}

function addSandbox(tx: WriteTx, store: Store, codes: AddedCodes, now: number): Id {
  const id = addStore(tx, { key: freeKey(tx, store), name: nameOf(store), sandboxOf: store.id }, now);
  copySettings(tx, { store, sandboxId: id, codes }, now);
  startFilling(tx, id, now);
  return id;
}

function freeKey(tx: WriteTx, { key }: Store): string {
  const wanted = `${key}-sandbox`;
  return storesAndSandboxes(tx).some((store) => store.key === wanted) ? newKey('sandbox') : wanted;
}

const SUFFIX = ' (Sandbox)';

const nameOf = ({ name }: Store): string => truncate(name, MAX_LENGTH.name - SUFFIX.length - 1) + SUFFIX;

/** Copies everything but products, accounts and partners. A sandbox has no order quota, PromptPay id and real courier. */
export function copySettings(
  tx: WriteTx,
  { store, sandboxId, codes }: { store: Store; sandboxId: Id; codes: AddedCodes },
  now: number,
): void {
  const { sellBelowZero, codCountsAsReady, vatPercent, shippingRates, freeShippingFrom, remoteArea, suspended } = store;
  const shipping = { shippingRates, freeShippingFrom, remoteArea };
  const own = { name: nameOf(store), orderQuota: 0, promptpayId: null };
  const copied = { sellBelowZero, codCountsAsReady, vatPercent, ...shipping, suspended };
  changeStore(tx, sandboxId, { ...own, ...copied });
  for (const { key, name, isDefault } of priceTiers(tx, store.id)) {
    const id = putPriceTier(tx, sandboxId, { key, name });
    if (isDefault) setDefaultTier(tx, sandboxId, id);
  }
  const ids = warehouses(tx, store.id).map(({ key, name }) => putWarehouse(tx, sandboxId, { key, name }));
  orderWarehouses(tx, sandboxId, ids);
  for (const { version, id, ...address } of storeAddresses(tx, store.id).toSorted((a, b) => a.id - b.id))
    putStoreAddress(tx, sandboxId, address, now);
  for (const shippingType of shippingTypes(codes))
    if (!findCourier(tx, sandboxId, shippingType)) putCourier(tx, sandboxId, shippingType, { adapter: 'simulated' });
}

/** Removes drafts, addresses, and unused warehouses and price tiers that the store does not have. */
export function removeMissing(tx: WriteTx, { sourceId, storeId }: SandboxPair, now: number): void {
  for (const id of draftsOf(tx, storeId)) discardDraft(tx, id);
  for (const { id } of missing(warehouses(tx, storeId), warehouses(tx, sourceId)))
    ifUnused(() => removeWarehouse(tx, storeId, id, now));
  for (const { id } of missing(priceTiers(tx, storeId), priceTiers(tx, sourceId)))
    ifUnused(() => removePriceTier(tx, storeId, id));
  for (const { version, id, ...address } of missing(storeAddresses(tx, storeId), storeAddresses(tx, sourceId)))
    putStoreAddress(tx, storeId, { ...address, is_removed: true }, now);
}

const missing = <Item extends { key: string }>(copied: readonly Item[], source: readonly { key: string }[]): Item[] =>
  copied.filter(({ key }) => !source.some((item) => item.key === key));

/** Ignores the AppError of an item that is in use: a test channel may use a price tier that the store no longer has. */
function ifUnused(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
