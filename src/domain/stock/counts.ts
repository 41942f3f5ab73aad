import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Counted, dropCount, putCounts } from './count-lines.ts';
import { finishCounting } from './counted.ts';
import { documentById, existingDocument, type StockDocument } from './document-list.ts';
import { addDraft, commitDraft, discardDraft } from './documents.ts';
import { unfitVariants } from './keeper.ts';
import { openCounted } from './ledger.ts';
import { refuseLines, requireLines, requireWarehouse } from './lines.ts';

// Count sheets and the stock files of fulfilment houses: what a warehouse holds of many variants, said all at once.

export interface Counting {
  storeId: Id;
  warehouseId: Id;
  note?: string | undefined;
}

const BOUNDS = { mostLines: 5_000, leastPieces: 0 };

/** Begins an empty count sheet. */
export function startCount(db: Database, counting: Counting & { userId?: Id | undefined }, now: number): Id {
  requireWarehouse(db, counting.storeId, counting.warehouseId);
  return addDraft(db, { ...counting, kind: 'count' }, now);
}

/**
 * Writes down what was counted, in place of what the sheet said of these variants, beside what is on hand right now.
 *
 * @throws Refusal not_found; invalid_request where it is no draft or would get too long; LinesRefused
 */
export function enterCounts(db: Database, sheetId: Id, lines: readonly Counted[]): void {
  enter(db, draftSheet(db, sheetId), lines);
  const { lineCount } = existingDocument(db, sheetId);
  if (lineCount > BOUNDS.mostLines)
    throw new Refusal('invalid_request', `a count sheet has at most ${BOUNDS.mostLines} lines, not ${lineCount}`);
}

/** @throws Refusal not_found where the sheet does not say anything of the variant; invalid_request where it is no draft */
export function removeCount(db: Database, sheetId: Id, variantId: Id): void {
  draftSheet(db, sheetId);
  if (!dropCount(db, sheetId, variantId))
    throw new Refusal('not_found', `count sheet ${sheetId} has no variant ${variantId}`);
}

/**
 * Makes what was counted what is on hand, all at once for every reader. Its lines are applied right after: see `applyCounts`.
 *
 * @throws Refusal not_found; invalid_request where it is no draft, is empty, or has variants that no longer keep stock
 */
export function commitCount(db: Database, sheetId: Id, now: number): void {
  const sheet = draftSheet(db, sheetId);
  const ids = countedIds(db, sheetId);
  if (ids.length === 0) throw new Refusal('invalid_request', `count sheet ${sheetId} is empty`);
  const unfit = unfitVariants(db, sheet.storeId, ids).map(({ problem }) => problem);
  if (unfit.length > 0)
    throw new Refusal('invalid_request', `take these off count sheet ${sheetId}: ${unfit.join('; ')}`);
  commit(db, sheet, now);
}

/** Ends a count without a change. */
export function discardCount(db: Database, sheetId: Id): void {
  draftSheet(db, sheetId);
  discardDraft(db, sheetId);
}

/** Makes what a fulfilment house says it holds what is on hand. Answers the document. */
export function applyFulfilment(db: Database, file: Counting & { lines: readonly Counted[] }, now: number): Id {
  const { storeId, warehouseId, note, lines } = file;
  requireWarehouse(db, storeId, warehouseId);
  const id = addDraft(db, { kind: 'fulfilment', storeId, warehouseId, note }, now);
  const document = existingDocument(db, id);
  enter(db, document, lines);
  commit(db, document, now);
  return id;
}

/** @throws Refusal not_found */
export function countSheet(db: Database, id: Id): StockDocument {
  const sheet = documentById(db, id);
  if (sheet?.kind !== 'count') throw new Refusal('not_found', `there is no count sheet ${id}`);
  return sheet;
}

function draftSheet(db: Database, id: Id): StockDocument {
  const sheet = countSheet(db, id);
  if (sheet.status !== 'draft') throw new Refusal('invalid_request', `count sheet ${id} is ${sheet.status} already`);
  return sheet;
}

const countedIds = (db: Database, documentId: Id): Id[] =>
  db.all<{ id: Id }>('SELECT variant_id AS id FROM count_lines WHERE document_id = ?', documentId).map(({ id }) => id);

function enter(db: Database, document: StockDocument, lines: readonly Counted[]): void {
  requireLines(
    db,
    document.storeId,
    lines.map(({ variantId, counted }) => ({ variantId, qty: counted })),
    BOUNDS,
  );
  requireEachOnce(lines);
  putCounts(db, document, lines);
}

function requireEachOnce(lines: readonly Counted[]): void {
  const seen = new Set<Id>();
  refuseLines(
    lines.flatMap(({ variantId }, line) => {
      if (seen.has(variantId)) return [{ line, problem: `variant ${variantId} has a line already` }];
      seen.add(variantId);
      return [];
    }),
  );
}

/** At most one document is being applied at a time. */
function commit(db: Database, { id }: StockDocument, now: number): void {
  finishCounting(db, now);
  openCounted(db, id);
  commitDraft(db, id, now);
  db.forget('counting');
  db.forget('product');
}
