import { ACCOUNTS } from './accounts.ts';
import { BACKUPS } from './backups.ts';
import { CATALOGUE, OF_CATALOGUE } from './catalogue.ts';
import { OF_FIELDS } from './fields.ts';
import { FILES, OF_ROWS } from './files.ts';
import { ANY_TEXT, GAP_KINDS, type GapKind } from './gaps.ts';
import { matcher } from './matcher.ts';
import { OF_LINES, ORDERS } from './orders.ts';
import { OF_PARTNERS, PARTNERS } from './partners.ts';
import { OF_AMOUNTS, PAYMENTS } from './payments.ts';
import { splits } from './places.ts';
import { OF_SETTINGS, SETTINGS } from './settings.ts';
import { OF_NUMBERS, SHIPPING } from './shipping.ts';
import { STOCK } from './stock.ts';
import type { Template } from './template.ts';

const SENTENCES: readonly Template[] = [
  ...ORDERS,
  ...PAYMENTS,
  ...SHIPPING,
  ...STOCK,
  ...CATALOGUE,
  ...ACCOUNTS,
  ...PARTNERS,
  ...SETTINGS,
  ...BACKUPS,
  ...FILES,
];
const OF_PLACES: readonly Template[] = [
  ...OF_FIELDS,
  ...OF_LINES,
  ...OF_AMOUNTS,
  ...OF_NUMBERS,
  ...OF_CATALOGUE,
  ...OF_PARTNERS,
  ...OF_SETTINGS,
  ...OF_ROWS,
];

export const TEMPLATES: readonly Template[] = [...SENTENCES, ...OF_PLACES];

/** Several messages in one. */
const FAULTS: GapKind = {
  pattern: ANY_TEXT,
  say: (filled) =>
    filled
      .split('; ')
      .map((fault) => thaiOf(fault) ?? fault)
      .join(' / '),
};
/** A message in another. */
const WHY: GapKind = { pattern: ANY_TEXT, say: (filled) => thaiOf(filled) ?? filled };
const KINDS = { ...GAP_KINDS, faults: FAULTS, why: WHY };

const sentence = matcher(SENTENCES, KINDS);
const ofPlace = matcher(OF_PLACES);
/** Of a sentence whose first word was taken for its field: `holds stock of …` of a warehouse. */
const ofFirstWord = matcher(
  SENTENCES.flatMap(([english, thai]): Template[] =>
    /^\w+ /.test(english) ? [[english.replace(/^\w+ /, ''), thai]] : [],
  ),
  KINDS,
);

/** A booking's reason: how it began, and how it went on. */
const THEN = '; then: ';

const MORE = /^([\s\S]*) \(and (\d+) more\)$/;

/** A whole message in Thai; undefined where it is none that is known. */
export function thaiOf(message: string): string | undefined {
  const [, first, more] = MORE.exec(message) ?? [];
  if (first !== undefined) return andMore(thaiOf(first), more);
  const parts = message.split(THEN);
  if (parts.length > 1) return parts.map((part) => thaiOf(part) ?? part).join(' จากนั้น ');
  return sentence(message) ?? ofPlaces(message);
}

/** What is wrong with a field, in Thai. */
export function thaiOfField(problem: string): string | undefined {
  const [, first, more] = MORE.exec(problem) ?? [];
  if (first !== undefined) return andMore(thaiOfField(first), more);
  return ofPlace(problem) ?? ofFirstWord(problem) ?? sentence(problem) ?? ofPlaces(problem);
}

const andMore = (thai: string | undefined, more = ''): string | undefined =>
  thai === undefined ? undefined : `${thai} (และอีก ${more} รายการ)`;

function ofPlaces(message: string): string | undefined {
  for (const [name, rest] of splits(message)) {
    const thai = ofPlace(rest) ?? sentence(rest);
    if (thai !== undefined) return `${name}: ${thai}`;
  }
  return undefined;
}
