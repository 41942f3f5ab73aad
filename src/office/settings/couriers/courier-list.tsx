import { type Courier, findCourier, listCouriers } from '../../../domain/couriers/couriers.ts';
import type { PoolLevel } from '../../../domain/couriers/pools.ts';
import { changeCourier, removeCourier, replaceCourierSecret } from '../../../domain/couriers/set-up.ts';
import { courierState, lacksSecret } from '../../../domain/couriers/state.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { secretVersionForm } from '../../forms/idempotency.tsx';
import { courierLabel, courierTitle } from '../../orders/display-names.ts';
import { ButtonLink, CsvLink, Empty, Heading, Tag } from '../../page/components.tsx';
import { csvFile } from '../../page/downloads.ts';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { changeOf, courierForm, requireFields } from './courier-form.tsx';
import { choosePage, courierPage, secretPage } from './courier-page.tsx';
import { bookingText, LevelTag } from './courier-status.tsx';
import { ADAPTERS, courierTexts } from './courier-texts.ts';
import { needsConfirmation } from './number-range-form.tsx';

const PATH = '/settings/couriers';
const noFields = fields({});

export const courierScreens: readonly Screen[] = [
  get(PATH, 'owner', listPage),
  get(`${PATH}.csv`, 'owner', listCsv),
  get(`${PATH}/new`, 'owner', (context) => {
    const types = shippingTypes(context.app.config.values);
    const choice = context.query(fields({ shipping_type: optionalChoice(types), adapter: optionalChoice(ADAPTERS) }));
    return choosePage(context, context.form(courierForm), choice);
  }),
  get(`${PATH}/:type`, 'owner', (context) => {
    const courier = requestedCourier(context);
    return courierPage(context, courier, { settings: context.form(courierForm) });
  }),
  post(`${PATH}/:type`, 'owner', setUp),
  post(`${PATH}/:type/secret`, 'owner', async (context) => {
    const courier = requestedCourier(context);
    const { mark } = context.form(secretVersionForm).value ?? {};
    const secret = await context.write((tx) => replaceCourierSecret(tx, courier, mark));
    if (secret !== undefined) return secretPage(context, courier.shippingType, secret);
    return context.redirect(`${PATH}/${courier.shippingType}`, courierTexts(context.language).secretAlreadyReset);
  }),
  post(`${PATH}/:type/remove`, 'owner', (context) => {
    const form = context.form(noFields);
    const courier = requestedCourier(context);
    return form.submit(
      async () => {
        await context.write((tx) => removeCourier(tx, context.store.id, courier.shippingType));
        return context.redirect(PATH, courierTexts(context.language).removed);
      },
      () => courierPage(context, courier, { error: form.error }),
    );
  }),
];

/** The store's courier in the path. @throws AppError not_found */
function requestedCourier(context: StoreContext): Courier {
  const shippingType = context.request.params.type ?? '';
  const courier = findCourier(context.db, context.store.id, shippingType);
  if (!courier) throw new AppError('not_found', 'courier_not_set_up', { shippingType });
  return courier;
}

function setUp(context: StoreContext) {
  const form = context.form(courierForm);
  const shippingType = context.request.params.type ?? '';
  if (!shippingTypes(context.app.config.values).includes(shippingType))
    throw new AppError('not_found', 'unknown_shipping_type');
  const name = { storeId: context.store.id, shippingType };
  const adapter = ADAPTERS.find((one) => one === form.typed('adapter'));
  if (adapter) requireFields(form, adapter, context.language);
  const again = () => {
    const courier = findCourier(context.db, context.store.id, shippingType);
    if (courier && courier.settings.adapter === adapter) return courierPage(context, courier, { settings: form });
    return choosePage(context, form, { shipping_type: shippingType, adapter });
  };
  return form.submit(async (wanted) => {
    if (wanted.adapter === 'number_pool' && needsConfirmation(wanted)) return again();
    const { secret } = await context.write((tx) => changeCourier(tx, name, changeOf(wanted)));
    if (secret !== undefined) return secretPage(context, shippingType, secret);
    return context.redirect(`${PATH}/${shippingType}`, courierTexts(context.language).saved);
  }, again);
}

function listPage(context: StoreContext): Page {
  const t = courierTexts(context.language);
  const couriers = listCouriers(context.db, context.store.id);
  return {
    title: t.couriers,
    body: (
      <>
        <Heading
          title={t.couriers}
          back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}
        >
          <ButtonLink href={`/office${PATH}/new`} icon="plus" main>
            {t.add}
          </ButtonLink>
          {couriers.length > 0 && <CsvLink href={`/office${PATH}.csv`} />}
        </Heading>
        {couriers.length === 0 ? (
          <Empty title={t.empty} hint={t.emptyHint} />
        ) : (
          <>
            <p class="hint">{t.about}</p>
            <table class="list">
              <Columns of={[t.courier, t.method, t.status, t.bookings]} />
              <tbody>
                {couriers.map((courier) => (
                  <Row context={context} courier={courier} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </>
    ),
  };
}

function Row({ context, courier }: { context: StoreContext; courier: Courier }) {
  const t = courierTexts(context.language);
  const { numbers, bookings } = courierState(context.app, courier);
  const open = bookingText(context, bookings);
  return (
    <tr>
      <th scope="row">
        <a href={`/office${PATH}/${courier.shippingType}`}>
          {courierTitle(courier.shippingType, shippingTypes(context.app.config.values), context.language)}
        </a>
      </th>
      <td data-label={t.method}>{t[courier.settings.adapter]}</td>
      <td data-label={t.status}>
        {lacksSecret(courier) ? (
          <Tag tone="bad">
            {t.secret}: {t.lacksSecret}
          </Tag>
        ) : numbers ? (
          <Levels context={context} levels={numbers} />
        ) : (
          <span class="muted">—</span>
        )}
      </td>
      <td data-label={t.bookings}>{open ?? <span class="muted">{t.noBookings}</span>}</td>
    </tr>
  );
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

function listCsv({ app, store, language }: StoreContext): Response {
  const rows = listCouriers(app.db, store.id).map((courier) => {
    const { hasSecret, numbers, bookings, callBackUrl, callBackPath } = courierState(app, courier);
    const { settings } = courier;
    const left = (cod: boolean) => numbers?.find((level) => level.cod === cod)?.left;
    return [
      courier.shippingType,
      courierLabel(courier.shippingType, language),
      settings.adapter,
      'url' in settings ? settings.url : undefined,
      settings.tracking_url,
      hasSecret === undefined ? undefined : String(hasSecret),
      left(false),
      left(true),
      bookings.waiting,
      bookings.requested,
      bookings.failed,
      callBackUrl ?? callBackPath,
    ];
  });
  const heads = ['shipping_type', 'name', 'adapter', 'url', 'tracking_url', 'has_secret', 'numbers_left'];
  return csvFile('couriers', [...heads, 'cod_numbers_left', 'waiting', 'requested', 'failed', 'call_back'], rows);
}
