import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { isNameTaken, others, requireFreeKey, requireFreeName } from './catalogue-keys.ts';

export interface Warehouse {
  id: Id;
  key: string;
  name: string;
}

const warehousesOfStore = query<Warehouse>(
  { reads: ['warehouses'] },
  'SELECT id, key, name FROM warehouses WHERE store_id = +? AND remove_time IS NULL ORDER BY position, id',
);

/** Warehouses in use, in the store's order: the first one supplies first. */
export const warehouses = (db: Reader, storeId: Id): readonly Warehouse[] =>
  db.cached('warehouses', storeId, () => db.all(warehousesOfStore, storeId));

const warehouseOfAnyStore = query<Warehouse & { storeName: string }>(
  { reads: ['stores', 'warehouses'] },
  `SELECT w.id, w.key, w.name, s.name AS storeName FROM warehouses w JOIN stores s ON s.id = w.store_id
   WHERE w.id = ?`,
);

/** A warehouse of any store, removed or not: pulled products show the stock of their source. */
export const anyWarehouse = (db: Reader, id: Id): (Warehouse & { storeName: string }) | undefined =>
  db.get(warehouseOfAnyStore, id);

const upsertWarehouse = command<{ id: Id }>(
  { writes: ['warehouses'], reads: ['stock'] },
  `INSERT INTO warehouses (store_id, key, name, position)
     SELECT @storeId, @key, @name, coalesce(max(position), 0) + 1 FROM warehouses WHERE store_id = @storeId
   ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name, remove_time = NULL RETURNING id`,
);

/** Adds the warehouse after the others, or renames the one with this key and restores it if it was removed. */
export function putWarehouse(tx: WriteTx, storeId: Id, warehouse: { key: string; name: string }): Id {
  const before = warehouses(tx, storeId).find(({ key }) => key === warehouse.key);
  const { id } = tx.runReturning(upsertWarehouse, { storeId, key: warehouse.key, name: warehouse.name })[0] as {
    id: Id;
  };
  tx.invalidate('warehouses', storeId);
  auditChange(tx, 'warehouse_changed', {
    storeId,
    subjectId: id,
    before: { name: before?.name },
    after: { name: warehouse.name },
  });
  return id;
}

/** @throws AppError invalid_request if the key is taken, also by a removed warehouse, or the name is taken */
export function addWarehouse(tx: WriteTx, storeId: Id, warehouse: { key: string; name: string }): Id {
  requireFreeKey([...warehouses(tx, storeId), ...removedWarehouses(tx, storeId)], warehouse.key, (key) =>
    message('warehouse_key_taken', { path: 'key', warehouse: key }),
  );
  requireFreeName(warehouses(tx, storeId), warehouse.name, 'warehouse_name_taken');
  return putWarehouse(tx, storeId, warehouse);
}

/** @throws AppError not_found; invalid_request if the name has no visible character or another warehouse has it */
export function renameWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, name: string): void {
  const { key } = existingWarehouse(tx, storeId, warehouseId);
  requireFreeName(others(warehouses(tx, storeId), warehouseId), name, 'warehouse_name_taken');
  putWarehouse(tx, storeId, { key, name });
}

const allWarehouseIds = query<{ id: Id }>(
  { reads: ['warehouses'] },
  'SELECT id FROM warehouses WHERE store_id = ? ORDER BY position, id',
);

const setPosition = command({ writes: ['warehouses'] }, 'UPDATE warehouses SET position = ? WHERE id = ?');

/** Sorts these warehouses among themselves; the others keep their positions. */
export function orderWarehouses(tx: WriteTx, storeId: Id, ids: readonly Id[]): void {
  const sorted = [...ids];
  const all = tx.all(allWarehouseIds, storeId);
  const ordered = all.map(({ id }) => (ids.includes(id) ? (sorted.shift() as Id) : id));
  for (const [i, id] of ordered.entries()) tx.run(setPosition, i + 1, id);
  tx.invalidate('warehouses', storeId);
}

