import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { isFiltered } from '../../../domain/catalogue/product-filter.ts';
import { organizationOf } from '../../../domain/catalogue/product-organization.ts';
import { type ProductPart, productPart } from '../../../domain/catalogue/product-part.ts';
import type { Id } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { nextTurn } from '../../../lib/runtime.ts';
import { fields, optionalInteger } from '../../forms/fields.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Pager, Tag, withQuery } from '../../page/components.tsx';
import { exportLinks } from '../../page/export-menu.tsx';
import { priceRangeText } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import { ListFilters } from '../../page/list-filters.tsx';
import { Menu } from '../../page/menu.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { SavedViews, SaveView } from '../../views/saved-views.tsx';
import { organizeTexts } from '../organize/organize-texts.ts';
import { activeFilters, CategoryFilter, TagFilter } from './product-filters.tsx';
import { productListTexts } from './product-list-texts.ts';
import { findPage, type ListSearch, type ProductSort, requestedSearch } from './product-search.ts';
import { ProductSelection, SelectProduct } from './product-selection.tsx';

const pageQuery = fields({ page: optionalInteger(1, 100_000) });
const PAGE_PRODUCTS = 50;

/** Lists the products with prices and stock. */
export async function productsPage(context: StoreContext): Promise<Page> {
  const t = productListTexts(context.language);
  const { page = 1 } = context.query(pageQuery);
  const search = requestedSearch(context);
  const window = { limit: PAGE_PRODUCTS, offset: (page - 1) * PAGE_PRODUCTS };
  const { ids, hasMore } = findPage(context, search, window);
  const products = await listedProducts(context, ids);
  const { url } = context.request;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <Actions context={context} hasProducts={products.length > 0} />
        </Heading>
        <SavedViews context={context} list="products" />
        <Search context={context} search={search} />
        {products.length > 0 ? (
          <ProductSelection context={context}>
            <ProductTable context={context} products={products} sort={search.sort} />
          </ProductSelection>
        ) : (
          <NoProducts context={context} search={search} />
        )}
        <Pager
          previous={page > 1 ? withQuery(url, { page: page - 1 }) : undefined}
          next={hasMore ? withQuery(url, { page: page + 1 }) : undefined}
        />
      </>
    ),
  };
}

/** Stock is summed over the first 100 variants; thousands would delay the list. */
const MAX_COUNTED_VARIANTS = 100;

/** Reads about a hundred variants per turn of the event loop. */
async function listedProducts({ db, store }: StoreContext, ids: readonly Id[]): Promise<ProductPart[]> {
  const products: ProductPart[] = [];
  let variants = 0;
  for (const id of ids) {
    const product = productPart(db, store.id, id, { limit: MAX_COUNTED_VARIANTS, offset: 0 });
    if (product) products.push(product);
    variants += product?.variants.length ?? 0;
    if (variants < MAX_COUNTED_VARIANTS) continue;
    variants = 0;
    await nextTurn();
  }
  return products;
}

const listUrl = ({ request: { url } }: StoreContext): string =>
  withQuery(new URL(`/office/products${url.search}`, url), { page: undefined });

function Actions({ context, hasProducts }: StoreProps<{ hasProducts: boolean }>) {
  const t = productListTexts(context.language);
  return (
    <>
      <ButtonLink href="/office/products/new" icon="plus" main label={t.add} />
      <Menu
        buttons={[
          { href: '/office/products/grid', label: t.grid },
          { href: '/office/products/import', label: t.import },
        ]}
        links={[
          { href: '/office/products/categories', label: t.categories },
          { href: '/office/products/labels', icon: 'print', label: t.labels },
          ...(hasProducts ? exportLinks(listUrl(context)) : []),
          { href: '/office/products/deleted', label: t.deleted },
        ]}
      />
    </>
  );
}

function Search({ context, search: { q, filter, sort } }: StoreProps<{ search: ListSearch }>) {
  const t = productListTexts(context.language);
  const sorts = [
    { value: '-update_time', label: t.byUpdate },
    { value: '-create_time', label: t.byCreate },
    { value: 'name', label: t.byName },
    { value: '-name', label: t.byNameDescending },
  ];
  return (
    <ListFilters
      action="/products"
      search={{ label: t.search, placeholder: t.search, value: q }}
      scans
      active={activeFilters(context, filter)}
      beside={<SaveView context={context} list="products" />}
    >
      <CategoryFilter context={context} category={filter.category} />
      <TagFilter context={context} tag={filter.tag} />
      <SelectField name="sort" label={t.sort} value={sort.descending ? `-${sort.key}` : sort.key} options={sorts} />
    </ListFilters>
  );
}

