import { type BestSeller, bestSellers } from '../../domain/figures/best-sellers.ts';
import { type GrossProfit, grossProfits } from '../../domain/figures/gross-profit.ts';
import type { ChannelKind, DaySpan } from '../../domain/figures/sales.ts';
import {
  type ComparedSales,
  channelReport,
  comparedTotalOf,
  isRunning,
  type ReportRow,
  type ReportUnit,
  salesReport,
} from '../../domain/figures/sales-report.ts';
import { withSnapshot } from '../../domain/figures/snapshot.ts';
import { bangkokDay, bangkokMinute, dayStart } from '../../lib/calendar.ts';
import type { Money } from '../../lib/money.ts';
import { count } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { Empty, Heading, TextLink } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { fileTexts } from '../page/file-texts.ts';
import { dayMonthText, dayText, formats, shortDay } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { dayColumn, type ListFile, listFile, moneyColumn, percentColumn } from '../page/list-file.ts';
import { lines, Notes } from '../page/notes.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { fileScreens, get, type Screen } from '../screen.ts';
import { variantName } from '../stock/stock-components.tsx';
import { Chart } from './report-chart.tsx';
import { totalFacts, withReportHead } from './report-head.ts';
import { PeriodChoices, periodDays, periodName, requestedReport, sameReport, sellerSpan } from './report-period.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { reportTexts } from './report-texts.ts';
import { ChannelTable, channelName, hasPrevious, PeriodTable, previousColumns, salesColumns } from './sales-tables.tsx';

export const reportScreens: readonly Screen[] = [
  get('/reports', 'money', reportPage),
  ...fileScreens('/reports/sales', 'money', reportFile),
  ...fileScreens('/reports/api-channels', 'money', (context) => channelFile(context, 'api')),
  ...fileScreens('/reports/sales-channels', 'money', (context) => channelFile(context, 'sales')),
  ...fileScreens('/reports/best-sellers', 'money', sellersFile),
];

const MAX_SELLERS = 20;
const MAX_FILE_SELLERS = 1_000;

async function reportPage(context: StoreContext): Promise<Page> {
  const t = reportTexts(context.language);
  const { db, store } = context;
  const { period } = requestedReport(context);
  const rows = startingWithFirstOrder(salesReport(db, store.id, period));
  const sellers = await sellersOf(context, MAX_SELLERS);
  const isEmpty = rows.every(({ orders, previous }) => orders === 0 && previous.orders === 0);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          {!isEmpty && <ExportMenu href={sameReport(context, '/office/reports/sales')} />}
        </Heading>
        <ReportTabs context={context} period={periodDays(context)} />
        <PeriodChoices context={context} />
        {isEmpty ? <Empty title={t.noSales} hint={t.noSalesHint} /> : <Figures context={context} rows={rows} />}
        {(['sales', 'api'] as const).map((kind) => (
          <ChannelTable context={context} kind={kind} channels={channelReport(db, store.id, period, kind)} />
        ))}
        <Sellers context={context} sellers={sellers} span={sellerSpan(context)} />
        {!isEmpty && <AllPeriods context={context} rows={rows} />}
      </>
    ),
  };
}

interface SoldVariant extends BestSeller {
  /** Undefined if it is unknown, or the account may not see costs. */
  gross: GrossProfit | undefined;
}

const sellersOf = (context: StoreContext, limit: number): Promise<SoldVariant[]> =>
  withSnapshot(context.db, async (snapshot) => {
    const search = { storeId: context.store.id, ...sellerSpan(context) };
    const sold = await bestSellers(snapshot, { ...search, limit });
    const profits = context.may('costs') ? await grossProfits(context.db, snapshot, { ...search, sold }) : undefined;
    return sold.map((variant) => ({ ...variant, gross: profits?.get(variant.variantId) }));
  });

