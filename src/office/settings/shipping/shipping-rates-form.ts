import type * as v from 'valibot';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { MAX_POSTAL_TEXT, readPostalCodes, remoteAreaOf } from '../../../domain/shipping-rates/remote-area.ts';
import {
  MAX_STEP_GRAMS,
  MAX_WEIGHT_STEPS,
  sortedSteps,
  type WeightStep,
  weightStepProblem,
} from '../../../domain/shipping-rates/weight-steps.ts';
import type { Settings, StoreShippingRate } from '../../../domain/stores.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { checked, fields, integer, listOf, optionalAmount, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { productTexts } from '../../products/detail/product-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { shippingRatesTexts } from './shipping-rates-texts.ts';

const postalCodes = checked(optionalText(MAX_POSTAL_TEXT), (typed) => {
  const read = readPostalCodes(typed);
  return 'problem' in read ? read.problem : undefined;
});

/** Rates are numbered: 0 is that of every courier, the first rate by courier is 1. `step_of` is the number of its rate. */
export const ratesForm = fields({
  every_first: optionalAmount,
  every_each_more: optionalAmount,
  shipping_type: listOf(optionalText(64)),
  first: listOf(optionalAmount),
  each_more: listOf(optionalAmount),
  step_of: listOf(integer()),
  up_to: listOf(optionalInteger(1, MAX_STEP_GRAMS)),
  step_price: listOf(optionalAmount),
  heavier: listOf(optionalAmount),
  free_from: optionalAmount,
  remote_fee: optionalAmount,
  postal_codes: postalCodes,
});

export type TypedRates = v.InferOutput<typeof ratesForm>;

export const byCourierOf = ({ store }: StoreContext): readonly StoreShippingRate[] =>
  store.shippingRates.filter(({ shippingType }) => shippingType !== null);

export const everyCourierOf = ({ store }: StoreContext): StoreShippingRate | undefined =>
  store.shippingRates.find(({ shippingType }) => shippingType === null);

export const settingsOf = (typed: TypedRates): Pick<Settings, 'shippingRates' | 'freeShippingFrom' | 'remoteArea'> => ({
  shippingRates: ratesOf(typed),
  freeShippingFrom: typed.free_from || null,
  remoteArea: remoteAreaOf(typed.remote_fee ?? ZERO, rangesOf(typed)),
});

function ratesOf({ every_first, every_each_more = ZERO, ...typed }: TypedRates): StoreShippingRate[] {
  const every =
    every_first === undefined
      ? []
      : [{ shippingType: null, first: every_first, eachMore: every_each_more, ...stepsOf(typed, 0) }];
  const byCourier = typed.shipping_type.flatMap((shippingType, i) =>
    shippingType === undefined
      ? []
      : [
          {
            shippingType,
            first: typed.first[i] ?? ZERO,
            eachMore: typed.each_more[i] ?? ZERO,
            ...stepsOf(typed, i + 1),
          },
        ],
  );
  return [...every, ...byCourier];
}

type TypedSteps = Partial<Pick<TypedRates, 'step_of' | 'up_to' | 'step_price' | 'heavier'>>;

/** The filled-in rows of a rate, and their position among all rows. */
const rowsOf = ({ step_of = [], up_to = [], step_price = [] }: TypedSteps, rate: number) =>
  step_of
    .map((of, at) => ({ of, at, upTo: up_to[at], price: step_price[at] }))
    .filter(({ of, upTo, price }) => of === rate && (upTo !== undefined || price !== undefined));

function stepsOf(typed: TypedSteps, rate: number): Pick<StoreShippingRate, 'weightSteps'> {
  const heavier = typed.heavier?.[rate];
  const steps: WeightStep[] = [
    ...rowsOf(typed, rate).map(({ upTo = 0, price = ZERO }) => ({ upTo, price })),
    ...(heavier === undefined ? [] : [{ upTo: null, price: heavier as Money }]),
  ];
  return steps.length > 0 ? { weightSteps: sortedSteps(steps) } : {};
}

const rangesOf = ({ postal_codes = '' }: TypedRates) => {
  const read = readPostalCodes(postal_codes);
  return 'ranges' in read ? read.ranges : [];
};

/** Adds the errors that no field has on its own. */
export function checkRates(context: StoreContext, form: Form<TypedRates>): void {
  const typed = form.valid ?? {};
  checkEveryCourier(context, form, typed);
  checkByCourier(context, form, typed);
  for (const rate of new Set(typed.step_of)) checkSteps(context, form, rate);
  checkRemoteArea(context, form, typed);
}

function checkEveryCourier(context: StoreContext, form: Form<TypedRates>, typed: Partial<TypedRates>): void {
  const t = shippingRatesTexts(context.language);
  const { every_first, every_each_more, shipping_type = [], free_from } = typed;
  const isEmpty = every_first === undefined && shipping_type.every((type) => type === undefined);
  const hasMore = every_each_more !== undefined || stepsOf(typed, 0).weightSteps !== undefined;
  if (every_first === undefined && hasMore) form.addError(t.firstMissing, 'every_first');
  if (isEmpty && free_from) form.addError(t.freeWithoutRates, 'every_first');
}

function checkByCourier(context: StoreContext, form: Form<TypedRates>, typed: Partial<TypedRates>): void {
  const { shipping_type = [], first = [] } = typed;
  const known = shippingTypes(context.app.config.values);
  shipping_type.forEach((type, i) => {
    if (type === undefined) {
      if (first[i] !== undefined && i >= byCourierOf(context).length)
        form.addError(commonTexts(context.language).choose, ['shipping_type', i]);
      return;
    }
    if (first[i] === undefined) form.addError(describe(message('input_empty'), context.language), ['first', i]);
    if (!known.includes(type)) form.addError(commonTexts(context.language).choose, ['shipping_type', i]);
    if (shipping_type.indexOf(type) < i)
      form.addError(productTexts(context.language).duplicateCourier, ['shipping_type', i]);
  });
}

function checkSteps(context: StoreContext, form: Form<TypedRates>, rate: number): void {
  const t = shippingRatesTexts(context.language);
  const rows = rowsOf(form.valid ?? {}, rate);
  for (const { at, upTo, price } of rows) {
    if (upTo === undefined) form.addError(t.stepWeightMissing, ['up_to', at]);
    if (price === undefined) form.addError(t.stepPriceMissing, ['step_price', at]);
  }
  const filled = rows.filter(({ upTo }) => upTo !== undefined);
  const found = weightStepProblem(filled.map(({ upTo = 0 }) => ({ upTo })));
  const at = filled[Math.min(found?.at ?? 0, MAX_WEIGHT_STEPS)]?.at;
  if (found && at !== undefined) form.addError(describe(found.problem, context.language, 'none'), ['up_to', at]);
}

function checkRemoteArea(context: StoreContext, form: Form<TypedRates>, typed: Partial<TypedRates>): void {
  const t = shippingRatesTexts(context.language);
  const { remote_fee = ZERO, postal_codes } = typed;
  if (postal_codes !== undefined && remote_fee === 0) form.addError(t.remoteFeeMissing, 'remote_fee');
  if (remote_fee > 0 && postal_codes === undefined) form.addError(t.postalCodesMissing, 'postal_codes');
}
