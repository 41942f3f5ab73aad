import { productDeletionImpact } from '../../../domain/catalogue/deletion-impact.ts';
import type { ProductHead, ShippingRate } from '../../../domain/catalogue/product-detail.ts';
import { organizationOf } from '../../../domain/catalogue/product-organization.ts';
import { type ProductPart, productPart } from '../../../domain/catalogue/product-part.ts';
import { sourceOf } from '../../../domain/catalogue/pull-product.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { listStores } from '../../../domain/stores.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { notFound } from '../../../lib/errors.ts';
import { idText } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { baht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, SelectField, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Facts, Heading, Notice, Tag, Time } from '../../page/components.tsx';
import { type PageLinks, pageLinks, requestedPage } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { DeletedVariants, DeleteProduct } from './deletion.tsx';
import { OrganizationFields } from './organization-fields.tsx';
import { productPath, variantPath } from './product-paths.ts';
import { Pictures } from './product-pictures.tsx';
import { productTexts } from './product-texts.ts';
import { VariantTable } from './variant-table.tsx';

/** The submitted form of the page, to be shown again with its errors. */
interface ProductForms {
  details?: Form<unknown>;
  pictures?: Form<unknown>;
  deletion?: Form<unknown>;
}

const PAGE_VARIANTS = 100;

export async function productPage(context: StoreContext, forms: ProductForms = {}): Promise<Page> {
  const t = productTexts(context.language);
  const { product, pages } = shownPart(context);
  const impact = await productDeletionImpact(context.db, product.id);
  return {
    title: product.name,
    body: (
      <>
        <Heading title={product.name} back={{ href: '/office/products', label: t.products }}>
          {product.parentId !== null && <Tag tone="calm">{t.pulled}</Tag>}
          <SingleVariantLinks context={context} product={product} />
          <ButtonLink href={`/office/products/labels?product=${product.id}`} icon="print" label={t.labels} />
        </Heading>
        <SourceNotice context={context} product={product} />
        <VariantTable context={context} product={product} pages={pages} />
        <div class="with-side">
          <div>
            <DetailsForm context={context} product={product} form={forms.details} />
            <DeletedVariants context={context} product={product} />
          </div>
          <div>
            <Pictures context={context} product={product} form={forms.pictures} />
            <section class="card">
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
              <DeleteProduct context={context} product={product} impact={impact} form={forms.deletion} />
            </section>
          </div>
        </div>
      </>
    ),
  };
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

/** Shortcuts to the variant of a product that has only one. */
function SingleVariantLinks({ context, product }: { context: StoreContext; product: Readonly<ProductPart> }) {
  const t = productTexts(context.language);
  const [variant] = product.variants;
  if (!variant || product.variantCount > 1) return null;
  const keepsStock = !variant.isBundle && variant.pulledFrom === null;
  return (
    <>
      <ButtonLink href={`/office${variantPath(product, variant)}`} main label={t.editPriceAndSku} />
      {keepsStock && (
        <ButtonLink href={`/office/stock/variants/${idText(variant.id)}`} icon="stock" label={t.adjustStock} />
      )}
    </>
  );
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

interface Props {
  context: StoreContext;
  product: Readonly<ProductPart>;
  form?: Form<unknown> | undefined;
}

function DetailsForm({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const amountText = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));
  const lowest = product.min === null ? undefined : baht(product.min);
  const highest = product.max === null ? undefined : baht(product.max);
  return (
    <section class="card">
      <h2>{t.details}</h2>
      <Post action={`${productPath(product)}/details`} form={form}>
        <TextField name="name" label={t.name} value={product.name} required />
        <TextAreaField name="description" label={t.description} value={product.description} rows="5" />
        <OrganizationFields context={context} organization={organizationOf(context.db, [product.id])(product.id)} />
        <div class="fields">
          <AmountField name="min" label={t.min} value={amountText(product.set.min)} placeholder={lowest} />
          <AmountField name="max" label={t.max} value={amountText(product.set.max)} placeholder={highest} />
        </div>
        <p class="hint">
          <small>{t.displayedPriceHint}</small>
        </p>
        <ShippingRates context={context} product={product} form={form} />
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </section>
  );
}

const NEW_RATES = 2;

/** The saved rates, and folded fields for new ones. */
function ShippingRates({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const saved = product.shippingRates.length;
  const row = (at: number) => <RateFields context={context} at={at} rate={product.shippingRates[at]} />;
  const added = Array.from({ length: NEW_RATES }, (_, i) => saved + i);
  return (
    <fieldset>
      <legend>{t.shipping}</legend>
      <p class="hint">
        <small>{saved > 0 ? t.shippingHint : t.noShippingHint}</small>
      </p>
      {product.shippingRates.map((_, at) => row(at))}
      <details open={added.some((at) => form?.typed('shipping_type', at))}>
        <summary>{t.addRates}</summary>
        {added.map(row)}
      </details>
    </fieldset>
  );
}

function RateFields({ context, at, rate }: StoreProps<{ at: number; rate: ShippingRate | undefined }>) {
  const t = productTexts(context.language);
  const types = shippingTypes(context.app.config.values);
  const options = types.map((value) => ({ value, label: courierName(value, context.language) }));
  return (
    <div class="rate">
      <SelectField
        name="shipping_type"
        at={at}
        label={t.courier}
        options={options}
        empty={t.noCourier}
        value={rate?.shippingType}
      />
      <AmountField name="first" at={at} label={t.first} value={rate && moneyText(rate.first)} />
      <AmountField name="each_more" at={at} label={t.eachMore} value={rate && moneyText(rate.eachMore)} />
    </div>
  );
}
