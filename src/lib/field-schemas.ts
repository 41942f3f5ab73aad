import * as v from 'valibot';
import { type Id, parseId } from './ids.ts';
import { type Money, parseMoney } from './money.ts';
import { withMetadata } from './schema-builders.ts';
import { isLongerThan, isSafeText } from './text.ts';
import { MAX_LENGTH } from './text-limits.ts';
import { invalid } from './validation.ts';

/**
 * A required field whose value is converted by `convert`.
 *
 * @param wrong the message if `convert` returns undefined, or the function that chooses it; see `invalid`
 * @param form the JSON Schema of the field
 */
const read = <T>(
  wrong: string | ((input: unknown) => string),
  form: Record<string, unknown>,
  convert: (input: unknown) => T | undefined,
) =>
  v.pipe(
    v.unknown(),
    v.metadata(form),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const value = dataset.value === undefined ? undefined : convert(dataset.value);
      if (value !== undefined) return value;
      const message = typeof wrong === 'string' ? wrong : wrong(dataset.value);
      addIssue({ message: dataset.value === undefined ? REQUIRED : message });
      return NEVER;
    }),
  );

const REQUIRED = invalid('required');

const safeText = (input: unknown) => (typeof input === 'string' && isSafeText(input) ? input : undefined);

const NOT_A_STRING = invalid('not_a_string');
const UNSAFE = invalid('unsafe_text');
const unsafe = (input: unknown) => (typeof input === 'string' ? UNSAFE : NOT_A_STRING);

/** Well-formed Unicode without U+0000, unchanged. For what is stored, use `textUpTo`. */
export const text = read(unsafe, { type: 'string' }, safeText);

/** Text of at most `most` code points. */
export const textUpTo = (most: number) => {
  const tooLong = invalid('text_too_long', { most });
  return read(
    (input) => (safeText(input) === undefined ? unsafe(input) : tooLong),
    { type: 'string', maxLength: most },
    (input) => {
      const value = safeText(input);
      return value === undefined || isLongerThan(value, most) ? undefined : value;
    },
  );
};

/** Text of `least` to `most` code points. */
export const textOf = (least: number, most: number) =>
  read(
    invalid('wrong_text_length', { least, most }),
    { type: 'string', ...(least > 0 && { minLength: least }), maxLength: most },
    (input) => {
      const value = safeText(input);
      return value === undefined || value.length < least || isLongerThan(value, most) ? undefined : value;
    },
  );

/** See docs/partner-api.md#ids: digits in a string, never a JSON number. */
export const id = read<Id>(invalid('not_an_id'), { type: 'string', pattern: '^[0-9]+$' }, (input) =>
  typeof input === 'string' ? parseId(input) : undefined,
);

const asMoney = (input: unknown) =>
  typeof input === 'string' || typeof input === 'number' ? parseMoney(input) : undefined;

/** At most 11 digits before the point, not counting leading zeros, and 4 after it. */
const AMOUNT_FORM = {
  anyOf: [
    { type: 'string', pattern: '^0*[0-9]{1,11}(\\.[0-9]{1,4})?$' },
    { type: 'number', minimum: 0, exclusiveMaximum: 10 ** 11 },
  ],
};

/** See docs/partner-api.md#money: a number or a decimal string, not below zero. */
export const amount = read<Money>(invalid('not_an_amount'), AMOUNT_FORM, (input) => {
  const value = asMoney(input);
  return value !== undefined && value >= 0 ? value : undefined;
});

const FIRST_MILLIS = 10 ** 11; // anything smaller was sent in seconds
const FIRST_MICROS = 10 ** 14; // anything larger was sent in microseconds

/** See docs/partner-api.md#times. */
export const millis = read(
  invalid('not_a_time'),
  { type: 'integer', format: 'int64', minimum: FIRST_MILLIS, maximum: FIRST_MICROS - 1 },
  (input) =>
    Number.isInteger(input) && (input as number) >= FIRST_MILLIS && (input as number) < FIRST_MICROS
      ? (input as number)
      : undefined,
);

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes in base64. */
export const base64 = read<Uint8Array>(invalid('not_base64'), { type: 'string', contentEncoding: 'base64' }, (input) =>
  typeof input === 'string' && input.length % 4 === 0 && BASE64.test(input) ? Buffer.from(input, 'base64') : undefined,
);

const NUMBER_AS_STRING = invalid('number_as_string');

const DIGITS = /^\d+$/; // other text may be typed by a person, whom the bounds help more

/** @param wrong the message for any other value than digits in a string; by default it names the bounds */
export const integer = (least: number, most: number, wrong = notWhole(least, most)) =>
  read(
    (input) => (typeof input === 'string' && DIGITS.test(input) ? NUMBER_AS_STRING : wrong),
    {
      type: 'integer',
      ...(least > Number.MIN_SAFE_INTEGER && { minimum: least }),
      ...(most < Number.MAX_SAFE_INTEGER && { maximum: most }),
    },
    (input) =>
      Number.isSafeInteger(input) && (input as number) >= least && (input as number) <= most
        ? (input as number)
        : undefined,
  );

const notWhole = (least: number, most: number): string =>
  most >= Number.MAX_SAFE_INTEGER
    ? invalid('not_a_whole_number_at_least', { least })
    : invalid('not_a_whole_number_between', { least, most });

export const flag = read(invalid('not_true_or_false'), { type: 'boolean' }, (input) =>
  typeof input === 'boolean' ? input : undefined,
);

export const oneOf = (codes: readonly string[]) => {
  const known = new Set(codes);
  return read(invalid('not_one_of', { codes: [...codes] }), { type: 'string', enum: [...codes] }, (input) =>
    typeof input === 'string' && known.has(input) ? input : undefined,
  );
};

export const emailAddress = v.pipe(textUpTo(MAX_LENGTH.email), v.rfcEmail(invalid('not_an_email')));

/** Adds the description and examples of a field for the OpenAPI document. */
export const withDescription = <Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  ...examples: unknown[]
) => withMetadata(schema, { description, ...(examples.length > 0 && { examples }) });
