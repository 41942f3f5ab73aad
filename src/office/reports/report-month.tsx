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

/** The month, between links to the one before and the one after. */
export function Months({ context, month, path }: StoreProps<{ month: string; path: string }>) {
  const { language, now } = context;
  const name = (which: string) => MONTH(language).format(monthStart(which));
  const link = (which: string) => `/office${path}?month=${which}`;
  const [previous, next] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav class="pager" aria-label={moneyTexts(language).months}>
      <a href={link(previous)}>‹ {name(previous)}</a>
      <strong>{name(month)}</strong>
      {month < bangkokMonth(now) ? <a href={link(next)}>{name(next)} ›</a> : <span />}
    </nav>
  );
}
