import type { Address } from '../../domain/address-fields.ts';
import { canceledOfEarlierMonths } from '../../domain/orders/payments/replace-receipt.ts';
import {
  type SaleWithoutInvoice,
  saleEntries,
  salesWithoutInvoice,
} from '../../domain/orders/payments/sales-without-invoice.ts';
import {
  DOCUMENT_FILTERS,
  type DocumentFilter,
  type VatDocument,
  vatDocuments,
  vatReport,
} from '../../domain/orders/payments/vat-report.ts';
import { legalParty } from '../../domain/print/sheets/receipt.ts';
import { refundDocumentNumber, refundReason } from '../../domain/print/sheets/refund-document.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { documentNumber } from '../../lib/number-format.ts';
import { fields, optionalChoice } from '../forms/fields.ts';
import { voidText } from '../orders/detail/receipt-texts.ts';
import {
  type Columns,
  dayColumn,
  type FileHead,
  type ListFile,
  longListFile,
  moneyColumn,
  pagesOf,
} from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { totalFacts, withReportHead } from './report-head.ts';
import { monthOf, monthText, spanOf } from './report-month.tsx';
import { documentFilterNames, vatTexts } from './vat-texts.ts';

const filterQuery = fields({ kind: optionalChoice(DOCUMENT_FILTERS) });

/** The requested documents; by default those of the tax report, or all if the store is not registered for VAT. */
export const filterOf = (context: StoreContext): DocumentFilter =>
  context.query(filterQuery).kind ?? (context.store.vatPercent > 0 ? 'tax' : 'all');

export type Amounts = Pick<VatDocument, 'net' | 'vat' | 'total'>;

interface Row extends Amounts {
  /** Of the rows that the page sums together. */
  group?: string;
  kind: string;
  time?: number;
  number?: string;
  orderNumber?: string | number;
  /** Number of the tax invoice that the row reduces or replaces, or that replaces it. */
  receiptNumber?: number | null;
  reason?: string | undefined;
  buyer?: Address;
  seller?: Address;
}

/**
 * The tax invoices and credit notes, and the sales without a tax invoice. No row is a sum: the rows of a group add up to
 * its total on the page, and all rows to the total of all sales.
 */
export function vatFile(context: StoreContext): ListFile {
  const t = vatTexts(context.language);
  const month = monthOf(context);
  const file = longListFile(`${t.file} ${month}`, rowsOf(context, month), columnsOf(context), `vat-report ${month}`);
  const totals = totalsOf(context, month);
  return withReportHead(context, file, { title: t.title, period: monthText(month, context), totals });
}

/** As on the page. */
function totalsOf(context: StoreContext, month: string): FileHead['facts'] {
  const { db, store, language } = context;
  const t = vatTexts(language);
  const filter = filterOf(context);
  const { sums } = vatReport(db, store.id, { ...spanOf(month), limit: 0, offset: 0, filter });
  if (filter !== 'tax') return totalFacts(documentFilterNames(language)[filter], amountFacts(context, sums));
  const documents = totalFacts(t.invoices, amountFacts(context, sums));
  if (store.vatPercent === 0) return documents;
  const sales = salesWithoutInvoice(db, store.id, spanOf(month), store.vatPercent);
  return [
    ...documents,
    ...totalFacts(t.sales, amountFacts(context, sales)),
    ...totalFacts(t.both, amountFacts(context, plus(sums, sales))),
  ];
}

export function amountFacts({ language }: StoreContext, { net, vat, total }: Amounts): Record<string, Money> {
  const t = vatTexts(language);
  return { [t.net]: net, [t.vat]: vat, [t.total]: total };
}

function* rowsOf(context: StoreContext, month: string): Generator<Row[]> {
  const { db, store, language } = context;
  const filter = filterOf(context);
  const t = vatTexts(language);
  const { vatPercent } = store;
  for (const documents of vatDocuments(db, store.id, { ...spanOf(month), filter })) {
    yield documents.map((document) => ({
      ...document,
      group: t.invoices,
      kind: kindText(document, language),
      number: numberText(document),
      receiptNumber: document.receiptNumber ?? document.replaces,
      reason: document.voided
        ? voidText(document.voided, language)
        : document.note && refundReason(document.note, language),
    }));
  }
  if (filter !== 'tax') return;
  yield canceledOfEarlierMonths(db, store.id, spanOf(month)).map(({ number, time, ...voided }) => ({
    ...{ net: ZERO, vat: ZERO, total: ZERO, group: t.invoices, kind: t.canceled, time },
    number: documentNumber(number),
    reason: voidText({ time, ...voided }, language),
  }));
  if (vatPercent === 0) return;
  const pages = pagesOf<SaleWithoutInvoice>((last, limit) =>
    saleEntries(db, store.id, { ...spanOf(month), vatPercent, last, limit }),
  );
  for (const sales of pages) yield sales.map((sale) => ({ ...sale, group: t.sales, kind: t[`file_${sale.kind}`] }));
}

export const plus = (a: Amounts, b: Amounts): Amounts => ({
  net: (a.net + b.net) as Money,
  vat: (a.vat + b.vat) as Money,
  total: (a.total + b.total) as Money,
});

/** `Tax invoice`, `Canceled receipt`. */
export function kindText({ kind, vatPercent, voided }: VatDocument, language: StoreContext['language']): string {
  const t = vatTexts(language);
  if (kind !== 'receipt') return t[kind];
  if (vatPercent > 0) return voided ? t.canceled : t.receipt;
  return voided ? t.canceledReceipt : t.plainReceipt;
}

export const numberText = ({ kind, number }: VatDocument): string =>
  kind === 'receipt' ? documentNumber(number) : refundDocumentNumber({ kind, number });

function columnsOf(context: StoreContext): Columns<Row> {
  const t = vatTexts(context.language);
  const party = (address: Address | undefined) => address && legalParty(address);
  return {
    [t.date]: dayColumn(({ time }) => time),
    [t.fileKind]: ({ kind }) => kind,
    [t.number]: ({ number }) => number,
    [t.fileReduces]: ({ receiptNumber }) => receiptNumber && documentNumber(receiptNumber),
    [t.reason]: ({ reason }) => reason,
    [t.fileOrder]: ({ orderNumber }) => orderNumber && Number(orderNumber),
    ...(context.may('customer_data') && {
      [t.buyer]: ({ buyer }: Row) => buyer?.name,
      [t.fileTaxId]: ({ buyer }: Row) => party(buyer)?.taxId,
      [t.fileBranch]: ({ buyer }: Row) => party(buyer)?.branch,
    }),
    [t.net]: moneyColumn(({ net }) => net),
    [t.vat]: moneyColumn(({ vat }) => vat),
    [t.total]: moneyColumn(({ total }) => total),
    [t.fileSellerTaxId]: ({ seller }) => party(seller)?.taxId,
    [t.fileSellerBranch]: ({ seller }) => party(seller)?.branch,
    ...(filterOf(context) === 'tax' && { [t.group]: ({ group }: Row) => group }),
  };
}
