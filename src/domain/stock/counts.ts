import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import {
  type Counted,
  type CountScan,
  correctCounts,
  countedLinesOf,
  deleteCount,
  finishApplyingCounts,
  putCounts,
  saveCountScans,
  settleMovements,
} from './count-lines.ts';
import { summed } from './count-reads.ts';
import { documentById, existingDocument, type StockDocument } from './document-list.ts';
import { addCountedRows } from './ledger.ts';
import { requireLines, requireWarehouse, throwLineProblems, variantsWithoutStock } from './line-checks.ts';
import { addDraft, commitDraft, discardDraft } from './stock-documents.ts';

// Count sheets and the stock files of fulfillment centers, which set the stock of many variants in one step.

interface Counting {
  storeId: Id;
  warehouseId: Id;
  note?: string | undefined;
}

const BOUNDS = { maxLines: 5_000, minPieces: 0 };

export function startCount(tx: WriteTx, counting: Counting & { userId?: Id | undefined }, now: number): Id {
  requireWarehouse(tx, counting.storeId, counting.warehouseId);
  return addDraft(tx, { ...counting, kind: 'count' }, now);
}

/**
 * Saves counted quantities; see `putCounts`. @throws AppError not_found; invalid_request if the sheet is not a draft or
 * would get too long; InvalidLines
 */
export function enterCounts(tx: WriteTx, sheetId: Id, lines: readonly Counted[]): void {
  const sheet = draftSheet(tx, sheetId);
  requireCounts(tx, sheet, lines);
  putCounts(tx, sheet, lines);
  requireLength(tx, sheet);
}

/**
 * Adds to the counted quantities, so that pieces can be scanned one by one. What has moved since a line was first entered
 * stays known. @throws as `enterCounts`
 */
export function addCounts(tx: WriteTx, sheetId: Id, lines: readonly Counted[]): void {
  const sheet = draftSheet(tx, sheetId);
  const ids = lines.map(({ variantId }) => variantId);
  const earlier = new Map(countedLinesOf(tx, sheetId, ids).map(({ variantId, counted }) => [variantId, counted]));
  const sums = summed(lines, earlier);
  requireCounts(tx, sheet, sums);
  correctCounts(tx, sheet, sums);
  requireLength(tx, sheet);
}

const MAX_SENDERS = 20;

/** Adds a scanned quantity, once for each scan. @returns the counted quantity. @throws as `enterCounts` */
export function addScannedCount(tx: WriteTx, sheetId: Id, line: Counted, scan: CountScan | undefined): number {
  const lineNow = () => countedLinesOf(tx, sheetId, [line.variantId])[0];
  const { counted = 0, scans = [] } = lineNow() ?? {};
  if (scan && scans.some(({ sender, number }) => sender === scan.sender && scan.number <= number)) return counted;
  addCounts(tx, sheetId, [line]);
  const others = scans.filter(({ sender }) => sender !== scan?.sender);
  if (scan) saveCountScans(tx, sheetId, line.variantId, [...others, scan].slice(-MAX_SENDERS));
  return lineNow()?.counted ?? 0;
}

function requireLength(tx: WriteTx, { id }: StockDocument): void {
  const { lineCount } = existingDocument(tx, id);
  if (lineCount > BOUNDS.maxLines)
    throw invalidRequest('count_sheet_too_long', { most: BOUNDS.maxLines, lines: lineCount });
}

/** @throws AppError not_found if the sheet has no line of the variant; invalid_request if it is not a draft */
export function removeCount(tx: WriteTx, sheetId: Id, variantId: Id): void {
  draftSheet(tx, sheetId);
  if (!deleteCount(tx, sheetId, variantId))
    throw notFound('count_sheet_without_variant', { sheet: sheetId, variant: variantId });
}

interface CommitOptions {
  /** The committing user; by default the user of the sheet. */
  userId?: Id | undefined;
  /** Whether movements since a line was entered are added to its counted quantity. By default they are undone. */
  keepMovements?: boolean | undefined;
}

/**
 * Sets stock on hand to the counted quantities, atomically for every reader. `applyCounts` then applies the lines.
 * @throws AppError not_found; invalid_request if the sheet is not a draft, is empty or has variants without own stock
 */
export function commitCount(tx: WriteTx, sheetId: Id, now: number, options: CommitOptions = {}): void {
  const sheet = draftSheet(tx, sheetId);
  const ids = countedIds(tx, sheetId);
  if (ids.length === 0) throw invalidRequest('count_sheet_empty', { sheet: sheetId });
  const problems = variantsWithoutStock(tx, sheet.storeId, ids).map(({ problem }) => problem);
  if (problems.length > 0) throw invalidRequest('count_sheet_unfit_variants', { sheet: sheetId, problems });
  commit(tx, sheet, now, options);
}

export function discardCount(tx: WriteTx, sheetId: Id): void {
  draftSheet(tx, sheetId);
  discardDraft(tx, sheetId);
}

/** Sets stock on hand to the quantities of a fulfillment center's file. @returns the document */
export function applyFulfilment(tx: WriteTx, file: Counting & { lines: readonly Counted[] }, now: number): Id {
  const { storeId, warehouseId, note, lines } = file;
  requireWarehouse(tx, storeId, warehouseId);
  const id = addDraft(tx, { kind: 'fulfilment', storeId, warehouseId, note }, now);
  const document = existingDocument(tx, id);
  requireCounts(tx, document, lines);
  putCounts(tx, document, lines);
  commit(tx, document, now);
  return id;
}

/** @throws AppError not_found */
export function countSheet(db: Reader, id: Id): StockDocument {
  const sheet = documentById(db, id);
  if (sheet?.kind !== 'count') throw notFound('count_sheet_not_found', { sheet: id });
  return sheet;
}

function draftSheet(db: Reader, id: Id): StockDocument {
  const sheet = countSheet(db, id);
  if (sheet.status !== 'draft') throw invalidRequest('count_sheet_not_draft', { sheet: id, status: sheet.status });
  return sheet;
}

const countedVariants = query<{ id: Id }>(
  { reads: ['count_lines'] },
  'SELECT variant_id AS id FROM count_lines WHERE document_id = ?',
);

const countedIds = (db: Reader, documentId: Id): Id[] => db.all(countedVariants, documentId).map(({ id }) => id);

function requireCounts(tx: WriteTx, document: StockDocument, lines: readonly Counted[]): void {
  requireLines(
    tx,
    document.storeId,
    lines.map(({ variantId, counted }) => ({ variantId, qty: counted })),
    BOUNDS,
  );
  requireEachOnce(lines);
}

function requireEachOnce(lines: readonly Counted[]): void {
  const seen = new Set<Id>();
  throwLineProblems(
    lines.flatMap(({ variantId }, line) => {
      if (seen.has(variantId)) return [{ line, problem: message('variant_counted_twice', { variant: variantId }) }];
      seen.add(variantId);
      return [];
    }),
  );
}

/** At most one document is being applied at a time. */
function commit(tx: WriteTx, { id }: StockDocument, now: number, options: CommitOptions = {}): void {
  finishApplyingCounts(tx, now);
  addCountedRows(tx, id);
  settleMovements(tx, id, options.keepMovements ?? false);
  commitDraft(tx, { id, userId: options.userId }, now);
  tx.invalidate('counting');
  tx.invalidate('product');
}
