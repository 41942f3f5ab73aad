import type { ShownGridRow } from '../../../domain/catalogue/grid-rows.ts';
import { lineName } from '../../../domain/orders/order.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { Submit, TextField } from '../../forms/inputs.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { COLUMN_SETS, type ColumnSet, type GridColumn } from './grid-form.ts';
import { productListTexts } from './product-list-texts.ts';

interface Props {
  context: StoreContext;
  rows: readonly ShownGridRow[];
  columns: ColumnSet;
  form: Form<unknown>;
}

/** The variants with fields for their values, and hidden fields for the values that the user saw. */
export function GridTable({ context, rows, columns, form }: Props) {
  const t = productListTexts(context.language);
  const headings = COLUMN_SETS[columns].map((column) => [labelOf(context, column), classOf(column)] as const);
  return (
    <table class="list tight">
      <Columns headings={[t.variant, t.sku, ...headings]} />
      <tbody>
        {rows.length > 1 && <FillRow context={context} columns={columns} />}
        {rows.map((row, at) => (
          <GridRow {...{ context, row, at, columns, form }} />
        ))}
      </tbody>
    </table>
  );
}

const INPUT_MODES: Record<GridColumn, string | undefined> = {
  price: 'decimal',
  qty: 'numeric',
  weight: 'decimal',
  low_at: 'numeric',
  shelf: undefined,
};

const classOf = (column: GridColumn): string | undefined => (column === 'shelf' ? undefined : 'right');

function labelOf({ language }: StoreContext, column: GridColumn): string {
  const t = productListTexts(language);
  const labels: Record<GridColumn, string> = {
    price: t.price,
    qty: t.onHand,
    weight: t.weight,
    low_at: t.low_stock_threshold,
    shelf: t.shelf_location,
  };
  return labels[column];
}

/** What all rows get. The rows show it before it is saved. */
function FillRow({ context, columns }: Pick<Props, 'context' | 'columns'>) {
  const t = productListTexts(context.language);
  return (
    <tr>
      <th scope="row">{t.setForAll}</th>
      <td class="fill">
        <Submit name="fill" value="yes" class="secondary outline" label={t.fill} />
      </td>
      {COLUMN_SETS[columns].map((column) => (
        <td data-label={labelOf(context, column)} class={classOf(column)}>
          <TextField
            name={`all_${column}`}
            label={`${t.setForAll}: ${labelOf(context, column)}`}
            labelHidden
            inputmode={INPUT_MODES[column]}
          />
        </td>
      ))}
    </tr>
  );
}

/** Null: the variant does not have it. */
function cellValue(row: ShownGridRow, column: GridColumn): string | number | null {
  if (column === 'price') return row.price === null ? '' : typedBaht(row.price);
  if (column === 'qty') return row.qty;
  if (row.isPulled) return null;
  return { weight: row.weight, low_at: row.lowStockThreshold, shelf: row.shelfLocation }[column] ?? '';
}

function GridRow({
  context,
  row,
  at,
  columns,
  form,
}: StoreProps<{ row: ShownGridRow; at: number } & Pick<Props, 'columns' | 'form'>>) {
  const t = productListTexts(context.language);
  const fullName = lineName({ name: row.productName, variantName: row.name });
  const cells = COLUMN_SETS[columns].map((column) => ({ column, value: cellValue(row, column) }));
  return (
    <tr>
      <th scope="row">
        <div>
          {fullName}
          <input type="hidden" name="variant" value={String(row.id)} />
          {cells.map(({ column, value }) => (
            <input
              type="hidden"
              name={`${column}_was`}
              value={form.typed(`${column}_was`, at) ?? String(value ?? '')}
            />
          ))}
        </div>
      </th>
      <td data-label={t.sku} class="break">
        {row.sku ?? '—'}
      </td>
      {cells.map(({ column, value }) => (
        <td data-label={labelOf(context, column)} class={classOf(column)}>
          {value === null ? (
            <>
              <span class="muted">{column === 'qty' ? t.noStock : '—'}</span>
              <input type="hidden" name={column} value="" />
            </>
          ) : (
            <TextField
              {...{ name: column, at, value, inputmode: INPUT_MODES[column] }}
              label={t.cellOf(labelOf(context, column), fullName)}
              labelHidden
            />
          )}
        </td>
      ))}
    </tr>
  );
}
