import { courierState, lacksSecret } from '../../../domain/couriers/courier-state.ts';
import type { Courier } from '../../../domain/couriers/couriers.ts';
import { isFitting } from '../../../domain/couriers/fitting-adapters.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { courierTitle } from '../../orders/order-labels.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { CourierForm } from './courier-form.tsx';
import { CourierStatus } from './courier-status.tsx';
import { ADAPTERS, type AdapterName, adapterDescriptions, courierTexts, needsOf } from './courier-texts.ts';
import { Ranges, type TypedRange } from './number-ranges.tsx';

const PATH = '/settings/couriers';

const titleOf = (context: StoreContext, shippingType: string): string =>
  courierTitle(shippingType, shippingTypes(context.app.config.values), context.language);

interface CourierChoice {
  shipping_type?: string | undefined;
  adapter?: AdapterName | undefined;
}

/** Chooses the courier, then one of the methods that fit it, then shows the form of that method. */
export function choosePage(
  context: StoreContext,
  form: Form<TypedRange>,
  { shipping_type, adapter }: CourierChoice,
): Page {
  const t = courierTexts(context.language);
  const isChosen = shipping_type !== undefined && adapter !== undefined && isFitting(shipping_type, adapter);
  return {
    title: t.add,
    body: (
      <>
        <Heading title={t.add} back={{ href: `/office${PATH}`, label: t.couriers }} />
        {shipping_type === undefined && <ChooseCourier context={context} />}
        {shipping_type !== undefined && (
          <p>
            {titleOf(context, shipping_type)} ·{' '}
            {isChosen ? (
              <a href={`/office${PATH}/new?shipping_type=${shipping_type}`}>{t.changeMethod}</a>
            ) : (
              <a href={`/office${PATH}/new`}>{t.changeCourier}</a>
            )}
          </p>
        )}
        {shipping_type !== undefined && !isChosen && (
          <ChooseMethod language={context.language} shippingType={shipping_type} error={form.errorOf('adapter')} />
        )}
        {isChosen && (
          <CourierForm
            context={context}
            form={form}
            shippingType={shipping_type}
            adapter={adapter}
            courier={undefined}
          />
        )}
      </>
    ),
  };
}

function ChooseCourier({ context }: { context: StoreContext }) {
  const t = courierTexts(context.language);
  const types = shippingTypes(context.app.config.values).map((value) => ({ value, label: titleOf(context, value) }));
  const { choose } = commonTexts(context.language);
  return (
    <form class="card" action={`/office${PATH}/new`}>
      <SelectField name="shipping_type" label={t.courier} options={types} empty={choose} required />
      <Submit label={t.next} />
    </form>
  );
}

interface MethodProps {
  language: Language;
  shippingType: string;
  error: string | undefined;
}

/** The methods of getting tracking numbers of the courier, and what each needs. */
function ChooseMethod({ language, shippingType, error }: MethodProps) {
  const t = courierTexts(language);
  const about = adapterDescriptions(t);
  const needs = needsOf(t);
  return (
    <form class="card" action={`/office${PATH}/new`}>
      <input type="hidden" name="shipping_type" value={shippingType} />
      <fieldset class="methods" aria-describedby={error && 'field-adapter-error'}>
        <legend>{t.numberSource}</legend>
        {ADAPTERS.filter((adapter) => isFitting(shippingType, adapter)).map((adapter) => (
          <label class="method">
            <input type="radio" name="adapter" value={adapter} required />
            <span>
              <strong>{t[adapter]}</strong>
              <span>{about[adapter]}</span>
              <small>{needs[adapter]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {error && (
        <p id="field-adapter-error" class="error" role="alert">
          {error}
        </p>
      )}
      <Submit label={t.next} />
    </form>
  );
}

interface Forms {
  settings?: Form<TypedRange>;
  range?: Form<TypedRange>;
  /** Why an action failed. */
  error?: string | undefined;
}

/** A courier's settings, status and number ranges. */
export function courierPage(context: StoreContext, courier: Courier, { settings, range, error }: Forms): Page {
  const t = courierTexts(context.language);
  const { shippingType } = courier;
  const { adapter } = courier.settings;
  if (adapter === 'simulated') return simulatedPage(context, courier);
  const { urlProblem } = courierState(context.app, courier);
  return {
    title: titleOf(context, shippingType),
    body: (
      <>
        <Heading title={titleOf(context, shippingType)} back={{ href: `/office${PATH}`, label: t.couriers }}>
          <ButtonLink href={`/office${PATH}/new?shipping_type=${shippingType}`} label={t.changeMethod} />
          <Confirm label={t.remove}>
            <Post action={`${PATH}/${shippingType}/remove`}>
              <p>{t.removeHint}</p>
              <Submit label={t.confirmRemove} />
            </Post>
          </Confirm>
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {urlProblem && <Notice tone="bad">{t.urlProblem(errorText(context.language, urlProblem))}</Notice>}
        {lacksSecret(courier) && <Notice tone="bad">{t.lacksSecretHint}</Notice>}
        <div class="with-side">
          <div>
            {adapter === 'number_pool' && <Ranges context={context} courier={courier} form={range} />}
            <CourierForm {...{ context, form: settings, shippingType, adapter, courier }} />
          </div>
          <CourierStatus context={context} courier={courier} />
        </div>
      </>
    ),
  };
}

/** The courier of a sandbox has no settings. */
function simulatedPage(context: StoreContext, courier: Courier): Page {
  const t = courierTexts(context.language);
  const title = titleOf(context, courier.shippingType);
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${PATH}`, label: t.couriers }} />
        <p class="hint">{t.simulatedHint}</p>
        <CourierStatus context={context} courier={courier} />
      </>
    ),
  };
}
