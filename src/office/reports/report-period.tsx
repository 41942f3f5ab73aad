import type { DaySpan } from '../../domain/figures/sales.ts';
import {
  latestPeriod,
  periodOfRange,
  REPORT_UNITS,
  type ReportPeriod,
  type ReportUnit,
  spanOfPeriod,
} from '../../domain/figures/sales-report.ts';
import { addMonths, bangkokDay, bangkokMinute, bangkokMonth, dayStart, monthStart } from '../../lib/calendar.ts';
import { DayField } from '../forms/date-fields.tsx';
import { fields, optionalChoice, optionalDay } from '../forms/fields.ts';
import { Submit } from '../forms/inputs.tsx';
import { withQuery } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { FIGURES, type FigureName } from './report-chart.tsx';
import { reportTexts } from './report-texts.ts';

// The period of the sales report: the latest days, weeks or months, or a range of days.

const UNITS = Object.keys(REPORT_UNITS) as ReportUnit[];
const reportQuery = fields({
  by: optionalChoice(UNITS),
  show: optionalChoice(FIGURES),
  from: optionalDay,
  to: optionalDay,
});

const MAX_DAYS = 5 * 366;

export function requestedReport(context: StoreContext): { period: ReportPeriod; show: FigureName } {
  const { by = 'day', show = 'amount' } = context.query(reportQuery);
  const range = requestedRange(context);
  return { period: range ? periodOfRange(by, range, context.now) : latestPeriod(by, context.now), show };
}

/** The range in the query, up to today. */
function requestedRange(context: StoreContext): DaySpan | undefined {
  const { from, to } = context.query(reportQuery);
  if (from === undefined && to === undefined) return undefined;
  const today = bangkokDay(context.now);
  const last = Math.min(to === undefined ? today : bangkokDay(to), today);
  const first = Math.min(from === undefined ? last : bangkokDay(from), last);
  return { first: Math.max(first, last - MAX_DAYS + 1), end: last + 1 };
}

/** The path with the period of this page. */
export function sameReport(context: StoreContext, path: string): string {
  const { url } = context.request;
  return withQuery(new URL(path + url.search, url), { by: requestedReport(context).period.unit, show: undefined });
}

const dayValue = (day: number): string => bangkokMinute(dayStart(day)).slice(0, 10);

/** `31 Oct 2026 – 29 Nov 2026` */
export function periodDays(context: StoreContext): string {
  const { first, end } = spanOfPeriod(requestedReport(context).period);
  return [first, end - 1].map((day) => dayText(dayStart(day), context.language)).join(' – ');
}

/** The period in the name of a file. */
export function periodName(context: StoreContext): string {
  const { unit } = requestedReport(context).period;
  const range = requestedRange(context);
  return range ? `${unit} ${dayValue(range.first)} ${dayValue(range.end - 1)}` : unit;
}

export function PeriodChoices({ context }: { context: StoreContext }) {
  const t = reportTexts(context.language);
  const { url } = context.request;
  const { period, show } = requestedReport(context);
  const { first, end } = spanOfPeriod(period);
  return (
    <div class="choices">
      <Presets context={context} />
      <form class="range" action="/office/reports">
        <input type="hidden" name="by" value={period.unit} />
        <input type="hidden" name="show" value={show} />
        <DayField name="from" label={t.from} labelHidden value={dayValue(first)} />
        <span aria-hidden="true">–</span>
        <DayField name="to" label={t.to} labelHidden value={dayValue(end - 1)} />
        <Submit class="secondary outline" label={t.apply} />
      </form>
      <nav class="choice" aria-label={t.units}>
        {UNITS.map((unit) => (
          <a href={withQuery(url, { by: unit })} aria-current={unit === period.unit ? 'true' : undefined}>
            {t[unit]}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** The first one with the days of the page is marked: on the first of a month, today is this month too. */
function Presets({ context }: { context: StoreContext }) {
  const t = reportTexts(context.language);
  const { url } = context.request;
  const range = requestedRange(context);
  const isByDay = requestedReport(context).period.unit === 'day';
  const presets = presetsOf(context);
  const current = presets.find(({ span }) => isSame(span, range) && (range !== undefined || isByDay));
  return (
    <nav class="choice" aria-label={t.range}>
      {presets.map(({ name, span }) => (
        <a
          href={withQuery(url, {
            by: undefined,
            from: span && dayValue(span.first),
            to: span && dayValue(span.end - 1),
          })}
          aria-current={name === current?.name ? 'true' : undefined}
        >
          {t[name]}
        </a>
      ))}
    </nav>
  );
}

const isSame = (a: DaySpan | undefined, b: DaySpan | undefined): boolean => a?.first === b?.first && a?.end === b?.end;

/** Without `span`, the latest days of `REPORT_UNITS`. */
function presetsOf({ now }: StoreContext) {
  const today = bangkokDay(now);
  const month = bangkokMonth(now);
  const monthDay = (months: number) => bangkokDay(monthStart(addMonths(month, months)) as number);
  return [
    { name: 'today', span: { first: today, end: today + 1 } },
    { name: 'days7', span: { first: today - 6, end: today + 1 } },
    { name: 'days30', span: undefined },
    { name: 'thisMonth', span: { first: monthDay(0), end: today + 1 } },
    { name: 'lastMonth', span: { first: monthDay(-1), end: monthDay(0) } },
  ] as const;
}
