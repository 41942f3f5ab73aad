import { postalCodesText } from '../../../domain/shipping-rates/remote-area.ts';
import { changeSettings } from '../../../domain/store-settings.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit, TextAreaField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import { productTexts } from '../../products/detail/product-texts.ts';
import { RateFields } from '../../products/detail/rate-fields.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { byCourierOf, checkRates, everyCourierOf, ratesForm, settingsOf } from './shipping-rates-form.ts';
import { SHIPPING_RATES_PATH as PATH } from './shipping-rates-path.ts';
import { shippingRatesTexts } from './shipping-rates-texts.ts';
import { type RateSteps, rateSteps, WeightStepFields } from './weight-step-fields.tsx';

export const shippingRatesScreens: readonly Screen[] = [
  get(PATH, 'settings', (context) => ratesPage(context, context.form(ratesForm))),
  post(PATH, 'settings', (context) => {
    const form = context.form(ratesForm);
    checkRates(context, form);
    return form.submit(
      async (typed) => {
        await context.write((tx) => changeSettings(tx, context.store.id, settingsOf(typed), context.act()));
        return context.redirect(PATH, commonTexts(context.language).saved);
      },
      () => ratesPage(context, form),
    );
  }),
];

function ratesPage(context: StoreContext, form: Form<unknown>): Page {
  const t = shippingRatesTexts(context.language);
  const { freeShippingFrom } = context.store;
  const [ofEvery, ...ofCouriers] = rateSteps(form, [everyCourierOf(context), ...byCourierOf(context)]);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }} />
        <p class="hint">{t.about}</p>
        <Post action={PATH} form={form} class="card">
          <EveryCourier context={context} steps={ofEvery} />
          <ByCourier context={context} form={form} steps={ofCouriers} />
          <fieldset>
            <legend>{t.freeShipping}</legend>
            <AmountField
              name="free_from"
              label={t.freeFrom}
              hint={t.freeFromHint}
              value={freeShippingFrom === null ? undefined : typedBaht(freeShippingFrom)}
            />
          </fieldset>
          <RemoteArea context={context} form={form} />
          <Submit label={commonTexts(context.language).save} />
        </Post>
      </>
    ),
  };
}

function EveryCourier({ context, steps }: { context: StoreContext; steps: RateSteps | undefined }) {
  const t = shippingRatesTexts(context.language);
  const { first, eachMore } = productTexts(context.language);
  const rate = everyCourierOf(context);
  return (
    <fieldset>
      <legend>{t.everyCourier}</legend>
      <p class="hint">{t.everyHint}</p>
      <div class="fields">
        <AmountField name="every_first" label={first} value={rate && typedBaht(rate.first)} />
        <AmountField name="every_each_more" label={eachMore} value={rate && typedBaht(rate.eachMore)} />
      </div>
      {steps && <WeightStepFields context={context} steps={steps} />}
    </fieldset>
  );
}

interface ByCourierProps {
  context: StoreContext;
  form: Form<unknown>;
  /** Of the saved rates. */
  steps: readonly RateSteps[];
}

/** The saved rates, and fields for a new one, which gets its steps once it is saved. */
function ByCourier({ context, form, steps }: ByCourierProps) {
  const t = shippingRatesTexts(context.language);
  const rates = byCourierOf(context);
  const added = Math.max(1, form.count('shipping_type') - rates.length);
  return (
    <fieldset>
      <legend>{t.byCourier}</legend>
      {rates.length > 0 && <p class="hint">{t.removeHint}</p>}
      {[...rates, ...Array.from({ length: added }, () => undefined)].map((rate, at) => (
        <>
          <RateFields context={context} at={at} rate={rate} />
          {steps[at] && <WeightStepFields context={context} steps={steps[at]} />}
        </>
      ))}
    </fieldset>
  );
}

/** Collapsed until the store has one. */
function RemoteArea({ context, form }: { context: StoreContext; form: Form<unknown> }) {
  const t = shippingRatesTexts(context.language);
  const { remoteArea } = context.store;
  const isTyped = Boolean(form.typed('remote_fee') || form.typed('postal_codes'));
  return (
    <details open={remoteArea !== null || isTyped}>
      <summary>{t.remoteArea}</summary>
      <AmountField
        name="remote_fee"
        label={t.remoteFee}
        hint={t.remoteFeeHint}
        value={remoteArea && typedBaht(remoteArea.fee)}
      />
      <TextAreaField
        name="postal_codes"
        label={t.postalCodes}
        hint={t.postalCodesHint}
        value={remoteArea && postalCodesText(remoteArea.postalCodes)}
        rows={4}
      />
    </details>
  );
}
