import type { Language } from './messages/catalogue.ts';
import { type Money, moneyText } from './money.ts';

/** An integer with thousands separators: `1,250`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** An amount without its unit, `1,250` or `99.50`, for columns and fields labeled as money. Fractions of a satang stay. */
export function baht(amount: Money): string {
  const [whole = '', decimals] = moneyText(amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals.padEnd(2, '0')}`;
}

/** As `baht`, with a typographic minus sign, and at least two decimals. */
export const satang = (amount: Money): string => withDecimals(amount, 2);

const SATANG = 100; // of Money

/** Rounded to satang. */
export const wholeSatang = (amount: Money): Money => (Math.round(amount / SATANG) * SATANG) as Money;

/** Formats the amounts of a table: with two decimals, or all with more if one of them has fractions of a satang. */
export function sameDecimals(amounts: readonly Money[]): (amount: Money) => string {
  const decimals = amounts.reduce((most, amount) => Math.max(most, decimalsOf(baht(amount)).length), 2);
  return (amount) => withDecimals(amount, decimals);
}

/** The amount in a field: `1250` or `99.50`. */
export const typedBaht = (amount: Money): string => baht(amount).replaceAll(',', '');

const decimalsOf = (text: string): string => text.split('.')[1] ?? '';

function withDecimals(amount: Money, decimals: number): string {
  const text = baht(Math.abs(amount) as Money);
  const missing = decimals - decimalsOf(text).length;
  const padded = missing > 0 ? `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}` : text;
  return amount < 0 ? `−${padded}` : padded;
}

/** The number of a receipt or refund document, as it is printed: `000123`. */
export const documentNumber = (number: number): string => String(number).padStart(6, '0');

/** An amount with its unit: `฿1,250.50`. */
export const money = (amount: Money): string => (amount < 0 ? `−฿${baht(-amount as Money)}` : `฿${baht(amount)}`);

/** As `money`, with at least two decimals: `฿1,250.00`. */
export const satangMoney = (amount: Money): string =>
  amount < 0 ? `−฿${satang(-amount as Money)}` : `฿${satang(amount)}`;

/** A number of bytes in the largest unit that keeps it above 1: `2.0 MB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1]}`;
}

/** The size of a file or of free space, rounded up below a gigabyte: `75 MB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${(bytes / 2 ** 30).toFixed(1)} GB`;
  return bytes >= 2 ** 20 ? `${Math.ceil(bytes / 2 ** 20)} MB` : `${Math.ceil(bytes / 2 ** 10)} kB`;
}

const WEIGHT_UNITS = { th: ['กรัม', 'กก.'], en: ['g', 'kg'] } as const;

/** Whole grams, from a kilogram on in kilograms: `250 g`, `1.25 kg`. */
export function weightText(grams: number, language: Language): string {
  const [gram, kilogram] = WEIGHT_UNITS[language];
  return grams < 1_000 ? `${Math.ceil(grams)} ${gram}` : `${Math.ceil(grams) / 1_000} ${kilogram}`;
}

const MINUTE = 60_000;

/** A time span, rounded down to minutes, from an hour on to hours, from a day on to days: `3 hours`. */
export function spanText(millis: number, language: Language = 'en'): string {
  const minutes = Math.floor(millis / MINUTE);
  if (minutes < 60) return inUnit(minutes, 'minute', language);
  return minutes < 1_440
    ? inUnit(Math.floor(minutes / 60), 'hour', language)
    : inUnit(Math.floor(minutes / 1_440), 'day', language);
}

const THAI_UNITS = { minute: 'นาที', hour: 'ชั่วโมง', day: 'วัน' } as const;

function inUnit(value: number, unit: keyof typeof THAI_UNITS, language: Language): string {
  if (language === 'th') return `${value} ${THAI_UNITS[unit]}`;
  return value === 1 ? `1 ${unit}` : `${value} ${unit}s`;
}