/** Swaps the warehouse with the one before it (-1) or after it (1), if there is one. @throws AppError not_found */
export function moveWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, by: -1 | 1): void {
  existingWarehouse(tx, storeId, warehouseId);
  const ids = warehouses(tx, storeId).map(({ id }) => id);
  const from = ids.indexOf(warehouseId);
  const other = ids[from + by];
  if (other === undefined) return;
  orderWarehouses(tx, storeId, by < 0 ? [warehouseId, other] : [other, warehouseId]);
  const position = [from + 1, from + by + 1];
  audit(tx, 'warehouse_changed', { storeId, subjectId: warehouseId, detail: { position } });
}

const removedOfStore = query<Warehouse & { removeTime: number }>(
  { reads: ['warehouses'] },
  `SELECT id, key, name, remove_time AS removeTime FROM warehouses
   WHERE store_id = ? AND remove_time IS NOT NULL ORDER BY remove_time DESC, id`,
);

/** Removed warehouses, the latest first. */
export const removedWarehouses = (db: Reader, storeId: Id): (Warehouse & { removeTime: number })[] =>
  db.all(removedOfStore, storeId);

const countStockedVariants = query<{ n: number }>(
  { reads: ['stock'] },
  'SELECT count(*) AS n FROM stock WHERE warehouse_id = ? AND (on_hand <> 0 OR reserved <> 0)',
);

const openDocument = query<{ id: Id }>(
  { reads: ['stock_documents'] },
  `SELECT id FROM stock_documents WHERE store_id = @storeId AND (warehouse_id = @warehouseId OR to_warehouse_id = @warehouseId)
   AND (status = 'draft' OR applying = 1)`,
);

const markRemoved = command({ writes: ['warehouses'] }, 'UPDATE warehouses SET remove_time = ? WHERE id = ?');

/**
 * Removes a warehouse from use. Its ledger stays; `restoreWarehouse` undoes the removal.
 *
 * @throws AppError not_found; invalid_request if it has stock or an open stock document, or is the only one
 */
export function removeWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id, now: number): void {
  const { name } = existingWarehouse(tx, storeId, warehouseId);
  if (warehouses(tx, storeId).length === 1) throw invalidRequest('warehouse_is_the_only_one', { warehouse: name });
  const stocked = tx.get(countStockedVariants, warehouseId);
  if (stocked?.n) throw invalidRequest('warehouse_has_stock', { warehouse: name, variants: stocked.n });
  const open = tx.get(openDocument, { storeId, warehouseId });
  if (open) throw invalidRequest('warehouse_has_open_document', { warehouse: name, document: open.id });
  tx.run(markRemoved, now, warehouseId);
  audit(tx, 'warehouse_changed', { storeId, subjectId: warehouseId, detail: { name: [name, null] } });
  tx.invalidate('warehouses', storeId);
}

/**
 * Restores a removed warehouse at its former position.
 *
 * @throws AppError not_found; invalid_request if another warehouse has its name
 */
export function restoreWarehouse(tx: WriteTx, storeId: Id, warehouseId: Id): void {
  const removed = removedWarehouses(tx, storeId).find(({ id }) => id === warehouseId);
  if (!removed) throw notFound('removed_warehouse_not_found', { warehouse: warehouseId });
  if (isNameTaken(warehouses(tx, storeId), removed.name))
    throw invalidRequest('removed_warehouse_name_taken', { warehouse: removed.name });
  putWarehouse(tx, storeId, removed);
}

function existingWarehouse(db: Reader, storeId: Id, warehouseId: Id): Warehouse {
  const warehouse = warehouses(db, storeId).find(({ id }) => id === warehouseId);
  if (!warehouse) throw notFound('warehouse_not_found', { warehouse: warehouseId });
  return warehouse;
}
