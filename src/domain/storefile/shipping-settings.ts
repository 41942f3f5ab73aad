import * as v from 'valibot';
import { amount, integer, textUpTo } from '../../lib/field-schemas.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { strictObject } from '../../lib/schema-builders.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { issueText } from '../../lib/validation.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { MAX_POSTAL_TEXT, type PostalRange, readPostalCodes, remoteAreaOf } from '../shipping-rates/remote-area.ts';
import { MAX_STEP_GRAMS, sortedSteps, weightStepProblem } from '../shipping-rates/weight-steps.ts';
import type { Settings, StoreShippingRate } from '../stores.ts';

// The shipping rates of the store and its remote area in a store file.

const steps = v.pipe(
  v.array(strictObject({ up_to: v.optional(integer(1, MAX_STEP_GRAMS)), price: amount })),
  v.rawCheck(checkSteps),
);

const rate = strictObject({
  shipping_type: v.optional(textUpTo(MAX_LENGTH.name)),
  first: amount,
  each_more: amount,
  weight_steps: v.optional(steps),
});

const remoteArea = strictObject({
  fee: amount,
  postal_codes: v.pipe(textUpTo(MAX_POSTAL_TEXT), v.rawTransform(toRanges)),
});

/** Settings of a store entry. */
export const shippingSettings = {
  shipping_rates: v.optional(v.array(rate)),
  free_shipping_from: v.optional(amount),
  remote_area: v.optional(remoteArea),
};

type ShippingEntry = {
  [Name in keyof typeof shippingSettings]?: v.InferOutput<(typeof shippingSettings)[Name]> | undefined;
};
type ShippingSettings = Pick<Settings, 'shippingRates' | 'freeShippingFrom' | 'remoteArea'>;

/** The settings that the entry has. */
export const shippingSettingsOf = (entry: ShippingEntry): Partial<ShippingSettings> =>
  withoutUndefined({
    shippingRates: entry.shipping_rates?.map(rateOf),
    freeShippingFrom: freeFrom(entry.free_shipping_from),
    remoteArea: entry.remote_area && remoteAreaOf(entry.remote_area.fee, entry.remote_area.postal_codes),
  });

const rateOf = ({ shipping_type, first, each_more, weight_steps }: v.InferOutput<typeof rate>): StoreShippingRate => ({
  shippingType: shipping_type ?? null,
  first,
  eachMore: each_more,
  ...(weight_steps?.length && { weightSteps: sortedSteps(weight_steps.map(stepOf)) }),
});

const stepOf = ({ up_to, price }: { up_to?: number | undefined; price: Money }) => ({ upTo: up_to ?? null, price });

/** Zero, as an empty field of the office: the rates are always charged. */
const freeFrom = (amount: Money | undefined): Money | null | undefined => (amount === ZERO ? null : amount);

function checkSteps({ dataset, addIssue }: v.RawCheckContext<{ up_to?: number | undefined; price: Money }[]>): void {
  const found = dataset.typed ? weightStepProblem(dataset.value.map(stepOf)) : undefined;
  if (!found) return;
  const { at, problem } = found;
  const input = dataset.value as unknown[];
  const path: [v.ArrayPathItem] = [{ type: 'array', origin: 'value', input, key: at, value: input[at] }];
  addIssue({ message: issueText(problem), path });
}

function toRanges({ dataset, addIssue, NEVER }: v.RawTransformContext<string>): PostalRange[] {
  const read = readPostalCodes(dataset.value);
  if ('ranges' in read) return read.ranges;
  addIssue({ message: issueText(read.problem) });
  return NEVER;
}
