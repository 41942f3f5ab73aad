import type { Product, ShippingRate } from '../../../domain/catalogue/detail.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, SelectField, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { courierLabel } from '../../orders/display-names.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { baht } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { pathOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<Product>;
  form?: Form<unknown> | undefined;
}

export function DetailsForm({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const amountText = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));
  const lowest = product.min === null ? undefined : baht(product.min);
  const highest = product.max === null ? undefined : baht(product.max);
  return (
    <section class="card">
      <h2>{t.details}</h2>
      <Post action={`${pathOf(product)}/details`} form={form}>
        <TextField name="name" label={t.name} value={product.name} required />
        <TextAreaField name="description" label={t.description} value={product.description} rows="5" />
        <div class="fields">
          <AmountField name="min" label={t.min} value={amountText(product.set.min)} placeholder={lowest} />
          <AmountField name="max" label={t.max} value={amountText(product.set.max)} placeholder={highest} />
        </div>
        <p class="hint">
          <small>{t.displayedPriceHint}</small>
        </p>
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </section>
  );
}

const SPARE_ROWS = 2;

/** The saved rates and a few empty rows. */
export function ShippingForm({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const rows = form?.count('shipping_type') || product.shippingRates.length + SPARE_ROWS;
  return (
    <section class="card">
      <h2>{t.shipping}</h2>
      <Post action={`${pathOf(product)}/shipping`} form={form}>
        {Array.from({ length: rows }, (_, at) => (
          <RateFields context={context} at={at} rate={product.shippingRates[at]} />
        ))}
        <p class="hint">
          <small>{t.shippingHint}</small>
        </p>
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </section>
  );
}

interface RateProps {
  context: StoreContext;
  at: number;
  rate: ShippingRate | undefined;
}

function RateFields({ context, at, rate }: RateProps) {
  const t = productTexts(context.language);
  const types = shippingTypes(context.app.config.values);
  const options = types.map((value) => ({ value, label: courierLabel(value, context.language) }));
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
