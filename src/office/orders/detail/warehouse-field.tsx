import { warehouses } from '../../../domain/catalogue/places.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';

interface WarehouseProps {
  context: StoreContext;
  form: Form<unknown> | undefined;
  name: string;
  label: string;
  /** What it is where none is chosen. */
  empty: string;
}

/** One of the store's warehouses; nothing to choose where there is one. */
export function WarehouseField({ context, form, name, label, empty }: WarehouseProps) {
  const all = warehouses(context.db, context.store.id);
  if (all.length < 2) return null;
  const options = all.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name }));
  return <SelectField form={form} name={name} label={label} options={options} empty={empty} />;
}
