import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import type { DocumentKind, DocumentStatus } from './stock-documents.ts';

export interface StockDocument {
  id: Id;
  storeId: Id;
  kind: DocumentKind;
  status: DocumentStatus;
  warehouseId: Id;
  warehouseKey: string;
  /** Target of a transfer. */
  toWarehouseId: Id | null;
  toWarehouseKey: string | null;
  /** The order of a return. */
  orderId: Id | null;
  userId: Id | null;
  userName: string | null;
  /** The user that committed the count. */
  commitUserId: Id | null;
  commitUserName: string | null;
  note: string | null;
  createTime: number;
  commitTime: number | null;
  lineCount: number;
}

/** Whether another user started the count. */
export const isCommittedByAnother = ({ commitUserId, userId }: StockDocument): boolean =>
  commitUserId !== null && commitUserId !== userId;

/** A line of a document that moved goods. */
export interface MovedLine extends NamedVariant {
  qty: number;
  /** Per piece, in a purchase. */
  cost: Money | null;
  /** The order line of a return; `qty` is in that line's units. */
  orderLineId: Id | null;
}

/** A line of a count sheet or of a fulfillment center's file. */
export interface CountLine extends NamedVariant {
  counted: number;
  /** On hand when it was entered. */
  expected: number;
  /** On hand now, or right before the commit. */
  onHand: number;
  /** On hand − expected: movements since the line was entered. */
  movedSince: number;
  /** The part of these movements that the commit added to the counted quantity. */
  kept: number;
  /** Counted + kept − on hand: what the commit changed, or would change if it undid the movements. */
  difference: number;
  /** Change by the commit, if it keeps the movements. */
  found: number;
}

const SELECT = `SELECT d.id, d.store_id AS storeId, d.kind, d.status, d.warehouse_id AS warehouseId,
  w.key AS warehouseKey, d.to_warehouse_id AS toWarehouseId, t.key AS toWarehouseKey, d.order_id AS orderId,
  d.user_id AS userId, u.name AS userName,
  d.commit_user_id AS commitUserId, c.name AS commitUserName, d.note, d.create_time AS createTime, d.commit_time AS commitTime,
  (SELECT count(*) FROM document_lines WHERE document_id = d.id) +
    (SELECT count(*) FROM count_lines WHERE document_id = d.id) AS lineCount
  FROM stock_documents d JOIN warehouses w ON w.id = d.warehouse_id
  LEFT JOIN warehouses t ON t.id = d.to_warehouse_id LEFT JOIN accounts u ON u.id = d.user_id
  LEFT JOIN accounts c ON c.id = d.commit_user_id`;

const documentRow = query<StockDocument>(
  { reads: ['accounts', 'count_lines', 'document_lines', 'stock_documents', 'warehouses'] },
  `${SELECT} WHERE d.id = ?`,
);

export const documentById = (db: Reader, id: Id): StockDocument | undefined => db.get(documentRow, id);

/** @throws AppError not_found */
export function existingDocument(db: Reader, id: Id): StockDocument {
  const document = documentById(db, id);
  if (!document) throw notFound('stock_document_not_found', { document: id });
  return document;
}

/** @throws AppError not_found */
export function documentOfStore(db: Reader, storeId: Id, id: Id): StockDocument {
  const document = existingDocument(db, id);
  if (document.storeId !== storeId) throw notFound('stock_document_not_found', { document: id });
  return document;
}

interface DocumentSearch {
  kind?: DocumentKind | undefined;
  status?: DocumentStatus | undefined;
  /** Source or target. */
  warehouseId?: Id | undefined;
  /** Only documents older than this one. */
  before?: Id | undefined;
  limit: number;
  offset: number;
}

const documentPage = query<StockDocument>(
  { reads: ['accounts', 'count_lines', 'document_lines', 'stock_documents', 'warehouses'] },
  `${SELECT} WHERE d.store_id = @storeId AND d.id < @before AND (@kind IS NULL OR d.kind = @kind)
     AND (@status IS NULL OR d.status = @status)
     AND (@warehouseId IS NULL OR @warehouseId IN (d.warehouse_id, d.to_warehouse_id))
   ORDER BY d.id DESC LIMIT @limit OFFSET @offset`,
);

/** A store's stock documents, newest first. */
export const listDocuments = (db: Reader, storeId: Id, { limit, offset, ...search }: DocumentSearch) =>
  db.all(documentPage, {
    storeId,
    kind: search.kind ?? null,
    status: search.status ?? null,
    warehouseId: search.warehouseId ?? null,
    before: search.before ?? Number.MAX_SAFE_INTEGER,
    limit,
    offset,
  });

const movedLinesOfDocument = query<MovedLine>(
  { reads: ['document_lines', 'products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, l.qty, l.cost, l.order_line_id AS orderLineId
   FROM document_lines l JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
   WHERE l.document_id = ? ORDER BY l.line`,
);

export const movedLines = (db: Reader, documentId: Id): MovedLine[] => db.all(movedLinesOfDocument, documentId);

const COUNT_LINES = `SELECT *, counted + kept - onHand AS difference, onHand - expected AS movedSince FROM (
    SELECT ${VARIANT_NAME_COLUMNS}, c.counted, c.expected - c.undone AS expected, c.kept, c.counted - c.expected AS found,
      iif(d.status = 'committed', c.expected + c.kept, coalesce(s.on_hand, 0)) AS onHand
    FROM count_lines c JOIN stock_documents d ON d.id = c.document_id
    JOIN variants v ON v.id = c.variant_id JOIN products p ON p.id = v.product_id
    LEFT JOIN current_stock s ON s.variant_id = c.variant_id AND s.warehouse_id = d.warehouse_id
    WHERE c.document_id = @documentId
  )`;

const COUNT_TABLES = [...CURRENT_STOCK, 'products', 'variants'] as const;

const countLineRows = query<CountLine>({ reads: COUNT_TABLES }, `${COUNT_LINES} ORDER BY variantId`);

export const countLines = (db: Reader, documentId: Id): CountLine[] => db.all(countLineRows, { documentId });

const countLineRowsPage = query<CountLine>(
  { reads: COUNT_TABLES },
  `${COUNT_LINES} WHERE CASE @only WHEN 'differing' THEN found <> 0 WHEN 'moved' THEN movedSince <> 0 ELSE true END
   ORDER BY variantId LIMIT @limit OFFSET @offset`,
);

/** One page of `countLines`, optionally only lines with a difference, or with movements since they were entered. */
export const countLinePage = (
  db: Reader,
  documentId: Id,
  { only, limit, offset }: { only?: 'differing' | 'moved' | undefined; limit: number; offset: number },
): CountLine[] => db.all(countLineRowsPage, { documentId, only: only ?? null, limit, offset });

export interface CountSums {
  lines: number;
  differing: number;
  missing: number;
  surplus: number;
  /** Lines with movements since they were entered. */
  moved: number;
}

const countSheetSums = query<CountSums>(
  { reads: COUNT_TABLES },
  `SELECT count(*) AS lines, count(*) FILTER (WHERE found <> 0) AS differing,
   coalesce(sum(max(0, -found)), 0) AS missing, coalesce(sum(max(0, found)), 0) AS surplus,
   count(*) FILTER (WHERE movedSince <> 0) AS moved FROM (${COUNT_LINES})`,
);

export const countSums = (db: Reader, documentId: Id): CountSums => db.get(countSheetSums, { documentId }) as CountSums;
