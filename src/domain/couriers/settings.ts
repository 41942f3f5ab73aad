import * as v from 'valibot';
import { flag, integer, text } from '../../lib/fields.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { shape } from '../../lib/shape.ts';
import { invalid, problem } from '../../lib/validation.ts';

const MOST_NUMBERS = 100_000_000;

const webUrl = v.pipe(
  text,
  v.check((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), invalid('not_a_web_address')),
);

const everyCourier = {
  shipping_type: text,
  tracking_url: v.optional(
    v.pipe(
      webUrl,
      v.check((url) => url.includes('{number}'), invalid('courier_url_without_number')),
    ),
  ),
};

/** One range of a number pool. */
const range = {
  prefix: v.pipe(text, v.regex(/^[A-Z]{2}$/, invalid('number_range_prefix_malformed'))),
  first: integer(0, MOST_NUMBERS - 1),
  count: integer(1, MOST_NUMBERS),
  cod: v.optional(flag, false),
  given: v.optional(integer(0, MOST_NUMBERS)), // so that no number is given again elsewhere
};

const ALONE = { prefix: range.prefix, url: webUrl, tracking_url: everyCourier.tracking_url };

/** Checks one setting regardless of the others. */
export function settingProblem(name: keyof typeof ALONE, value: string): Message | undefined {
  const { issues } = v.safeParse(ALONE[name], value);
  return issues && problem(issues[0]);
}

const COURIERS = [
  shape({
    ...everyCourier,
    adapter: v.literal('number_pool'),
    ...range,
    warn_below: v.optional(integer(0, MOST_NUMBERS)),
    url: v.optional(webUrl),
    token: v.optional(text),
    secret: v.optional(text),
  }),
  shape({ ...everyCourier, adapter: v.literal('http'), url: webUrl, secret: v.optional(text) }),
  shape({ ...everyCourier, adapter: v.literal('flash'), url: webUrl, merchant_id: text, secret: v.optional(text) }),
  shape({ ...everyCourier, adapter: v.literal('manual') }),
] as const;

/** A courier in a store file. A number pool has one entry per range. */
export const courierEntry = v.variant(
  'adapter',
  COURIERS,
  invalid('not_one_of', { codes: COURIERS.map(({ entries }) => entries.adapter.literal) }),
);

export type CourierEntry = v.InferOutput<typeof courierEntry>;

/** The settings of each adapter. */
export const SETTING_NAMES: ReadonlyMap<unknown, readonly string[]> = new Map(
  COURIERS.map(({ entries }) => [
    entries.adapter.literal,
    Object.keys(entries).filter((name) => name !== 'shipping_type' && name !== 'adapter'),
  ]),
);

export const RANGE_NAMES: readonly string[] = Object.keys(range);
