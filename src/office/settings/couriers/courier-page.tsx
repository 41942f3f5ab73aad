import type { Courier } from '../../../domain/couriers/couriers.ts';
import { lacksSecret } from '../../../domain/couriers/state.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import { courierTitle } from '../../orders/state-names.ts';
import { ButtonLink, Confirm, CopyButton, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { CourierForm } from './courier-form.tsx';
import { State } from './courier-status.tsx';
import { ADAPTERS, type AdapterName, courierTexts } from './courier-texts.ts';
import { Ranges } from './number-ranges.tsx';
import type { TypedRange } from './range-confirmation.ts';

const PATH = '/settings/couriers';

const titleOf = (visit: Visit, shippingType: string): string =>
  courierTitle(shippingType, shippingTypes(visit.ctx.config.values), visit.language);

interface Asked {
  shipping_type?: string | undefined;
  adapter?: AdapterName | undefined;
}

/** Whose parcels, and by which way; then the form of that way. */
export function choosePage(visit: Visit, form: Form<TypedRange>, { shipping_type, adapter }: Asked): Page {
  const t = courierTexts(visit.language);
  const types = shippingTypes(visit.ctx.config.values).map((value) => ({ value, label: titleOf(visit, value) }));
  const ways = ADAPTERS.map((value) => ({ value, label: t[value] }));
  const { choose } = words(visit.language);
  const isChosen = shipping_type !== undefined && adapter !== undefined;
  return {
    title: t.add,
    body: (
      <>
        <Heading title={t.add} back={{ href: `/office${PATH}`, label: t.couriers }} />
        <form class="inline whose" action={`/office${PATH}/new`}>
          <SelectField name="shipping_type" label={t.courier} options={types} value={shipping_type} empty={choose} />
          <SelectField name="adapter" label={t.way} options={ways} value={adapter} empty={choose} />
          <Submit class={isChosen ? 'secondary outline' : undefined}>{isChosen ? t.change : t.next}</Submit>
        </form>
        {isChosen && (
          <CourierForm visit={visit} form={form} shippingType={shipping_type} adapter={adapter} courier={undefined} />
        )}
      </>
    ),
  };
}

interface Forms {
  settings?: Form<TypedRange>;
  range?: Form<TypedRange>;
  /** Why something of it was not done. */
  refused?: string | undefined;
}

/** A courier that is set up: how it is reached, how it is doing, its numbers. */
export function courierPage(visit: Visit, courier: Courier, { settings, range, refused }: Forms): Page {
  const t = courierTexts(visit.language);
  const { shippingType } = courier;
  const { adapter } = courier.settings;
  return {
    title: titleOf(visit, shippingType),
    body: (
      <>
        <Heading title={titleOf(visit, shippingType)} back={{ href: `/office${PATH}`, label: t.couriers }}>
          <ButtonLink href={`/office${PATH}/new?shipping_type=${shippingType}`}>{t.another}</ButtonLink>
          <Confirm label={t.remove}>
            <Post visitor={visit} action={`${PATH}/${shippingType}/remove`}>
              <p>{t.aboutRemove}</p>
              <Submit>{t.removeNow}</Submit>
            </Post>
          </Confirm>
        </Heading>
        {refused !== undefined && <Notice tone="bad">{refused}</Notice>}
        {lacksSecret(courier) && <Notice tone="bad">{t.lacksSecretNotice}</Notice>}
        <div class="with-side">
          <div>
            {adapter === 'number_pool' && <Ranges visit={visit} courier={courier} form={range} />}
            <CourierForm {...{ visit, form: settings, shippingType, adapter, courier }} />
          </div>
          <State visit={visit} courier={courier} />
        </div>
      </>
    ),
  };
}

/** A secret that was just made: it is in no page but this one. */
export function secretPage(visit: Visit, shippingType: string, secret: string): Page {
  const t = courierTexts(visit.language);
  return {
    title: t.newSecret,
    body: (
      <>
        <Heading
          title={t.newSecret}
          back={{ href: `/office${PATH}/${shippingType}`, label: titleOf(visit, shippingType) }}
        />
        <section class="card">
          <Notice tone="warn">{t.shownOnce}</Notice>
          <p class="to-copy">
            <code id="secret">{secret}</code> <CopyButton visit={visit} of="secret" />
          </p>
          <ButtonLink href={`/office${PATH}/${shippingType}`} main>
            {t.done}
          </ButtonLink>
        </section>
      </>
    ),
  };
}
