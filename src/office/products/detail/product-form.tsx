import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { organizationOf } from '../../../domain/catalogue/product-organization.ts';
import type { ProductPart } from '../../../domain/catalogue/product-part.ts';
import { idText } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { baht, typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import type { PageLinks } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { OrganizationFields } from './organization-fields.tsx';
import { pageQueryOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { RateFields } from './rate-fields.tsx';
import { AmountFields, MoreFields, OnlyVariantFields } from './variant-form.tsx';
import { VariantTable } from './variant-table.tsx';

interface Props {
  context: StoreContext;
  product: Readonly<ProductPart>;
  form: Form<unknown> | undefined;
}

interface FormProps extends Props {
  /** Undefined if the product has several variants. */
  only: Variant | undefined;
  pages: PageLinks;
}

/** Id of the form, for the field for new pictures, which is outside of it. */
export const PRODUCT_FORM = 'product-form';

export const detailsPath = (product: Pick<ProductPart, 'id'>): string => `${productPath(product)}/details`;

/**
 * The only form of the page that is open: the details, new pictures, and the fields of the only variant or the SKUs and
 * prices of several.
 */
export function ProductForm({ context, product, form, only, pages }: FormProps) {
  const t = productTexts(context.language);
  const isOwn = only !== undefined && only.pulledFrom === null;
  return (
    <Post action={`${detailsPath(product)}${pageQueryOf(context)}`} id={PRODUCT_FORM} form={form} files>
      <section class="card">
        <h2>{t.details}</h2>
        {only && <input type="hidden" name="variant" value={idText(only.id)} />}
        <TextField name="name" label={t.name} value={product.name} required />
        {only && <AmountFields context={context} variant={only} />}
        {isOwn && <OnlyVariantFields context={context} variant={only} />}
        {isOwn && <MoreFields context={context} variant={only} />}
        <TextAreaField name="description" label={t.description} value={product.description} rows="3" />
      </section>
      {!only && <VariantTable context={context} product={product} pages={pages} form={form} />}
      <section class="card">
        <h2>{t.organization}</h2>
        <OrganizationFields context={context} organization={organizationOf(context.db, [product.id])(product.id)} />
        <DisplayedPrices context={context} product={product} form={form} />
        <ShippingRates context={context} product={product} form={form} />
      </section>
      <div class="save-bar">
        <Submit label={commonTexts(context.language).save} />
      </div>
    </Post>
  );
}

/** Collapsed until they are set, because most products show the prices of their variants. */
function DisplayedPrices({ context, product: { min, max, set }, form }: Props) {
  const t = productTexts(context.language);
  const amountText = (amount: Money | null) => (amount === null ? undefined : typedBaht(amount));
  const isSet = set.min !== null || set.max !== null;
  return (
    <details open={isSet || Boolean(form?.typed('min') || form?.typed('max'))}>
      <summary>{t.displayedPrice}</summary>
      <div class="fields">
        <AmountField
          name="min"
          label={t.min}
          value={amountText(set.min)}
          placeholder={min === null ? undefined : baht(min)}
        />
        <AmountField
          name="max"
          label={t.max}
          value={amountText(set.max)}
          placeholder={max === null ? undefined : baht(max)}
        />
      </div>
      <p class="hint">
        <small>{t.displayedPriceHint}</small>
      </p>
    </details>
  );
}

/** The saved rates and fields for a new one; collapsed until the product has rates. */
function ShippingRates({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const saved = product.shippingRates.length;
  const added = Array.from({ length: Math.max(1, (form?.count('shipping_type') ?? 0) - saved) }, (_, i) => saved + i);
  const isTyped = added.some((at) => form?.typed('shipping_type', at) || form?.typed('first', at));
  const fields = added.map((at) => <RateFields context={context} at={at} rate={undefined} />);
  return (
    <details open={saved > 0 || isTyped}>
      <summary>{t.shipping}</summary>
      <p class="hint">
        <small>{saved > 0 ? t.shippingHint : t.noShippingHint}</small>
      </p>
      {product.shippingRates.map((rate, at) => (
        <RateFields context={context} at={at} rate={rate} />
      ))}
      {saved === 0 ? (
        fields
      ) : (
        <details open={isTyped}>
          <summary>{t.addRate}</summary>
          {fields}
        </details>
      )}
    </details>
  );
}
