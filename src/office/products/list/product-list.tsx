import { type Product, productDetail } from '../../../domain/catalogue/detail.ts';
import { findProducts } from '../../../domain/catalogue/find.ts';
import { listProducts } from '../../../domain/catalogue/list.ts';
import type { SortKey } from '../../../domain/catalogue/product-names.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, optionalChoice, optionalText, optionalWhole } from '../../forms/fields.ts';
import { SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, CsvLink, Empty, Heading, Pager, withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';
import { ProductTable } from './product-table.tsx';

const SORTS = ['update_time', 'create_time', 'name'] as const satisfies readonly SortKey[];
const listQuery = fields({ q: optionalText(200), sort: optionalChoice(SORTS), page: optionalWhole(1, 100_000) });
const PAGE_PRODUCTS = 50;

/** Lists the products with prices and stock. */
export function productsPage(context: StoreContext): Page {
  const t = productListTexts(context.language);
  const { q, sort = 'update_time', page = 1 } = context.query(listQuery);
  const { ids, hasMore } = findPage(context, { q, sort, page });
  const products = ids.flatMap((id) => productDetail(context.db, context.store.id, id) ?? []);
  const { url } = context.request;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <Actions context={context} />
        </Heading>
        <Search context={context} q={q} sort={sort} />
        {products.length > 0 ? (
          <ProductTable context={context} products={products} />
        ) : (
          <NoProducts context={context} q={q} />
        )}
        <Pager
          previous={page > 1 ? withQuery(url, { page: page - 1 }) : undefined}
          next={hasMore ? withQuery(url, { page: page + 1 }) : undefined}
        />
      </>
    ),
  };
}

interface ListQuery {
  q: string | undefined;
  sort: (typeof SORTS)[number];
  page: number;
}

function findPage(context: StoreContext, { q, sort, page }: ListQuery): { ids: Id[]; hasMore: boolean } {
  const { db } = context;
  const offset = (page - 1) * PAGE_PRODUCTS;
  if (q !== undefined) {
    const ids = findProducts(db, context.store.id, q, { limit: PAGE_PRODUCTS + 1, offset });
    return { ids: ids.slice(0, PAGE_PRODUCTS), hasMore: ids.length > PAGE_PRODUCTS };
  }
  const search = { limit: PAGE_PRODUCTS, offset, sortBy: sort, descending: sort !== 'name' };
  const { products, hasMore } = listProducts(db, context.store.id, search);
  return { ids: products.map(({ id }: Pick<Product, 'id'>) => id), hasMore };
}

function Actions({ context }: { context: StoreContext }) {
  const t = productListTexts(context.language);
  return (
    <>
      <ButtonLink href="/office/products/new" icon="plus" main label={t.add} />
      <ButtonLink href="/office/products/grid" label={t.grid} />
      {context.isOwner && (
        <>
          <ButtonLink href="/office/products/import" label={t.import} />
          <CsvLink href="/office/products.csv" />
        </>
      )}
      <ButtonLink href="/office/products/deleted" label={t.deleted} />
    </>
  );
}

function Search({ context, q, sort }: { context: StoreContext; q: string | undefined; sort: string }) {
  const t = productListTexts(context.language);
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
      <Submit class="secondary outline" label={commonTexts(context.language).search} />
    </form>
  );
}

function NoProducts({ context, q }: { context: StoreContext; q: string | undefined }) {
  const t = productListTexts(context.language);
  if (q !== undefined) return <Empty title={t.notFound(q)} />;
  return (
    <Empty title={t.none} hint={t.noneHint}>
      <ButtonLink href="/office/products/new" icon="plus" main label={t.add} />
    </Empty>
  );
}
