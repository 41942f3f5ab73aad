import { type Courier, findCourier } from '../../../domain/couriers/couriers.ts';
import { rangesOf } from '../../../domain/couriers/pools.ts';
import { changeCourier, removeRangeOf } from '../../../domain/couriers/set-up.ts';
import { Refusal } from '../../../lib/errors.ts';
import { fields, flag, text, whole } from '../../forms/fields.ts';
import { csvFile } from '../../page/downloads.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { rangeOf } from './form.tsx';
import { courierPage } from './page.tsx';
import { firstNumber, lastNumber } from './ranges.tsx';
import { texts } from './texts.ts';

const PATH = '/settings/couriers/:type';
const rangeForm = fields({ prefix: text(2), first: whole(0, 99_999_999), count: whole(1, 100_000_000), cod: flag });
const noFields = fields({});

export const poolScreens: readonly Screen[] = [
  get(`${PATH}/numbers.csv`, 'owner', numbersCsv),
  post(`${PATH}/ranges`, 'owner', (visit) => {
    const form = visit.form(rangeForm);
    const pool = poolOf(visit);
    return form.submit(
      async (wanted) => {
        await visit.ctx.write((db) => changeCourier(db, pool, rangeOf(wanted)));
        return visit.redirect(pathOf(pool), texts(visit.language).rangeAdded);
      },
      () => courierPage(visit, pool, { range: form }),
    );
  }),
  post(`${PATH}/ranges/:id/remove`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const pool = poolOf(visit);
    const id = visit.id();
    return form.submit(
      async () => {
        await visit.ctx.write((db) => removeRangeOf(db, pool, id));
        return visit.redirect(pathOf(pool), texts(visit.language).rangeGone);
      },
      () => courierPage(visit, pool, { refused: form.fault }),
    );
  }),
];

const pathOf = ({ shippingType }: Courier): string => `/settings/couriers/${shippingType}`;

function poolOf(visit: Visit): Courier {
  const courier = findCourier(visit.ctx.db, visit.store.id, visit.asked.params.type ?? '');
  if (courier?.settings.adapter !== 'number_pool')
    throw new Refusal('not_found', 'the store has no such pool of numbers');
  return courier;
}

function numbersCsv(visit: Visit): Response {
  const pool = poolOf(visit);
  const rows = rangesOf(visit.ctx.db, pool.id).map((range) => [
    firstNumber(range),
    lastNumber(range),
    range.cod ? 'COD' : '',
    range.count,
    range.given,
    range.count - range.given,
  ]);
  return csvFile(`numbers-${pool.shippingType}`, ['first', 'last', 'kind', 'count', 'given', 'left'], rows);
}
