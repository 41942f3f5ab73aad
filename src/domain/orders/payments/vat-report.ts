import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';
import type { Voided, VoidReason } from './receipts.ts';
import type { StatedReason } from './refund-documents.ts';
import { vatBetween } from './vat.ts';

// The sales tax report: the tax invoices and credit notes of a time span, as they were issued, and the list of other
// documents. See docs/decisions.md#vat-report.

/** Documents to list. `tax`: those of the sales tax report. `receipt`: without VAT. */
export const DOCUMENT_FILTERS = ['tax', 'all', 'tax_invoice', 'receipt', 'credit_note', 'refund_voucher'] as const;
export type DocumentFilter = (typeof DOCUMENT_FILTERS)[number];

/** An issued document. Amounts of credit notes and refund vouchers are negative, those of canceled documents zero. */
export interface VatDocument {
  kind: 'receipt' | 'credit_note' | 'refund_voucher';
  /** Of a receipt; above zero, it is a tax invoice. */
  vatPercent: number;
  number: number;
  /** When it was issued. */
  time: number;
  orderId: Id;
  orderNumber: string;
  /** For a credit note or refund voucher: the number of its receipt. */
  receiptNumber: number | null;
  /** Number of the canceled receipt that this one replaces. */
  replaces: number | null;
  /** If the receipt is canceled. */
  voided: Voided | undefined;
  /** Id and reason of a credit note or refund voucher. */
  note: ({ id: Id } & StatedReason) | undefined;
  seller: Address;
  buyer: Address;
  net: Money;
  vat: Money;
  total: Money;
}

export interface VatSums {
  documents: number;
  net: Money;
  vat: Money;
  total: Money;
}

export interface VatReport {
  /** The requested part of the documents, oldest first. */
  documents: readonly VatDocument[];
  /** Sums of all documents, by the printed seller. */
  sellers: readonly (VatSums & { seller: Address })[];
  sums: VatSums;
}

interface Span {
  from: number;
  until: number;
}

type Shown = 'kind' | 'vatPercent' | 'number' | 'time' | 'orderId' | 'orderNumber' | 'receiptNumber' | 'replaces';

interface Row extends Pick<VatDocument, Shown> {
  id: Id;
  voidTime: number | null;
  voidReason: VoidReason;
  voidedBy: string | null;
  replacedBy: number;
  /** The value of the invoice before and after the document. */
  before: Money;
  after: Money;
  cause: StatedReason['cause'] | null;
  reason: string | null;
  hasLines: 0 | 1;
  seller: string;
  buyer: string;
}

const FACTS = (table: string): string => `${table}.document ->> '$.vatPercent' AS vatPercent,
  ${table}.document -> '$.seller' AS seller, ${table}.document -> '$.buyer' AS buyer,
  ${table}.document ->> '$.orderNumber' AS orderNumber`;

// A receipt without VAT is not a tax invoice. At the same time, receipts come first. Erased documents have no percentage.
const ROWS = query<Row>(
  { reads: ['accounts', 'payments', 'receipts', 'refund_documents', 'refunds'] },
  `SELECT * FROM (
     SELECT 0 AS rank, 'receipt' AS kind, r.id AS id, r.number, r.create_time AS time, r.order_id AS orderId, NULL AS receiptNumber,
       r.document ->> '$.replaces' AS replaces, r.void_time AS voidTime, r.void_reason AS voidReason, u.name AS voidedBy,
       r.replaced_by AS replacedBy, NULL AS cause, NULL AS reason, 0 AS hasLines, 0 AS before,
       iif(r.void_time IS NULL, (r.document ->> '$.total') - coalesce(r.document ->> '$.refunded', 0), 0) AS after, ${FACTS('r')}
     FROM receipts r LEFT JOIN accounts u ON u.id = r.void_user_id
     WHERE r.store_id = @storeId AND (r.create_time, r.id) > (@from, @receipt) AND r.create_time < @until
       AND CASE WHEN r.document ->> '$.vatPercent' > 0 THEN @taxInvoices WHEN r.document ->> '$.vatPercent' = 0 THEN @receipts END
     ORDER BY r.create_time, r.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 1, d.kind, d.id AS id, d.number, d.create_time AS time, p.order_id, d.document ->> '$.receiptNumber',
       NULL, NULL, NULL, NULL, NULL, d.document ->> '$.cause', d.document ->> '$.reason', json_array_length(d.document, '$.lines') > 0,
       iif(d.kind = 'credit_note', (d.document ->> '$.original') - (d.document ->> '$.reduced'), d.document ->> '$.refunded') AS before,
       iif(d.kind = 'credit_note',
         (d.document ->> '$.original') - (d.document ->> '$.reduced') - (d.document ->> '$.difference'), 0), ${FACTS('d')}
     FROM refund_documents d JOIN refunds f ON f.id = d.refund_id JOIN payments p ON p.id = f.payment_id
     WHERE d.store_id = @storeId AND iif(d.kind = 'credit_note', @creditNotes, @vouchers) AND (d.create_time, d.id) > (@from, @creditNote)
       AND d.create_time < @until AND d.document ->> '$.vatPercent' IS NOT NULL
     ORDER BY d.create_time, d.id LIMIT @limit)
   ORDER BY time, rank, id LIMIT @limit`,
);

