import { type BestSeller, bestSellers } from '../../domain/figures/best-sellers.ts';
import {
  type ChannelRow,
  channelReport,
  daysOf,
  REPORT_UNITS,
  type ReportRow,
  type ReportUnit,
  salesReport,
} from '../../domain/figures/sales-report.ts';
import { withSnapshot } from '../../domain/figures/snapshot.ts';
import { bangkokMinute, dayStart } from '../../lib/calendar.ts';
import { moneyText } from '../../lib/money.ts';
import { count } from '../../lib/number-format.ts';
import { fields, optionalChoice } from '../forms/fields.ts';
import type { Page } from '../office-response.ts';
import { CsvLink, Heading, withQuery } from '../page/components.tsx';
import { csvFile } from '../page/downloads.ts';
import { formats } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { variantName } from '../stock/stock-components.tsx';
import { Chart, FIGURES, type FigureName } from './report-chart.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { reportTexts } from './report-texts.ts';

export const reportScreens: readonly Screen[] = [
  get('/reports', 'money', reportPage),
  get('/reports/sales.csv', 'money', reportCsv),
  get('/reports/channels.csv', 'money', channelCsv),
];

const UNITS = Object.keys(REPORT_UNITS) as ReportUnit[];
const reportQuery = fields({ by: optionalChoice(UNITS), show: optionalChoice(FIGURES) });

const MAX_SELLERS = 20;
const MAX_SELLER_DAYS = 30; // more would be too much work for one page

async function reportPage(context: StoreContext): Promise<Page> {
  const t = reportTexts(context.language);
  const { by = 'day', show = 'amount' } = context.query(reportQuery);
  const { db, store, now } = context;
  const rows = salesReport(db, store.id, by, now);
  const days = Math.min(daysOf(rows, now), MAX_SELLER_DAYS);
  const search = { storeId: store.id, now, days, limit: MAX_SELLERS };
  const sellers = await withSnapshot(db, (snapshot) => bestSellers(snapshot, search));
  const channels = channelReport(db, store.id, by, now);
  const labels = rows.map((row) => periodText(context, by, row.first));
  const ticks = rows.map((row) => firstText(context, by, row.first));
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <CsvLink href={withQuery(new URL('/office/reports/sales.csv', context.request.url), { by })} />
        </Heading>
        <ReportTabs context={context} />
        <div class="choices">
          <Choice context={context} name="by" values={UNITS} current={by} label={t.units} />
          <Choice context={context} name="show" values={FIGURES} current={show} label={t.figures} />
        </div>
        <Chart context={context} rows={rows} labels={labels} ticks={ticks} show={show} />
        <SalesTable context={context} rows={rows} labels={labels} />
        <p class="hint">{t.meaning}</p>
        <SalesByPartner context={context} channels={channels} by={by} />
        <Sellers context={context} sellers={sellers} days={days} />
      </>
    ),
  };
}

/** Links that choose the value of a query parameter. */
function Choice<Name extends ReportUnit | FigureName>({ context, name, values, current, label }: ChoiceProps<Name>) {
  const t = reportTexts(context.language);
  const { url } = context.request;
  return (
    <nav class="choice" aria-label={label}>
      {values.map((value) => (
        <a href={withQuery(url, { [name]: value })} aria-current={value === current ? 'true' : undefined}>
          {t[value]}
        </a>
      ))}
    </nav>
  );
}

interface ChoiceProps<Name> {
  context: StoreContext;
  name: string;
  values: readonly Name[];
  current: Name;
  label: string;
}

const DAY = formats({ day: 'numeric', month: 'short', year: '2-digit' });
const MONTH = formats({ month: 'short', year: 'numeric' });

/** Short, for the axis of the chart. */
const firstText = ({ language }: StoreContext, by: ReportUnit, first: number): string =>
  (by === 'month' ? MONTH : DAY)(language).format(dayStart(first)).replace(/ BE/, '');

function periodText(context: StoreContext, by: ReportUnit, first: number): string {
  const { language } = context;
  const text = firstText(context, by, first);
  return by === 'week' ? reportTexts(language).weekOf(text) : text;
}

