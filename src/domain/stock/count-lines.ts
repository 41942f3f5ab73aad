import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { announceChanges } from './announce-changes.ts';
import type { StockDocument } from './document-list.ts';
import { changeStock, MAX_STOCK, type StockLocation } from './ledger.ts';
import { type DocumentKind, endApplying, REASONS_OF } from './stock-documents.ts';

// The only writer of count_lines. The view current_stock shows a committed document immediately. Its lines
// are applied to stock, ledger and announcements afterwards in small transactions, so that other writes do not wait.

const BATCH_SIZE = 50; // lines per transaction

/** Whether a committed document has lines that are not applied yet. */
export const isApplying = (db: Reader): boolean => applying(db) !== undefined;

/** Applies the next lines of the committed document, also after a crash. @returns whether there may be more */
export function applyCounts(tx: WriteTx, now: number): boolean {
  const document = applying(tx);
  if (!document) return false;
  const lines = tx.all(nextPendingCounts, { id: document.id, limit: BATCH_SIZE });
  applyLines(tx, document, lines, now);
  if (lines.length === BATCH_SIZE) return true;
  endApplying(tx, document.id);
  tx.invalidate('counting');
  return false;
}

/** Applies all lines. Must run before another count is committed or the variants that show a stock change. */
export function finishApplyingCounts(tx: WriteTx, now: number): void {
  while (applyCounts(tx, now));
}

/** Applies the remaining lines of these locations before another movement of their stock. */
export function applyCountsOf(tx: WriteTx, locations: readonly StockLocation[], now: number): void {
  const document = applying(tx);
  if (!document) return;
  const inWarehouse = locations.filter(({ warehouseId }) => warehouseId === document.warehouseId);
  const ids = JSON.stringify(inWarehouse.map(({ variantId }) => variantId));
  const lines = tx.all(pendingCountsOfVariants, { id: document.id, ids });
  applyLines(tx, document, lines, now);
}

/** Applies all lines in separate transactions, so that others can run in between. */
export async function applyAllCounts(ctx: Context): Promise<void> {
  while (isApplying(ctx.db)) await ctx.write((tx) => applyCounts(tx, ctx.now()));
}

interface Line {
  variantId: Id;
  /** Counted + kept − on hand. */
  difference: number;
}

const PENDING = `SELECT c.variant_id AS variantId, c.counted + c.kept - s.on_hand AS difference
  FROM stock_documents d JOIN count_lines c ON c.document_id = d.id AND c.applied = 0
  JOIN stock s ON s.variant_id = c.variant_id AND s.warehouse_id = d.warehouse_id WHERE d.id = @id`;

const nextPendingCounts = query<Line>(
  { reads: ['count_lines', 'stock', 'stock_documents'] },
  `${PENDING} ORDER BY c.variant_id LIMIT @limit`,
);

const pendingCountsOfVariants = query<Line>(
  { reads: ['count_lines', 'stock', 'stock_documents'] },
  `${PENDING} AND c.variant_id IN (SELECT value FROM json_each(@ids))`,
);

interface Applying {
  id: Id;
  kind: DocumentKind & ('count' | 'fulfilment');
  storeId: Id;
  warehouseId: Id;
  userId: Id | null;
}

function applyLines(tx: WriteTx, document: Applying, lines: readonly Line[], now: number): void {
  const { id, kind, storeId, warehouseId, userId } = document;
  const cause = { reason: REASONS_OF[kind].set, storeId, userId: userId ?? undefined, documentId: id };
  const changes = lines.flatMap(({ variantId, difference }) => {
    markApplied(tx, id, variantId);
    return difference === 0 ? [] : [changeStock(tx, cause, { variantId, warehouseId, onHand: difference }, now)];
  });
  announceChanges(tx, cause, changes, now);
}

const applyingDocument = query<Applying>(
  { reads: ['stock_documents'] },
  `SELECT id, kind, store_id AS storeId, warehouse_id AS warehouseId, commit_user_id AS userId
   FROM stock_documents WHERE applying = 1`,
);

/** At most one: a commit finishes the previous one. */
const applying = (db: Reader): Applying | undefined =>
  db.cached('counting', '', () => ({ document: db.get(applyingDocument) })).document;

export interface Counted {
  variantId: Id;
  counted: number;
}

