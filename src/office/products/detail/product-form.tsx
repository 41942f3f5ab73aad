import type { ShippingRate, Variant } from '../../../domain/catalogue/product-detail.ts';
import { organizationOf } from '../../../domain/catalogue/product-organization.ts';
import type { ProductPart } from '../../../domain/catalogue/product-part.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { idText } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { baht, typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, SelectField, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { OrganizationFields } from './organization-fields.tsx';
import { productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { AmountFields, MoreFields, OnlyNameFields } from './variant-form.tsx';

interface Props {
  context: StoreContext;
  product: Readonly<ProductPart>;
  form: Form<unknown> | undefined;
}

/** Id of the form; the field for new pictures lies outside. */
export const PRODUCT_FORM = 'product-form';

export const detailsPath = (product: Pick<ProductPart, 'id'>): string => `${productPath(product)}/details`;

/** The only form of the page that is open: the details, new pictures and, if there is only one variant, its fields. */
export function ProductForm({ context, product, form, only }: Props & { only: Variant | undefined }) {
  const t = productTexts(context.language);
  const isOwn = only !== undefined && only.pulledFrom === null;
  return (
    <section class="card">
      <h2>{t.details}</h2>
      <Post action={detailsPath(product)} id={PRODUCT_FORM} form={form} files>
        {only && <input type="hidden" name="variant" value={idText(only.id)} />}
        <TextField name="name" label={t.name} value={product.name} required />
        {only && <AmountFields context={context} variant={only} />}
        {isOwn && <OnlyNameFields context={context} variant={only} />}
        {isOwn && <MoreFields context={context} variant={only} />}
        <TextAreaField name="description" label={t.description} value={product.description} rows="4" />
        <OrganizationFields context={context} organization={organizationOf(context.db, [product.id])(product.id)} />
        <DisplayedPrices context={context} product={product} form={form} />
        <ShippingRates context={context} product={product} form={form} />
        <div class="save-bar">
          <Submit label={commonTexts(context.language).save} />
        </div>
      </Post>
    </section>
  );
}

/** Folded until they are set: most products show the prices of their variants. */
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

/** The saved rates, and folded fields for a new one. */
function ShippingRates({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const saved = product.shippingRates.length;
  const added = Array.from({ length: Math.max(1, (form?.count('shipping_type') ?? 0) - saved) }, (_, i) => saved + i);
  return (
    <fieldset>
      <legend>{t.shipping}</legend>
      <p class="hint">
        <small>{saved > 0 ? t.shippingHint : t.noShippingHint}</small>
      </p>
      {product.shippingRates.map((rate, at) => (
        <RateFields context={context} at={at} rate={rate} />
      ))}
      <details open={added.some((at) => form?.typed('shipping_type', at))}>
        <summary>{t.addRate}</summary>
        {added.map((at) => (
          <RateFields context={context} at={at} rate={undefined} />
        ))}
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
      <AmountField name="first" at={at} label={t.first} value={rate && typedBaht(rate.first)} />
      <AmountField name="each_more" at={at} label={t.eachMore} value={rate && typedBaht(rate.eachMore)} />
    </div>
  );
}
