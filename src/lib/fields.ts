import * as v from 'valibot';
import { type Id, parseId } from './ids.ts';
import { type Money, parseMoney } from './money.ts';
import { quickened, worded } from './shape.ts';
import { codePoints, isSafeText } from './text.ts';

/** A field that `read` turns into what we use inside; where it answers undefined the field `must`. `form`: the same as JSON Schema. */
function read<T>(must: string, form: Record<string, unknown>, convert: (input: unknown) => T | undefined) {
  const schema = v.pipe(
    v.unknown(),
    v.metadata(form),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const value = dataset.value === undefined ? undefined : convert(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: dataset.value === undefined ? 'is required' : must });
      return NEVER;
    }),
  );
  return quickened(schema, (dataset) => {
    const value = dataset.value === undefined ? undefined : convert(dataset.value);
    return value === undefined ? undefined : { typed: true, value };
  });
}

const safeText = (input: unknown) => (typeof input === 'string' && isSafeText(input) ? input : undefined);

/** Well-formed Unicode without U+0000, as it was sent. */
export const text = read('must be a string of well-formed Unicode without U+0000', { type: 'string' }, safeText);

/** Text of `least` to `most` code points. */
export const textOf = (least: number, most: number) =>
  read(
    `must be a string of ${least} to ${most} characters`,
    { type: 'string', ...(least > 0 && { minLength: least }), maxLength: most },
    (input) => {
      const value = safeText(input);
      if (value === undefined || value.length < least) return undefined;
      return value.length <= most || codePoints(value) <= most ? value : undefined;
    },
  );

/** Specification, convention 1: digits in a string, never a JSON number. */
export const id = read<Id>('must be an id: a string of digits', { type: 'string', pattern: '^[0-9]+$' }, (input) =>
  typeof input === 'string' ? parseId(input) : undefined,
);

const asMoney = (input: unknown) =>
  typeof input === 'string' || typeof input === 'number' ? parseMoney(input) : undefined;

/** At most 11 digits before the point, leading zeros aside, and 4 after it. */
const AMOUNT_FORM = {
  anyOf: [
    { type: 'string', pattern: '^0*[0-9]{1,11}(\\.[0-9]{1,4})?$' },
    { type: 'number', minimum: 0, exclusiveMaximum: 10 ** 11 },
  ],
};

/** Specification, convention 3: a number or a decimal string, not below zero. */
export const amount = read<Money>(
  'must be an amount in baht, not below zero, of at most 11 digits and 4 decimals, as a number or a string',
  AMOUNT_FORM,
  (input) => {
    const value = asMoney(input);
    return value !== undefined && value >= 0 ? value : undefined;
  },
);

const FIRST_MILLIS = 10 ** 11; // anything smaller was sent in seconds
const FIRST_MICROS = 10 ** 14; // anything larger was sent in microseconds

/** Specification, convention 2. */
export const millis = read(
  'must be a time in unix milliseconds',
  { type: 'integer', format: 'int64', minimum: FIRST_MILLIS, maximum: FIRST_MICROS - 1 },
  (input) =>
    Number.isInteger(input) && (input as number) >= FIRST_MILLIS && (input as number) < FIRST_MICROS
      ? (input as number)
      : undefined,
);

export const integer = (least: number, most: number) =>
  read(
    most >= Number.MAX_SAFE_INTEGER
      ? `must be a whole number, ${least} or more`
      : `must be a whole number from ${least} to ${most}`,
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

export const flag = read('must be true or false', { type: 'boolean' }, (input) =>
  typeof input === 'boolean' ? input : undefined,
);

/** One of `codes`. */
export const oneOf = (codes: readonly string[]) => {
  const known = new Set(codes);
  return read(`must be one of ${codes.join(', ')}`, { type: 'string', enum: [...codes] }, (input) =>
    typeof input === 'string' && known.has(input) ? input : undefined,
  );
};

export const emailAddress = v.pipe(text, v.rfcEmail('must be an email address'));

/** `schema` with what the API's document says of it. */
export const said = <Schema extends v.GenericSchema>(schema: Schema, description: string, ...examples: unknown[]) =>
  worded(schema, { description, ...(examples.length > 0 && { examples }) });
