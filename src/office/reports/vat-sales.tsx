import { hasManyPayments } from '../../domain/figures/money-received.ts';
import {
  type SaleWithoutInvoice,
  saleEntries,
  salesWithoutInvoice,
} from '../../domain/orders/payments/sales-without-invoice.ts';
import { documentNumber, satang } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { orderLinks } from '../orders/order-links.tsx';
import { Empty, Heading, Pager } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { dayColumn, type ListFile, longListFile, moneyColumn, pagesOf } from '../page/list-file.ts';
import { Notes } from '../page/notes.tsx';
import { paginated } from '../page/pagination.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, type Screen } from '../screen.ts';
import { totalFacts, withReportHead } from './report-head.ts';
import { Months, monthOf, monthText, spanOf } from './report-month.tsx';
import { PrintHead } from './report-tabs.tsx';
import { amountFacts } from './vat-file.ts';
import { vatTexts } from './vat-texts.ts';

const PATH = '/reports/vat/sales';

export const vatSalesScreens: readonly Screen[] = [
  get(PATH, 'money', salesPage, { isLarge }),
  ...fileScreens(`${PATH}`, 'money', salesFile, { isLarge }),
];

function isLarge(context: StoreContext): boolean {
  return hasManyPayments(context.db, spanOf(monthOf(context)));
}

/** The page of the sales without a tax invoice in this month. */
export const vatSalesPath = (month: string): string => `/office${PATH}?month=${month}`;

/** The payments, refunds and later invoices that the VAT report sums as sales without a tax invoice, oldest first. */
function salesPage(context: StoreContext): Page {
  const { db, store, language } = context;
  const t = vatTexts(language);
  const month = monthOf(context);
  const { vatPercent } = store;
  const { rows, ...pages } = paginated(context, ({ limit, offset }) =>
    vatPercent === 0
      ? []
      : saleEntries(db, store.id, { ...spanOf(month), vatPercent, limit: offset + limit }).slice(offset),
  );
  const orderLink = orderLinks(
    context,
    rows.map(({ orderId }) => orderId),
  );
  return {
    title: t.sales,
    body: (
      <>
        <Heading title={t.sales} back={{ href: `/office/reports/vat?month=${month}`, label: t.title }}>
          {vatPercent > 0 && <ExportMenu href={`/office${PATH}?month=${month}`} />}
        </Heading>
        <PrintHead context={context} period={monthText(month, context)} />
        <Months context={context} month={month} path={PATH} />
        <List
          rows={rows}
          empty={<Empty title={t.noSales} hint={vatPercent > 0 ? undefined : t.notRegistered} />}
          columns={(column) => [
            column(t.fileOrder, ({ orderId, orderNumber }) => orderLink({ id: orderId, name: `#${orderNumber}` })),
            column(t.date, ({ time }) => <time>{dayText(time, language)}</time>),
            column(t.fileKind, (sale) => kindText(context, sale)),
            column(t.net, 'money', ({ net }) => satang(net)),
            column(t.vat, 'money', ({ vat }) => satang(vat)),
            column(t.total, 'money', ({ total }) => satang(total)),
          ]}
        />
        <Pager {...pages} />
        <Notes text={t.salesMeaning} />
      </>
    ),
  };
}

/** Oldest first. */
function salesFile(context: StoreContext): ListFile {
  const { db, store, language } = context;
  const t = vatTexts(language);
  const month = monthOf(context);
  const { vatPercent } = store;
  const pages = pagesOf<SaleWithoutInvoice>((last, limit) =>
    vatPercent === 0 ? [] : saleEntries(db, store.id, { ...spanOf(month), vatPercent, last, limit }),
  );
  const file = longListFile(
    `${t.sales} ${month}`,
    pages,
    {
      [t.fileOrder]: ({ orderNumber }) => orderNumber,
      [t.date]: dayColumn(({ time }) => time),
      [t.fileKind]: (sale) => kindText(context, sale),
      [t.net]: moneyColumn(({ net }) => net),
      [t.vat]: moneyColumn(({ vat }) => vat),
      [t.total]: moneyColumn(({ total }) => total),
    },
    `sales-without-tax-invoice ${month}`,
  );
  const sums = vatPercent > 0 && salesWithoutInvoice(db, store.id, spanOf(month), vatPercent);
  return withReportHead(context, file, {
    title: t.salesTitle,
    period: monthText(month, context),
    totals: sums ? totalFacts(t.sales, amountFacts(context, sums)) : [],
  });
}

function kindText({ language }: StoreContext, { kind, receiptNumber }: SaleWithoutInvoice): string {
  const t = vatTexts(language);
  return kind === 'invoiced' ? t.invoiced(documentNumber(receiptNumber ?? 0)) : t[kind];
}
