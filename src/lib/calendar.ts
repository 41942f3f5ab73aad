const BANGKOK = 7 * 3_600_000; // no daylight saving time

/** From `from` to before `until`, in Unix milliseconds. */
export interface Span {
  from: number;
  until: number;
}

/** `2026-11`, in Asia/Bangkok. Built from its parts for speed: each new order computes it. */
export function bangkokMonth(millis: number): string {
  const date = new Date(millis + BANGKOK);
  const month = date.getUTCMonth() + 1;
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`;
}

/** When a month of this century begins in Asia/Bangkok, in Unix milliseconds. Undefined if it is not as `2026-11`. */
export const monthStart = (month: string): number | undefined =>
  /^20\d\d-/.test(month) ? parseBangkokDay(`${month}-01`) : undefined;

/** The month so many months after one such as `2026-11`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The minute in Asia/Bangkok as people read and type it, e.g. `2026-11-21 22:47`. */
export const bangkokMinute = (millis: number): string =>
  new Date(millis + BANGKOK).toISOString().slice(0, 16).replace('T', ' ');

/** For programs without time zones: its UTC fields are the date and time in Asia/Bangkok. */
export const bangkokDate = (millis: number): Date => new Date(millis + BANGKOK);

/** Bangkok time to the second, e.g. `2026-11-21 22:47:30`. */
export const bangkokSecond = (millis: number): string =>
  new Date(millis + BANGKOK).toISOString().slice(0, 19).replace('T', ' ');

/** The Unix milliseconds of a minute as `bangkokMinute` writes it, with a `T` or a space between; undefined if invalid. */
export function parseBangkok(text: string): number | undefined {
  const [, day = '', minute = ''] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? [];
  const start = parseBangkokDay(day);
  const [hours = 24, minutes = 60] = minute.split(':').map(Number);
  return start === undefined || hours > 23 || minutes > 59 ? undefined : start + (hours * 60 + minutes) * 60_000;
}

/** The Unix milliseconds at which a day such as `2026-11-21` begins in Asia/Bangkok; undefined if invalid. */
export function parseBangkokDay(text: string): number | undefined {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
  return isDay ? start - BANGKOK : undefined;
}

const DAY = 86_400_000;

/** The calendar day in Asia/Bangkok by its number since 1970, so that the day before is one less. */
export const bangkokDay = (millis: number): number => Math.floor((millis + BANGKOK) / DAY);

/** When a day of `bangkokDay` begins, in Unix milliseconds. */
export const dayStart = (day: number): number => day * DAY - BANGKOK;
