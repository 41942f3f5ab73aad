import { warehouses } from '../../../domain/catalogue/warehouses.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';

interface WarehouseProps {
  context: StoreContext;
  name: string;
  label: string;
  emptyLabel: string;
}

/** Selects a warehouse; nothing if the store has only one. */
export function WarehouseField({ context, name, label, emptyLabel }: WarehouseProps) {
  const all = warehouses(context.db, context.store.id);
  if (all.length < 2) return null;
  const options = all.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name }));
  return <SelectField name={name} label={label} options={options} empty={emptyLabel} />;
}