/** The rows from the first order of the store, if the previous period has no orders. */
function startingWithFirstOrder(rows: readonly ReportRow[]): readonly ReportRow[] {
  if (hasPrevious(rows)) return rows;
  const first = rows.findIndex(({ orders }) => orders > 0);
  return first < 0 ? rows : rows.slice(Math.min(first, rows.length - MIN_ROWS));
}

const MIN_ROWS = 2; // a chart of one would have no line

function Figures({ context, rows }: StoreProps<{ rows: readonly ReportRow[] }>) {
  const t = reportTexts(context.language);
  const { period, show } = requestedReport(context);
  const labels = labelsOf(context, rows);
  const ticks = rows.map((row) => tickText(context, period.unit, row.first));
  return (
    <>
      <Chart context={context} rows={rows} labels={labels} ticks={ticks} show={show} isCompared={hasPrevious(rows)} />
      <Notes text={isRunning(period) ? lines(t.meaning, t.running) : t.meaning} />
    </>
  );
}

/** The figures of the chart as a table, collapsed because it is long. */
const AllPeriods = ({ context, rows }: StoreProps<{ rows: readonly ReportRow[] }>) => (
  <details class="card">
    <summary>{reportTexts(context.language).allPeriods}</summary>
    <PeriodTable context={context} rows={rows} labels={labelsOf(context, rows)} />
  </details>
);

const labelsOf = (context: StoreContext, rows: readonly ReportRow[]): readonly string[] =>
  rows.map((row) => periodText(context, requestedReport(context).period.unit, row.first));

const MONTH = formats({ month: 'short', year: 'numeric' });

/** Short, for the axis of the chart. */
const tickText = (context: StoreContext, by: ReportUnit, first: number): string =>
  by === 'month' ? firstText(context, by, first) : dayMonthText(dayStart(first), context.language);

const firstText = ({ language }: StoreContext, by: ReportUnit, first: number): string =>
  (by === 'month' ? MONTH : shortDay)(language).format(dayStart(first)).replace(/ BE/, '');

function periodText(context: StoreContext, by: ReportUnit, first: number): string {
  const { language } = context;
  const text = firstText(context, by, first);
  return by === 'week' ? reportTexts(language).weekOf(text) : text;
}

function Sellers({ context, sellers, span }: StoreProps<{ sellers: readonly SoldVariant[]; span: DaySpan }>) {
  if (sellers.length === 0) return null;
  const hasProfit = sellers.some(({ gross }) => gross !== undefined);
  const openUnits = sellers.reduce((sum, { gross }) => sum + (gross?.openUnits ?? 0), 0);
  const { language, now } = context;
  const t = reportTexts(language);
  const day = (number: number) => dayText(dayStart(number), language);
  const title =
    span.end > bangkokDay(now)
      ? t.products(count(span.end - span.first))
      : t.productsOf(day(span.first), day(span.end - 1));
  return (
    <>
      <div class="heading">
        <h2>{title}</h2>
        <div class="actions">
          <ExportMenu href={sameReport(context, '/office/reports/best-sellers')} isSmall />
        </div>
      </div>
      <List
        class={hasProfit ? 'list report profit' : 'list report'}
        rows={sellers}
        columns={(column) => [
          column(t.product, (sold) => (
            <TextLink href={`/office/stock/variants/${sold.variantId}`}>{variantName(sold)}</TextLink>
          )),
          column(t.pieces, 'number', ({ pieces }) => count(pieces)),
          column.money(t.amount, ({ amount }) => amount),
          hasProfit && column.money(t.cost, ({ gross }) => gross?.cost ?? null),
          hasProfit && column.money(t.profit, ({ gross }) => gross?.profit ?? null),
          hasProfit && column(t.margin, 'number', ({ gross }) => percentText(gross?.margin)),
        ]}
      />
      {sellers.length === MAX_SELLERS && (
        <p class="hint">{t.sellersShown(count(MAX_SELLERS), count(MAX_FILE_SELLERS))}</p>
      )}
      {hasProfit && (
        <Notes text={openUnits > 0 ? lines(t.profitMeaning, t.openUnits(count(openUnits))) : t.profitMeaning} />
      )}
    </>
  );
}

