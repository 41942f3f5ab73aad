import * as v from 'valibot';
import { type Id, parseId } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Filled, MessageKey, PlainKey } from '../../lib/messages/messages.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { arabicDigits, plainNumber } from '../../lib/numbers.ts';
import { isLongerThan, isSafeText, shorten } from '../../lib/text.ts';
import { parseTypedDay, parseTypedTime } from '../../lib/typed-dates.ts';
import { invalid, issueText } from '../../lib/validation.ts';
import { UploadedFile } from './uploaded-file.ts';

// Schemas of form fields. Each parses the texts submitted under its name; a problem is a message of the catalogue.

type Read<T> = { value: T } | { problem: Message };
const invalidResult = <Key extends MessageKey>(key: Key, ...params: Filled<Key, object>) => ({
  problem: message(key, ...(params as Filled<Key, object>)),
});
const validResult = <T>(value: T) => ({ value });

/** A field parsed from its first text, trimmed; `undefined` if empty. */
const field = <T>(read: (text: string | undefined) => Read<T>) => fieldOfAll((texts) => read(first(texts)));

const fieldOfAll = <T>(read: (texts: readonly string[]) => Read<T>) =>
  v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const result = read((dataset.value ?? []) as readonly string[]);
      if ('value' in result) return result.value;
      addIssue({ message: issueText(result.problem) });
      return NEVER;
    }),
  );

const first = (texts: readonly string[]) => texts[0]?.trim() || undefined;

const optional =
  <T>(read: (text: string) => Read<T>) =>
  (text: string | undefined): Read<T | undefined> =>
    text === undefined ? validResult(undefined) : read(text);
const required =
  <T>(read: (text: string) => Read<T>, empty: PlainKey = 'input_empty') =>
  (text: string | undefined): Read<T> =>
    text === undefined ? invalidResult(empty) : read(text);

const readText = (max: number) => (text: string) => {
  if (!isSafeText(text)) return invalidResult('input_unsafe');
  return isLongerThan(text, max)
    ? invalidResult('text_too_long', { most: max })
    : validResult(text.replace(/\r\n/g, '\n'));
};
const MAX_LENGTH = 1000;
/** @param empty the message if the field is empty */
export const text = (max = MAX_LENGTH, empty?: PlainKey) => field(required(readText(max), empty));
export const optionalText = (max = MAX_LENGTH) => field(optional(readText(max)));
/** A password, not trimmed. */
export const password = fieldOfAll(([typed = '']) =>
  typed === '' ? invalidResult('input_empty') : validResult(typed),
);

const readAmount = (text: string) => {
  const amount = parseMoney(plainNumber(text.replace(/^฿/, '')));
  return amount === undefined || amount < 0 ? invalidResult('input_not_an_amount') : validResult(amount as Money);
};
/** Baht, zero or more; with thousands separators or Thai digits. */
export const amount = field(required(readAmount));
export const optionalAmount = field(optional(readAmount));

/** Baht, or a percentage of `whole`, rounded to a satang. */
export const optionalAmountOrPercent = (whole: Money) =>
  field(
    optional((text) => {
      const [, percent] = /^(.*?)\s*%$/.exec(text) ?? [];
      if (percent === undefined) return readAmount(text);
      const share = Number(plainNumber(percent));
      return percent !== '' && share >= 0 && share <= 100
        ? validResult((Math.round((whole * share) / 100 / SATANG) * SATANG) as Money)
        : invalidResult('input_not_an_amount');
    }),
  );
const SATANG = 100; // units of Money

const readInteger = (min: number, max: number) => (text: string) => {
  const number = plainNumber(text);
  const value = Number(number);
  const isWhole = /^-?\d+$/.test(number);
  if (isWhole && value >= min && value <= max) return validResult(value);
  if (max < BILLION) return invalidResult('not_a_whole_number_between', { least: min, most: max });
  return isWhole && value > max
    ? invalidResult('too_large', { most: max })
    : invalidResult('not_a_whole_number_at_least', { least: min });
};
const BILLION = 1_000_000_000; // default maximum, not mentioned in messages
export const integer = (min = 0, max = BILLION) => field(required(readInteger(min, max)));
export const optionalInteger = (min = 0, max = BILLION) => field(optional(readInteger(min, max)));

const readDigits = (count: number) => (text: string) => {
  const digits = text.length === count ? arabicDigits(text) : '';
  return /^\d+$/.test(digits) ? validResult(digits) : invalidResult('input_not_digits', { digits: count });
};
/** Exactly `count` digits, as a text: leading zeros matter. */
export const digits = (count: number) => field(required(readDigits(count)));
export const optionalDigits = (count: number) => field(optional(readDigits(count)));

