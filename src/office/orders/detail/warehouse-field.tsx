import { warehouses } from '../../../domain/catalogue/places.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { Visit } from '../../visit.ts';

interface WarehouseProps {
  visit: Visit;
  form: Form<unknown> | undefined;
  name: string;
  label: string;
  /** What it is where none is chosen. */
  empty: string;
}

/** One of the store's warehouses; nothing to choose where there is one. */
export function WarehouseField({ visit, form, name, label, empty }: WarehouseProps) {
  const all = warehouses(visit.ctx.db, visit.store.id);
  if (all.length < 2) return null;
  const options = all.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name }));
  return <SelectField form={form} name={name} label={label} options={options} empty={empty} />;
}
