import type { Address } from '../../domain/address-fields.ts';
import { hasManyPayments } from '../../domain/figures/money-received.ts';
import { canceledOfEarlierMonths } from '../../domain/orders/payments/replace-receipt.ts';
import { type SalesSums, salesWithoutInvoice } from '../../domain/orders/payments/sales-without-invoice.ts';
import {
  hasManyReceipts,
  type VatDocument,
  type VatReport,
  vatReport,
} from '../../domain/orders/payments/vat-report.ts';
import { legalParty } from '../../domain/print/sheets/receipt.ts';
import { refundReason } from '../../domain/print/sheets/refund-document.ts';
import { count, documentNumber, satang } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { voidText } from '../orders/detail/receipt-texts.ts';
import { refundDocumentPath } from '../orders/detail/refund-document-page.tsx';
import { orderLinks } from '../orders/order-links.tsx';
import { CsvLink, Empty, Heading, Pager, TextLink } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { PAGE_SIZE, pageLinks, requestedPage } from '../page/pagination.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { Months, monthOf, spanOf } from './report-month.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { numberText, plus, vatCsv } from './vat-csv.ts';
import { vatSalesPath, vatSalesScreens } from './vat-sales.tsx';
import { vatTexts } from './vat-texts.ts';

const PATH = '/reports/vat';

export const vatScreens: readonly Screen[] = [
  get(PATH, 'money', vatPage, { isLarge }),
  get(`${PATH}.csv`, 'money', vatCsv),
  ...vatSalesScreens,
];

function isLarge(context: StoreContext): boolean {
  const { db, store } = context;
  const span = spanOf(monthOf(context));
  return hasManyReceipts(db, store.id, span) || (store.vatPercent > 0 && hasManyPayments(db, span));
}

function vatPage(context: StoreContext): Page {
  const { db, store } = context;
  const t = vatTexts(context.language);
  const month = monthOf(context);
  const page = requestedPage(context);
  const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const report = vatReport(db, store.id, { ...spanOf(month), ...window });
  const sales = store.vatPercent > 0 ? salesWithoutInvoice(db, store.id, spanOf(month), store.vatPercent) : undefined;
  const hasNext = report.sums.documents > page * PAGE_SIZE;
  const isEmpty = report.sums.documents === 0 && !sales?.count;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <CsvLink href={`/office${PATH}.csv?month=${month}`} />
        </Heading>
        <ReportTabs context={context} />
        <Months context={context} month={month} path={PATH} />
        {isEmpty ? (
          <Empty title={t.empty} hint={sales ? t.emptyHint : t.notRegistered} />
        ) : (
          <>
            <Totals context={context} report={report} sales={sales} />
            {sales && <p class="hint">{t.salesMeaning}</p>}
            {report.sums.documents > 0 && (
              <>
                <Documents context={context} report={report} />
                <Pager {...pageLinks(context.request.url, page, hasNext)} />
                <p class="hint">{t.meaning}</p>
              </>
            )}
          </>
        )}
        <CanceledLater context={context} />
      </>
    ),
  };
}

type TotalsProps = StoreProps<{ report: VatReport; sales: SalesSums | undefined }>;

/** A row for each seller that is printed on the documents, one for the sales without, and one for all if there are several. */
function Totals({ context, report: { sellers, sums }, sales }: TotalsProps) {
  const t = vatTexts(context.language);
  const rows = [
    ...sellers.map(({ seller, documents, ...own }) => ({
      name: <Documented context={context} seller={seller} />,
      count: documents,
      ...own,
    })),
    ...(sales ? [{ name: <SalesLink context={context} />, ...sales }] : []),
  ];
  const all = {
    name: <strong>{t.both}</strong>,
    count: sums.documents + (sales?.count ?? 0),
    ...(sales ? plus(sums, sales) : sums),
  };
  return (
    <>
      <h2>{t.totals}</h2>
      <List
        class="list tight pairs"
        rows={rows.length > 1 ? [...rows, all] : rows}
        columns={(column) => [
          column(t.item, ({ name }) => name),
          column(t.count, 'number', (row) => count(row.count)),
          column(t.net, 'money', ({ net }) => satang(net)),
          column(t.vat, 'money', ({ vat }) => satang(vat)),
          column(t.total, 'money', ({ total }) => <strong>{satang(total)}</strong>),
        ]}
      />
    </>
  );
}

