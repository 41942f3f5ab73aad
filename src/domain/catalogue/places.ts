import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/messages.ts';
import { foldCase, hasVisibleCharacter } from '../../lib/text.ts';
import { requireKey } from './keys.ts';

/** Price tiers and warehouses: the places in which a variant has a price and a stock. */
export interface PriceTier {
  id: Id;
  key: string;
  name: string;
  isDefault: boolean;
}

export interface Warehouse {
  id: Id;
  key: string;
  name: string;
}

const selectPriceTiers = query<Omit<PriceTier, 'isDefault'> & { isDefault: number }>(
  { reads: ['price_tiers'] },
  'SELECT id, key, name, is_default AS isDefault FROM price_tiers WHERE store_id = ? ORDER BY id',
);

/** In the order they were made. */
export const priceTiers = (db: Reader, storeId: Id): readonly PriceTier[] =>
  db.cached('price tiers', storeId, () =>
    db.all(selectPriceTiers, storeId).map((tier) => ({ ...tier, isDefault: tier.isDefault === 1 })),
  );

export const defaultTier = (db: Reader, storeId: Id): PriceTier | undefined =>
  priceTiers(db, storeId).find(({ isDefault }) => isDefault);

const selectWarehouses = query<Warehouse>(
  { reads: ['warehouses'] },
  'SELECT id, key, name FROM warehouses WHERE store_id = ? AND remove_time IS NULL ORDER BY position, id',
);

/** In the store's order: the first one supplies first. Those that are taken out are left out. */
export const warehouses = (db: Reader, storeId: Id): readonly Warehouse[] =>
  db.cached('warehouses', storeId, () => db.all(selectWarehouses, storeId));

const selectAnyWarehouse = query<Warehouse & { storeName: string }>(
  { reads: ['stores', 'warehouses'] },
  `SELECT w.id, w.key, w.name, s.name AS storeName FROM warehouses w JOIN stores s ON s.id = w.store_id
   WHERE w.id = ?`,
);

/** A warehouse of whatever store, taken out or not: what is pulled from another store shows what is there. */
export const anyWarehouse = (db: Reader, id: Id): (Warehouse & { storeName: string }) | undefined =>
  db.get(selectAnyWarehouse, id);

const insertPriceTier = command<{ id: Id }>(
  { writes: ['price_tiers'] },
  `INSERT INTO price_tiers (store_id, key, name, is_default) VALUES (?, ?, ?, 0)
   ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name RETURNING id`,
);

/** Adds the tier, or renames the one that has this key. */
export function putPriceTier(tx: WriteTx, storeId: Id, tier: { key: string; name: string }): Id {
  tx.invalidate('price tiers', storeId);
  return (tx.runReturning(insertPriceTier, storeId, tier.key, tier.name)[0] as { id: Id }).id;
}

/**
 * Adds a tier; a store's first one is its default.
 *
 * @throws AppError invalid_request where the key or the name is taken
 */
export function addPriceTier(tx: WriteTx, storeId: Id, tier: { key: string; name: string }): Id {
  requireNewKey(priceTiers(tx, storeId), tier.key, 'price_tier');
  requireNewName(priceTiers(tx, storeId), tier.name, 'price_tier');
  const id = putPriceTier(tx, storeId, tier);
  if (!defaultTier(tx, storeId)) setDefaultTier(tx, storeId, id);
  return id;
}

const updateDefaultTier = command(
  { writes: ['price_tiers'] },
  'UPDATE price_tiers SET is_default = 0 WHERE store_id = ? AND id <> ?',
);

const updateDefaultTierInPriceTiers = command(
  { writes: ['price_tiers'] },
  'UPDATE price_tiers SET is_default = 1 WHERE store_id = ? AND id = ?',
);

export function setDefaultTier(tx: WriteTx, storeId: Id, tierId: Id): void {
  tx.run(updateDefaultTier, storeId, tierId);
  tx.run(updateDefaultTierInPriceTiers, storeId, tierId);
  tx.invalidate('price tiers', storeId);
  tx.invalidate('product'); // lowest and highest prices are the default tier's
}

/** Renames a tier. @throws AppError not_found; invalid_request where the name cannot be seen or is another tier's */
export function renamePriceTier(tx: WriteTx, storeId: Id, tierId: Id, name: string): void {
  const { key } = existingTier(tx, storeId, tierId);
  requireNewName(others(priceTiers(tx, storeId), tierId), name, 'price_tier');
  putPriceTier(tx, storeId, { key, name });
}

const selectTierUse = query<{ n: number }>(
  { reads: ['prices'] },
  'SELECT count(*) AS n FROM prices WHERE price_tier_id = ?',
);