const LAST_ID = Number.MAX_SAFE_INTEGER;
const PAGE_SIZE = 200;

const chosenIn = (filter: DocumentFilter) => {
  const has = (kind: DocumentFilter, isTax: boolean) =>
    Number(filter === kind || filter === 'all' || (isTax && filter === 'tax'));
  return {
    taxInvoices: has('tax_invoice', true),
    receipts: has('receipt', false),
    creditNotes: has('credit_note', true),
    vouchers: has('refund_voucher', false),
  };
};

interface Listed extends Span {
  filter?: DocumentFilter;
}

/** All documents of the span, oldest first, in pages. */
export function* vatDocuments(
  db: Reader,
  storeId: Id,
  { from, until, filter = 'tax', pageSize = PAGE_SIZE }: Listed & { pageSize?: number },
): Generator<VatDocument[]> {
  let rows: Row[] = [];
  let last: Row | undefined;
  do {
    const isNote = last !== undefined && last.kind !== 'receipt';
    const receipt = isNote ? LAST_ID : (last?.id ?? 0);
    const after = { from: last?.time ?? from, receipt, creditNote: isNote ? (last?.id ?? 0) : 0 };
    rows = db.all(ROWS, { storeId, until, ...after, ...chosenIn(filter), limit: pageSize });
    last = rows.at(-1);
    yield rows.map(documentOf);
  } while (rows.length === pageSize);
}

function documentOf({
  id,
  before,
  after,
  cause,
  reason,
  hasLines,
  seller,
  buyer,
  voidTime,
  voidReason,
  voidedBy,
  replacedBy,
  ...row
}: Row): VatDocument {
  const isNote = row.kind !== 'receipt';
  const percent = row.kind === 'refund_voucher' ? 0 : row.vatPercent;
  const { net, vat } = isNote ? vatBetween(before, after, percent) : vatBetween(after, before, percent);
  const sign = isNote ? -1 : 1;
  return {
    ...row,
    voided: voidTime === null ? undefined : { time: voidTime, reason: voidReason, by: voidedBy, replacedBy },
    note: isNote ? { id, cause: cause ?? undefined, reason, hasLines: hasLines === 1 } : undefined,
    seller: JSON.parse(seller),
    buyer: JSON.parse(buyer),
    net: (sign * net) as Money,
    vat: (sign * vat) as Money,
    total: (sign * (net + vat)) as Money,
  };
}

const NOTHING: VatSums = { documents: 0, net: ZERO, vat: ZERO, total: ZERO };

const add = (sums: VatSums, { net, vat, total }: VatDocument): VatSums => ({
  documents: sums.documents + 1,
  net: (sums.net + net) as Money,
  vat: (sums.vat + vat) as Money,
  total: (sums.total + total) as Money,
});

/** The sums of the span and a part of its documents. */
export function vatReport(
  db: Reader,
  storeId: Id,
  { limit, offset, ...span }: Listed & { limit: number; offset: number },
): VatReport {
  const shown: VatDocument[] = [];
  const sellers = new Map<string, VatSums & { seller: Address }>();
  let sums = NOTHING;
  for (const documents of vatDocuments(db, storeId, span))
    for (const document of documents) {
      if (sums.documents >= offset && shown.length < limit) shown.push(document);
      sums = add(sums, document);
      const { seller } = document;
      const key = JSON.stringify([seller.legal_entity_id, seller.branch_type, seller.branch_number]);
      sellers.set(key, { seller, ...add(sellers.get(key) ?? NOTHING, document) });
    }
  return { documents: shown, sellers: [...sellers.values()], sums };
}

const receiptBehind = query<{ id: Id }>(
  { reads: ['receipts'] },
  `SELECT id FROM receipts WHERE store_id = @storeId AND create_time >= @from AND create_time < @until
   LIMIT 1 OFFSET @offset`,
);

const MANY_RECEIPTS = 1_000;

/** Whether summing the span would delay other requests. */
export const hasManyReceipts = (db: Reader, storeId: Id, span: Span): boolean =>
  db.get(receiptBehind, { storeId, ...span, offset: MANY_RECEIPTS }) !== undefined;
