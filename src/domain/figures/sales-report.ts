import type { Reader } from '../../db/reader.ts';
import { bangkokDay, dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import {
  type ChannelKind,
  type ChannelSales,
  channelSalesBetween,
  type DaySpan,
  type SalesOfDay,
  type SalesSums,
  salesBetween,
} from './sales.ts';

/** Number of rows of the report, by the period that a row sums up. */
export const REPORT_UNITS = { day: 30, week: 13, month: 12 } as const;
export type ReportUnit = keyof typeof REPORT_UNITS;

export interface Sales extends SalesSums {
  /** Amount without what was refunded. */
  net: Money;
  /** Amount per order; zero without orders. */
  average: Money;
}

/** Sales with those of the previous period. */
export interface ComparedSales extends Sales {
  previous: Sales;
}

/** A day, week or month of the period, and the matching row of the previous period. */
export interface ReportRow extends ComparedSales {
  /** The first day, as in `bangkokDay`. */
  first: number;
  previousFirst: number;
}

/**
 * The rows of a report, oldest first, each with the matching row of the previous period. If the last row contains today,
 * its matching row counts up to the same time.
 */
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
  const rows = spans.slice(count).map((span, i) => ({ span, previous: spans[i] as DaySpan }));
  return { unit, rows: untilNow(rows, now) };
}

/** Ends the previous period at the same day and time as the last row, if that contains today. */
function untilNow(rows: ReportPeriod['rows'], now: number): ReportPeriod['rows'] {
  const last = rows.at(-1);
  const today = bangkokDay(now);
  if (last?.span.end !== today + 1) return rows;
  const { span, previous } = last;
  const end = Math.min(previous.first + span.end - span.first, previous.end);
  const until = dayStart(end - 1) + now - dayStart(today);
  return [...rows.slice(0, -1), { span, previous: { ...previous, end, until } }];
}

/** Whether the last row is not over. */
export const isRunning = ({ rows }: ReportPeriod): boolean => rows.at(-1)?.previous.until !== undefined;

export const MAX_ROWS = 100; // of days or weeks

/**
 * The days, weeks or months of a range, in larger units if there would be too many rows. The previous period has as
 * many days as the range and ends where it begins.
 */
export function periodOfRange(unit: ReportUnit, range: DaySpan, now: number): ReportPeriod {
  const spans: DaySpan[] = [];
  for (let first = range.first; first < range.end; ) {
    const end = Math.min(STARTS[unit](first, 1), range.end);
    spans.push({ first, end });
    first = end;
  }
  if (spans.length > MAX_ROWS && unit !== 'month') return periodOfRange(unit === 'day' ? 'week' : 'month', range, now);
  const days = range.end - range.first;
  const rows = spans.map((span) => ({ span, previous: { first: span.first - days, end: span.end - days } }));
  return { unit, rows: untilNow(rows, now) };
}

/** The first and last day of all rows. */
export const spanOfPeriod = ({ rows }: ReportPeriod): DaySpan => wholeSpan(rows.map(({ span }) => span));

const spanBefore = ({ rows }: ReportPeriod): DaySpan => wholeSpan(rows.map(({ previous }) => previous));

const wholeSpan = (spans: readonly DaySpan[]): DaySpan => ({
  first: spans[0]?.first ?? 0,
  end: spans.at(-1)?.end ?? 0,
  until: spans.at(-1)?.until,
});

/** The sales of each row of the period. */
export function salesReport(db: Reader, storeId: Id, period: ReportPeriod): ReportRow[] {
  const days = salesBetween(db, storeId, spanOfPeriod(period));
  const before = salesBetween(db, storeId, spanBefore(period));
  return period.rows.map(({ span, previous }) => ({
    ...{ first: span.first, previousFirst: previous.first },
    ...totalOf(within(span, days)),
    previous: totalOf(within(previous, before)),
  }));
}

const within = ({ first, end }: DaySpan, days: readonly SalesOfDay[]): SalesOfDay[] =>
  days.filter(({ day }) => day >= first && day < end);

/** A channel in the period and in the previous one. */
export interface ChannelRow extends ComparedSales, Pick<ChannelSales, 'name'> {}

/** The sales of each channel in the whole period, highest first. */
export function channelReport(db: Reader, storeId: Id, period: ReportPeriod, kind: ChannelKind): ChannelRow[] {
  const current = channelSalesBetween(db, storeId, kind, spanOfPeriod(period));
  const previous = channelSalesBetween(db, storeId, kind, spanBefore(period));
  const known = new Map([...previous, ...current].map(({ key, name }) => [key, name]));
  return [...known]
    .map(([key, name]) => {
      const sold = (sales: readonly ChannelSales[]) => totalOf(sales.filter((row) => row.key === key));
      return { name, ...sold(current), previous: sold(previous) };
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

const SATANG = 100; // of Money

/** Rounded to satang. */
const averageOf = (amount: Money, orders: number): Money =>
  orders === 0 ? ZERO : ((Math.round(amount / orders / SATANG) * SATANG) as Money);

/** Total of all rows. */
export function totalOf(rows: readonly SalesSums[]): Sales {
  const orders = rows.reduce((sum, row) => sum + row.orders, 0);
  const amount = rows.reduce((sum, row) => sum + row.amount, 0) as Money;
  const refunded = rows.reduce((sum, row) => sum + row.refunded, 0) as Money;
  return { orders, amount, refunded, net: (amount - refunded) as Money, average: averageOf(amount, orders) };
}

/** Total of all rows, and of the previous period. */
export const comparedTotalOf = (rows: readonly ComparedSales[]): ComparedSales => ({
  ...totalOf(rows),
  previous: totalOf(rows.map(({ previous }) => previous)),
});
