import { parseBangkok, parseBangkokDay } from './calendar.ts';
import type { Language } from './messages/catalogue.ts';
import { arabicDigits } from './numbers.ts';
import { foldCase } from './text.ts';

// Dates as people type them, in both calendars: `26/11/2569`, `26 พ.ย. 69`, `26 Nov 2026`, `2026-11-26`.

const SHORT_MONTHS: Record<Language, readonly string[]> = {
  th: ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

const LONG_MONTHS = [
  ['มกราคม', 'january'],
  ['กุมภาพันธ์', 'february'],
  ['มีนาคม', 'march'],
  ['เมษายน', 'april'],
  ['พฤษภาคม', 'may'],
  ['มิถุนายน', 'june'],
  ['กรกฎาคม', 'july'],
  ['สิงหาคม', 'august'],
  ['กันยายน', 'september'],
  ['ตุลาคม', 'october'],
  ['พฤศจิกายน', 'november'],
  ['ธันวาคม', 'december'],
] as const;

const monthKey = (name: string): string => foldCase(name).replaceAll('.', '');

const MONTHS: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ...LONG_MONTHS.flatMap((long, i) =>
    [...long, SHORT_MONTHS.th[i] as string, SHORT_MONTHS.en[i] as string].map(
      (name) => [monthKey(name), i + 1] as const,
    ),
  ),
]);

const BUDDHIST = 543; // years ahead
const MAX_LENGTH = 60; // characters

/** A year of either calendar. Of two digits only one reading lies between 2000 and 2056. */
function commonYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year < 43 ? 2000 + year : 2500 + year - BUDDHIST;
  return year >= 2400 ? year - BUDDHIST : year;
}

const pad = (part: number): string => String(part).padStart(2, '0');

/** `2026-11-26`; undefined if it is not a date. */
function isoDay(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDate] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (isoYear) return `${commonYear(isoYear)}-${isoMonth}-${isoDate}`;
  const [, day, digits, name, year] =
    /^(\d{1,2})(?:[\s/.-]+(\d{1,2})[\s/.,-]+|[\s/.-]*(\p{L}[\p{L}\p{M}.]*)[\s/.,-]*)(\d{4}|\d\d)$/u.exec(text) ?? [];
  if (!day || !year) return undefined;
  const number = digits ? Number(digits) : MONTHS.get(monthKey(name ?? ''));
  return number === undefined ? undefined : `${commonYear(year)}-${pad(number)}-${pad(Number(day))}`;
}

const plain = (typed: string): string =>
  arabicDigits(
    typed
      .slice(0, MAX_LENGTH + 1)
      .trim()
      .replace(/\s+/g, ' '),
  );

/** The start of the typed day in Bangkok, in Unix milliseconds; undefined if it is not a date. */
export function parseTypedDay(typed: string): number | undefined {
  const text = plain(typed);
  return text.length > MAX_LENGTH ? undefined : parseBangkokDay(isoDay(text) ?? '');
}

/** The typed minute in Bangkok (`26/11/2569 16:30`, `… 16.30 น.`), in Unix milliseconds; undefined if it is not a time. */
export function parseTypedTime(typed: string): number | undefined {
  const text = plain(typed);
  const [, day = '', hours = '', minutes = ''] =
    /^(.+?)[T\s,]+(\d{1,2})[:.](\d\d)(?::\d\d)?(?:\s*น\.?)?$/.exec(text) ?? [];
  return text.length > MAX_LENGTH ? undefined : parseBangkok(`${isoDay(day)} ${hours.padStart(2, '0')}:${minutes}`);
}

const BANGKOK = 7 * 3_600_000; // no daylight saving time

/** The day as fields and messages show it: `26 พ.ย. 2569` or `26 Nov 2026`. */
export function fieldDay(millis: number, language: Language): string {
  const date = new Date(millis + BANGKOK);
  const year = date.getUTCFullYear() + (language === 'th' ? BUDDHIST : 0);
  return `${date.getUTCDate()} ${SHORT_MONTHS[language][date.getUTCMonth()]} ${year}`;
}

/** The minute as fields and messages show it: `26 พ.ย. 2569 16:30`. */
export const fieldTime = (millis: number, language: Language): string =>
  `${fieldDay(millis, language)} ${new Date(millis + BANGKOK).toISOString().slice(11, 16)}`;
