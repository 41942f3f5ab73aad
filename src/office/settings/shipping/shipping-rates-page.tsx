import type * as v from 'valibot';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { changeSettings } from '../../../domain/store-settings.ts';
import type { StoreShippingRate } from '../../../domain/stores.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { ZERO } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { fields, listOf, optionalAmount, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import { productTexts } from '../../products/detail/product-texts.ts';
import { RateFields } from '../../products/detail/rate-fields.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { SHIPPING_RATES_PATH as PATH } from './shipping-rates-path.ts';
import { shippingRatesTexts } from './shipping-rates-texts.ts';

const ratesForm = fields({
  every_first: optionalAmount,
  every_each_more: optionalAmount,
  shipping_type: listOf(optionalText(64)),
  first: listOf(optionalAmount),
  each_more: listOf(optionalAmount),
  free_from: optionalAmount,
});

type Typed = v.InferOutput<typeof ratesForm>;

export const shippingRatesScreens: readonly Screen[] = [
  get(PATH, 'settings', (context) => ratesPage(context, context.form(ratesForm))),
  post(PATH, 'settings', (context) => {
    const form = context.form(ratesForm);
    checkRates(context, form, form.valid ?? {});
    return form.submit(
      async (typed) => {
        const change = { shippingRates: ratesOf(typed), freeShippingFrom: typed.free_from || null };
        await context.write((tx) => changeSettings(tx, context.store.id, change, context.act()));
        return context.redirect(PATH, commonTexts(context.language).saved);
      },
      () => ratesPage(context, form),
    );
  }),
];

function ratesOf({ every_first, every_each_more = ZERO, ...typed }: Typed): StoreShippingRate[] {
  const every =
    every_first === undefined ? [] : [{ shippingType: null, first: every_first, eachMore: every_each_more }];
  const byCourier = typed.shipping_type.flatMap((shippingType, i) =>
    shippingType === undefined
      ? []
      : [{ shippingType, first: typed.first[i] ?? ZERO, eachMore: typed.each_more[i] ?? ZERO }],
  );
  return [...every, ...byCourier];
}

function checkRates(context: StoreContext, form: Form<Typed>, typed: Partial<Typed>): void {
  const t = shippingRatesTexts(context.language);
  const { every_first, every_each_more, shipping_type = [], first = [], free_from } = typed;
  const known = shippingTypes(context.app.config.values);
  const isEmpty = every_first === undefined && shipping_type.every((type) => type === undefined);
  if (every_first === undefined && every_each_more !== undefined) form.addError(t.firstMissing, 'every_first');
  if (isEmpty && free_from) form.addError(t.freeWithoutRates, 'every_first');
  shipping_type.forEach((type, i) => {
    if (type === undefined) {
      if (first[i] !== undefined && i >= byCourierOf(context).length)
        form.addError(commonTexts(context.language).choose, ['shipping_type', i]);
      return;
    }
    if (first[i] === undefined) form.addError(describe(message('input_empty'), context.language), ['first', i]);
    if (!known.includes(type)) form.addError(commonTexts(context.language).choose, ['shipping_type', i]);
    if (shipping_type.indexOf(type) < i)
      form.addError(productTexts(context.language).duplicateCourier, ['shipping_type', i]);
  });
}

const byCourierOf = ({ store }: StoreContext): readonly StoreShippingRate[] =>
  store.shippingRates.filter(({ shippingType }) => shippingType !== null);

function ratesPage(context: StoreContext, form: Form<unknown>): Page {
  const t = shippingRatesTexts(context.language);
  const { freeShippingFrom } = context.store;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }} />
        <p class="hint">{t.about}</p>
        <Post action={PATH} form={form} class="card">
          <EveryCourier context={context} />
          <ByCourier context={context} form={form} />
          <fieldset>
            <legend>{t.freeShipping}</legend>
            <AmountField
              name="free_from"
              label={t.freeFrom}
              hint={t.freeFromHint}
              value={freeShippingFrom === null ? undefined : typedBaht(freeShippingFrom)}
            />
          </fieldset>
          <Submit label={commonTexts(context.language).save} />
        </Post>
      </>
    ),
  };
}

function EveryCourier({ context }: { context: StoreContext }) {
  const t = shippingRatesTexts(context.language);
  const { first, eachMore } = productTexts(context.language);
  const rate = context.store.shippingRates.find(({ shippingType }) => shippingType === null);
  return (
    <fieldset>
      <legend>{t.everyCourier}</legend>
      <p class="hint">{t.everyHint}</p>
      <div class="fields">
        <AmountField name="every_first" label={first} value={rate && typedBaht(rate.first)} />
        <AmountField name="every_each_more" label={eachMore} value={rate && typedBaht(rate.eachMore)} />
      </div>
    </fieldset>
  );
}

/** The saved rates, and fields for a new one. */
function ByCourier({ context, form }: { context: StoreContext; form: Form<unknown> }) {
  const t = shippingRatesTexts(context.language);
  const rates = byCourierOf(context);
  const added = Math.max(1, form.count('shipping_type') - rates.length);
  return (
    <fieldset>
      <legend>{t.byCourier}</legend>
      {rates.length > 0 && <p class="hint">{t.removeHint}</p>}
      {[...rates, ...Array.from({ length: added }, () => undefined)].map((rate, at) => (
        <RateFields context={context} at={at} rate={rate} />
      ))}
    </fieldset>
  );
}
