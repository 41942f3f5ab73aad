import type { Address } from '../../domain/address-fields.ts';
import { hasManyPayments } from '../../domain/figures/money-received.ts';
import { canceledOfEarlierMonths } from '../../domain/orders/payments/replace-receipt.ts';
import { type SalesSums, salesWithoutInvoice } from '../../domain/orders/payments/sales-without-invoice.ts';
import {
  DOCUMENT_FILTERS,
  type DocumentFilter,
  hasManyReceipts,
  type VatReport,
  vatReport,
} from '../../domain/orders/payments/vat-report.ts';
import { count, documentNumber, satang } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { voidText } from '../orders/detail/receipt-texts.ts';
import { Empty, Heading, Pager, TextLink } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { Notes } from '../page/notes.tsx';
import { PAGE_SIZE, pageLinks, requestedPage } from '../page/pagination.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { fileScreens, get, type Screen } from '../screen.ts';
import { Months, monthOf, monthText, spanOf } from './report-month.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { Documents, Party } from './vat-documents.tsx';
import { filterOf, plus, vatFile } from './vat-file.ts';
import { vatSalesPath, vatSalesScreens } from './vat-sales.tsx';
import { documentFilterNames, vatTexts } from './vat-texts.ts';

const PATH = '/reports/vat';

export const vatScreens: readonly Screen[] = [
  get(PATH, 'money', vatPage, { isLarge }),
  ...fileScreens(`${PATH}`, 'money', vatFile, { isLarge }),
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
  const filter = filterOf(context);
  const report = vatReport(db, store.id, { ...spanOf(month), ...window, filter });
  const sales =
    filter === 'tax' && store.vatPercent > 0
      ? salesWithoutInvoice(db, store.id, spanOf(month), store.vatPercent)
      : undefined;
  const hasNext = report.sums.documents > page * PAGE_SIZE;
  const isEmpty = report.sums.documents === 0 && !sales?.count;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          <ExportMenu href={`/office${PATH}?month=${month}&kind=${filter}`} />
        </Heading>
        <ReportTabs context={context} period={monthText(month, context)} />
        <Months context={context} month={month} path={PATH} query={`&kind=${filter}`}>
          <KindField context={context} filter={filter} />
        </Months>
        {store.vatPercent === 0 && <p class="hint">{t.notRegistered}</p>}
        {isEmpty ? (
          <Empty title={filter === 'tax' ? t.empty : t.noneOfKind} hint={sales && t.emptyHint} />
        ) : (
          <>
            {filter === 'tax' && <Totals context={context} report={report} sales={sales} />}
            {sales && <Notes text={t.salesMeaning} />}
            {report.sums.documents > 0 && (
              <>
                <Documents context={context} report={report} />
                <Pager {...pageLinks(context.request.url, page, hasNext)} />
                {filter === 'tax' && <Notes text={t.meaning} />}
              </>
            )}
          </>
        )}
        <CanceledLater context={context} />
      </>
    ),
  };
}

function KindField({ context, filter }: StoreProps<{ filter: DocumentFilter }>) {
  const names = documentFilterNames(context.language);
  return (
    <select name="kind" aria-label={vatTexts(context.language).show} data-submits>
      {DOCUMENT_FILTERS.map((value) => (
        <option value={value} selected={value === filter}>
          {names[value]}
        </option>
      ))}
    </select>
  );
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
