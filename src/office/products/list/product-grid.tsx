import { editGrid } from '../../../domain/catalogue/edit-grid.ts';
import { type GridRows, MAX_GRID_ROWS } from '../../../domain/catalogue/grid-rows.ts';
import { defaultTier, priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { warehouses } from '../../../domain/catalogue/warehouses.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, id, listOf, optionalChoice, optionalId, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Notice, Pager } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { productPath } from '../detail/product-paths.ts';
import { type ColumnSet, changedRows, type GridInput, gridFieldOf, readGrid } from './grid-form.ts';
import { shownGrid } from './grid-page.ts';
import { GridTable } from './grid-table.tsx';
import { productListTexts } from './product-list-texts.ts';

const gridQuery = fields({
  q: optionalText(200),
  ids: listOf(id),
  tier: optionalId,
  warehouse: optionalId,
  columns: optionalChoice(['stock', 'details']),
  from: optionalInteger(0, 1_000_000),
});
/** Bulk edit of prices in one price tier and stock in one warehouse, or of details. */
export const gridScreens: readonly Screen[] = [
  get('/products/grid', 'products', (context) => gridPage(context, readGrid(context))),
  post('/products/grid', 'products', saveGrid, { isLarge: hasManyRows }),
];

const MANY_ROWS = 100; // saving as many takes up to 40 ms

function hasManyRows({ request: { input } }: StoreContext): boolean {
  return (input.texts.variant?.length ?? 0) > MANY_ROWS;
}

function saveGrid(context: StoreContext): OfficeResponse | Promise<OfficeResponse> {
  const form = readGrid(context);
  return form.submit(
    async (input) => {
      const { tierId } = tierAndWarehouse(context, input);
      if (tierId !== input.tier) throw notFound('nothing_at_path');
      const warehouseId = input.warehouse;
      const rows = changedRows(input);
      const target = { storeId: context.store.id, tierId, warehouseId, userId: context.account.id };
      await context.write((tx) => editGrid(tx, target, rows, context.now));
      const t = productListTexts(context.language);
      const back = new URLSearchParams(context.request.url.searchParams);
      back.set('tier', String(tierId));
      back.set('warehouse', String(warehouseId));
      return context.redirect(`/products/grid?${back}`, rows.length === 0 ? t.noChanges : t.saved(rows.length));
    },
    () => gridPage(context, form),
    (path) => gridFieldOf(form.value, path),
  );
}

/** The requested price tier and warehouse, or the default tier and the first warehouse. */
function tierAndWarehouse(
  context: StoreContext,
  { tier, warehouse }: { tier?: Id | undefined; warehouse?: Id | undefined },
) {
  const { db } = context;
  const tiers = priceTiers(db, context.store.id);
  const allWarehouses = warehouses(db, context.store.id);
  const tierId = (tiers.find(({ id }) => id === tier) ?? defaultTier(db, context.store.id))?.id;
  const warehouseId = (allWarehouses.find(({ id }) => id === warehouse) ?? allWarehouses[0])?.id;
  if (tierId === undefined || warehouseId === undefined) throw invalidRequest('price_tier_and_warehouse_needed');
  return { tiers, allWarehouses, tierId, warehouseId };
}

function gridPage(context: StoreContext, form: Form<GridInput>): Page {
  const t = productListTexts(context.language);
  const { q, ids, from = 0, columns = 'stock', ...selection } = context.query(gridQuery);
  const choice = tierAndWarehouse(context, selection);
  const { tierId, warehouseId } = choice;
  const { rows, cutProduct, previous, next } = shownGrid(context, { q, ids, from, tierId, warehouseId });
  const isFilled = form.isTyped && !form.hasErrors && !context.request.input.isDraft;
  return {
    title: t.gridTitle,
    body: (
      <>
        <Heading title={t.gridTitle} back={{ href: '/office/products', label: t.title }} />
        <GridChoice {...{ context, q, ids, columns, ...choice }} />
        {rows.length === 0 ? (
          <Empty title={q === undefined ? t.none : t.notFound(q)} />
        ) : (
          <Post action={`/products/grid${context.request.url.search}`} form={form} class="grid-edit">
            <Submit
              class="visually-hidden"
              tabindex={-1}
              aria-hidden="true"
              label={commonTexts(context.language).save}
            />
            {isFilled ? <Notice>{t.filled}</Notice> : <p class="muted">{t.gridHint}</p>}
            <input type="hidden" name="tier" value={String(tierId)} />
            <input type="hidden" name="warehouse" value={String(warehouseId)} />
            <CutProduct context={context} rows={rows} cutProduct={cutProduct} />
            <GridTable {...{ context, rows, columns, form }} />
            <div class="save-bar">
              <Submit label={commonTexts(context.language).save} />
            </div>
          </Post>
        )}
        <Pager previous={previous} next={next} />
      </>
    ),
  };
}

type Choice = ReturnType<typeof tierAndWarehouse> & { q: string | undefined; ids: readonly Id[]; columns: ColumnSet };

/** The search, and what the grid edits. */
function GridChoice({ context, q, ids, columns, tiers, allWarehouses, tierId, warehouseId }: StoreProps<Choice>) {
  const t = productListTexts(context.language);
  const options = (list: readonly { id: Id; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <form method="get" action="/office/products/grid" class="inline">
      {ids.map((chosen) => (
        <input type="hidden" name="ids" value={idText(chosen)} />
      ))}
      <TextField type="search" name="q" label={t.search} labelHidden placeholder={t.search} value={q} />
      <SelectField name="tier" label={t.tier} value={tierId} options={options(tiers)} />
      <SelectField name="warehouse" label={t.warehouse} value={warehouseId} options={options(allWarehouses)} />
      <SelectField
        {...{ name: 'columns', label: t.columns, value: columns }}
        options={[
          { value: 'stock', label: t.columnsStock },
          { value: 'details', label: t.columnsDetails },
        ]}
      />
      <Submit class="secondary outline" label={t.show} />
    </form>
  );
}

/** Links to the product that has more variants than the page shows. */
function CutProduct({ context, rows, cutProduct }: StoreProps<Pick<GridRows, 'rows' | 'cutProduct'>>) {
  if (cutProduct === undefined) return null;
  const name = rows.find(({ productId }) => productId === cutProduct)?.productName;
  return (
    <Notice>
      {productListTexts(context.language).firstVariants(count(MAX_GRID_ROWS))}{' '}
      <a href={`/office${productPath({ id: cutProduct })}`}>{name}</a>
    </Notice>
  );
}
