import * as v from 'valibot';
import { parseBangkok, parseBangkokDay } from '../../lib/calendar.ts';
import { type Id, parseId } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { type Filled, type MessageKey, message, type PlainKey } from '../../lib/messages/messages.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { arabicDigits, plainNumber } from '../../lib/numbers.ts';
import { codePoints, isSafeText } from '../../lib/text.ts';
import { invalid, issueText } from '../../lib/validation.ts';

// What a form's fields mean. Each takes the texts that came under its name, most often one; its problem is a message of the catalogue.

type Read<T> = { value: T } | { problem: Message };
const PROBLEM = <Key extends MessageKey>(key: Key, ...params: Filled<Key, object>) => ({
  problem: message(key, ...(params as Filled<Key, object>)),
});
const VALUE = <T>(value: T) => ({ value });

/** A field that `read` reads from its first text, trimmed; an empty one is `undefined`. */
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

/** `read` for a text that is there; one that is not is undefined or, where it has to be there, a fault. */
const maybe =
  <T>(read: (text: string) => Read<T>) =>
  (text: string | undefined): Read<T | undefined> =>
    text === undefined ? VALUE(undefined) : read(text);
const needed =
  <T>(read: (text: string) => Read<T>, empty: PlainKey = 'input_empty') =>
  (text: string | undefined): Read<T> =>
    text === undefined ? PROBLEM(empty) : read(text);

const readText = (most: number) => (text: string) => {
  if (!isSafeText(text)) return PROBLEM('input_unsafe');
  return text.length > most && codePoints(text) > most
    ? PROBLEM('text_too_long', { most })
    : VALUE(text.replace(/\r\n/g, '\n'));
};
const MOST = 1000;
export const text = (most = MOST) => field(needed(readText(most)));
export const optionalText = (most = MOST) => field(maybe(readText(most)));
/** A password: nothing is trimmed. */
export const password = fieldOfAll(([typed = '']) => (typed === '' ? PROBLEM('input_empty') : VALUE(typed)));

const readAmount = (text: string) => {
  const amount = parseMoney(plainNumber(text.replace(/^฿/, '')));
  return amount === undefined || amount < 0 ? PROBLEM('input_not_an_amount') : VALUE(amount as Money);
};
/** Baht, not below zero; thousands may be set apart, and the digits Thai. */
export const amount = field(needed(readAmount));
export const optionalAmount = field(maybe(readAmount));

const readWhole = (least: number, most: number) => (text: string) => {
  const written = plainNumber(text);
  const value = Number(written);
  const isWhole = /^-?\d+$/.test(written);
  if (isWhole && value >= least && value <= most) return VALUE(value);
  if (most < MILLIARD) return PROBLEM('not_a_whole_number_between', { least, most });
  return isWhole && value > most ? PROBLEM('input_too_large') : PROBLEM('not_a_whole_number_from', { least });
};
const MILLIARD = 1_000_000_000; // stands for no bound of its own
export const whole = (least = 0, most = MILLIARD) => field(needed(readWhole(least, most)));
export const optionalWhole = (least = 0, most = MILLIARD) => field(maybe(readWhole(least, most)));

const readDigits = (many: number) => (text: string) => {
  const digits = arabicDigits(text);
  return digits.length === many && /^\d+$/.test(digits) ? VALUE(digits) : PROBLEM('input_not_digits', { digits: many });
};
/** So many digits, no more and no fewer: a text, since the first ones may be zeros. */
export const digits = (many: number) => field(needed(readDigits(many)));
export const optionalDigits = (many: number) => field(maybe(readDigits(many)));

const readPostalCode = (text: string) => {
  const digits = arabicDigits(text);
  return /^[1-9]\d{4}$/.test(digits) ? VALUE(Number(digits)) : PROBLEM('input_not_a_postal_code');
};
export const optionalPostalCode = field(maybe(readPostalCode));

const readNumber = (text: string) => {
  const value = Number(plainNumber(text));
  if (!Number.isFinite(value)) return PROBLEM('not_a_number');
  return value >= 0 ? VALUE(value) : PROBLEM('below_zero');
};
export const optionalNumber = field(maybe(readNumber));

const readId = (text: string) => {
  const id = parseId(text);
  return id === undefined ? PROBLEM('input_not_chosen') : VALUE(id as Id);
};
export const id = field(needed(readId, 'input_not_chosen'));
export const optionalId = field(maybe(readId));

/** A field whose value the domain checks. `problemOf` returns what is wrong with it. */
export const checked = <T>(
  one: v.GenericSchema<unknown, T>,
  problemOf: (value: NonNullable<T>) => Message | undefined,
) =>
  v.pipe(
    one,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === undefined || dataset.value === null) return;
      const problem = problemOf(dataset.value);
      if (problem) addIssue({ message: issueText(problem) });
    }),
  );

/** A box that is ticked or not. */
export const flag = fieldOfAll((texts) => VALUE(texts.length > 0 && texts[0] !== ''));

const readChoice =
  <Code extends string>(codes: readonly Code[]) =>
  (text: string) => {
    const code = codes.find((known) => known === text);
    return code === undefined ? PROBLEM('input_not_chosen') : VALUE(code);
  };
export const choice = <Code extends string>(codes: readonly Code[]) =>
  field(needed(readChoice(codes), 'input_not_chosen'));
export const optionalChoice = <Code extends string>(codes: readonly Code[]) => field(maybe(readChoice(codes)));

const readTime = (text: string) => {
  const time = parseBangkok(text);
  return time === undefined ? PROBLEM('input_not_a_time') : VALUE(time);
};
/** What `<input type="datetime-local">` sends, as time in Bangkok; unix milliseconds. */
export const optionalTime = field(maybe(readTime));
export const time = field(needed(readTime));
const readDay = (text: string) => {
  const time = parseBangkokDay(text);
  return time === undefined ? PROBLEM('input_not_a_date') : VALUE(time);
};
/** What `<input type="date">` sends: the unix milliseconds at which that day begins in Bangkok. */
export const optionalDay = field(maybe(readDay));

/** All that came under one name, each read like a single one: the ticked ids, the rows of lines. */
export const several = <T>(one: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.unknown(),
    v.transform((texts) => ((texts ?? []) as readonly string[]).map((text) => [text])),
    v.array(one),
  );

/** Files that were chosen; a field left empty sends one of no size. */
export const files = v.pipe(
  v.unknown(),
  v.transform((all) => ((all ?? []) as readonly File[]).filter((file) => file.size > 0)),
);
export const optionalFile = v.pipe(
  files,
  v.transform(([file]): File | undefined => file),
);
export const file = v.pipe(
  files,
  v.rawTransform<File[], File>(({ dataset: { value }, addIssue, NEVER }) => {
    if (value[0]) return value[0];
    addIssue({ message: invalid('input_no_file') });
    return NEVER;
  }),
);

/** What a form's or an address's fields mean together; other fields are passed over. */
export const fields = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(withAbsent(entries));

/** A field that did not come at all is one without texts. */
const withAbsent = <Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, v.optional(entry as never, [] as never)]),
  ) as never as Entries;

/** The fields that can be read, for what comes by an address: any other is as if it were not there. */
export function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  texts: Readonly<Record<string, readonly string[]>>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, texts);
  if (parsed.success) return parsed.output;
  const wrong = new Set(parsed.issues.map(({ path }) => path?.[0]?.key));
  return v.parse(schema, Object.fromEntries(Object.entries(texts).filter(([name]) => !wrong.has(name))));
}