const selectTierUseFromChannels = query<{ name: string }>(
  { reads: ['channels'] },
  'SELECT name FROM channels WHERE price_tier_id = ? ORDER BY id',
);

/** How many variants have a price in the tier, those of deleted products too, and the channels that see its prices. */
export const tierUse = (db: Reader, tierId: Id): { prices: number; channels: string[] } => ({
  prices: db.get(selectTierUse, tierId)?.n ?? 0,
  channels: db.all(selectTierUseFromChannels, tierId).map(({ name }) => name),
});

const deletePriceTier = command({ writes: ['price_tiers'] }, 'DELETE FROM price_tiers WHERE id = ?');

/**
 * Takes out a tier that nothing uses, for good.
 *
 * @throws AppError not_found; invalid_request where it is the default, has prices or is a channel's
 */
export function removePriceTier(tx: WriteTx, storeId: Id, tierId: Id): void {
  const { name, isDefault } = existingTier(tx, storeId, tierId);
  if (isDefault) throw new AppError('invalid_request', 'price_tier_is_default', { priceTier: name });
  const { prices, channels } = tierUse(tx, tierId);
  if (channels.length > 0)
    throw new AppError('invalid_request', 'price_tier_has_channels', { priceTier: name, channels });
  if (prices > 0) throw new AppError('invalid_request', 'price_tier_has_prices', { priceTier: name, variants: prices });
  tx.run(deletePriceTier, tierId);
  tx.invalidate('price tiers', storeId);
}

function existingTier(db: Reader, storeId: Id, tierId: Id): PriceTier {
  const tier = priceTiers(db, storeId).find(({ id }) => id === tierId);
  if (!tier) throw new AppError('not_found', 'price_tier_not_found', { priceTier: tierId });
  return tier;
}

const insertWarehouse = command<{ id: Id }>(
  { writes: ['warehouses'], reads: ['stock'] },
  `INSERT INTO warehouses (store_id, key, name, position)
     SELECT @storeId, @key, @name, coalesce(max(position), 0) + 1 FROM warehouses WHERE store_id = @storeId
   ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name, remove_time = NULL RETURNING id`,
);

/** Adds the warehouse after the others, or renames the one that has this key; one that was taken out is back. */
export function putWarehouse(tx: WriteTx, storeId: Id, warehouse: { key: string; name: string }): Id {
  tx.invalidate('warehouses', storeId);
  return (tx.runReturning(insertWarehouse, { storeId, key: warehouse.key, name: warehouse.name })[0] as { id: Id }).id;
}

/** @throws AppError invalid_request where the key is taken, or the name is that of one that is not taken out */
export function addWarehouse(tx: WriteTx, storeId: Id, warehouse: { key: string; name: string }): Id {
  requireNewKey([...warehouses(tx, storeId), ...removedWarehouses(tx, storeId)], warehouse.key, 'warehouse');
  requireNewName(warehouses(tx, storeId), warehouse.name, 'warehouse');
  return putWarehouse(tx, storeId, warehouse);
}

/** @throws AppError not_found; invalid_request where the name cannot be seen or is another warehouse's */
export function renameWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, name: string): void {
  const { key } = existingWarehouse(tx, storeId, warehouseId);
  requireNewName(others(warehouses(tx, storeId), warehouseId), name, 'warehouse');
  putWarehouse(tx, storeId, { key, name });
}

const selectOrderWarehouses = query<{ id: Id }>(
  { reads: ['warehouses'] },
  'SELECT id FROM warehouses WHERE store_id = ? ORDER BY position, id',
);

const updateWarehouse = command({ writes: ['warehouses'] }, 'UPDATE warehouses SET position = ? WHERE id = ?');

/** Puts these warehouses in this order among themselves; the others keep their places. */
export function orderWarehouses(tx: WriteTx, storeId: Id, ids: readonly Id[]): void {
  const wanted = [...ids];
  const all = tx.all(selectOrderWarehouses, storeId);
  const ordered = all.map(({ id }) => (ids.includes(id) ? (wanted.shift() as Id) : id));
  for (const [i, id] of ordered.entries()) tx.run(updateWarehouse, i + 1, id);
  tx.invalidate('warehouses', storeId);
}

/** Exchanges the warehouse with the one before it (-1) or after it (1), if there is one. @throws AppError not_found */
export function moveWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, by: -1 | 1): void {
  existingWarehouse(tx, storeId, warehouseId);
  const ids = warehouses(tx, storeId).map(({ id }) => id);
  const from = ids.indexOf(warehouseId);
  const other = ids[from + by];
  if (other === undefined) return;
  orderWarehouses(tx, storeId, by < 0 ? [warehouseId, other] : [other, warehouseId]);
}

