import { bangkokDay, bangkokMinute, bangkokSecond } from '../../lib/calendar.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import type { Money } from '../../lib/money.ts';
import { baht, money } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';

const LOCALES: Record<Language, string> = { th: 'th-TH-u-ca-buddhist', en: 'en-GB' };
const BANGKOK = { timeZone: 'Asia/Bangkok' } as const;

interface DateFormat {
  format: (time?: number | Date) => string;
}

/** A date format in Bangkok time, created on first use: creating one takes milliseconds. */
export function formats(options: Intl.DateTimeFormatOptions): (language: Language) => DateFormat {
  const cache = new Map<Language, DateFormat>();
  return (language) => {
    const format = cache.get(language) ?? threeLetterMonths(LOCALES[language], options);
    cache.set(language, format);
    return format;
  };
}

/** British English alone has a month of four letters. */
function threeLetterMonths(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const dates = new Intl.DateTimeFormat(locale, { ...options, ...BANGKOK });
  return { format: (time) => dates.format(time).replace(/\bSept\b/, 'Sep') };
}

const DAY = formats({ day: 'numeric', month: 'short', year: 'numeric' });
const THAI_SHORT_DAY = formats({ day: 'numeric', month: 'short', year: '2-digit' });

/** Thai abbreviates the year of its era; in English, `26 Nov 26` is hard to read. */
export const shortDay = (language: Language): DateFormat => (language === 'th' ? THAI_SHORT_DAY : DAY)(language);

const MAX_CACHED_DAYS = 1_000;
const shortDays = new Map<string, string>(); // formatting takes 40 µs, and lists repeat the same few days

function shortDayText(millis: number, language: Language): string {
  const key = `${language} ${bangkokDay(millis)}`;
  const text = shortDays.get(key) ?? shortDay(language).format(millis).replace(/ BE|,/g, '');
  if (shortDays.size >= MAX_CACHED_DAYS) shortDays.clear();
  shortDays.set(key, text);
  return text;
}

/** Day and minute in Bangkok, e.g. `21 พ.ย. 69 22:47` and `21 Nov 2026 22:47`. */
export const minuteText = (millis: number, language: Language): string =>
  `${shortDayText(millis, language)} ${bangkokMinute(millis).slice(-5)}`;

/** The day in Bangkok without its year, e.g. `21 พ.ย.`. */
export const dayMonthText = (millis: number, language: Language): string =>
  shortDayText(millis, language).replace(/ \d+$/, '');

/** With seconds, to compare with logs, e.g. `21 พ.ย. 69 22:47:05`. */
export const secondText = (millis: number, language: Language): string =>
  `${shortDayText(millis, language)} ${bangkokSecond(millis).slice(-8)}`;

/** The day in Bangkok, e.g. `21 พ.ย. 2569`. */
export const dayText = (millis: number, language: Language): string => DAY(language).format(millis);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const withinMinute = bilingual({
  past: ['เมื่อสักครู่', 'less than a minute ago'],
  future: ['ภายใน 1 นาที', 'in less than a minute'],
});

/** Relative time, e.g. `3 ชั่วโมงที่แล้ว`. */
export function agoText(millis: number, now: number, language: Language): string {
  const past = millis - now;
  const found = UNITS.find(([, millis]) => Math.abs(past) >= millis);
  if (!found) return withinMinute(language)[past > 0 ? 'future' : 'past'];
  const [unit, size] = found;
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(past / size), unit);
  return text.replace('ที่ผ่านมา', 'ที่แล้ว');
}

const SPAN_UNITS = { m: 'minute', h: 'hour', d: 'day' } as const;

/** A duration such as `24h` in words: `24 ชั่วโมง`. */
export const spanText = (span: string, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: SPAN_UNITS[span.at(-1) as keyof typeof SPAN_UNITS],
    unitDisplay: 'long',
  }).format(Number.parseInt(span, 10));

/** The prices of a product: `฿65`, `฿65–80`; undefined without prices. */
export function priceRangeText({ min, max }: { min: Money | null; max: Money | null }): string | undefined {
  if (min === null || max === null) return undefined;
  return min === max ? money(min) : `${money(min)}–${baht(max)}`;
}
