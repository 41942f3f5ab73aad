import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
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

/** In the store's order: the first one supplies first. */
export const warehouses = (db: Database, storeId: Id): readonly Warehouse[] =>
  db.cached('warehouses', storeId, () =>
    db.all<Warehouse>('SELECT id, key, name FROM warehouses WHERE store_id = ? ORDER BY id', storeId),
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
 * @throws Refusal invalid_request where the key is taken
 */
export function addPriceTier(db: Database, storeId: Id, tier: { key: string; name: string }): Id {
  requireNewKey(priceTiers(db, storeId), tier.key, 'price tier');
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

/** Adds the warehouse after the others, or renames the one that has this key. */
export function putWarehouse(db: Database, storeId: Id, warehouse: { key: string; name: string }): Id {
  db.forget('warehouses', storeId);
  return (
    db.get<{ id: Id }>(
      `INSERT INTO warehouses (store_id, key, name) VALUES (?, ?, ?)
       ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name RETURNING id`,
      storeId,
      warehouse.key,
      warehouse.name,
    ) as { id: Id }
  ).id;
}

/** @throws Refusal invalid_request where the key is taken */
export function addWarehouse(db: Database, storeId: Id, warehouse: { key: string; name: string }): Id {
  requireNewKey(warehouses(db, storeId), warehouse.key, 'warehouse');
  return putWarehouse(db, storeId, warehouse);
}

function requireNewKey(list: readonly { key: string }[], wanted: string, what: string): void {
  requireKey(wanted);
  if (list.some(({ key }) => key === wanted))
    throw new Refusal('invalid_request', `there is a ${what} ${wanted} already`);
}
