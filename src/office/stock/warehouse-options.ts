import { anyWarehouse, removedWarehouses, type Warehouse, warehouses } from '../../domain/catalogue/places.ts';
import type { Id } from '../../lib/ids.ts';
import { idText } from '../../lib/ids.ts';
import type { Option } from '../forms/inputs.tsx';
import type { StoreContext } from '../request-context.ts';

/** The store's warehouses in its order. */
export const openWarehouses = (context: StoreContext): readonly Warehouse[] => warehouses(context.db, context.store.id);

export const warehouseOptions = (context: StoreContext): Option[] =>
  openWarehouses(context).map(({ id, name }) => ({ value: idText(id), label: name }));

/** What each warehouse is called, those that are taken out too; another store's, of which pulled items are, with its store. */
export function warehouseNames(context: StoreContext): (id: Id) => string {
  const all = [...openWarehouses(context), ...removedWarehouses(context.db, context.store.id)];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? foreignName(context, id);
}

function foreignName(context: StoreContext, id: Id): string {
  const found = anyWarehouse(context.db, id);
  return found ? `${found.name} (${found.storeName})` : idText(id);
}

/** By what a file names each warehouse. */
export function warehouseKeys(context: StoreContext): (id: Id) => string {
  const keys = new Map(openWarehouses(context).map(({ id, key }) => [id, key]));
  return (id) => keys.get(id) ?? anyWarehouse(context.db, id)?.key ?? idText(id);
}
