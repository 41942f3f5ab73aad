import type { Child } from 'hono/jsx';
import {
  hasManyPayments,
  type MoneyReport,
  type MoneySums,
  moneyReceived,
} from '../../domain/figures/money-received.ts';
import { dayStart } from '../../lib/calendar.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { count } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { Empty, Heading } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { formats } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { Notes } from '../page/notes.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { fileScreens, get, type Screen } from '../screen.ts';
import { CodPayoutSums } from './cod-payouts.tsx';
import { moneyDayPath } from './money-day.tsx';
import { moneyDaysFile, moneyFile, netOf } from './money-files.ts';
import { methodText } from './money-labels.ts';
import { moneyTexts } from './money-texts.ts';
import { Months, monthOf, monthText, spanOf } from './report-month.tsx';
import { ReportTabs } from './report-tabs.tsx';

export const moneyScreens: readonly Screen[] = [
  get('/reports/money', 'money', moneyPage, { isLarge }),
  ...fileScreens('/reports/money', 'money', moneyFile, { isLarge }),
  ...fileScreens('/reports/money-days', 'money', moneyDaysFile, { isLarge }),
];

function isLarge(context: StoreContext): boolean {
  return hasManyPayments(context.db, spanOf(monthOf(context)));
}

function moneyPage(context: StoreContext): Page {
  const t = moneyTexts(context.language);
  const month = monthOf(context);
  const report = moneyReceived(context.db, context.store.id, spanOf(month));
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <ExportMenu href={`/office/reports/money?month=${month}`} />
        </Heading>
        <ReportTabs context={context} period={monthText(month, context)} />
        <Months context={context} month={month} path="/reports/money" />
        {report.days.length === 0 ? (
          <Empty title={t.empty} hint={t.emptyHint} />
        ) : (
          <>
            <MoneyTables context={context} report={report} />
            <CodPayoutSums context={context} span={spanOf(month)} />
            <Notes text={t.meaning} />
          </>
        )}
      </>
    ),
  };
}

const DAY = formats({ weekday: 'short', day: 'numeric' });

/** Some versions of ICU shorten Thursday. */
const weekdayText = (millis: number, language: Language): string =>
  DAY(language)
    .format(millis)
    .replace(/พฤหัส(?!บดี)/, 'พฤหัสบดี');

function MoneyTables({ context, report: { days, methods, total } }: StoreProps<{ report: MoneyReport }>) {
  const { language } = context;
  const t = moneyTexts(language);
  const all = { name: <strong>{t.total}</strong>, ...total };
  const ofMethods = methods.map((own) => ({ name: methodText(context, own), ...own }));
  const ofDays = days.map((own) => ({
    name: <a href={moneyDayPath(own.day)}>{weekdayText(dayStart(own.day), language)}</a>,
    ...own,
  }));
  return (
    <>
      <h2>{t.byMethod}</h2>
      <SumsTable context={context} heading={t.method} rows={[...ofMethods, all]} class="list tight pairs" />
      <div class="heading">
        <h2>{t.byDay}</h2>
        <div class="actions">
          <ExportMenu href={`/office/reports/money-days?month=${monthOf(context)}`} isSmall />
        </div>
      </div>
      <SumsTable context={context} heading={t.day} rows={[...ofDays, all]} class="list report days" />
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
        column.money(t.net, netOf),
        column.money(t.inBank, ({ inBank }) => inBank),
      ]}
    />
  );
}
