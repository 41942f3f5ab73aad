import { type Product, productDetail } from '../../../domain/catalogue/detail.ts';
import { findProducts } from '../../../domain/catalogue/find.ts';
import { listProducts } from '../../../domain/catalogue/list.ts';
import type { SortKey } from '../../../domain/catalogue/names.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, optionalChoice, optionalText, optionalWhole } from '../../forms/fields.ts';
import { SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Heading, Pager, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { productListTexts } from './product-list-texts.ts';
import { ProductTable } from './product-table.tsx';

const SORTS = ['update_time', 'create_time', 'name'] as const satisfies readonly SortKey[];
const asked = fields({
  q: optionalText(200),
  sort: optionalChoice(SORTS),
  page: optionalWhole(1, 100_000),
});
const A_PAGE = 50;

/** The store's products with their prices and what there is of them. */
export function productsPage(visit: Visit): Page {
  const t = productListTexts(visit.language);
  const { q, sort = 'update_time', page = 1 } = visit.query(asked);
  const { ids, hasMore } = found(visit, { q, sort, page });
  const products = ids.flatMap((id) => productDetail(visit.ctx.db, visit.store.id, id) ?? []);
  const { url } = visit.asked;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <Tools visit={visit} />
        </Heading>
        <Search visit={visit} q={q} sort={sort} />
        {products.length > 0 ? <ProductTable visit={visit} products={products} /> : <None visit={visit} q={q} />}
        <Pager
          visit={visit}
          previous={page > 1 ? withQuery(url, { page: page - 1 }) : undefined}
          next={hasMore ? withQuery(url, { page: page + 1 }) : undefined}
        />
      </>
    ),
  };
}

interface Asked {
  q: string | undefined;
  sort: (typeof SORTS)[number];
  page: number;
}

function found(visit: Visit, { q, sort, page }: Asked): { ids: Id[]; hasMore: boolean } {
  const { db } = visit.ctx;
  const offset = (page - 1) * A_PAGE;
  if (q !== undefined) {
    const ids = findProducts(db, visit.store.id, q, { limit: A_PAGE + 1, offset });
    return { ids: ids.slice(0, A_PAGE), hasMore: ids.length > A_PAGE };
  }
  const search = { limit: A_PAGE, offset, sortBy: sort, descending: sort !== 'name' };
  const { products, hasMore } = listProducts(db, visit.store.id, search);
  return { ids: products.map(({ id }: Pick<Product, 'id'>) => id), hasMore };
}

function Tools({ visit }: { visit: Visit }) {
  const t = productListTexts(visit.language);
  return (
    <>
      <ButtonLink href="/office/products/new" icon="plus" main>
        {t.add}
      </ButtonLink>
      <ButtonLink href="/office/products/grid">{t.grid}</ButtonLink>
      {visit.isOwner && (
        <>
          <ButtonLink href="/office/products/import">{t.import}</ButtonLink>
          <ButtonLink href="/office/products.csv" icon="download" download>
            {t.export}
          </ButtonLink>
        </>
      )}
      <ButtonLink href="/office/products/deleted">{t.deleted}</ButtonLink>
    </>
  );
}

function Search({ visit, q, sort }: { visit: Visit; q: string | undefined; sort: string }) {
  const t = productListTexts(visit.language);
  const sorts = [
    { value: 'update_time', label: t.byUpdate },
    { value: 'create_time', label: t.byCreate },
    { value: 'name', label: t.byName },
  ];
  return (
    <form method="get" action="/office/products" class="inline">
      <TextField type="search" name="q" label={t.search} labelHidden placeholder={t.search} value={q} />
      {q === undefined && (
        <SelectField name="sort" label={t.sort} labelHidden value={sort} options={sorts} data-submits />
      )}
      <Submit class="secondary outline">{words(visit.language).search}</Submit>
    </form>
  );
}

function None({ visit, q }: { visit: Visit; q: string | undefined }) {
  const t = productListTexts(visit.language);
  if (q !== undefined) return <Empty title={t.notFound(q)} />;
  return (
    <Empty title={t.none}>
      <p>{t.noneHint}</p>
      <ButtonLink href="/office/products/new" icon="plus" main>
        {t.add}
      </ButtonLink>
    </Empty>
  );
}
