import type { DaySpan } from '../../domain/figures/sales.ts';
import {
  latestPeriod,
  MAX_ROWS,
  periodOfRange,
  REPORT_UNITS,
  type ReportPeriod,
  type ReportUnit,
  spanOfPeriod,
} from '../../domain/figures/sales-report.ts';
import { addMonths, bangkokDay, bangkokMinute, bangkokMonth, dayStart, monthStart } from '../../lib/calendar.ts';
import { count } from '../../lib/number-format.ts';
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

const MAX_YEARS = 5;
const MAX_DAYS = MAX_YEARS * 366;
const MAX_SELLER_DAYS = 31; // reading the sales per variant of a year takes up to a second

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

/** The days of the best sellers: the last of the period. */
export function sellerSpan(context: StoreContext): DaySpan {
  const { first, end } = spanOfPeriod(requestedReport(context).period);
  return { first: Math.max(first, end - MAX_SELLER_DAYS), end };
}

/** How the page differs from the requested period. */
function deviations(context: StoreContext): string[] {
  const t = reportTexts(context.language);
  const { by = 'day', from, to } = context.query(reportQuery);
  const { period } = requestedReport(context);
  const { first, end } = spanOfPeriod(period);
  const isReversed = from !== undefined && from > (to ?? context.now);
  return [
    ...(isReversed ? [t.reversed] : []),
    ...(to !== undefined && bangkokDay(to) >= end ? [t.untilToday] : []),
    ...(from !== undefined && bangkokDay(from) < first ? [t.lastYears(count(MAX_YEARS))] : []),
    ...(by === period.unit ? [] : [t.groupedBy(count(MAX_ROWS), t[period.unit])]),
    ...(sellerSpan(context).first > first ? [t.lastSellerDays(count(MAX_SELLER_DAYS))] : []),
  ];
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

/** The period in the name of a file, in the language of the page and in ASCII. */
export function periodName(context: StoreContext): { name: string; ascii: string } {
  const { unit } = requestedReport(context).period;
  const range = requestedRange(context);
  const days = range ? ` ${dayValue(range.first)} ${dayValue(range.end - 1)}` : '';
  return { name: `${reportTexts(context.language)[unit]}${days}`, ascii: `${unit}${days}` };
}

export function PeriodChoices({ context }: { context: StoreContext }) {
  const notes = deviations(context);
  return (
    <>
      <div class="choices">
        <Presets context={context} />
        <Range context={context} />
        <Units context={context} />
      </div>
      {notes.length > 0 && <p class="hint">{notes.join(' ')}</p>}
    </>
  );
}

function Range({ context }: { context: StoreContext }) {
  const t = reportTexts(context.language);
  const { period, show } = requestedReport(context);
  const { first, end } = spanOfPeriod(period);
  return (
    <form class="range" action="/office/reports">
      <input type="hidden" name="by" value={period.unit} />
      <input type="hidden" name="show" value={show} />
      <DayField name="from" label={t.from} labelHidden value={dayValue(first)} />
      <span aria-hidden="true">–</span>
      <DayField name="to" label={t.to} labelHidden value={dayValue(end - 1)} />
      <Submit class="secondary outline" label={t.apply} />
    </form>
  );
}

function Units({ context }: { context: StoreContext }) {
  const t = reportTexts(context.language);
  const current = requestedReport(context).period.unit;
  return (
    <nav class="choice" aria-label={t.units}>
      {UNITS.map((unit) => (
        <a href={withQuery(context.request.url, { by: unit })} aria-current={unit === current ? 'true' : undefined}>
          {t[unit]}
        </a>
      ))}
    </nav>
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
