import { courierConnection } from '../../../domain/couriers/adapters/connection.ts';
import { couriersWithState, lacksSecret } from '../../../domain/couriers/courier-state.ts';
import { findCourier } from '../../../domain/couriers/couriers.ts';
import { adapterProblem } from '../../../domain/couriers/fitting-adapters.ts';
import type { PoolLevel } from '../../../domain/couriers/number-pools.ts';
import {
  changeCourier,
  endOldCourierSecret,
  removeCourier,
  replaceCourierSecret,
} from '../../../domain/couriers/set-up.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { notFound } from '../../../lib/errors.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { keepOldFor, secretResetForm } from '../../forms/secret-reset.tsx';
import { keepSecret, secretScreens } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { courierTitle } from '../../orders/order-labels.ts';
import { ButtonLink, Empty, Heading, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile } from '../../page/list-file.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { fileScreens, get, post, postForm, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { changeOf, courierForm, requireFields } from './courier-form.tsx';
import { choosePage, courierPage } from './courier-page.tsx';
import { courierSecret } from './courier-secret.tsx';
import { bookingText, LevelTag } from './courier-status.tsx';
import { ADAPTERS, courierTexts } from './courier-texts.ts';
import { needsConfirmation } from './number-ranges.tsx';
import { requestedCourier } from './requested-courier.ts';

const PATH = '/settings/couriers';
const noFields = fields({});

export const courierScreens: readonly Screen[] = [
  get(PATH, 'settings', listPage),
  ...fileScreens(`${PATH}`, 'settings', couriersFile),
  get(`${PATH}/new`, 'settings', (context) => {
    const types = shippingTypes(context.app.config.values);
    const choice = context.query(fields({ shipping_type: optionalChoice(types), adapter: optionalChoice(ADAPTERS) }));
    return choosePage(context, context.form(courierForm), choice);
  }),
  get(`${PATH}/:type`, 'settings', (context) => {
    const courier = requestedCourier(context);
    return courierPage(context, courier, { settings: context.form(courierForm) });
  }),
  post(`${PATH}/:type`, 'settings', saveCourier, { sensitive: true }),
  post(
    `${PATH}/:type/secret`,
    'settings',
    async (context) => {
      const courier = requestedCourier(context);
      const input = context.form(secretResetForm).value;
      const reset = { version: input?.version, now: context.app.steadyNow(), keepOldFor: keepOldFor(input) };
      const isReset = await context.write((tx) => {
        const secret = replaceCourierSecret(tx, courier, reset);
        if (secret === undefined) return false;
        keepSecret(tx, context, { kind: courierSecret, owner: courier, values: { secret } });
        return true;
      });
      const t = courierTexts(context.language);
      return context.redirect(courierSecret.pathOf(courier), isReset ? t.secretReset : undefined);
    },
    { sensitive: true },
  ),
  ...secretScreens(courierSecret),
  post(`${PATH}/:type/end-old-secret`, 'settings', async (context) => {
    const courier = requestedCourier(context);
    await context.write((tx) => endOldCourierSecret(tx, courier));
    return context.redirect(`${PATH}/${courier.shippingType}`, courierTexts(context.language).oldSecretEnded);
  }),
  postForm(`${PATH}/:type/remove`, 'settings', {
    schema: noFields,
    page: errorPage,
    submit: async (context) => {
      const { shippingType } = requestedCourier(context);
      await context.write((tx) => removeCourier(tx, context.store.id, shippingType));
      return context.redirect(PATH, courierTexts(context.language).removed);
    },
  }),
];

function errorPage(context: StoreContext, { error }: Form<unknown>): Page {
  return courierPage(context, requestedCourier(context), { error });
}

