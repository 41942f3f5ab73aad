import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';
import type { StatedReason } from './refund-documents.ts';
import type { Voided, VoidReason } from './replace-receipt.ts';
import { vatBetween } from './vat.ts';

// The sales tax report: the tax invoices and credit notes of a time span, as they were issued. See
// docs/decisions.md#vat-report.

/** A tax invoice or a credit note. Amounts of credit notes are negative, those of canceled invoices zero. */
export interface VatDocument {
  kind: 'receipt' | 'credit_note';
  number: number;
  /** When it was issued. */
  time: number;
  orderId: Id;
  orderNumber: string;
  /** For a credit note: the number of the tax invoice that it reduces. */
  receiptNumber: number | null;
  /** Number of the canceled tax invoice that this one replaces. */
  replaces: number | null;
  /** If the tax invoice is canceled. */
  voided: Voided | undefined;
  /** Id and reason of a credit note. */
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

type Shown = 'kind' | 'number' | 'time' | 'orderId' | 'orderNumber' | 'receiptNumber' | 'replaces';

interface Row extends Pick<VatDocument, Shown> {
  id: Id;
  voidTime: number | null;
  voidReason: VoidReason;
  voidedBy: string | null;
  replacedBy: number;
  /** The value of the invoice before and after the document. */
  before: Money;
  after: Money;
  vatPercent: number;
  cause: StatedReason['cause'] | null;
  reason: string | null;
  hasLines: 0 | 1;
  seller: string;
  buyer: string;
}

const FACTS = (table: string): string => `${table}.document ->> '$.vatPercent' AS vatPercent,
  ${table}.document -> '$.seller' AS seller, ${table}.document -> '$.buyer' AS buyer,
  ${table}.document ->> '$.orderNumber' AS orderNumber`;

// A receipt without VAT is no tax invoice. At the same time, receipts come first.
const ROWS = query<Row>(
  { reads: ['accounts', 'payments', 'receipts', 'refund_documents', 'refunds'] },
  `SELECT * FROM (
     SELECT 'receipt' AS kind, r.id AS id, r.number, r.create_time AS time, r.order_id AS orderId, NULL AS receiptNumber,
       r.document ->> '$.replaces' AS replaces, r.void_time AS voidTime, r.void_reason AS voidReason, u.name AS voidedBy,
       r.replaced_by AS replacedBy, NULL AS cause, NULL AS reason, 0 AS hasLines, 0 AS before,
       iif(r.void_time IS NULL, (r.document ->> '$.total') - coalesce(r.document ->> '$.refunded', 0), 0) AS after, ${FACTS('r')}
     FROM receipts r LEFT JOIN accounts u ON u.id = r.void_user_id
     WHERE r.store_id = @storeId AND (r.create_time, r.id) > (@from, @receipt) AND r.create_time < @until
       AND r.document ->> '$.vatPercent' > 0
     ORDER BY r.create_time, r.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 'credit_note', d.id AS id, d.number, d.create_time AS time, p.order_id, d.document ->> '$.receiptNumber',
       NULL, NULL, NULL, NULL, NULL, d.document ->> '$.cause', d.document ->> '$.reason', json_array_length(d.document, '$.lines') > 0,
       (d.document ->> '$.original') - (d.document ->> '$.reduced') AS before,
       (d.document ->> '$.original') - (d.document ->> '$.reduced') - (d.document ->> '$.difference'), ${FACTS('d')}
     FROM refund_documents d JOIN refunds f ON f.id = d.refund_id JOIN payments p ON p.id = f.payment_id
     WHERE d.store_id = @storeId AND d.kind = 'credit_note' AND (d.create_time, d.id) > (@from, @creditNote)
       AND d.create_time < @until AND d.document ->> '$.vatPercent' > 0
     ORDER BY d.create_time, d.id LIMIT @limit)
   ORDER BY time, kind DESC, id LIMIT @limit`,
);

const LAST_ID = Number.MAX_SAFE_INTEGER;
const PAGE_SIZE = 200;

/** All documents of the span, oldest first, in pages. */
export function* vatDocuments(
  db: Reader,
  storeId: Id,
  { from, until, pageSize = PAGE_SIZE }: Span & { pageSize?: number },
): Generator<VatDocument[]> {
  let rows: Row[] = [];
  let last: Row | undefined;
  do {
    const isNote = last?.kind === 'credit_note';
    const receipt = isNote ? LAST_ID : (last?.id ?? 0);
    const after = { from: last?.time ?? from, receipt, creditNote: isNote ? (last?.id ?? 0) : 0 };
    rows = db.all(ROWS, { storeId, until, ...after, limit: pageSize });
    last = rows.at(-1);
    yield rows.map(documentOf);
  } while (rows.length === pageSize);
}

function documentOf({
  id,
  before,
  after,
  vatPercent,
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
  const isNote = row.kind === 'credit_note';
  const { net, vat } = isNote ? vatBetween(before, after, vatPercent) : vatBetween(after, before, vatPercent);
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
  { limit, offset, ...span }: Span & { limit: number; offset: number },
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
