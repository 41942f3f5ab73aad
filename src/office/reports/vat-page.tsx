import type { Address } from '../../domain/address-fields.ts';
import {
  hasManyReceipts,
  type VatDocument,
  type VatReport,
  vatDocuments,
  vatReport,
} from '../../domain/orders/payments/vat-report.ts';
import { documentNumber, legalParty } from '../../domain/print/sheets/receipt.ts';
import { refundDocumentNumber } from '../../domain/print/sheets/refund-document.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { count, satang } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { CsvLink, Empty, Heading, Pager } from '../page/components.tsx';
import { type CsvColumns, csvStream } from '../page/downloads.ts';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { PAGE_SIZE, pageLinks, requestedPage } from '../page/pagination.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { Months, monthOf, spanOf } from './report-month.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { vatTexts } from './vat-texts.ts';

const PATH = '/reports/vat';

export const vatScreens: readonly Screen[] = [
  get(PATH, 'money', vatPage, {
    isLarge: (context) => hasManyReceipts(context.db, context.store.id, spanOf(monthOf(context))),
  }),
  get(`${PATH}.csv`, 'money', vatCsv),
];

function vatPage(context: StoreContext): Page {
  const t = vatTexts(context.language);
  const month = monthOf(context);
  const page = requestedPage(context);
  const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const report = vatReport(context.db, context.store.id, { ...spanOf(month), ...window });
  const hasNext = report.sums.documents > page * PAGE_SIZE;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <CsvLink href={`/office${PATH}.csv?month=${month}`} />
        </Heading>
        <ReportTabs context={context} />
        <Months context={context} month={month} path={PATH} />
        {report.sums.documents === 0 ? (
          <Empty title={t.empty} hint={context.store.vatPercent > 0 ? t.emptyHint : t.notRegistered} />
        ) : (
          <>
            <Totals context={context} report={report} />
            <Documents context={context} documents={report.documents} />
            <Pager {...pageLinks(context.request.url, page, hasNext)} />
            <p class="hint">{t.meaning}</p>
          </>
        )}
      </>
    ),
  };
}

/** A row for each seller that is printed on the documents, and one for all if there are several. */
function Totals({ context, report: { sellers, sums } }: StoreProps<{ report: VatReport }>) {
  const t = vatTexts(context.language);
  const rows = sellers.map(({ seller, ...own }) => ({ name: <Party party={seller} />, ...own }));
  const all = { name: <strong>{t.total}</strong>, ...sums };
  return (
    <>
      <h2>{t.totals}</h2>
      <List
        class="list tight pairs"
        rows={sellers.length > 1 ? [...rows, all] : rows}
        columns={(column) => [
          column(t.seller, ({ name }) => name),
          column(t.documents, 'number', ({ documents }) => count(documents)),
          column(t.net, 'money', ({ net }) => satang(net)),
          column(t.vat, 'money', ({ vat }) => satang(vat)),
          column(t.total, 'money', ({ total }) => <strong>{satang(total)}</strong>),
        ]}
      />
    </>
  );
}

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

function Documents({ context, documents }: StoreProps<{ documents: readonly VatDocument[] }>) {
  const { language } = context;
  const t = vatTexts(language);
  return (
    <>
      <h2>{t.documents}</h2>
      <List
        rows={documents}
        columns={(column) => [
          column(t.number, (document) => <DocumentLink context={context} document={document} />),
          column(t.date, ({ time }) => dayText(time, language)),
          context.may('customer_data') && column(t.buyer, 'break', ({ buyer }) => <Party party={buyer} />),
          column(t.net, 'money', ({ net }) => satang(net)),
          column(t.vat, 'money', ({ vat }) => satang(vat)),
          column(t.total, 'money', ({ total }) => satang(total)),
        ]}
      />
    </>
  );
}

/** Leads to the order, which prints the document. */
function DocumentLink({ context, document }: StoreProps<{ document: VatDocument }>) {
  const { orderId, receiptNumber } = document;
  return (
    <div>
      <a href={`/office/orders/${orderId}`}>{numberText(document)}</a>
      {receiptNumber !== null && (
        <div class="muted">{vatTexts(context.language).reduces(documentNumber(receiptNumber))}</div>
      )}
    </div>
  );
}

const numberText = ({ kind, number }: VatDocument): string =>
  kind === 'receipt' ? documentNumber(number) : refundDocumentNumber({ kind, number });

function vatCsv(context: StoreContext): Response {
  const { db, store, language } = context;
  const month = monthOf(context);
  const pages = vatDocuments(db, store.id, spanOf(month));
  return csvStream(`${vatTexts(language).csv} ${month}`, pages, columnsOf(context), `vat-report ${month}`);
}

function columnsOf(context: StoreContext): CsvColumns<VatDocument> {
  const t = vatTexts(context.language);
  const amount = (value: Money) => Number(moneyText(value)); // a text with a minus sign would be a formula
  return {
    [t.date]: ({ time }) => bangkokMinute(time).slice(0, 10),
    [t.csvKind]: ({ kind }) => t[kind],
    [t.number]: numberText,
    [t.csvReduces]: ({ receiptNumber }) => receiptNumber && documentNumber(receiptNumber),
    ...(context.may('customer_data') && {
      [t.buyer]: ({ buyer }: VatDocument) => buyer.name,
      [t.csvTaxId]: ({ buyer }: VatDocument) => legalParty(buyer).taxId,
      [t.csvBranch]: ({ buyer }: VatDocument) => legalParty(buyer).branch,
    }),
    [t.net]: ({ net }) => amount(net),
    [t.vat]: ({ vat }) => amount(vat),
    [t.total]: ({ total }) => amount(total),
    [t.csvSellerTaxId]: ({ seller }) => legalParty(seller).taxId,
    [t.csvSellerBranch]: ({ seller }) => legalParty(seller).branch,
  };
}