function saveCourier(context: StoreContext) {
  const form = context.form(courierForm);
  const shippingType = context.request.params.type ?? '';
  if (!shippingTypes(context.app.config.values).includes(shippingType)) throw notFound('unknown_shipping_type');
  const name = { storeId: context.store.id, shippingType };
  const adapter = ADAPTERS.find((known) => known === form.typed('adapter'));
  if (adapter) {
    for (const problem of adapterProblem(context.db, name, adapter))
      form.addError(describe(problem, context.language, 'none'), 'adapter');
    requireFields(form, adapter, context.language);
  }
  const formAgain = () => {
    const courier = findCourier(context.db, context.store.id, shippingType);
    if (courier && courier.settings.adapter === adapter) return courierPage(context, courier, { settings: form });
    return choosePage(context, form, { shipping_type: shippingType, adapter });
  };
  return form.submit(async (input) => {
    if (input.adapter === 'number_pool' && needsConfirmation(input)) return formAgain();
    const { urlProblem } = courierConnection(context.app.config.couriers.allow_networks);
    const path = await context.write((tx) => {
      const { courier, secret } = changeCourier(tx, name, changeOf(input), urlProblem);
      if (secret === undefined) return courierSecret.nextOf(courier);
      keepSecret(tx, context, { kind: courierSecret, owner: courier, values: { secret } });
      return courierSecret.pathOf(courier);
    });
    return context.redirect(path, courierTexts(context.language).saved);
  }, formAgain);
}

function listPage(context: StoreContext): Page {
  const t = courierTexts(context.language);
  const couriers = couriersWithState(context.app, context.store.id);
  const isSandbox = context.store.sandboxOf !== null;
  return {
    title: t.couriers,
    body: (
      <>
        <Heading
          title={t.couriers}
          back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}
        >
          {!isSandbox && <ButtonLink href={`/office${PATH}/new`} icon="plus" main label={t.add} />}
          {couriers.length > 0 && <ExportMenu href={`/office${PATH}`} />}
        </Heading>
        {couriers.length > 0 && <p class="hint">{isSandbox ? t.simulatedHint : t.about}</p>}
        <List
          class="list lines"
          rows={couriers}
          empty={
            <Empty title={t.empty} hint={t.emptyHint}>
              {!isSandbox && <ButtonLink href={`/office${PATH}/new`} icon="plus" label={t.add} />}
            </Empty>
          }
          columns={(column) => [
            column(t.courier, ({ shippingType }) => (
              <a href={`/office${PATH}/${shippingType}`}>
                {courierTitle(shippingType, shippingTypes(context.app.config.values), context.language)}
              </a>
            )),
            column(t.numberSource, ({ settings }) => t[settings.adapter]),
            column(t.status, 'top', (courier) => <CourierSummary context={context} courier={courier} />),
            column(
              t.bookings,
              ({ bookings }) => bookingText(context, bookings) ?? <span class="muted">{t.noBookings}</span>,
            ),
          ]}
        />
      </>
    ),
  };
}

type Listed = ReturnType<typeof couriersWithState>[number];

/** The missing secret, or how many numbers are left. */
function CourierSummary({ context, courier }: StoreProps<{ courier: Listed }>) {
  const t = courierTexts(context.language);
  const { numbers } = courier;
  if (lacksSecret(courier))
    return (
      <Tag tone="bad">
        {t.secret}: {t.lacksSecret}
      </Tag>
    );
  return numbers ? <Levels context={context} levels={numbers} /> : <span class="muted">—</span>;
}

const Levels = ({ context, levels }: { context: StoreContext; levels: readonly PoolLevel[] }) => (
  <span>
    {levels.map((level) => (
      <>
        <LevelTag context={context} level={level} />{' '}
      </>
    ))}
  </span>
);

function couriersFile({ app, store, language }: StoreContext): ListFile {
  const t = courierTexts(language);
  const known = shippingTypes(app.config.values);
  const numbersLeft = (isCod: boolean) => (row: Listed) => row.numbers?.find(({ cod }) => cod === isCod)?.left;
  const columns: Columns<Listed> = {
    [t.courier]: ({ shippingType }) => courierTitle(shippingType, known, language),
    [t.numberSource]: ({ settings }) => t[settings.adapter],
    [t.url]: ({ settings }) => ('url' in settings ? settings.url : undefined),
    [t.trackingUrl]: ({ settings }) => settings.tracking_url,
    [t.secret]: ({ hasSecret }) => (hasSecret === undefined ? undefined : hasSecret ? t.hasSecret : t.lacksSecret),
    [t.numbersLeft]: numbersLeft(false),
    [t.codNumbersLeft]: numbersLeft(true),
    [t.bookingsWaiting]: ({ bookings }) => bookings.waiting,
    [t.bookingsRequested]: ({ bookings }) => bookings.requested,
    [t.bookingsFailed]: ({ bookings }) => bookings.failed,
    [t.callback]: ({ callBackUrl, callBackPath }) => callBackUrl ?? callBackPath,
  };
  return listFile(t.couriers, couriersWithState(app, store.id), columns, 'couriers');
}