const percentText = (percent: number | undefined): string => (percent === undefined ? '—' : `${percent.toFixed(1)}%`);

/** The rows of the table, oldest first. */
function reportFile(context: StoreContext): ListFile {
  const t = reportTexts(context.language);
  const rows = salesReport(context.db, context.store.id, requestedReport(context).period);
  const { name, ascii } = periodName(context);
  const columns = {
    [t.period]: dayColumn(({ first }: ReportRow) => dayStart(first)),
    ...salesColumns(context),
    [t.previousStart]: dayColumn(({ previousFirst }: ReportRow) => dayStart(previousFirst)),
    ...previousColumns(context),
  };
  const file = listFile(`${t.file} ${name}`, rows, columns, `sales ${ascii}`);
  return withSalesHead(context, file, { title: t.salesReport, rows });
}

function channelFile(context: StoreContext, kind: ChannelKind): ListFile {
  const t = reportTexts(context.language);
  const channels = channelReport(context.db, context.store.id, requestedReport(context).period, kind);
  const [file, heading] = kind === 'api' ? [t.channelFile, t.channel] : [t.salesChannelFile, t.salesChannel];
  const { name, ascii } = periodName(context);
  const columns = {
    [heading]: (row: (typeof channels)[number]) => channelName(context, kind, row),
    ...salesColumns(context),
    ...previousColumns(context),
  };
  return withSalesHead(context, listFile(`${file} ${name}`, channels, columns, `${kind}-channels ${ascii}`), {
    title: kind === 'api' ? t.channels : t.salesChannels,
    rows: channels,
  });
}

function withSalesHead(
  context: StoreContext,
  file: ListFile,
  { title, rows }: { title: string; rows: readonly ComparedSales[] },
): ListFile {
  const t = reportTexts(context.language);
  const { amount, refunded, net, orders } = comparedTotalOf(rows);
  const sums = totalFacts(t.total, { [t.amount]: amount, [t.refunded]: refunded, [t.net]: net });
  return withReportHead(context, file, {
    title,
    period: periodDays(context),
    totals: [...sums, [`${t.total} – ${t.orders}`, count(orders)]],
  });
}

async function sellersFile(context: StoreContext): Promise<ListFile> {
  const t = reportTexts(context.language);
  const { first, end } = sellerSpan(context);
  const days = [first, end - 1].map((day) => bangkokMinute(dayStart(day)).slice(0, 10)).join(' ');
  const sellers = await sellersOf(context, MAX_FILE_SELLERS);
  const file = listFile(
    `${t.sellersFile} ${days}`,
    sellers,
    {
      [t.product]: ({ productName }) => productName,
      [fileTexts(context.language).variant]: ({ variantName }) => variantName,
      [t.sku]: ({ sku }) => sku,
      [t.pieces]: ({ pieces }) => pieces,
      [t.amount]: moneyColumn(({ amount }) => amount),
      ...(context.may('costs') && {
        [t.cost]: moneyColumn(({ gross }) => gross?.cost),
        [t.profit]: moneyColumn(({ gross }) => gross?.profit),
        [t.margin]: percentColumn(({ gross }) => gross?.margin),
        [t.atTodaysCost]: ({ gross }) => gross?.openUnits,
      }),
    },
    `best-sellers ${days}`,
  );
  const amount = sellers.reduce((sum, sold) => sum + sold.amount, 0) as Money;
  const pieces = sellers.reduce((sum, sold) => sum + sold.pieces, 0);
  return withReportHead(context, file, {
    title: t.sellersTitle,
    period: [first, end - 1].map((day) => dayText(dayStart(day), context.language)).join(' – '),
    totals: [[`${t.total} – ${t.pieces}`, count(pieces)], ...totalFacts(t.total, { [t.amount]: amount })],
  });
}
