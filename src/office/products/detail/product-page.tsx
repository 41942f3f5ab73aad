import { productDeletionImpact } from '../../../domain/catalogue/deletion-impact.ts';
import type { ProductHead } from '../../../domain/catalogue/product-detail.ts';
import { type ProductPart, productPart } from '../../../domain/catalogue/product-part.ts';
import { sourceOf } from '../../../domain/catalogue/pull-product.ts';
import { listStores } from '../../../domain/stores.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Form } from '../../forms/form.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Facts, Heading, Notice, Tag, Time } from '../../page/components.tsx';
import { type PageLinks, pageLinks, requestedPage } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { BundleForm } from './bundle-form.tsx';
import { DeletedVariants, DeleteProduct } from './deletion.tsx';
import { ProductForm } from './product-form.tsx';
import { productPath } from './product-paths.ts';
import { Pictures, VariantPicture } from './product-pictures.tsx';
import { productTexts } from './product-texts.ts';
import { AdjustStock, StockCard } from './stock-card.tsx';
import { PAGE_VARIANTS } from './variant-prices.ts';
import { AddVariant, VariantTags } from './variant-table.tsx';

/** The submitted form of the page, to be shown again with its errors. */
interface ProductForms {
  details?: Form<unknown>;
  parts?: Form<unknown>;
  deletion?: Form<unknown>;
}

/** A product with one variant is edited in one form; one with several has a list of them. */
export async function productPage(context: StoreContext, forms: ProductForms = {}): Promise<Page> {
  const t = productTexts(context.language);
  const { product, pages } = shownPart(context);
  const only = product.variantCount === 1 ? product.variants[0] : undefined;
  const impact = await productDeletionImpact(context.db, product.id);
  return {
    title: product.name,
    body: (
      <>
        <Heading title={product.name} back={{ href: '/office/products', label: t.products }}>
          {only && <AdjustStock context={context} variant={only} />}
          {only && <AddVariant context={context} product={product} />}
          <ButtonLink href={`/office/products/labels?product=${product.id}`} icon="print" label={t.labels} />
        </Heading>
        <p class="tags">
          {product.parentId !== null && <Tag tone="calm">{t.pulled}</Tag>}{' '}
          {only && <VariantTags context={context} variant={only} />}
        </p>
        <SourceNotice context={context} product={product} />
        <NoPriceNotice context={context} product={product} />
        <div class="with-side product-cards">
          <div>
            <ProductForm context={context} product={product} form={forms.details} only={only} pages={pages} />
            {only?.pulledFrom === null && (
              <BundleForm context={context} product={product} variant={only} form={forms.parts} />
            )}
            <DeletedVariants context={context} product={product} />
          </div>
          <div>
            <Pictures context={context} product={product} form={forms.details} />
            {only && <StockCard context={context} variant={only} />}
            {only && <VariantPicture context={context} product={product} variant={only} />}
            <section class="card">
              <ProductFacts context={context} product={product} />
              <DeleteProduct context={context} product={product} impact={impact} form={forms.deletion} />
            </section>
          </div>
        </div>
      </>
    ),
  };
}

/** When the product was added and changed, and its key in files. */
function ProductFacts({ context, product }: StoreProps<{ product: ProductPart }>) {
  const t = productTexts(context.language);
  return (
    <>
      <Facts
        facts={[
          [t.createdAt, <Time at={product.createTime} />],
          [t.updatedAt, <Time at={product.updateTime} />],
        ]}
      />
      <details>
        <summary>{t.forFiles}</summary>
        <Facts facts={[[t.storeFileKey, <code>{product.key}</code>]]} />
      </details>
    </>
  );
}

/** The product with the requested page of its variants. @throws AppError not_found */
function shownPart(context: StoreContext): { product: ProductPart; pages: PageLinks } {
  const page = requestedPage(context);
  const window = { limit: PAGE_VARIANTS, offset: (page - 1) * PAGE_VARIANTS };
  const product = productPart(context.db, context.store.id, context.id(), window);
  if (!product) throw notFound('product_not_found', { product: context.id() });
  const url = new URL(`/office${productPath(product)}`, context.request.url); // not that of a submitted form
  url.search = context.request.url.search;
  return { product, pages: pageLinks(url, page, page * PAGE_VARIANTS < product.variantCount) };
}

/** Counts the listed variants without a price. */
function NoPriceNotice({ context, product: { variants, variantCount } }: StoreProps<{ product: ProductPart }>) {
  const t = productTexts(context.language);
  const unpriced = variants.filter(({ prices }) => prices.length === 0);
  if (unpriced.length === 0) return null;
  return <Notice tone="warn">{variantCount === 1 ? t.noPriceNotice : t.noPricesNotice(unpriced.length)}</Notice>;
}

/** Names the source store of a pulled product. */
export function SourceNotice({ context, product }: { context: StoreContext; product: Readonly<ProductHead> }) {
  const t = productTexts(context.language);
  const source = sourceOf(context.db, product.id);
  if (!source) return null;
  const store = listStores(context.db).find(({ key }) => key === source.store)?.name ?? source.store;
  return (
    <Notice tone={source.live ? 'calm' : 'warn'}>
      <p>{t.pulledFrom(store)}</p>
      {!source.live && <p>{t.sourceDeleted}</p>}
    </Notice>
  );
}
