import { accounts } from './accounts.ts';
import { backups } from './backups.ts';
import { bookings } from './bookings.ts';
import type { Language, Message, Render } from './catalogue.ts';
import { checks } from './checks.ts';
import { commands } from './commands.ts';
import { couriers } from './couriers.ts';
import { csv } from './csv.ts';
import { fieldLabel } from './field-labels.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { forms } from './forms.ts';
import { general } from './general.ts';
import { operator } from './operator.ts';
import { orders } from './orders.ts';
import { partners } from './partners.ts';
import { payments } from './payments.ts';
import { printing } from './printing.ts';
import { products } from './products.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { shipping } from './shipping.ts';
import { stock } from './stock.ts';
import { storefile } from './storefile.ts';

/** Each subject's messages. A key is in one of them only. */
export const SUBJECTS = {
  accounts,
  backups,
  checks,
  commands,
  bookings,
  couriers,
  csv,
  fields,
  files,
  forms,
  general,
  operator,
  orders,
  partners,
  payments,
  printing,
  products,
  requests,
  settings,
  shipping,
  stock,
  storefile,
};

const MESSAGES = {
  ...accounts,
  ...backups,
  ...checks,
  ...commands,
  ...bookings,
  ...couriers,
  ...csv,
  ...fields,
  ...files,
  ...forms,
  ...general,
  ...operator,
  ...orders,
  ...partners,
  ...payments,
  ...printing,
  ...products,
  ...requests,
  ...settings,
  ...shipping,
  ...stock,
  ...storefile,
};

export type MessageKey = keyof typeof MESSAGES;

/** The values that fill a message; `unknown` where it needs none. */
type ParamsOf<Key extends MessageKey> = (typeof MESSAGES)[Key] extends {
  en: string | ((params: infer Params, ...rest: never[]) => string);
}
  ? Params
  : never;

/** The keys of messages without values. */
export type PlainKey = { [Key in MessageKey]: unknown extends ParamsOf<Key> ? Key : never }[MessageKey];

/** The last argument of whatever takes a key: its values together with `More`. A message without values needs none. */
export type Filled<Key extends MessageKey, More> = MessageKey extends Key
  ? [options?: More]
  : [Key] extends [PlainKey]
    ? [options?: More]
    : [options: ParamsOf<Key> & More];

/**
 * How a message names its field: by its path, `products[0].qty: Required`, by a label as forms have it,
 * `Item 1 quantity: Required`, or not at all, where the message stands beside the field.
 */
export type FieldNaming = 'path' | 'label' | 'none';

/** What the message says in the language. */
export function describe(
  { key, params, path }: Message,
  language: Language = 'en',
  naming: FieldNaming = 'path',
): string {
  const text = (MESSAGES as Readonly<Record<string, { en: unknown; th: unknown }>>)[key]?.[language] as
    | string
    | ((params: unknown, render: Render) => string)
    | undefined;
  const said = typeof text === 'function' ? text(params, renderer(language, naming)) : (text ?? key);
  if (path === undefined || naming === 'none') return said;
  return `${naming === 'path' ? path : fieldLabel(path, language)}: ${said}`;
}

/** What is inside of a message names its field in any case. */
function renderer(language: Language, naming: FieldNaming): Render {
  const inner = naming === 'none' ? 'label' : naming;
  const render = (inside: Message | readonly Message[]) =>
    Array.isArray(inside)
      ? inside.map((one) => describe(one, language, inner))
      : describe(inside as Message, language, inner);
  return render as Render;
}
