import { SelectField } from '../forms/inputs.tsx';
import type { StoreProps } from '../request-context.ts';
import { stockTexts } from './stock-texts.ts';
import { openWarehouses, warehouseOptions } from './warehouse-options.ts';

/** Selects a warehouse of the store. */
export const WarehouseSelect = ({ context }: StoreProps<unknown>) => (
  <SelectField name="warehouse" label={stockTexts(context.language).warehouse} options={warehouseOptions(context)} />
);

/** Filters a list by warehouse; nothing if the store has only one. */
export function WarehouseFilter({ context }: StoreProps<unknown>) {
  const t = stockTexts(context.language);
  const options = warehouseOptions(context);
  if (openWarehouses(context).length < 2) return null;
  const value = context.request.url.searchParams.get('warehouse');
  return <SelectField name="warehouse" label={t.warehouse} options={options} empty={t.allWarehouses} value={value} />;
}
