import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { backups } from './backups.ts';
import type { Computed, Language, Message, Render, Wording } from './catalogue.ts';
import { commands } from './commands.ts';
import { couriers } from './couriers.ts';
import { database } from './database.ts';
import { doctor } from './doctor.ts';
import { pathLabel } from './field-labels.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { type Formats, fill } from './formats.ts';
import { operator } from './operator.ts';
import { orders } from './orders.ts';
import { partners } from './partners.ts';
import { pathText } from './path.ts';
import { payments } from './payments.ts';
import { products } from './products.ts';
import { refunds } from './refunds.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { shipping } from './shipping.ts';
import { stock } from './stock.ts';
import { storefile } from './storefile.ts';
import { usage } from './usage.ts';
import { warnings } from './warnings.ts';

/** A key is in one subject only. */
const SUBJECTS = [
  accounts,
  alerts,
  backups,
  commands,
  couriers,
  database,
  doctor,
  fields,
  files,
  operator,
  orders,
  partners,
  payments,
  products,
  refunds,
  requests,
  settings,
  shipping,
  stock,
  storefile,
  usage,
  warnings,
] as const;

type IntersectionOf<Subjects extends readonly unknown[]> = Subjects extends readonly [infer First, ...infer Rest]
  ? First & IntersectionOf<Rest>
  : unknown;

/** All entries by key. Spreading the subjects into a literal would make each start 4 ms slower. */
export const MESSAGES: IntersectionOf<typeof SUBJECTS> = Object.assign({}, ...SUBJECTS);

export type MessageKey = keyof typeof MESSAGES;

/** The values that fill an entry; `unknown` if it needs none. */
type ParamsOf<Entry> =
  Entry extends Computed<infer Params>
    ? Params
    : Entry extends { en: infer English; th: infer Thai }
      ? ParamsIn<English> & ParamsIn<Thai> & (Entry extends { office: infer Office } ? ParamsIn<Office> : unknown)
      : never;

type ParamsIn<Template> = Template extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Param<Placeholder> & ParamsIn<Rest>
  : unknown;

type Param<Placeholder> = Placeholder extends `${infer Name}, ${infer Format}`
  ? { [Key in Name]: Format extends keyof Formats ? Formats[Format] : never }
  : { [Key in Placeholder & string]: string | number };

/** The keys of messages without values. */
export type PlainKey = {
  [Key in MessageKey]: unknown extends ParamsOf<(typeof MESSAGES)[Key]> ? Key : never;
}[MessageKey];

/** The last argument of whatever takes a key: its values together with `More`. A message without values needs none. */
export type Filled<Key extends MessageKey, More> = MessageKey extends Key
  ? [options?: More]
  : [Key] extends [PlainKey]
    ? [options?: More]
    : [options: ParamsOf<(typeof MESSAGES)[Key]> & More];

/**
 * How a message names its field: by its path, `products[0].qty: Required`, by a label as forms have it,
 * `Item 1 quantity: Required`, or not at all, where the message is shown at the field. Only `path` names ids.
 */
export type FieldNaming = 'path' | 'label' | 'none';

type Computation = (params: never, render: Render) => string;
type Entry = { [Each in Language]: string | Computation } & { office?: string | Computation };

/** The template or function of a text; undefined for an unknown key. */
export function textFor(key: string, language: Language, naming: FieldNaming): string | Computation | undefined {
  const entries: Readonly<Record<string, Entry | undefined>> = MESSAGES;
  const entry = entries[key];
  if (naming !== 'path' && language === 'en' && entry?.office !== undefined) return entry.office;
  return entry?.[language];
}

export const wordingOf = (naming: FieldNaming): Wording => (naming === 'path' ? 'codes' : 'labels');

/** The text of a message. */
export function describe(
  { key, params, path }: Message,
  language: Language = 'en',
  naming: FieldNaming = 'path',
): string {
  const text = textFor(key, language, naming) ?? key;
  const render = renderer(language, naming);
  const filled =
    typeof text === 'string'
      ? fill(text, params, { language, wording: wordingOf(naming), render })
      : text(params as never, render);
  if (path === undefined || naming === 'none') return filled;
  return `${naming === 'path' ? pathText(path) : pathLabel(path, language)}: ${filled}`;
}

/** Nested messages always name their field. */
function renderer(language: Language, naming: FieldNaming): Render {
  const inner = naming === 'none' ? 'label' : naming;
  const render = (inside: Message | readonly Message[]) =>
    Array.isArray(inside)
      ? inside.map((item) => describe(item, language, inner))
      : describe(inside as Message, language, inner);
  return render as Render;
}
