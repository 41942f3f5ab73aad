import type * as v from 'valibot';
import { type Courier, THAILAND_POST } from '../../../domain/couriers/couriers.ts';
import { type CourierChange, settingProblem } from '../../../domain/couriers/set-up.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { checked, choice, fields, flag, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, IntegerField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { SecretField } from '../../forms/secret-fields.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { ADAPTERS, type AdapterName, adapterDescriptions, courierTexts } from './courier-texts.ts';
import { optionalRange, RangeFields, rangeOf, spanOf, type TypedRange } from './number-ranges.tsx';
import { ShippopFields } from './shippop-fields.tsx';

const setting = (name: Parameters<typeof settingProblem>[0]) =>
  checked(optionalText(), (text) => settingProblem(name, text));

export const courierForm = fields({
  adapter: choice(ADAPTERS),
  tracking_url: setting('tracking_url'),
  number_example: setting('number_example'),
  url: setting('url'),
  merchant_id: optionalText(),
  email: setting('email'),
  courier_code: setting('courier_code'),
  parcel_size: setting('parcel_size'),
  secret: optionalText(),
  token: optionalText(),
  remove_token: flag,
  warn_below: optionalInteger(0, 99_999_999),
  ...optionalRange,
});

type CourierInput = v.InferOutput<typeof courierForm>;

const REQUIRED: Record<AdapterName, readonly string[]> = {
  manual: [],
  http: ['url'],
  flash: ['url', 'merchant_id'],
  shippop: ['email', 'courier_code'],
  number_pool: ['prefix', 'first', 'count'],
};

/** Adds an error to each required field that is empty. */
export function requireFields(form: Form<CourierInput>, adapter: AdapterName, language: Language): void {
  for (const name of REQUIRED[adapter])
    if (form.count(name) > 0 && form.typed(name)?.trim() === '')
      form.addError(describe(message('input_empty'), language), name);
}

/** The form's values as courier settings. An empty field removes its setting; an empty secret keeps it. */
export function changeOf(input: CourierInput): CourierChange {
  const { adapter, secret, token } = input;
  const common = { adapter, tracking_url: input.tracking_url ?? null, number_example: input.number_example ?? null };
  switch (adapter) {
    case 'manual':
      return common;
    case 'http':
      return { ...common, url: input.url ?? null };
    case 'flash':
      return {
        ...common,
        url: input.url ?? null,
        merchant_id: input.merchant_id ?? null,
        ...(secret === undefined ? {} : { secret }),
      };
    case 'shippop':
      return {
        ...common,
        url: input.url ?? null,
        email: input.email ?? null,
        courier_code: input.courier_code ?? null,
        parcel_size: input.parcel_size ?? null,
        ...(secret === undefined ? {} : { secret }),
      };
    case 'number_pool':
      return {
        ...common,
        url: input.url ?? null,
        warn_below: input.warn_below ?? null,
        ...(token === undefined ? (input.remove_token ? { token: null } : {}) : { token }),
        ...(input.prefix === undefined ? {} : rangeOf(input)),
      };
  }
}

interface FormProps {
  context: StoreContext;
  form: Form<TypedRange> | undefined;
  shippingType: string;
  adapter: AdapterName;
  /** Undefined for a new courier. */
  courier: Courier | undefined;
}

/** The settings of the adapter. Secrets are never shown. */
export function CourierForm({ context, form, shippingType, adapter, courier }: FormProps) {
  const t = courierTexts(context.language);
  return (
    <section class="card">
      <h2>{t[adapter]}</h2>
      <p class="hint">{adapterDescriptions(t)[adapter]}</p>
      <Post action={`/settings/couriers/${shippingType}`} form={form}>
        <input type="hidden" name="adapter" value={adapter} />
        {adapter === 'http' || adapter === 'flash' ? <ConnectionFields {...{ context, courier, adapter }} /> : null}
        {adapter === 'shippop' && <ShippopFields {...{ context, courier, shippingType }} />}
        {adapter === 'number_pool' && courier === undefined ? (
          <fieldset>
            <legend>{t.firstRange}</legend>
            <RangeFields context={context} form={form} />
          </fieldset>
        ) : null}
        {adapter === 'number_pool' ? <PoolFields {...{ context, courier }} /> : null}
        <TextField
          name="tracking_url"
          label={t.trackingUrl}
          hint={t.trackingUrlHint}
          value={courier?.settings.tracking_url}
          type="url"
        />
        {!THAILAND_POST.includes(shippingType) && (
          <TextField
            name="number_example"
            label={t.numberExample}
            hint={t.numberExampleHint}
            value={courier?.settings.number_example}
            autocapitalize="characters"
            spellcheck={false}
          />
        )}
        <Submit label={form?.value && spanOf(form.value) ? t.confirmRange : commonTexts(context.language).save} />
      </Post>
    </section>
  );
}

type PartProps = Pick<FormProps, 'context' | 'courier'>;

function ConnectionFields({ context, courier, adapter }: PartProps & { adapter: AdapterName }) {
  const t = courierTexts(context.language);
  const settings = courier?.settings;
  return (
    <>
      <TextField
        name="url"
        label={t.url}
        value={settings && 'url' in settings ? settings.url : undefined}
        type="url"
        required
      />
      {adapter === 'flash' && (
        <div class="fields">
          <TextField
            name="merchant_id"
            label={t.merchantId}
            value={settings && 'merchant_id' in settings ? settings.merchant_id : undefined}
            required
          />
          <SecretField
            name="secret"
            label={t.secret}
            hint={settings && 'secret' in settings && settings.secret ? t.keepSecret : t.newSecretHint}
          />
        </div>
      )}
    </>
  );
}

function PoolFields({ context, courier }: PartProps) {
  const t = courierTexts(context.language);
  const settings = courier?.settings.adapter === 'number_pool' ? courier.settings : undefined;
  return (
    <>
      <div class="fields">
        <IntegerField name="warn_below" label={t.warnBelow} hint={t.warnBelowHint} value={settings?.warn_below} />
        {courier && <SecretField name="token" label={t.token} hint={settings?.token ? t.keepToken : t.tokenHint} />}
        <TextField name="url" label={t.trackUrl} hint={t.trackUrlHint} value={settings?.url} type="url" />
      </div>
      {settings?.token !== undefined && <CheckField name="remove_token" label={t.removeToken} />}
    </>
  );
}
