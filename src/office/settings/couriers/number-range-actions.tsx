import { type Courier, findCourier } from '../../../domain/couriers/couriers.ts';
import { type NumberRange, rangesOf } from '../../../domain/couriers/pools.ts';
import { changeCourier, removeRangeOf, replaceRangeOf } from '../../../domain/couriers/set-up.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import { fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { Heading } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { RangeFields, rangeForm } from './courier-form.tsx';
import { courierPage } from './courier-page.tsx';
import { courierTexts } from './courier-texts.ts';
import { firstNumber, lastNumber } from './number-ranges.tsx';
import { isUnseen, rangeOf, spanOf, type TypedRange } from './range-confirmation.ts';

const PATH = '/settings/couriers/:type';
const noFields = fields({});

export const poolScreens: readonly Screen[] = [
  get(`${PATH}/numbers.csv`, 'owner', numbersCsv),
  post(`${PATH}/ranges`, 'owner', (visit) => {
    const form = visit.form(rangeForm);
    const pool = poolOf(visit);
    return form.submit(
      async (wanted) => {
        if (isUnseen(wanted)) return courierPage(visit, pool, { range: form });
        await visit.ctx.write((db) => changeCourier(db, pool, rangeOf(wanted)));
        return visit.redirect(pathOf(pool), courierTexts(visit.language).rangeAdded);
      },
      () => courierPage(visit, pool, { range: form }),
    );
  }),
  get(`${PATH}/ranges/:id`, 'owner', (visit) => mendPage(visit, visit.form(rangeForm))),
  post(`${PATH}/ranges/:id`, 'owner', (visit) => {
    const form = visit.form(rangeForm);
    const pool = poolOf(visit);
    const { id } = knownRange(visit, pool);
    return form.submit(
      async (wanted) => {
        if (isUnseen(wanted)) return mendPage(visit, form);
        await visit.ctx.write((db) => replaceRangeOf(db, pool, id, rangeOf(wanted)));
        return visit.redirect(pathOf(pool), courierTexts(visit.language).rangeMended);
      },
      () => mendPage(visit, form),
    );
  }),
  post(`${PATH}/ranges/:id/remove`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const pool = poolOf(visit);
    const id = visit.id();
    return form.submit(
      async () => {
        await visit.ctx.write((db) => removeRangeOf(db, pool, id));
        return visit.redirect(pathOf(pool), courierTexts(visit.language).rangeGone);
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

function knownRange(visit: Visit, pool: Courier): NumberRange {
  const id = visit.id();
  const range = rangesOf(visit.ctx.db, pool.id).find((one) => one.id === id);
  if (!range) throw new Refusal('not_found', `the courier has no range ${id} of numbers`);
  return range;
}

/** A range that was typed wrong, to be typed anew while none of its numbers is given. */
function mendPage(visit: Visit, form: Form<TypedRange>): Page {
  const t = courierTexts(visit.language);
  const pool = poolOf(visit);
  const range = knownRange(visit, pool);
  return {
    title: t.mendRange,
    body: (
      <>
        <Heading title={t.mendRange} back={{ href: `/office${pathOf(pool)}`, label: t.numbers }} />
        <section class="card form-only">
          <p class="hint">{t.aboutMend}</p>
          <Post visitor={visit} action={`${pathOf(pool)}/ranges/${range.id}`} form={form}>
            <RangeFields visit={visit} form={form} range={range} />
            <Submit>{form.value && spanOf(form.value) ? t.confirmRange : words(visit.language).save}</Submit>
          </Post>
        </section>
      </>
    ),
  };
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