const Documented = ({ context, seller }: StoreProps<{ seller: Address }>) => (
  <div>
    {vatTexts(context.language).invoices}
    <div class="muted">
      <Party party={seller} />
    </div>
  </div>
);

const SalesLink = ({ context }: { context: StoreContext }) => (
  <a href={vatSalesPath(monthOf(context))}>{vatTexts(context.language).sales}</a>
);

/** Name, tax ID and branch as they are printed. */
function Party({ party }: { party: Address }) {
  const { name, taxId, branch } = legalParty(party);
  const legal = [taxId, branch].filter(Boolean).join(' · ');
  return (
    <div>
      {name}
      {legal !== '' && <div class="muted">{legal}</div>}
    </div>
  );
}

/** The foot has the sums of all pages. */
function Documents({ context, report: { documents, sums } }: StoreProps<{ report: VatReport }>) {
  const { language } = context;
  const t = vatTexts(language);
  const orderLink = orderLinks(
    context,
    documents.map(({ orderId }) => orderId),
  );
  return (
    <>
      <h2>{t.documents}</h2>
      <List
        class="list net-sum"
        rows={documents}
        columns={(column) => [
          column(t.number, (document) => <DocumentLink context={context} document={document} />),
          column(t.csvOrder, ({ orderId, orderNumber }) => orderLink({ id: orderId, name: `#${orderNumber}` })),
          column(t.date, ({ time }) => <time>{dayText(time, language)}</time>),
          context.may('customer_data') && column(t.buyer, 'break', ({ buyer }) => <Party party={buyer} />),
          column(t.net, 'money', ({ net }) => satang(net)),
          column(t.vat, 'money', ({ vat }) => satang(vat)),
          column(t.total, 'money', ({ total }) => satang(total)),
        ]}
        foot={
          <tr>
            <th scope="row" colspan={context.may('customer_data') ? 4 : 3}>
              {t.documentSum(count(sums.documents))}
            </th>
            <td class="money" data-label={t.net}>
              {satang(sums.net)}
            </td>
            <td class="money" data-label={t.vat}>
              {satang(sums.vat)}
            </td>
            <td class="money" data-label={t.total}>
              {satang(sums.total)}
            </td>
          </tr>
        }
      />
    </>
  );
}

/** Tax invoices of earlier months that were canceled in this one, as the sales tax report must note. */
function CanceledLater({ context }: { context: StoreContext }) {
  const { db, store, language } = context;
  const t = vatTexts(language);
  return canceledOfEarlierMonths(db, store.id, spanOf(monthOf(context))).map(
    ({ number, createTime, orderId, ...voided }) => (
      <p class="hint">
        <TextLink href={`/office/orders/${orderId}/receipt`}>{documentNumber(number)}</TextLink>{' '}
        {t.ofEarlierMonth(dayText(createTime, language))} · {voidText(voided, language)}
      </p>
    ),
  );
}

/** Leads to the page of the document. */
function DocumentLink({ context, document }: StoreProps<{ document: VatDocument }>) {
  const { orderId, receiptNumber, note, replaces, voided } = document;
  const path = note ? refundDocumentPath(orderId, note.id) : `/orders/${orderId}/receipt`;
  return (
    <div>
      <TextLink href={`/office${path}`}>{numberText(document)}</TextLink>
      {note && receiptNumber !== null && (
        <>
          <div class="muted">{vatTexts(context.language).reduces(documentNumber(receiptNumber))}</div>
          <div class="muted break">{refundReason(note, context.language)}</div>
        </>
      )}
      {replaces !== null && <div class="muted">{vatTexts(context.language).replaces(documentNumber(replaces))}</div>}
      {voided && <div class="muted break">{voidText(voided, context.language)}</div>}
    </div>
  );
}