const PUT = `INSERT INTO count_lines (document_id, variant_id, counted, expected)
   SELECT @id, line.value ->> 'variantId', line.value ->> 'counted', coalesce(s.on_hand, 0)
   FROM json_each(@lines) line
   LEFT JOIN current_stock s ON s.variant_id = line.value ->> 'variantId' AND s.warehouse_id = @warehouseId
   WHERE true
   ON CONFLICT (document_id, variant_id) DO UPDATE SET counted = excluded.counted`;

const putCountLines = command(
  { writes: ['count_lines'], reads: CURRENT_STOCK },
  `${PUT}, expected = excluded.expected`,
);

/** Saves counted quantities with the current stock on hand; replaces earlier lines of these variants. */
export function putCounts(tx: WriteTx, { id, warehouseId }: StockDocument, lines: readonly Counted[]): void {
  tx.run(putCountLines, { id, warehouseId, lines: JSON.stringify(lines) });
}

const correctCountLines = command({ writes: ['count_lines'], reads: CURRENT_STOCK }, PUT);

/** As `putCounts`, but what has moved since an earlier line was entered stays known. */
export function correctCounts(tx: WriteTx, { id, warehouseId }: StockDocument, lines: readonly Counted[]): void {
  tx.run(correctCountLines, { id, warehouseId, lines: JSON.stringify(lines) });
}

const MOVED = `FROM stock_documents d JOIN stock s ON s.warehouse_id = d.warehouse_id
   WHERE d.id = ? AND document_id = d.id AND s.variant_id = count_lines.variant_id AND s.on_hand <> expected`;

const keepMovements = command(
  { writes: ['count_lines'], reads: ['stock', 'stock_documents'] },
  `UPDATE count_lines SET kept = s.on_hand - expected ${MOVED}`,
);

const undoMovements = command(
  { writes: ['count_lines'], reads: ['stock', 'stock_documents'] },
  `UPDATE count_lines SET undone = s.on_hand - expected, expected = s.on_hand ${MOVED}`,
);

const excessiveCount = query<{ id: Id }>(
  { reads: ['count_lines'] },
  'SELECT variant_id AS id FROM count_lines WHERE document_id = ? AND abs(counted + kept) > ? LIMIT 1',
);

/**
 * Settles what has moved since the lines were entered, before they are applied.
 * @throws AppError invalid_request if there would be too much stock
 */
export function settleMovements(tx: WriteTx, documentId: Id, keep: boolean): void {
  tx.run(keep ? keepMovements : undoMovements, documentId);
  const excessive = tx.get(excessiveCount, documentId, MAX_STOCK);
  if (excessive) throw invalidRequest('stock_too_large', { variant: excessive.id, most: MAX_STOCK });
}

/** Identifies a scan. A page sends a scan again if its response was lost, and the next scan only after the response. */
export interface CountScan {
  /** Of the page; another device or a reload has another. */
  sender: string;
  /** Grows with each scan of the page. */
  number: number;
}

interface CountedLine extends Counted {
  /** The last scan of each page that added to it, newest last. */
  scans: readonly CountScan[];
}

const countedLines = query<Counted & { scans: string }>(
  { reads: ['count_lines'] },
  `SELECT variant_id AS variantId, counted, scans FROM count_lines
   WHERE document_id = ? AND variant_id IN (SELECT value FROM json_each(?))`,
);

/** The lines of some variants. */
export const countedLinesOf = (db: Reader, documentId: Id, variantIds: readonly Id[]): CountedLine[] =>
  db
    .all(countedLines, documentId, JSON.stringify(variantIds))
    .map((line) => ({ ...line, scans: JSON.parse(line.scans) as CountScan[] }));

const putScans = command(
  { writes: ['count_lines'] },
  'UPDATE count_lines SET scans = ? WHERE document_id = ? AND variant_id = ?',
);

export const saveCountScans = (tx: WriteTx, documentId: Id, variantId: Id, scans: readonly CountScan[]): number =>
  tx.run(putScans, JSON.stringify(scans), documentId, variantId);

const deleteCountLine = command(
  { writes: ['count_lines'] },
  'DELETE FROM count_lines WHERE document_id = ? AND variant_id = ?',
);

/** @returns whether the document had a line of the variant */
export const deleteCount = (tx: WriteTx, documentId: Id, variantId: Id): boolean =>
  tx.run(deleteCountLine, documentId, variantId) > 0;

const markLineApplied = command(
  { writes: ['count_lines'] },
  'UPDATE count_lines SET applied = 1 WHERE document_id = ? AND variant_id = ?',
);

/** Marks the line as applied to stock and ledger. */
const markApplied = (tx: WriteTx, documentId: Id, variantId: Id): number =>
  tx.run(markLineApplied, documentId, variantId);