function SalesTable({ context, rows, labels }: StoreProps<{ rows: readonly ReportRow[]; labels: readonly string[] }>) {
  const t = reportTexts(context.language);
  return (
    <List
      class="list report"
      rows={[...rows.entries()].reverse()}
      columns={(column) => [
        column(t.period, ([at]) => labels[at]),
        column.money(t.amount, ([, { amount }]) => amount),
        column(t.orders, 'number', ([, { orders }]) => count(orders)),
        column.money(t.average, ([, { average }]) => average),
        column.money(t.previousAmount, ([, { previous }]) => previous.amount),
        column(t.previousOrders, 'number', ([, { previous }]) => count(previous.orders)),
        column.money(t.previousAverage, ([, { previous }]) => previous.average),
      ]}
    />
  );
}

function SalesByPartner({ context, channels, by }: StoreProps<{ channels: readonly ChannelRow[]; by: ReportUnit }>) {
  if (channels.length === 0) return null;
  const t = reportTexts(context.language);
  return (
    <>
      <div class="heading">
        <h2>{t.partners}</h2>
        <div class="actions">
          <CsvLink href={`/office/reports/channels.csv?by=${by}`} class="button small" />
        </div>
      </div>
      <List
        class="list report"
        rows={channels}
        columns={(column) => [
          column(t.partner, ({ name }) => name ?? t.ownOrders),
          column.money(t.amount, ({ amount }) => amount),
          column(t.orders, 'number', ({ orders }) => count(orders)),
          column.money(t.average, ({ average }) => average),
          column.money(t.previousAmount, ({ previous }) => previous.amount),
          column(t.previousOrders, 'number', ({ previous }) => count(previous.orders)),
          column.money(t.previousAverage, ({ previous }) => previous.average),
        ]}
      />
    </>
  );
}

function Sellers({ context, sellers, days }: StoreProps<{ sellers: readonly BestSeller[]; days: number }>) {
  if (sellers.length === 0) return null;
  const t = reportTexts(context.language);
  return (
    <>
      <h2>{t.products(count(days))}</h2>
      <List
        rows={sellers}
        columns={(column) => [
          column(t.product, (sold) => variantName(sold)),
          column(t.pieces, 'number', ({ pieces }) => count(pieces)),
          column.money(t.amount, ({ amount }) => amount),
        ]}
      />
    </>
  );
}

/** The rows of the table, oldest first. */
function reportCsv(context: StoreContext): Response {
  const t = reportTexts(context.language);
  const { by = 'day' } = context.query(reportQuery);
  const rows = salesReport(context.db, context.store.id, by, context.now);
  const day = (first: number) => bangkokMinute(dayStart(first)).slice(0, 10);
  return csvFile(`${t.csv} ${by}`, rows, {
    [t.period]: ({ first }) => day(first),
    [t.amount]: ({ amount }) => moneyText(amount),
    [t.orders]: ({ orders }) => orders,
    [t.average]: ({ average }) => moneyText(average),
    [t.previousStart]: ({ previous }) => day(previous.first),
    [t.previousAmount]: ({ previous }) => moneyText(previous.amount),
    [t.previousOrders]: ({ previous }) => previous.orders,
    [t.previousAverage]: ({ previous }) => moneyText(previous.average),
  });
}

function channelCsv(context: StoreContext): Response {
  const t = reportTexts(context.language);
  const { by = 'day' } = context.query(reportQuery);
  return csvFile(`${t.partnerCsv} ${by}`, channelReport(context.db, context.store.id, by, context.now), {
    [t.partner]: ({ name }) => name ?? t.ownOrders,
    [t.amount]: ({ amount }) => moneyText(amount),
    [t.orders]: ({ orders }) => orders,
    [t.average]: ({ average }) => moneyText(average),
    [t.previousAmount]: ({ previous }) => moneyText(previous.amount),
    [t.previousOrders]: ({ previous }) => previous.orders,
    [t.previousAverage]: ({ previous }) => moneyText(previous.average),
  });
}