function NoProducts({ context, search: { q, filter } }: StoreProps<{ search: ListSearch }>) {
  const t = productListTexts(context.language);
  if (isFiltered(filter))
    return (
      <Empty title={t.noneFound} hint={t.noneFoundHint}>
        <ButtonLink href="/office/products" label={t.showAll} />
      </Empty>
    );
  if (q !== undefined)
    return (
      <Empty title={t.notFound(q)} hint={t.notFoundHint}>
        <ButtonLink href="/office/products" label={t.showAll} />
      </Empty>
    );
  return (
    <Empty title={t.none} hint={t.noneHint}>
      <ButtonLink href="/office/products/new" icon="plus" main label={t.add} />
    </Empty>
  );
}

type ListedProduct = Readonly<ProductPart>;

/** Products with their price range and total stock. */
function ProductTable({
  context,
  products,
  sort,
}: StoreProps<{ products: readonly ListedProduct[]; sort: ProductSort }>) {
  const t = productListTexts(context.language);
  const organization = organizationOf(
    context.db,
    products.map(({ id }) => id),
  );
  const hasCategories = products.some(({ id }) => organization(id).category !== null);
  const name = {
    label: t.product,
    key: 'name',
    url: context.request.url,
    current: sort,
    selectAll: organizeTexts(context.language).selectAll,
  };
  return (
    <List
      class="list products stock-cards"
      rows={products}
      columns={(column) => [
        column(name, (product) => <ProductCell context={context} product={product} />),
        hasCategories && column(t.category, 'category break', ({ id }) => organization(id).category?.name ?? ''),
        column(t.price, 'money', (product) => priceRangeText(product) ?? '—'),
        column(t.onHand, 'number', (product) => sumText(product, ({ total }) => total.onHand)),
        column(t.reserved, 'number', (product) => sumText(product, ({ total }) => total.reserved)),
        column(t.available, 'number', (product) => (
          <strong>{sumText(product, ({ total }) => total.onHand - total.reserved)}</strong>
        )),
        column(t.state, 'states', (product) => statusTags(context, product)),
      ]}
    />
  );
}

function ProductCell({ context, product }: { context: StoreContext; product: ListedProduct }) {
  const skus = product.variants.flatMap(({ sku }) => sku ?? []);
  const facts = [
    product.variantCount > 1 && productListTexts(context.language).variants(count(product.variantCount)),
    skus.length > 0 && `${skus.slice(0, 3).join(', ')}${skus.length > 3 ? '…' : ''}`,
  ];
  return (
    <div class="named">
      <SelectProduct context={context} product={product} />
      <Picture product={product} />
      <div>
        <a href={`/office/products/${product.id}`}>{product.name}</a>
        <div class="muted break">{facts.filter(Boolean).join(' · ')}</div>
      </div>
    </div>
  );
}

/** External pictures are not shown, since pages load nothing from other sites. */
function Picture({ product }: { product: ListedProduct }) {
  const tiny = product.pictures[0]?.tinyUrl;
  return <Thumb url={tiny?.startsWith('/') ? tiny : undefined} name={product.name} />;
}

/** Status tags; undefined if there are none. */
function statusTags(context: StoreContext, product: ListedProduct) {
  const t = productListTexts(context.language);
  const available = ({ stock: { total } }: Variant) => total.onHand - total.reserved;
  const any = (is: (variant: Variant) => boolean) => product.variants.some(is);
  const isLow = (variant: Variant) =>
    variant.lowStockThreshold !== null && available(variant) <= variant.lowStockThreshold;
  const isOut = (variant: Variant) => available(variant) === 0;
  const isOneSold = product.variants.some((variant) => available(variant) > 0);
  const states = [
    any((variant) => available(variant) < 0) && <Tag tone="bad">{t.belowZero}</Tag>,
    any(isOut) && <Tag tone="warn">{isOneSold ? t.someOutOfStock : t.outOfStock}</Tag>,
    any((variant) => available(variant) > 0 && isLow(variant)) && <Tag tone="warn">{t.low}</Tag>,
    product.parentId !== null && <Tag>{t.pulled}</Tag>,
    any(({ isBundle }) => isBundle) && <Tag>{t.bundle}</Tag>,
  ].filter((state) => state !== false);
  return states.length === 0 ? undefined : states.map((state) => <>{state} </>);
}

/** The sum of a figure of the variants, with a `+` if the product has more variants. */
function sumText({ variants, variantCount }: ListedProduct, figure: (stock: Variant['stock']) => number): string {
  const sum = variants.reduce((total, { stock }) => total + figure(stock), 0);
  return count(sum) + (variants.length < variantCount ? '+' : '');
}
