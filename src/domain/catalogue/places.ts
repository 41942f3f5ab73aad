import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
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

/** In the order they were made. */
export const priceTiers = (db: Database, storeId: Id): readonly PriceTier[] =>
  db.cached('price tiers', storeId, () =>
    db
      .all<Omit<PriceTier, 'isDefault'> & { isDefault: number }>(
        'SELECT id, key, name, is_default AS isDefault FROM price_tiers WHERE store_id = ? ORDER BY id',
        storeId,
      )
      .map((tier) => ({ ...tier, isDefault: tier.isDefault === 1 })),
  );

export const defaultTier = (db: Database, storeId: Id): PriceTier | undefined =>
  priceTiers(db, storeId).find(({ isDefault }) => isDefault);

/** In the store's order: the first one supplies first. Those that are taken out are left out. */
export const warehouses = (db: Database, storeId: Id): readonly Warehouse[] =>
  db.cached('warehouses', storeId, () =>
    db.all<Warehouse>(
      'SELECT id, key, name FROM warehouses WHERE store_id = ? AND remove_time IS NULL ORDER BY position, id',
      storeId,
    ),
  );

/** A warehouse of whatever store, taken out or not: what is pulled from another store shows what is there. */
export const anyWarehouse = (db: Database, id: Id): (Warehouse & { storeName: string }) | undefined =>
  db.get(
    `SELECT w.id, w.key, w.name, s.name AS storeName FROM warehouses w JOIN stores s ON s.id = w.store_id
     WHERE w.id = ?`,
    id,
  );

/** Adds the tier, or renames the one that has this key. */
export function putPriceTier(db: Database, storeId: Id, tier: { key: string; name: string }): Id {
  db.forget('price tiers', storeId);
  return (
    db.get<{ id: Id }>(
      `INSERT INTO price_tiers (store_id, key, name, is_default) VALUES (?, ?, ?, 0)
       ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name RETURNING id`,
      storeId,
      tier.key,
      tier.name,
    ) as { id: Id }
  ).id;
}

/**
 * Adds a tier; a store's first one is its default.
 *
 * @throws Refusal invalid_request where the key or the name is taken
 */
export function addPriceTier(db: Database, storeId: Id, tier: { key: string; name: string }): Id {
  requireNewKey(priceTiers(db, storeId), tier.key, 'price tier');
  requireNewName(priceTiers(db, storeId), tier.name, 'price tier');
  const id = putPriceTier(db, storeId, tier);
  if (!defaultTier(db, storeId)) setDefaultTier(db, storeId, id);
  return id;
}

export function setDefaultTier(db: Database, storeId: Id, tierId: Id): void {
  db.run('UPDATE price_tiers SET is_default = 0 WHERE store_id = ? AND id <> ?', storeId, tierId);
  db.run('UPDATE price_tiers SET is_default = 1 WHERE store_id = ? AND id = ?', storeId, tierId);
  db.forget('price tiers', storeId);
  db.forget('product'); // lowest and highest prices are the default tier's
}

/** Renames a tier. @throws Refusal not_found; invalid_request where the name cannot be seen or is another tier's */
export function renamePriceTier(db: Database, storeId: Id, tierId: Id, name: string): void {
  const { key } = existingTier(db, storeId, tierId);
  requireNewName(others(priceTiers(db, storeId), tierId), name, 'price tier');
  putPriceTier(db, storeId, { key, name });
}

/** How many variants have a price in the tier, those of deleted products too, and the channels that see its prices. */
export const tierUse = (db: Database, tierId: Id): { prices: number; channels: string[] } => ({
  prices: db.get<{ n: number }>('SELECT count(*) AS n FROM prices WHERE price_tier_id = ?', tierId)?.n ?? 0,
  channels: db
    .all<{ name: string }>('SELECT name FROM channels WHERE price_tier_id = ? ORDER BY id', tierId)
    .map(({ name }) => name),
});

/**
 * Takes out a tier that nothing uses, for good.
 *
 * @throws Refusal not_found; invalid_request where it is the default, has prices or is a channel's
 */
export function removePriceTier(db: Database, storeId: Id, tierId: Id): void {
  const { name, isDefault } = existingTier(db, storeId, tierId);
  if (isDefault) throw new Refusal('invalid_request', `price tier ${name} is the default; make another one that first`);
  const { prices, channels } = tierUse(db, tierId);
  if (channels.length > 0)
    throw new Refusal('invalid_request', `price tier ${name} is that of the channels ${channels.join(', ')}`);
  if (prices > 0)
    throw new Refusal(
      'invalid_request',
      `price tier ${name} has the prices of ${prices} variants; take them away first`,
    );
  db.run('DELETE FROM price_tiers WHERE id = ?', tierId);
  db.forget('price tiers', storeId);
}

function existingTier(db: Database, storeId: Id, tierId: Id): PriceTier {
  const tier = priceTiers(db, storeId).find(({ id }) => id === tierId);
  if (!tier) throw new Refusal('not_found', `the store has no price tier ${tierId}`);
  return tier;
}

/** Adds the warehouse after the others, or renames the one that has this key; one that was taken out is back. */
export function putWarehouse(db: Database, storeId: Id, warehouse: { key: string; name: string }): Id {
  db.forget('warehouses', storeId);
  return (
    db.get<{ id: Id }>(
      `INSERT INTO warehouses (store_id, key, name, position)
         SELECT @storeId, @key, @name, coalesce(max(position), 0) + 1 FROM warehouses WHERE store_id = @storeId
       ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name, remove_time = NULL RETURNING id`,
      { storeId, key: warehouse.key, name: warehouse.name },
    ) as { id: Id }
  ).id;
}

