import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { cutTo } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { putStoreAddress, storeAddresses } from '../addresses.ts';
import { priceTiers, putPriceTier, setDefaultTier } from '../catalogue/price-tiers.ts';
import { orderWarehouses, putWarehouse, warehouses } from '../catalogue/warehouses.ts';
import { addChannelOnce, type ChannelWithSecret, listChannels, PERMISSIONS } from '../channels/channels.ts';
import { findCourier, putCourier } from '../couriers/couriers.ts';
import { type AddedCodes, shippingTypes } from '../orders/codes.ts';
import { addStore, changeStore, type Store, sandboxOf, storesAndSandboxes } from '../stores.ts';
import { addApp, listApps } from '../webhooks/apps.ts';
import { SIMULATED_URL } from '../webhooks/simulated.ts';
import { startFilling } from './refill-state.ts';

// A sandbox is a copy of a store for the tests of partners (docs/sandbox.md). Its payments, parcels and webhooks are
// simulated, and it is emptied every night.

/** A channel of a sandbox; its secret is undefined if the channel was added before. */
export interface TestChannel extends Omit<ChannelWithSecret, 'clientSecret'> {
  clientSecret?: string | undefined;
  webhookSecret?: string | undefined;
}

/**
 * Adds a channel with every permission to the store's sandbox, and the sandbox itself if it is the first one. Idempotent
 * by key. A background job then copies the catalogue.
 *
 * @throws AppError invalid_request if the store is a sandbox
 */
export function addTestChannel(
  tx: WriteTx,
  { store, key = newKey('channel'), codes }: { store: Store; key?: string | undefined; codes: AddedCodes },
  now: number,
): TestChannel {
  if (store.sandboxOf !== null) throw invalidRequest('sandbox_of_a_sandbox', { store: store.key });
  const storeId = sandboxOf(tx, store.id)?.id ?? addSandbox(tx, store, codes, now);
  const name = `Sandbox ${listChannels(tx, storeId).length + 1}`;
  const app = listApps(tx, storeId)[0];
  const fields = { storeId, key, name, permissions: PERMISSIONS, appId: app?.id ?? null };
  return { ...addChannelOnce(tx, fields, now), webhookSecret: app?.webhookSecret };
}

function addSandbox(tx: WriteTx, store: Store, codes: AddedCodes, now: number): Id {
  const id = addStore(tx, { key: freeKey(tx, store), name: nameOf(store), sandboxOf: store.id }, now);
  copySettings(tx, { store, sandboxId: id, codes }, now);
  const url = SIMULATED_URL;
  addApp(tx, { storeId: id, key: 'sandbox', name: 'Sandbox', url, orderUpdated: true, productUpdated: true }, now);
  startFilling(tx, id, now);
  return id;
}

function freeKey(tx: WriteTx, { key }: Store): string {
  const wanted = `${key}-sandbox`;
  return storesAndSandboxes(tx).some((store) => store.key === wanted) ? newKey('sandbox') : wanted;
}

const SUFFIX = ' (Sandbox)';

const nameOf = ({ name }: Store): string => cutTo(name, MAX_LENGTH.name - SUFFIX.length) + SUFFIX;

/** Copies everything but products, accounts and partners. The order quota and the couriers do not apply to a sandbox. */
export function copySettings(
  tx: WriteTx,
  { store, sandboxId, codes }: { store: Store; sandboxId: Id; codes: AddedCodes },
  now: number,
): void {
  const { sellBelowZero, codCountsAsReady, vatPercent, suspended } = store;
  changeStore(tx, sandboxId, { name: nameOf(store), sellBelowZero, codCountsAsReady, vatPercent, suspended });
  for (const { key, name, isDefault } of priceTiers(tx, store.id)) {
    const id = putPriceTier(tx, sandboxId, { key, name });
    if (isDefault) setDefaultTier(tx, sandboxId, id);
  }
  const places = warehouses(tx, store.id).map(({ key, name }) => putWarehouse(tx, sandboxId, { key, name }));
  orderWarehouses(tx, sandboxId, places);
  for (const { version, id, ...address } of storeAddresses(tx, store.id).toSorted((a, b) => a.id - b.id))
    putStoreAddress(tx, sandboxId, address, now);
  for (const shippingType of shippingTypes(codes))
    if (!findCourier(tx, sandboxId, shippingType)) putCourier(tx, sandboxId, shippingType, { adapter: 'simulated' });
}
