import type { Child } from 'hono/jsx';
import {
  type ChannelRow,
  type ComparedSales,
  comparedTotalOf,
  type ReportRow,
} from '../../domain/figures/sales-report.ts';
import { count, wholeSatang } from '../../lib/number-format.ts';
import { salesChannelName } from '../orders/order-labels.ts';
import { ExportMenu } from '../page/export-menu.tsx';
import { List } from '../page/list.tsx';
import { moneyColumn } from '../page/list-file.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { sameReport } from './report-period.tsx';
import { reportTexts } from './report-texts.ts';

export const hasPrevious = (rows: readonly ComparedSales[]): boolean =>
  rows.some(({ previous }) => previous.orders > 0);

type SalesTableProps = StoreProps<{ heading: string; rows: readonly (ComparedSales & { name: Child })[] }>;

/** Sales by `heading`, with their total. Refunds and the previous period have columns only if there are any. */
function SalesTable({ context, heading, rows }: SalesTableProps) {
  const t = reportTexts(context.language);
  const isCompared = hasPrevious(rows);
  const isRefunded = rows.some(({ refunded }) => refunded > 0);
  const total = { name: <strong>{t.total}</strong>, ...comparedTotalOf(rows) };
  return (
    <List
      class={['list report', isCompared && 'compared', isRefunded && 'refunded'].filter(Boolean).join(' ')}
      rows={rows.length > 1 ? [...rows, total] : rows}
      columns={(column) => [
        column(heading, ({ name }) => name),
        column.money(t.amount, ({ amount }) => amount),
        isRefunded && column.money(t.refunded, ({ refunded }) => refunded),
        isRefunded && column.money(t.net, ({ net }) => net),
        column(t.orders, 'number', ({ orders }) => count(orders)),
        column.money(t.average, ({ average }) => wholeSatang(average)),
        isCompared && column.money(t.previousAmount, ({ previous }) => previous.amount),
        isCompared && column(t.previousOrders, 'number', ({ previous }) => count(previous.orders)),
        isCompared && column.money(t.previousAverage, ({ previous }) => wholeSatang(previous.average)),
      ]}
    />
  );
}

type PeriodTableProps = StoreProps<{ rows: readonly ReportRow[]; labels: readonly string[] }>;

/** The days, weeks or months, newest first. */
export const PeriodTable = ({ context, rows, labels }: PeriodTableProps) => (
  <SalesTable
    context={context}
    heading={reportTexts(context.language).period}
    rows={rows.map((row, at) => ({ name: labels[at], ...row })).reverse()}
  />
);

type ChannelTableProps = StoreProps<{ kind: 'api' | 'sales'; channels: readonly ChannelRow[] }>;

/** Renders nothing if no order has a channel. */
export function ChannelTable({ context, kind, channels }: ChannelTableProps) {
  if (channels.every(({ name }) => name === null)) return null;
  const t = reportTexts(context.language);
  const [title, heading] = kind === 'api' ? [t.channels, t.channel] : [t.salesChannels, t.salesChannel];
  return (
    <>
      <div class="heading">
        <h2>{title}</h2>
        <div class="actions">
          <ExportMenu href={sameReport(context, `/office/reports/${kind}-channels`)} isSmall />
        </div>
      </div>
      <SalesTable
        context={context}
        heading={heading}
        rows={channels.map((row) => ({ ...row, name: channelName(context, kind, row) }))}
      />
    </>
  );
}

export function channelName({ language }: StoreContext, kind: 'api' | 'sales', { name }: ChannelRow): string {
  const t = reportTexts(language);
  if (kind === 'api') return name ?? t.ownOrders;
  return name === null ? t.noSalesChannel : salesChannelName(name, language);
}

/** The columns of the exports after the first. */
export function salesColumns({ language }: StoreContext) {
  const t = reportTexts(language);
  return {
    [t.amount]: moneyColumn(({ amount }: ComparedSales) => amount),
    [t.refunded]: moneyColumn(({ refunded }: ComparedSales) => refunded),
    [t.net]: moneyColumn(({ net }: ComparedSales) => net),
    [t.orders]: ({ orders }: ComparedSales) => orders,
    [t.average]: moneyColumn(({ average }: ComparedSales) => average),
  };
}

/** The last columns of the exports. */
export function previousColumns({ language }: StoreContext) {
  const t = reportTexts(language);
  return {
    [t.previousAmount]: moneyColumn(({ previous }: ComparedSales) => previous.amount),
    [t.previousOrders]: ({ previous }: ComparedSales) => previous.orders,
    [t.previousAverage]: moneyColumn(({ previous }: ComparedSales) => previous.average),
  };
}