const selectRemovedWarehouses = query<Warehouse & { removeTime: number }>(
  { reads: ['warehouses'] },
  `SELECT id, key, name, remove_time AS removeTime FROM warehouses
   WHERE store_id = ? AND remove_time IS NOT NULL ORDER BY remove_time DESC, id`,
);

/** Those that were taken out, newest first. */
export const removedWarehouses = (db: Reader, storeId: Id): (Warehouse & { removeTime: number })[] =>
  db.all(selectRemovedWarehouses, storeId);

const selectWarehouse = query<{ n: number }>(
  { reads: ['stock'] },
  'SELECT count(*) AS n FROM stock WHERE warehouse_id = ? AND (on_hand <> 0 OR reserved <> 0)',
);

const selectWarehouseFromStockDocuments = query<{ id: Id }>(
  { reads: ['stock_documents'] },
  `SELECT id FROM stock_documents WHERE store_id = @storeId AND (warehouse_id = @warehouseId OR to_warehouse_id = @warehouseId)
   AND (status = 'draft' OR applying = 1)`,
);

const updateWarehouseInWarehouses = command(
  { writes: ['warehouses'] },
  'UPDATE warehouses SET remove_time = ? WHERE id = ?',
);

/**
 * Takes out a warehouse: nothing is kept there any more. Its ledger stays, and `restoreWarehouse` brings it back.
 *
 * @throws AppError not_found; invalid_request where it holds stock, a document of it is open, or it is the only one
 */
export function removeWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, now: number): void {
  const { name } = existingWarehouse(tx, storeId, warehouseId);
  if (warehouses(tx, storeId).length === 1)
    throw new AppError('invalid_request', 'warehouse_is_the_only_one', { warehouse: name });
  const held = tx.get(selectWarehouse, warehouseId);
  if (held?.n) throw new AppError('invalid_request', 'warehouse_has_stock', { warehouse: name, variants: held.n });
  const open = tx.get(selectWarehouseFromStockDocuments, { storeId, warehouseId });
  if (open)
    throw new AppError('invalid_request', 'warehouse_has_open_document', { warehouse: name, document: open.id });
  tx.run(updateWarehouseInWarehouses, now, warehouseId);
  tx.invalidate('warehouses', storeId);
}

/**
 * Brings back a warehouse that was taken out, in the place it had.
 *
 * @throws AppError not_found; invalid_request where another has its name by now
 */
export function restoreWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id): void {
  const known = removedWarehouses(tx, storeId).find(({ id }) => id === warehouseId);
  if (!known) throw new AppError('not_found', 'removed_warehouse_not_found', { warehouse: warehouseId });
  if (hasName(warehouses(tx, storeId), known.name))
    throw new AppError('invalid_request', 'removed_warehouse_name_taken', { warehouse: known.name });
  putWarehouse(tx, storeId, known);
}

function existingWarehouse(db: Reader, storeId: Id, warehouseId: Id): Warehouse {
  const warehouse = warehouses(db, storeId).find(({ id }) => id === warehouseId);
  if (!warehouse) throw new AppError('not_found', 'warehouse_not_found', { warehouse: warehouseId });
  return warehouse;
}

type Kind = 'price_tier' | 'warehouse';

const KEY_TAKEN = {
  price_tier: (priceTier: string) => message('price_tier_key_taken', { path: 'key', priceTier }),
  warehouse: (warehouse: string) => message('warehouse_key_taken', { path: 'key', warehouse }),
};

function requireNewKey(list: readonly { key: string }[], wanted: string, kind: Kind): void {
  requireKey(wanted);
  if (list.some(({ key }) => key === wanted)) throw new AppError('invalid_request', KEY_TAKEN[kind](wanted));
}

function requireNewName(list: readonly { name: string }[], wanted: string, kind: Kind): void {
  if (!hasVisibleCharacter(wanted)) throw new AppError('invalid_request', 'no_visible_character', { path: 'name' });
  if (hasName(list, wanted)) throw new AppError('invalid_request', `${kind}_name_taken`, { path: 'name' });
}

/** People tell places apart by name: case and spaces make no other one. */
const hasName = (list: readonly { name: string }[], wanted: string): boolean =>
  list.some(({ name }) => plainName(name) === plainName(wanted));

const plainName = (name: string): string => foldCase(name).trim().replaceAll(/\s+/g, ' ');

const others = <Place extends { id: Id }>(list: readonly Place[], own: Id): Place[] =>
  list.filter(({ id }) => id !== own);
