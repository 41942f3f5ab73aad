import type { ShownGridRow } from '../../../domain/catalogue/grid-rows.ts';
import { lineName } from '../../../domain/orders/order.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, IntegerField } from '../../forms/inputs.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

interface Props {
  context: StoreContext;
  rows: readonly ShownGridRow[];
  form: Form<unknown>;
}

/** The variants with fields for their prices and quantities, and hidden fields for the values that the user saw. */
export function GridTable({ context, rows, form }: Props) {
  const t = productListTexts(context.language);
  return (
    <table class="list tight">
      <Columns headings={[t.variant, t.sku, [t.price, 'right'], [t.onHand, 'right']]} />
      <tbody>
        {rows.map((row, at) => (
          <GridRow context={context} row={row} at={at} form={form} />
        ))}
      </tbody>
    </table>
  );
}

function GridRow({ context, row, at, form }: StoreProps<{ row: ShownGridRow; at: number; form: Form<unknown> }>) {
  const t = productListTexts(context.language);
  const fullName = lineName({ name: row.productName, variantName: row.name });
  const price = row.price === null ? '' : typedBaht(row.price);
  const qty = row.qty === null ? '' : String(row.qty);
  return (
    <tr>
      <th scope="row">
        <div>
          {fullName}
          <input type="hidden" name="variant" value={String(row.id)} />
          <input type="hidden" name="price_was" value={form.typed('price_was', at) ?? price} />
          <input type="hidden" name="qty_was" value={form.typed('qty_was', at) ?? qty} />
        </div>
      </th>
      <td data-label={t.sku} class="break">
        {row.sku ?? '—'}
      </td>
      <td data-label={t.price} class="right">
        <AmountField name="price" at={at} label={t.priceOf(fullName)} labelHidden value={price} />
      </td>
      <td data-label={t.onHand} class="right">
        {row.qty !== null ? (
          <IntegerField name="qty" at={at} label={t.qtyOf(fullName)} labelHidden value={qty} />
        ) : (
          <>
            <span class="muted">{t.noStock}</span>
            <input type="hidden" name="qty" value="" />
          </>
        )}
      </td>
    </tr>
  );
}
