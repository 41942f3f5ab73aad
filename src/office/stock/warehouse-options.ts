import { anyWarehouse, removedWarehouses, type Warehouse, warehouses } from '../../domain/catalogue/places.ts';
import type { Id } from '../../lib/ids.ts';
import { idText } from '../../lib/ids.ts';
import type { Option } from '../forms/inputs.tsx';
import type { Visit } from '../visit.ts';

/** The store's warehouses in its order. */
export const openPlaces = (visit: Visit): readonly Warehouse[] => warehouses(visit.ctx.db, visit.store.id);

export const placeOptions = (visit: Visit): Option[] =>
  openPlaces(visit).map(({ id, name }) => ({ value: idText(id), label: name }));

/** What each warehouse is called, those that are taken out too; another store's, of which pulled items are, with its store. */
export function placeNames(visit: Visit): (id: Id) => string {
  const all = [...openPlaces(visit), ...removedWarehouses(visit.ctx.db, visit.store.id)];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? foreignName(visit, id);
}

function foreignName(visit: Visit, id: Id): string {
  const found = anyWarehouse(visit.ctx.db, id);
  return found ? `${found.name} (${found.storeName})` : idText(id);
}

/** By what a file names each warehouse. */
export function placeKeys(visit: Visit): (id: Id) => string {
  const keys = new Map(openPlaces(visit).map(({ id, key }) => [id, key]));
  return (id) => keys.get(id) ?? anyWarehouse(visit.ctx.db, id)?.key ?? idText(id);
}
