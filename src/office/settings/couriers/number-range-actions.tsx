import { type Courier, findCourier } from '../../../domain/couriers/couriers.ts';
import { type NumberRange, rangesOf } from '../../../domain/couriers/number-pools.ts';
import { changeCourier, removeRangeOf, replaceRangeOf } from '../../../domain/couriers/set-up.ts';
import { notFound } from '../../../lib/errors.ts';
import { fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import { type Columns, type ListFile, listFile } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, formScreens, postForm, type Screen } from '../../screen.ts';
import { courierPage } from './courier-page.tsx';
import { courierTexts } from './courier-texts.ts';
import {
  firstNumber,
  lastNumber,
  needsConfirmation,
  RangeFields,
  rangeForm,
  rangeOf,
  spanOf,
  type TypedRange,
} from './number-ranges.tsx';

const PATH = '/settings/couriers/:type';
const noFields = fields({});

export const poolScreens: readonly Screen[] = [
  ...fileScreens(`${PATH}/numbers`, 'settings', numbersFile),
  postForm(`${PATH}/ranges`, 'settings', {
    schema: rangeForm,
    page: addRangePage,
    submit: async (context, input, form) => {
      if (needsConfirmation(input)) return addRangePage(context, form);
      const pool = requestedPool(context);
      await context.write((tx) => changeCourier(tx, pool, rangeOf(input)));
      return context.redirect(pathOf(pool), courierTexts(context.language).rangeAdded);
    },
  }),
  ...formScreens(`${PATH}/ranges/:id`, 'settings', {
    schema: rangeForm,
    page: editRangePage,
    submit: async (context, input, form) => {
      if (needsConfirmation(input)) return editRangePage(context, form);
      const pool = requestedPool(context);
      const { id } = requestedRange(context, pool);
      await context.write((tx) => replaceRangeOf(tx, pool, id, rangeOf(input)));
      return context.redirect(pathOf(pool), courierTexts(context.language).rangeSaved);
    },
  }),
  postForm(`${PATH}/ranges/:id/remove`, 'settings', {
    schema: noFields,
    page: errorPage,
    submit: async (context) => {
      const pool = requestedPool(context);
      const id = context.id();
      await context.write((tx) => removeRangeOf(tx, pool, id));
      return context.redirect(pathOf(pool), courierTexts(context.language).rangeRemoved);
    },
  }),
];

const pathOf = ({ shippingType }: Courier): string => `/settings/couriers/${shippingType}`;

function requestedPool(context: StoreContext): Courier {
  const courier = findCourier(context.db, context.store.id, context.request.params.type ?? '');
  if (courier?.settings.adapter !== 'number_pool') throw notFound('number_pool_not_found');
  return courier;
}

function requestedRange(context: StoreContext, pool: Courier): NumberRange {
  const id = context.id();
  const range = rangesOf(context.db, pool.id).find((candidate) => candidate.id === id);
  if (!range) throw notFound('number_range_not_found', { range: id });
  return range;
}

function addRangePage(context: StoreContext, range: Form<TypedRange>): Page {
  return courierPage(context, requestedPool(context), { range });
}

function errorPage(context: StoreContext, { error }: Form<unknown>): Page {
  return courierPage(context, requestedPool(context), { error });
}

/** Edits a range of which no number is used yet. */
function editRangePage(context: StoreContext, form: Form<TypedRange>): Page {
  const t = courierTexts(context.language);
  const pool = requestedPool(context);
  const range = requestedRange(context, pool);
  return {
    title: t.editRange,
    body: (
      <>
        <Heading title={t.editRange} back={{ href: `/office${pathOf(pool)}`, label: t.numbers }} />
        <section class="card form-only">
          <p class="hint">{t.editRangeHint}</p>
          <Post action={`${pathOf(pool)}/ranges/${range.id}`} form={form}>
            <RangeFields context={context} form={form} range={range} />
            <Submit label={form.value && spanOf(form.value) ? t.confirmRange : commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}

function numbersFile(context: StoreContext): ListFile {
  const { id, shippingType } = requestedPool(context);
  const t = courierTexts(context.language);
  const columns: Columns<NumberRange> = {
    [t.from]: firstNumber,
    [t.to]: lastNumber,
    [t.kind]: ({ cod }) => (cod ? t.cod : t.notCod),
    [t.count]: ({ count }) => count,
    [t.used]: ({ given }) => given,
    [t.left]: ({ count, given }) => count - given,
  };
  return listFile(`${t.numbers} ${shippingType}`, rangesOf(context.db, id), columns, `numbers-${shippingType}`);
}
