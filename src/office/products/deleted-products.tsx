import { restoreProduct, restoreProducts } from '../../domain/catalogue/delete-product.ts';
import { deletedProducts, productById } from '../../domain/catalogue/product-lookup.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { fields, listOf, id as productId } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../office-response.ts';
import { Empty, Heading, Notice, Pager } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { type Columns, type ListFile, listFile } from '../page/list-file.ts';
import { ALL_ROWS, paginated } from '../page/pagination.ts';
import type { StoreContext } from '../request-context.ts';
import { get, largeFileScreens, post, type Screen } from '../screen.ts';
import { Restore } from './detail/deletion.tsx';
import { productPath } from './detail/product-paths.ts';
import { productTexts } from './detail/product-texts.ts';
import { organizeTexts } from './organize/organize-texts.ts';

const noFields = fields({});
const MAX_SELECTED = 50; // a page
/** Id of the form; its checkboxes lie outside, beside the forms of single products. */
const SELECTION_FORM = 'restore-selected';

export const deletedProductScreens: readonly Screen[] = [
  get('/products/deleted', 'products', (context) => deletedPage(context)),
  ...largeFileScreens('/products/deleted', 'products', deletedFile),
  post('/products/deleted', 'products', restoreSelected),
  post('/products/deleted/:id', 'products', (context) => {
    const form = context.form(noFields);
    const id = requireOwn(context, context.id());
    return form.submit(
      async () => {
        await context.write((tx) => restoreProduct(tx, id, context.now));
        return context.redirect(productPath({ id }), productTexts(context.language).restored);
      },
      () => deletedPage(context, form),
    );
  }),
];

/** @throws AppError not_found */
function requireOwn({ db, store }: StoreContext, id: Id): Id {
  if (productById(db, id)?.storeId !== store.id) throw notFound('product_not_found', { product: id });
  return id;
}

const selection = fields({ ids: listOf(productId) });

/** Restores all of them, or none if one cannot be restored. */
function restoreSelected(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(selection);
  if (form.value?.ids.length === 0) form.addError(organizeTexts(context.language).noneSelected);
  return form.submit(
    async ({ ids }) => {
      if (ids.length > MAX_SELECTED) throw invalidRequest('too_many_products_selected', { most: MAX_SELECTED });
      for (const id of ids) requireOwn(context, id);
      await context.write((tx) => restoreProducts(tx, ids, context.now));
      return context.redirect('/products/deleted', organizeTexts(context.language).restored(ids.length));
    },
    () => deletedPage(context, form),
  );
}

function deletedFile({ db, store, language }: StoreContext): ListFile {
  const t = productTexts(language);
  const products = deletedProducts(db, store.id, ALL_ROWS);
  const columns: Columns<(typeof products)[number]> = {
    [t.productKey]: ({ key }) => key,
    [t.name]: ({ name }) => name,
  };
  return listFile(t.deletedProducts, products, columns, 'deleted-products');
}

function deletedPage(context: StoreContext, form?: Form<unknown>): Page {
  const t = productTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) => deletedProducts(context.db, context.store.id, window));
  return {
    title: t.deletedProducts,
    body: (
      <>
        <Heading title={t.deletedProducts} back={{ href: '/office/products', label: t.products }}>
          {rows.length > 0 && <ExportMenu href="/office/products/deleted" />}
        </Heading>
        {form?.error && <Notice tone="bad">{form.error}</Notice>}
        {rows.length === 0 && <Empty title={t.noneDeleted}>{t.noneDeletedHint}</Empty>}
        {rows.length > 0 && (
          <ul class="card restorable">
            {rows.map(({ id, name }) => (
              <li>
                <label class="break">
                  <input type="checkbox" name="ids" value={idText(id)} form={SELECTION_FORM} /> {name}
                </label>
                <Restore context={context} action={`/products/deleted/${idText(id)}`} />
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 && (
          <Post action="/products/deleted" id={SELECTION_FORM}>
            <Submit class="secondary outline" label={organizeTexts(context.language).restoreSelected} />
          </Post>
        )}
        <Pager {...pages} />
      </>
    ),
  };
}
