import type { Reader } from '../../db/reader.ts';
import { bangkokDay } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { type ChannelSales, channelSalesBetween, type SalesOfDay, salesBetween } from './sales.ts';

/** Number of rows of the report, by the period that a row sums up. */
export const REPORT_UNITS = { day: 30, week: 13, month: 12 } as const;
export type ReportUnit = keyof typeof REPORT_UNITS;

export interface Sales {
  /** The first day, as in `bangkokDay`. */
  first: number;
  orders: number;
  amount: Money;
  /** Per order; zero without orders. */
  average: Money;
}

/** A day, week or month of the period, and the one at the same place of the period before. */
export interface ReportRow extends Sales {
  previous: Sales;
}

/** The sales of the last days, weeks or months, up to today, and of as many before. */
export function salesReport(db: Reader, storeId: Id, unit: ReportUnit, now: number): ReportRow[] {
  const today = bangkokDay(now);
  const rows = REPORT_UNITS[unit];
  const starts = startsOf(unit, today);
  const days = salesBetween(db, storeId, starts[0] as number, today + 1);
  const sums = starts.map((first, i) => sumOf(first, starts[i + 1] ?? today + 1, days));
  return sums.slice(rows).map((sales, i) => ({ ...sales, previous: sums[i] as Sales }));
}

/** The first day of each row of the period before and of the period. */
const startsOf = (unit: ReportUnit, today: number): number[] =>
  Array.from({ length: 2 * REPORT_UNITS[unit] }, (_, i) => STARTS[unit](today, i - 2 * REPORT_UNITS[unit] + 1));

/** A channel in the period and in the one before. */
export interface ChannelRow extends Omit<Sales, 'first'>, Pick<ChannelSales, 'channelId' | 'name'> {
  previous: Omit<Sales, 'first'>;
}

/** The sales of each channel in the whole period of `salesReport`, highest first. */
export function channelReport(db: Reader, storeId: Id, unit: ReportUnit, now: number): ChannelRow[] {
  const today = bangkokDay(now);
  const starts = startsOf(unit, today);
  const [before, first] = [starts[0] as number, starts[REPORT_UNITS[unit]] as number];
  const current = channelSalesBetween(db, storeId, first, today + 1);
  const previous = channelSalesBetween(db, storeId, before, first);
  const known = new Map([...previous, ...current].map(({ channelId, name }) => [channelId, name]));
  return [...known]
    .map(([channelId, name]) => {
      const sold = (sales: readonly ChannelSales[]) => totalOf(sales.filter((row) => row.channelId === channelId));
      return { channelId, name, ...sold(current), previous: sold(previous) };
    })
    .sort((a, b) => b.amount - a.amount || b.previous.amount - a.previous.amount);
}

/** The days that the period has so far. */
export const daysOf = (report: readonly ReportRow[], now: number): number =>
  bangkokDay(now) + 1 - (report[0]?.first ?? bangkokDay(now));

const DAY = 86_400_000;
const EPOCH_WEEKDAY = 3; // 1970-01-01 was a Thursday; weeks start on Monday

/** The first day of the unit that is `offset` units after that of a day. */
const STARTS: Record<ReportUnit, (day: number, offset: number) => number> = {
  day: (day, offset) => day + offset,
  week: (day, offset) => day - ((day + EPOCH_WEEKDAY) % 7) + 7 * offset,
  month: (day, offset) => {
    const date = new Date(day * DAY);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) / DAY;
  },
};

function sumOf(first: number, end: number, days: readonly SalesOfDay[]): Sales {
  const own = days.filter(({ day }) => day >= first && day < end);
  const orders = own.reduce((sum, day) => sum + day.orders, 0);
  const amount = own.reduce((sum, day) => sum + day.amount, 0) as Money;
  return { first, orders, amount, average: averageOf(amount, orders) };
}

const SATANG = 100; // of Money

/** Rounded to satang. */
const averageOf = (amount: Money, orders: number): Money =>
  orders === 0 ? ZERO : ((Math.round(amount / orders / SATANG) * SATANG) as Money);

/** Total of all rows. */
export function totalOf(
  rows: readonly Pick<Sales, 'amount' | 'orders'>[],
): Pick<Sales, 'amount' | 'orders' | 'average'> {
  const amount = rows.reduce((sum, row) => sum + row.amount, 0) as Money;
  const orders = rows.reduce((sum, row) => sum + row.orders, 0);
  return { amount, orders, average: averageOf(amount, orders) };
}
