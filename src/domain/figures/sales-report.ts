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

/** Days from `first` to before `end`, as in `bangkokDay`. */
export interface DaySpan {
  first: number;
  end: number;
}

/** The rows of a report, oldest first, and for each row the one at the same place of the period before. */
export interface ReportPeriod {
  unit: ReportUnit;
  rows: readonly { span: DaySpan; previous: DaySpan }[];
}

/** The last days, weeks or months, up to today. */
export function latestPeriod(unit: ReportUnit, now: number): ReportPeriod {
  const today = bangkokDay(now);
  const count = REPORT_UNITS[unit];
  const starts = Array.from({ length: 2 * count }, (_, i) => STARTS[unit](today, i - 2 * count + 1));
  const spans = starts.map((first, i) => ({ first, end: starts[i + 1] ?? today + 1 }));
  return { unit, rows: spans.slice(count).map((span, i) => ({ span, previous: spans[i] as DaySpan })) };
}

const MAX_ROWS = { day: 100, week: 100, month: Number.POSITIVE_INFINITY } as const;

/**
 * The days, weeks or months of a range, in larger units if there would be too many rows. The period before has as many
 * days as the range and ends where it begins.
 */
export function periodOfRange(unit: ReportUnit, range: DaySpan): ReportPeriod {
  const rows: DaySpan[] = [];
  for (let first = range.first; first < range.end; ) {
    const end = Math.min(STARTS[unit](first, 1), range.end);
    rows.push({ first, end });
    first = end;
  }
  if (rows.length > MAX_ROWS[unit]) return periodOfRange(unit === 'day' ? 'week' : 'month', range);
  const days = range.end - range.first;
  return { unit, rows: rows.map((span) => ({ span, previous: { first: span.first - days, end: span.end - days } })) };
}

/** The first and last day of all rows. */
export const spanOfPeriod = ({ rows }: ReportPeriod): DaySpan => wholeSpan(rows.map(({ span }) => span));

const wholeSpan = (spans: readonly DaySpan[]): DaySpan => ({
  first: spans[0]?.first ?? 0,
  end: spans.at(-1)?.end ?? 0,
});

/** The sales of each row of the period. */
export function salesReport(db: Reader, storeId: Id, { rows }: ReportPeriod): ReportRow[] {
  const all = { first: rows[0]?.previous.first ?? 0, end: rows.at(-1)?.span.end ?? 0 };
  const days = salesBetween(db, storeId, all.first, all.end);
  return rows.map(({ span, previous }) => ({ ...sumOf(span, days), previous: sumOf(previous, days) }));
}

/** A channel in the period and in the one before. */
export interface ChannelRow extends Omit<Sales, 'first'>, Pick<ChannelSales, 'channelId' | 'name'> {
  previous: Omit<Sales, 'first'>;
}

/** The sales of each channel in the whole period, highest first. */
export function channelReport(db: Reader, storeId: Id, period: ReportPeriod): ChannelRow[] {
  const salesOf = ({ first, end }: DaySpan) => channelSalesBetween(db, storeId, first, end);
  const current = salesOf(spanOfPeriod(period));
  const previous = salesOf(wholeSpan(period.rows.map(({ previous }) => previous)));
  const known = new Map([...previous, ...current].map(({ channelId, name }) => [channelId, name]));
  return [...known]
    .map(([channelId, name]) => {
      const sold = (sales: readonly ChannelSales[]) => totalOf(sales.filter((row) => row.channelId === channelId));
      return { channelId, name, ...sold(current), previous: sold(previous) };
    })
    .sort((a, b) => b.amount - a.amount || b.previous.amount - a.previous.amount);
}

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

function sumOf({ first, end }: DaySpan, days: readonly SalesOfDay[]): Sales {
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
