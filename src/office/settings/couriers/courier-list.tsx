import { type Courier, findCourier, listCouriers } from '../../../domain/couriers/couriers.ts';
import type { PoolLevel } from '../../../domain/couriers/pools.ts';
import { changeCourier, removeCourier, replaceCourierSecret } from '../../../domain/couriers/set-up.ts';
import { courierState, lacksSecret } from '../../../domain/couriers/state.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { markForm } from '../../forms/once.tsx';
import { courierLabel, courierTitle } from '../../orders/state-names.ts';
import { csvFile } from '../../page/downloads.ts';
import { ButtonLink, Empty, Heading, Tag } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { settingsTexts } from '../settings-texts.ts';
import { blameEmpty, changeOf, courierForm } from './courier-form.tsx';
import { choosePage, courierPage, secretPage } from './courier-page.tsx';
import { bookingText, LevelTag } from './courier-status.tsx';
import { ADAPTERS, courierTexts } from './courier-texts.ts';
import { isUnseen } from './range-confirmation.ts';

const PATH = '/settings/couriers';
const noFields = fields({});

export const courierScreens: readonly Screen[] = [
  get(PATH, 'owner', listPage),
  get(`${PATH}.csv`, 'owner', listCsv),
  get(`${PATH}/new`, 'owner', (visit) => {
    const known = shippingTypes(visit.ctx.config.values);
    const asked = visit.query(fields({ shipping_type: optionalChoice(known), adapter: optionalChoice(ADAPTERS) }));
    return choosePage(visit, visit.form(courierForm), asked);
  }),
  get(`${PATH}/:type`, 'owner', (visit) => {
    const courier = known(visit);
    return courierPage(visit, courier, { settings: visit.form(courierForm) });
  }),
  post(`${PATH}/:type`, 'owner', setUp),
  post(`${PATH}/:type/secret`, 'owner', async (visit) => {
    const courier = known(visit);
    const { mark } = visit.form(markForm).value ?? {};
    const secret = await visit.ctx.write((db) => replaceCourierSecret(db, courier, mark));
    if (secret !== undefined) return secretPage(visit, courier.shippingType, secret);
    return visit.redirect(`${PATH}/${courier.shippingType}`, courierTexts(visit.language).secretGiven);
  }),
  post(`${PATH}/:type/remove`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const courier = known(visit);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => removeCourier(db, visit.store.id, courier.shippingType));
        return visit.redirect(PATH, courierTexts(visit.language).removed);
      },
      () => courierPage(visit, courier, { refused: form.fault }),
    );
  }),
];

/** @throws Refusal not_found where the store has not set up the path's shipping type */
function known(visit: Visit): Courier {
  const courier = findCourier(visit.ctx.db, visit.store.id, visit.asked.params.type ?? '');
  if (!courier) throw new Refusal('not_found', 'the store has not set up this courier');
  return courier;
}

function setUp(visit: Visit) {
  const form = visit.form(courierForm);
  const shippingType = visit.asked.params.type ?? '';
  if (!shippingTypes(visit.ctx.config.values).includes(shippingType))
    throw new Refusal('not_found', 'there is no such shipping type');
  const name = { storeId: visit.store.id, shippingType };
  const adapter = ADAPTERS.find((one) => one === form.typed('adapter'));
  if (adapter) blameEmpty(form, adapter, visit.language);
  const again = () => {
    const courier = findCourier(visit.ctx.db, visit.store.id, shippingType);
    if (courier && courier.settings.adapter === adapter) return courierPage(visit, courier, { settings: form });
    return choosePage(visit, form, { shipping_type: shippingType, adapter });
  };
  return form.submit(async (wanted) => {
    if (wanted.adapter === 'number_pool' && isUnseen(wanted)) return again();
    const { secret } = await visit.ctx.write((db) => changeCourier(db, name, changeOf(wanted)));
    if (secret !== undefined) return secretPage(visit, shippingType, secret);
    return visit.redirect(`${PATH}/${shippingType}`, courierTexts(visit.language).saved);
  }, again);
}

function listPage(visit: Visit): Page {
  const t = courierTexts(visit.language);
  const couriers = listCouriers(visit.ctx.db, visit.store.id);
  return {
    title: t.couriers,
    body: (
      <>
        <Heading title={t.couriers} back={{ href: '/office/settings', label: settingsTexts(visit.language).settings }}>
          <ButtonLink href={`/office${PATH}/new`} icon="plus" main>
            {t.add}
          </ButtonLink>
          {couriers.length > 0 && (
            <ButtonLink href={`/office${PATH}.csv`} icon="download" download>
              CSV
            </ButtonLink>
          )}
        </Heading>
        {couriers.length === 0 ? (
          <Empty title={t.empty}>
            <p>{t.aboutEmpty}</p>
          </Empty>
        ) : (
          <>
            <p class="hint">{t.about}</p>
            <table class="list">
              <thead>
                <tr>
                  <th>{t.courier}</th>
                  <th>{t.way}</th>
                  <th>{t.state}</th>
                  <th>{t.bookings}</th>
                </tr>
              </thead>
              <tbody>
                {couriers.map((courier) => (
                  <Row visit={visit} courier={courier} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </>
    ),
  };
}

function Row({ visit, courier }: { visit: Visit; courier: Courier }) {
  const t = courierTexts(visit.language);
  const { numbers, bookings } = courierState(visit.ctx, courier);
  const open = bookingText(visit, bookings);
  return (
    <tr>
      <th scope="row">
        <a href={`/office${PATH}/${courier.shippingType}`}>
          {courierTitle(courier.shippingType, shippingTypes(visit.ctx.config.values), visit.language)}
        </a>
      </th>
      <td data-label={t.way}>{t[courier.settings.adapter]}</td>
      <td data-label={t.state}>
        {lacksSecret(courier) ? (
          <Tag tone="bad">
            {t.secret}: {t.lacksSecret}
          </Tag>
        ) : numbers ? (
          <Levels visit={visit} levels={numbers} />
        ) : (
          <span class="quietly">—</span>
        )}
      </td>
      <td data-label={t.bookings}>{open ?? <span class="quietly">{t.noBookings}</span>}</td>
    </tr>
  );
}

const Levels = ({ visit, levels }: { visit: Visit; levels: readonly PoolLevel[] }) => (
  <span>
    {levels.map((level) => (
      <>
        <LevelTag visit={visit} level={level} />{' '}
      </>
    ))}
  </span>
);

function listCsv({ ctx, store, language }: Visit): Response {
  const rows = listCouriers(ctx.db, store.id).map((courier) => {
    const { hasSecret, numbers, bookings, callBackUrl, callBackPath } = courierState(ctx, courier);
    const { settings: set } = courier;
    const left = (cod: boolean) => numbers?.find((level) => level.cod === cod)?.left;
    return [
      courier.shippingType,
      courierLabel(courier.shippingType, language),
      set.adapter,
      'url' in set ? set.url : undefined,
      set.tracking_url,
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
