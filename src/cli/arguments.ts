import { AppError, type AppErrorOptions, notFound } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import type { Filled, MessageKey } from '../lib/messages/messages.ts';
import { type Money, parseMoney } from '../lib/money.ts';
import { isLongerThan } from '../lib/text.ts';
import { MAX_LENGTH } from '../lib/text-limits.ts';

// Parsers of arguments and options.

/** The command line does not match the command's help. Exit status 2. */
export class WrongUsage<Key extends MessageKey = MessageKey> extends AppError<Key> {
  constructor(what: Key | Message, ...options: Filled<Key, AppErrorOptions>) {
    super('invalid_request', what, ...options);
    this.name = 'WrongUsage';
  }
}

/** Options that select a variant: its id, or `--sku` within a store. */
export interface VariantOptions {
  sku?: string;
  store?: string;
}

export interface PageOptions {
  limit: string;
  offset: string;
}

export const parsePage = ({ limit, offset }: PageOptions): { limit: number; offset: number } => ({
  limit: parseWhole(limit, { name: '--limit', min: 1 }),
  offset: parseWhole(offset, { name: '--offset' }),
});

/** @param name of the argument in the help @throws AppError not_found for an id that cannot exist, such as 007 */
export function parseIdArgument(text: string, name: string): Id {
  const id = parseId(text);
  if (id === undefined) throw new WrongUsage('argument_not_an_id', { name, text });
  if (id === NO_ID) throw notFound('nothing_has_id', { id: text });
  return id;
}

export function parseWhole(
  text: string,
  { name, min = 0, max = 1_000_000_000 }: { name: string; min?: number; max?: number },
): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new WrongUsage('argument_not_a_whole_number', { name, min, max, text });
  return value;
}

/** An amount in baht, 0 or more. */
export function parseAmount(text: string, name: string): Money {
  const amount = parseSignedAmount(text, name);
  if (amount < 0) throw new WrongUsage('argument_below_zero_baht', { name, text });
  return amount;
}

/** An amount whose sign the domain checks. */
export function parseSignedAmount(text: string, name: string): Money {
  const amount = parseMoney(text);
  if (amount === undefined) throw new WrongUsage('argument_not_an_amount', { name, text });
  return amount;
}

const MILLIS = /^[1-9]\d{11,13}$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** Unix milliseconds or ISO 8601. A time without an offset is Bangkok time; a date alone is midnight in Bangkok. */
export function parseTime(text: string, name: string): number {
  if (MILLIS.test(text)) return Number(text);
  const [, date = '', time = '00:00', offset = '+07:00'] = ISO.exec(text) ?? [];
  const millis = isCalendarDay(date) ? Date.parse(`${date}T${time}${offset}`) : Number.NaN;
  if (Number.isNaN(millis)) throw new WrongUsage('argument_not_a_time', { name, text });
  return millis;
}

/** Date.parse reads February 31 as March 3. */
function isCalendarDay(date: string): boolean {
  const millis = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}

export function parseBoolean(text: string, name: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WrongUsage('argument_not_true_or_false', { name, text });
}

/** Text that is not empty. @param most code points */
export function parseText(text: string, name: string, most: number = MAX_LENGTH.name): string {
  if (text.trim() === '') throw new WrongUsage('argument_empty', { name });
  return parseTextUpTo(text, name, most);
}

/** @param most code points */
export function parseTextUpTo(text: string, name: string, most: number): string {
  if (isLongerThan(text, most)) throw new WrongUsage(message('text_too_long', { path: name, most }));
  return text;
}

/** Parses `KEY=VALUE` arguments. Each key has a parser that returns the fields it sets. */
export function parseSettings<Fields extends object>(
  settings: readonly string[],
  parsers: Readonly<Record<string, (text: string, key: string) => Partial<Fields>>>,
): Partial<Fields> {
  const fields: Partial<Fields> = {};
  for (const setting of settings) {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    const parse = Object.hasOwn(parsers, key) ? parsers[key] : undefined;
    if (!parse) throw new WrongUsage('argument_not_a_setting', { text: setting, keys: Object.keys(parsers) });
    Object.assign(fields, parse(value, key));
  }
  return fields;
}

/** A SKU may contain `=`; the last `=` separates the quantity. */
export const variantLineSyntax = (withCost: boolean): string => (withCost ? 'VARIANT=QTY@COST' : 'VARIANT=QTY');
