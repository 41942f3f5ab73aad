import { restoreProduct } from '../../domain/catalogue/delete.ts';
import { deletedProducts, productById } from '../../domain/catalogue/lookup.ts';
import { Refusal } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import type { Page } from '../answer.ts';
import { fields } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { csvFile } from '../page/downloads.ts';
import { paged } from '../page/paged.ts';
import { ButtonLink, Empty, Heading, Notice, Pager } from '../page/parts.tsx';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { Restore } from './detail/deletion.tsx';
import { pathOf } from './detail/product-paths.ts';
import { productTexts } from './detail/product-texts.ts';

const NOTHING = fields({});

export const deletedScreens: readonly Screen[] = [
  get('/products/deleted', 'staff', (visit) => deletedPage(visit)),
  get('/products/deleted.csv', 'staff', deletedFile),
  post('/products/deleted/:id', 'staff', (visit) => {
    const form = visit.form(NOTHING);
    const id = visit.id();
    if (productById(visit.ctx.db, id)?.storeId !== visit.store.id) throw new Refusal('not_found', 'no such product');
    return form.submit(
      async () => {
        await visit.ctx.write((db) => restoreProduct(db, id, visit.now));
        return visit.redirect(pathOf({ id }), productTexts(visit.language).restored);
      },
      () => deletedPage(visit, form),
    );
  }),
];

const MOST_IN_FILE = 50_000;

function deletedFile({ ctx, store, language }: Visit): Response {
  const found = deletedProducts(ctx.db, store.id, { limit: MOST_IN_FILE, offset: 0 });
  return csvFile(
    'deleted-products',
    ['product_key', productTexts(language).name],
    found.map(({ key, name }) => [key, name]),
  );
}

function deletedPage(visit: Visit, form?: Form<unknown>): Page {
  const t = productTexts(visit.language);
  const { rows, ...pages } = paged(visit, (window) => deletedProducts(visit.ctx.db, visit.store.id, window));
  return {
    title: t.deletedProducts,
    body: (
      <>
        <Heading title={t.deletedProducts} back={{ href: '/office/products', label: t.products }}>
          {rows.length > 0 && (
            <ButtonLink href="/office/products/deleted.csv" icon="download" download>
              CSV
            </ButtonLink>
          )}
        </Heading>
        {form?.fault && <Notice tone="bad">{form.fault}</Notice>}
        {rows.length === 0 && <Empty title={t.noneDeleted}>{t.noneDeletedWhy}</Empty>}
        {rows.length > 0 && (
          <ul class="card restorable">
            {rows.map(({ id, name }) => (
              <li>
                <span class="break">{name}</span>
                <Restore visit={visit} action={`/products/deleted/${idText(id)}`} />
              </li>
            ))}
          </ul>
        )}
        <Pager visit={visit} {...pages} />
      </>
    ),
  };
}
