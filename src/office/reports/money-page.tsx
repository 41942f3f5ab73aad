import type { Child } from 'hono/jsx';
import type { Reader } from '../../context.ts';
import {
  hasManyPayments,
  type MoneyEntry,
  type MoneyReport,
  type MoneySums,
  moneyEntries,
  moneyReceived,
} from '../../domain/figures/money-received.ts';
import { type MoneyRecord, moneyRecords } from '../../domain/figures/money-records.ts';
import { bangkokMinute, dayStart } from '../../lib/calendar.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { count } from '../../lib/number-format.ts';
import { bankName } from '../../lib/thai-banks.ts';
import type { Page } from '../office-response.ts';
import { CsvLink, Empty, Heading } from '../page/components.tsx';
import { csvStream, pagesOf } from '../page/downloads.ts';
import { formats } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { CodPayoutSums } from './cod-payouts.tsx';
import { moneyDayPath } from './money-day.tsx';
import { accountText, documentText, kindText, methodNameOf, methodText, receiptText } from './money-labels.ts';
import { moneyTexts } from './money-texts.ts';
import { Months, monthOf, spanOf } from './report-month.tsx';
import { ReportTabs } from './report-tabs.tsx';

export const moneyScreens: readonly Screen[] = [
  get('/reports/money', 'money', moneyPage, {
    isLarge: (context) => hasManyPayments(context.db, spanOf(monthOf(context))),
  }),
  get('/reports/money.csv', 'money', moneyCsv),
];

function moneyPage(context: StoreContext): Page {
  const t = moneyTexts(context.language);
  const month = monthOf(context);
  const report = moneyReceived(context.db, context.store.id, spanOf(month));
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <CsvLink href={`/office/reports/money.csv?month=${month}`} />
        </Heading>
        <ReportTabs context={context} />
        <Months context={context} month={month} path="/reports/money" />
        {report.days.length === 0 ? (
          <Empty title={t.empty} hint={t.emptyHint} />
        ) : (
          <>
            <MoneyTables context={context} report={report} />
            <CodPayoutSums context={context} span={spanOf(month)} />
            <p class="hint">{t.meaning}</p>
          </>
        )}
      </>
    ),
  };
}

const DAY = formats({ weekday: 'short', day: 'numeric' });

function MoneyTables({ context, report: { days, methods, total } }: StoreProps<{ report: MoneyReport }>) {
  const { language } = context;
  const t = moneyTexts(language);
  const all = { name: <strong>{t.total}</strong>, ...total };
  const ofMethods = methods.map((own) => ({ name: methodText(context, own), ...own }));
  const ofDays = days.map((own) => ({
    name: <a href={moneyDayPath(own.day)}>{DAY(language).format(dayStart(own.day))}</a>,
    ...own,
  }));
  return (
    <>
      <h2>{t.byMethod}</h2>
      <SumsTable context={context} heading={t.method} rows={[...ofMethods, all]} class="list tight pairs" />
      <h2>{t.byDay}</h2>
      <SumsTable context={context} heading={t.day} rows={[...ofDays, all]} class="list report" />
    </>
  );
}

type SumsProps = StoreProps<{ heading: string; rows: readonly (MoneySums & { name: Child })[]; class: string }>;

function SumsTable({ context, heading, rows, class: look }: SumsProps) {
  const t = moneyTexts(context.language);
  return (
    <List
      class={look}
      rows={rows}
      columns={(column) => [
        column(heading, ({ name }) => name),
        column.money(t.received, ({ received }) => received),
        column.money(t.refunded, ({ refunded }) => refunded),
        column(t.payments, 'number', ({ payments }) => count(payments)),
        column.money(t.net, ({ received, refunded }) => (received - refunded) as Money),
      ]}
    />
  );
}

type RecordedEntry = MoneyEntry & { record: MoneyRecord | undefined };

function withRecords(db: Reader, entries: readonly MoneyEntry[]): RecordedEntry[] {
  const [ofRefunds, ofPayments] = [true, false].map((isRefund) =>
    entries.flatMap(({ kind, id }) => ((kind === 'refund') === isRefund ? [id] : [])),
  );
  const { payments, refunds } = moneyRecords(db, { payments: ofPayments ?? [], refunds: ofRefunds ?? [] });
  return entries.map((entry) => ({ ...entry, record: (entry.kind === 'refund' ? refunds : payments).get(entry.id) }));
}

/** Oldest first. */
function moneyCsv(context: StoreContext): Response {
  const { db, store, language } = context;
  const t = moneyTexts(language);
  const month = monthOf(context);
  const pages = pagesOf<RecordedEntry>((last, limit) =>
    withRecords(db, moneyEntries(db, store.id, { ...spanOf(month), last, limit })),
  );
  return csvStream(
    `${t.csv} ${month}`,
    pages,
    {
      [t.csvTime]: ({ time }) => bangkokMinute(time),
      [t.csvOrder]: ({ orderNumber }) => orderNumber,
      ...(context.may('customer_data') && { [t.csvCustomer]: ({ record }: RecordedEntry) => record?.customer }),
      [t.csvKind]: (entry) => kindText(context, entry),
      [t.method]: ({ method }) => methodNameOf(method, language),
      [t.csvAccount]: (entry) => accountText(context, entry),
      [t.csvSendingBank]: ({ sendingBank }) => sendingBank && bankName(sendingBank, language),
      [t.csvTransferTime]: ({ kind, record }) =>
        kind !== 'payout_undone' && record?.transferTime ? bangkokMinute(record.transferTime) : undefined,
      [t.csvReference]: ({ reference }) => reference,
      [t.csvRecordedBy]: ({ kind, record }) => (kind === 'payout_undone' ? record?.undoneBy : record?.recordedBy),
      [t.csvReceipt]: ({ record }) => receiptText(record),
      [t.csvRefundDocument]: ({ record }) => documentText(record),
      [t.csvAmount]: ({ amount }) => Number(moneyText(amount)), // a text with a minus sign would be a formula
    },
    `money-received ${month}`,
  );
}
