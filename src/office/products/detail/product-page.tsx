import type { Product } from '../../../domain/catalogue/detail.ts';
import { sourceOf } from '../../../domain/catalogue/pull.ts';
import { listStores } from '../../../domain/stores.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { ButtonLink, Facts, Heading, Notice, Tag, Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { DeletedVariants, DeleteProduct } from './deletion.tsx';
import { DetailsForm, ShippingForm } from './product-forms.tsx';
import { productOf, variantPath } from './product-paths.ts';
import { Pictures } from './product-pictures.tsx';
import { productTexts } from './product-texts.ts';
import { VariantTable } from './variant-table.tsx';

/** The submitted form of the page, to be shown again with its errors. */
export interface ProductForms {
  details?: Form<unknown>;
  shipping?: Form<unknown>;
  pictures?: Form<unknown>;
  deletion?: Form<unknown>;
}

export function productPage(context: StoreContext, forms: ProductForms = {}): Page {
  const t = productTexts(context.language);
  const product = productOf(context);
  return {
    title: product.name,
    body: (
      <>
        <Heading title={product.name} back={{ href: '/office/products', label: t.products }}>
          {product.parentId !== null && <Tag tone="calm">{t.pulled}</Tag>}
          <SingleVariantLinks context={context} product={product} />
        </Heading>
        <SourceNotice context={context} product={product} />
        <VariantTable context={context} product={product} />
        <Pictures context={context} product={product} form={forms.pictures} />
        <div class="columns">
          <DetailsForm context={context} product={product} form={forms.details} />
          <ShippingForm context={context} product={product} form={forms.shipping} />
        </div>
        <DeletedVariants context={context} product={product} />
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
          <DeleteProduct context={context} product={product} form={forms.deletion} />
        </section>
      </>
    ),
  };
}

/** Shortcuts to the variant of a product that has only one. */
function SingleVariantLinks({ context, product }: { context: StoreContext; product: Readonly<Product> }) {
  const t = productTexts(context.language);
  const [variant, ...others] = product.variants;
  if (!variant || others.length > 0) return null;
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
export function SourceNotice({ context, product }: { context: StoreContext; product: Readonly<Product> }) {
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