/** @throws Refusal invalid_request where the key is taken, or the name is that of one that is not taken out */
export function addWarehouse(db: Database, storeId: Id, warehouse: { key: string; name: string }): Id {
  requireNewKey([...warehouses(db, storeId), ...removedWarehouses(db, storeId)], warehouse.key, 'warehouse');
  requireNewName(warehouses(db, storeId), warehouse.name, 'warehouse');
  return putWarehouse(db, storeId, warehouse);
}

/** @throws Refusal not_found; invalid_request where the name cannot be seen or is another warehouse's */
export function renameWarehouse(db: Database, storeId: Id, warehouseId: Id, name: string): void {
  const { key } = existingWarehouse(db, storeId, warehouseId);
  requireNewName(others(warehouses(db, storeId), warehouseId), name, 'warehouse');
  putWarehouse(db, storeId, { key, name });
}

/** Puts these warehouses in this order among themselves; the others keep their places. */
export function orderWarehouses(db: Database, storeId: Id, ids: readonly Id[]): void {
  const wanted = [...ids];
  const all = db.all<{ id: Id }>('SELECT id FROM warehouses WHERE store_id = ? ORDER BY position, id', storeId);
  const ordered = all.map(({ id }) => (ids.includes(id) ? (wanted.shift() as Id) : id));
  for (const [i, id] of ordered.entries()) db.run('UPDATE warehouses SET position = ? WHERE id = ?', i + 1, id);
  db.forget('warehouses', storeId);
}

/** Exchanges the warehouse with the one before it (-1) or after it (1), if there is one. @throws Refusal not_found */
export function moveWarehouse(db: Database, storeId: Id, warehouseId: Id, by: -1 | 1): void {
  existingWarehouse(db, storeId, warehouseId);
  const ids = warehouses(db, storeId).map(({ id }) => id);
  const from = ids.indexOf(warehouseId);
  const other = ids[from + by];
  if (other === undefined) return;
  orderWarehouses(db, storeId, by < 0 ? [warehouseId, other] : [other, warehouseId]);
}

/** Those that were taken out, newest first. */
export const removedWarehouses = (db: Database, storeId: Id): (Warehouse & { removeTime: number })[] =>
  db.all(
    `SELECT id, key, name, remove_time AS removeTime FROM warehouses
     WHERE store_id = ? AND remove_time IS NOT NULL ORDER BY remove_time DESC, id`,
    storeId,
  );

/**
 * Takes out a warehouse: nothing is kept there any more. Its ledger stays, and `restoreWarehouse` brings it back.
 *
 * @throws Refusal not_found; invalid_request where it holds stock, a document of it is open, or it is the only one
 */
export function removeWarehouse(db: Database, storeId: Id, warehouseId: Id, now: number): void {
  const { name } = existingWarehouse(db, storeId, warehouseId);
  if (warehouses(db, storeId).length === 1)
    throw new Refusal('invalid_request', `warehouse ${name} is the store's only one`);
  const held = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM stock WHERE warehouse_id = ? AND (on_hand <> 0 OR reserved <> 0)',
    warehouseId,
  );
  if (held?.n) throw new Refusal('invalid_request', `warehouse ${name} holds stock of ${held.n} variants`);
  const open = db.get<{ id: Id }>(
    `SELECT id FROM stock_documents WHERE store_id = @storeId AND (warehouse_id = @warehouseId OR to_warehouse_id = @warehouseId)
       AND (status = 'draft' OR applying = 1)`,
    { storeId, warehouseId },
  );
  if (open) throw new Refusal('invalid_request', `warehouse ${name} has the stock document ${open.id} still open`);
  db.run('UPDATE warehouses SET remove_time = ? WHERE id = ?', now, warehouseId);
  db.forget('warehouses', storeId);
}

/**
 * Brings back a warehouse that was taken out, in the place it had.
 *
 * @throws Refusal not_found; invalid_request where another has its name by now
 */
export function restoreWarehouse(db: Database, storeId: Id, warehouseId: Id): void {
  const known = removedWarehouses(db, storeId).find(({ id }) => id === warehouseId);
  if (!known) throw new Refusal('not_found', `no warehouse ${warehouseId} of the store was taken out`);
  if (hasName(warehouses(db, storeId), known.name))
    throw new Refusal('invalid_request', `another warehouse is named ${known.name}; rename that one first`);
  putWarehouse(db, storeId, known);
}

function existingWarehouse(db: Database, storeId: Id, warehouseId: Id): Warehouse {
  const warehouse = warehouses(db, storeId).find(({ id }) => id === warehouseId);
  if (!warehouse) throw new Refusal('not_found', `the store has no warehouse ${warehouseId}`);
  return warehouse;
}

function requireNewKey(list: readonly { key: string }[], wanted: string, what: string): void {
  requireKey(wanted);
  if (list.some(({ key }) => key === wanted))
    throw new Refusal('invalid_request', `there is a ${what} ${wanted} already`);
}

function requireNewName(list: readonly { name: string }[], wanted: string, what: string): void {
  if (!hasVisibleCharacter(wanted)) throw new Refusal('invalid_request', 'name must have a visible character');
  if (hasName(list, wanted)) throw new Refusal('invalid_request', `name is that of another ${what}`);
}

/** People tell places apart by name: case and spaces make no other one. */
const hasName = (list: readonly { name: string }[], wanted: string): boolean =>
  list.some(({ name }) => plainName(name) === plainName(wanted));

const plainName = (name: string): string => foldCase(name).trim().replaceAll(/\s+/g, ' ');

const others = <Place extends { id: Id }>(list: readonly Place[], own: Id): Place[] =>
  list.filter(({ id }) => id !== own);
