import type { Child } from 'hono/jsx';
import { firstOrderTime } from '../../domain/orders/first-since.ts';
import { addMonths, bangkokMonth, monthStart } from '../../lib/calendar.ts';
import { fields, optionalText } from '../forms/fields.ts';
import { formats } from '../page/format.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { moneyTexts } from './money-texts.ts';

// The month of a report.

const monthQuery = fields({ month: optionalText(7) });

/** The requested month, by default the current one, as in `bangkokMonth`. */
export function monthOf(context: StoreContext): string {
  const { month = '' } = context.query(monthQuery);
  return monthStart(month) === undefined ? bangkokMonth(context.now) : month;
}

/** From `from` to before `until`, in unix milliseconds. */
export const spanOf = (month: string): { from: number; until: number } => ({
  from: monthStart(month) as number,
  until: monthStart(addMonths(month, 1)) as number,
});

const MONTH = formats({ month: 'long', year: 'numeric' });
const SHORT_MONTH = formats({ month: 'short', year: 'numeric' });

type MonthsProps = StoreProps<{
  month: string;
  path: string;
  /** Kept by the links, such as `&kind=all`. */
  query?: string;
  /** More fields of the form. */
  children?: Child;
}>;

/** `November 2026` */
export const monthText = (month: string, { language }: StoreContext): string =>
  MONTH(language).format(monthStart(month));

/** A choice of the month, between links to the one before and the one after. */
export function Months({ context, month, path, query = '', children }: MonthsProps) {
  const { language, now } = context;
  const t = moneyTexts(language);
  const name = (which: string) => SHORT_MONTH(language).format(monthStart(which));
  const link = (which: string) => `/office${path}?month=${which}${query}`;
  const [previous, next] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav class="pager" aria-label={t.months}>
      <a href={link(previous)}>‹ {name(previous)}</a>
      <form class="months" action={`/office${path}`}>
        <select name="month" aria-label={t.month} data-submits>
          {monthsToChoose(context, month).map((value) => (
            <option value={value} selected={value === month}>
              {monthText(value, context)}
            </option>
          ))}
        </select>
        {children}
        <noscript>
          <button type="submit" class="secondary outline small">
            {t.show}
          </button>
        </noscript>
      </form>
      {month < bangkokMonth(now) ? <a href={link(next)}>{name(next)} ›</a> : <span />}
    </nav>
  );
}

const MAX_MONTHS = 120; // of the list, which is on every page

/** The months since the first order of the store, and the shown one, newest first. */
function monthsToChoose({ db, store, now }: StoreContext, shown: string): string[] {
  const first = bangkokMonth(firstOrderTime(db, store.id) ?? now);
  const months: string[] = [];
  for (let month = bangkokMonth(now); month >= first && months.length < MAX_MONTHS; month = addMonths(month, -1))
    months.push(month);
  return months.includes(shown) ? months : [...months, shown].sort().reverse();
}
