import { anyWarehouse, removedWarehouses, type Warehouse, warehouses } from '../../domain/catalogue/warehouses.ts';
import type { Id } from '../../lib/ids.ts';
import { idText } from '../../lib/ids.ts';
import type { Option } from '../forms/inputs.tsx';
import type { StoreContext } from '../request-context.ts';

/** The store's warehouses in their order. */
export const openWarehouses = (context: StoreContext): readonly Warehouse[] => warehouses(context.db, context.store.id);

export const warehouseOptions = (context: StoreContext): Option[] =>
  openWarehouses(context).map(({ id, name }) => ({ value: idText(id), label: name }));

/** Names of warehouses, removed ones included. A warehouse of another store, which pulled items have, is named with its store. */
export function warehouseNames(context: StoreContext): (id: Id) => string {
  const all = [...openWarehouses(context), ...removedWarehouses(context.db, context.store.id)];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? foreignName(context, id);
}

function foreignName(context: StoreContext, id: Id): string {
  const warehouse = anyWarehouse(context.db, id);
  return warehouse ? `${warehouse.name} (${warehouse.storeName})` : idText(id);
}
