import { restoreProduct } from '../../domain/catalogue/delete-product.ts';
import { deletedProducts, productById } from '../../domain/catalogue/product-lookup.ts';
import { notFound } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import { fields } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import type { Page } from '../office-response.ts';
import { CsvLink, Empty, Heading, Notice, Pager } from '../page/components.tsx';
import { type CsvColumns, csvFile } from '../page/downloads.ts';
import { ALL_ROWS, paginated } from '../page/pagination.ts';
import type { StoreContext } from '../request-context.ts';
import { get, largeFile, post, type Screen } from '../screen.ts';
import { Restore } from './detail/deletion.tsx';
import { productPath } from './detail/product-paths.ts';
import { productTexts } from './detail/product-texts.ts';

const noFields = fields({});

export const deletedProductScreens: readonly Screen[] = [
  get('/products/deleted', 'products', (context) => deletedPage(context)),
  largeFile('/products/deleted.csv', 'products', deletedCsv),
  post('/products/deleted/:id', 'products', (context) => {
    const form = context.form(noFields);
    const id = context.id();
    if (productById(context.db, id)?.storeId !== context.store.id) throw notFound('product_not_found', { product: id });
    return form.submit(
      async () => {
        await context.write((tx) => restoreProduct(tx, id, context.now));
        return context.redirect(productPath({ id }), productTexts(context.language).restored);
      },
      () => deletedPage(context, form),
    );
  }),
];

function deletedCsv({ db, store, language }: StoreContext): Response {
  const t = productTexts(language);
  const products = deletedProducts(db, store.id, ALL_ROWS);
  const columns: CsvColumns<(typeof products)[number]> = {
    [t.productKey]: ({ key }) => key,
    [t.name]: ({ name }) => name,
  };
  return csvFile(t.deletedProducts, products, columns, 'deleted-products');
}

function deletedPage(context: StoreContext, form?: Form<unknown>): Page {
  const t = productTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) => deletedProducts(context.db, context.store.id, window));
  return {
    title: t.deletedProducts,
    body: (
      <>
        <Heading title={t.deletedProducts} back={{ href: '/office/products', label: t.products }}>
          {rows.length > 0 && <CsvLink href="/office/products/deleted.csv" />}
        </Heading>
        {form?.error && <Notice tone="bad">{form.error}</Notice>}
        {rows.length === 0 && <Empty title={t.noneDeleted}>{t.noneDeletedHint}</Empty>}
        {rows.length > 0 && (
          <ul class="card restorable">
            {rows.map(({ id, name }) => (
              <li>
                <span class="break">{name}</span>
                <Restore context={context} action={`/products/deleted/${idText(id)}`} />
              </li>
            ))}
          </ul>
        )}
        <Pager {...pages} />
      </>
    ),
  };
}