const readPostalCode = (text: string) => {
  const digits = text.length === 5 ? arabicDigits(text) : '';
  return /^[1-9]\d{4}$/.test(digits) ? validResult(Number(digits)) : invalidResult('input_not_a_postal_code');
};
export const optionalPostalCode = field(optional(readPostalCode));

const readNumber = (text: string) => {
  const value = Number(plainNumber(text));
  if (!Number.isFinite(value)) return invalidResult('not_a_number');
  return value >= 0 ? validResult(value) : invalidResult('below_zero');
};
export const optionalNumber = field(optional(readNumber));

const readId = (text: string) => {
  const id = parseId(text);
  return id === undefined ? invalidResult('input_not_chosen') : validResult(id as Id);
};
export const id = field(required(readId, 'input_not_chosen'));
export const optionalId = field(optional(readId));

/** A field whose value the domain checks. `problemOf` returns the error. */
export const checked = <T>(
  schema: v.GenericSchema<unknown, T>,
  problemOf: (value: NonNullable<T>) => Message | undefined,
) =>
  v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === undefined || dataset.value === null) return;
      const problem = problemOf(dataset.value);
      if (problem) addIssue({ message: issueText(problem) });
    }),
  );

/** A checkbox. */
export const flag = fieldOfAll((texts) => validResult(texts.length > 0 && texts[0] !== ''));

const readChoice =
  <Code extends string>(codes: readonly Code[]) =>
  (text: string) => {
    const code = codes.find((known) => known === text);
    return code === undefined ? invalidResult('input_not_chosen') : validResult(code);
  };
export const choice = <Code extends string>(codes: readonly Code[]) =>
  field(required(readChoice(codes), 'input_not_chosen'));
export const optionalChoice = <Code extends string>(codes: readonly Code[]) => field(optional(readChoice(codes)));

const readTime = (text: string) => {
  const time = parseTypedTime(text);
  return time === undefined ? invalidResult('input_not_a_time') : validResult(time);
};
/** A typed time in Bangkok, as Unix milliseconds. */
export const optionalTime = field(optional(readTime));
const readDay = (text: string) => {
  const time = parseTypedDay(text);
  return time === undefined ? invalidResult('input_not_a_date') : validResult(time);
};
/** A typed day: its start in Bangkok, as Unix milliseconds. */
export const optionalDay = field(optional(readDay));

/** All values of a repeated field name, each parsed separately: selected ids, or one column of a table of lines. */
export const listOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.unknown(),
    v.transform((texts) => ((texts ?? []) as readonly string[]).map((text) => [text])),
    v.array(item),
  );

/** A browser submits a file field without a file as an empty file without a name. */
const isChosen = (file: unknown): file is UploadedFile =>
  file instanceof UploadedFile && (file.name !== '' || file.bytes.length > 0);

/** The chosen files, none of them empty. */
export const files = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, UploadedFile[]>(({ dataset, addIssue, NEVER }) => {
    const chosen = ((dataset.value ?? []) as readonly unknown[]).filter(isChosen);
    const empty = chosen.find(({ bytes }) => bytes.length === 0);
    if (!empty) return chosen;
    addIssue({ message: invalid('input_file_empty', { file: shorten(empty.name) }) });
    return NEVER;
  }),
);
export const optionalFile = v.pipe(
  files,
  v.transform(([file]): UploadedFile | undefined => file),
);
export const file = v.pipe(
  files,
  v.rawTransform<UploadedFile[], UploadedFile>(({ dataset: { value }, addIssue, NEVER }) => {
    if (value[0]) return value[0];
    addIssue({ message: invalid('input_no_file') });
    return NEVER;
  }),
);

/** Schema of a form or a query; unknown fields are ignored. */
export const fields = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(withOptionalEntries(entries));

/** An absent field is parsed as a field without texts. */
const withOptionalEntries = <Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, v.optional(entry as never, [] as never)]),
  ) as never as Entries;

/** Parses a query and ignores invalid fields. */
export function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  texts: Readonly<Record<string, readonly string[]>>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, texts);
  if (parsed.success) return parsed.output;
  const invalidNames = new Set(parsed.issues.map(({ path }) => path?.[0]?.key));
  return v.parse(schema, Object.fromEntries(Object.entries(texts).filter(([name]) => !invalidNames.has(name))));
}
