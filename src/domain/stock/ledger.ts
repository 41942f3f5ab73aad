import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Cause, checkActor } from './reasons.ts';

// The only writer of stock and its ledger (docs/decisions.md#ledger).

/** A variant that keeps stock, in a warehouse of its store. */
export interface StockLocation {
  variantId: Id;
  warehouseId: Id;
}

/** What is added to on hand and to reserved; negative takes away. */
export interface Movement extends StockLocation {
  onHand?: number;
  reserved?: number;
}

export interface Level {
  onHand: number;
  reserved: number;
}

/** A changed available quantity; `time` strictly increases per variant and warehouse even where the clock steps back. */
export interface Change extends StockLocation {
  old: number;
  new: number;
  time: number;
}

export const MOST = 1_000_000_000_000; // pieces; keeps every sum an exact integer

/** Moves stock and keeps the ledger row; what the available quantity was and is. Whoever moves stock announces it: see move.ts. */
export function changeStock(tx: WriteTx, cause: Cause, movement: Movement, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand = 0, reserved = 0 } = movement;
  const row = stockRow(tx, movement);
  if (Math.abs(row.onHand + onHand) > MOST || Math.abs(row.reserved + reserved) > MOST)
    throw invalidRequest('stock_too_large', { variant: variantId, most: MOST });
  const old = availableOf(row);
  advance(row, movement, now);
  append(tx, cause, movement, row);
  deferWrite(tx, row, cause.reason === 'order_reserved');
  return { variantId, warehouseId, old, new: availableOf(row), time: row.time };
}

const setStock = command(
  { writes: ['stock'] },
  'UPDATE stock SET on_hand = ?, reserved = ? WHERE variant_id = ? AND warehouse_id = ?',
);

/**
 * Makes stock `level` where something other than the ledger has changed it. The ledger's sum stays as it is; its new row
 * marks the moment.
 */
export function restoreStock(tx: WriteTx, cause: Cause, level: StockLocation & Level, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand, reserved } = level;
  const before = levelOf(tx, variantId, warehouseId);
  tx.run(setStock, onHand, reserved, variantId, warehouseId);
  tx.invalidateRows(STOCK_ROWS);
  const place = { variantId, warehouseId };
  const row = stockRow(tx, place);
  advance(row, place, now);
  append(tx, cause, place, row);
  deferWrite(tx, row);
  return { ...place, old: availableOf(before), new: availableOf(row), time: row.time };
}

/** Makes the ledger add up to what is in stock, where something else has changed that: the row is of what it missed. */
export function acceptStock(tx: WriteTx, cause: Cause, ledger: StockLocation & Level, now: number): Change {
  checkActor(cause);
  const place = { variantId: ledger.variantId, warehouseId: ledger.warehouseId };
  const row = stockRow(tx, place);
  advance(row, place, now);
  const missed = { ...place, onHand: row.onHand - ledger.onHand, reserved: row.reserved - ledger.reserved };
  append(tx, cause, missed, row);
  deferWrite(tx, row);
  return { ...place, old: availableOf(ledger), new: availableOf(row), time: row.time };
}

const listCountedVariants = command(
  { writes: ['stock'], reads: ['count_lines', 'stock_documents'] },
  `INSERT OR IGNORE INTO stock (variant_id, warehouse_id)
   SELECT c.variant_id, d.warehouse_id FROM stock_documents d JOIN count_lines c ON c.document_id = d.id WHERE d.id = ?`,
);

/** Lists the counted variants in the warehouse of their sheet. */
export function openCounted(tx: WriteTx, documentId: Id): void {
  tx.run(listCountedVariants, documentId);
  tx.invalidateRows(STOCK_ROWS);
}

const listVariant = command(
  { writes: ['stock'] },
  'INSERT OR IGNORE INTO stock (variant_id, warehouse_id) VALUES (?, ?)',
);

/** Lists the variant in the warehouse, with nothing in it yet. Whether it was not there. */
export function openStock(tx: WriteTx, { variantId, warehouseId }: StockLocation): boolean {
  tx.invalidateRows(STOCK_ROWS);
  return tx.run(listVariant, variantId, warehouseId) > 0;
}

/** The time of a change of available that no stock of this variant's own made, in line with all its others. */
export function nextTime(tx: WriteTx, place: StockLocation, now: number): number {
  const row = stockRow(tx, place);
  advance(row, place, now);
  deferWrite(tx, row);
  return row.time;
}

const currentLevel = query<Level>(
  { reads: ['current_stock', 'stock'] },
  'SELECT on_hand AS onHand, reserved FROM current_stock WHERE variant_id = +? AND warehouse_id = +?',
);

/** What the warehouse holds of the variant; zeros where it never held any. */
export const levelOf = (db: Reader, variantId: Id, warehouseId: Id): Level =>
  db.get(currentLevel, variantId, warehouseId) ?? { onHand: 0, reserved: 0 };

const availableOf = ({ onHand, reserved }: Level): number => onHand - reserved;

/** A row of stock. What is held of it changes with each movement, and the row itself once a transaction. */
interface StockRow extends Level, StockLocation {
  /** Of the newest change. */
  time: number;
  /** The ledger's newest row; null where nothing has moved yet. */
  newestEntry: number | null;
  /** 1 or 0. */
  isFastMoving: number;
}

const STOCK_ROWS = 'stock';

/** What each warehouse holds of the variant in the books, without counts still to be applied. It changes as stock moves. */
export const stockRowsOf = (tx: WriteTx, variantId: Id): readonly Readonly<StockRow>[] =>
  cachedStockRows(tx, variantId);

const stockRowsOfVariant = query<StockRow>(
  { reads: ['stock'] },
  `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand AS onHand, reserved, update_time AS time,
     newest_entry AS newestEntry, is_fast_moving AS isFastMoving
   FROM stock WHERE variant_id = +?`,
);

const cachedStockRows = (tx: WriteTx, variantId: Id): readonly StockRow[] =>
  tx.cachedRow(STOCK_ROWS, variantId, () => tx.all(stockRowsOfVariant, variantId));

/** What the warehouse holds of the variant: nothing yet where it never held any, and listed from then on. */
function stockRow(tx: WriteTx, { variantId, warehouseId }: StockLocation): StockRow {
  const find = () => cachedStockRows(tx, variantId).find((row) => row.warehouseId === warehouseId);
  const listed = find();
  if (listed) return listed;
  openStock(tx, { variantId, warehouseId });
  return find() as StockRow;
}

/** Changes the cached row. The caller calls `deferWrite` in the same step. */
function advance(row: StockRow, { onHand = 0, reserved = 0 }: Movement, now: number): void {
  row.onHand += onHand;
  row.reserved += reserved;
  row.time = Math.max(row.time + 1, now);
}

/** Writes the row once per commit, however often it changes. @param isOrdered whether an order has just taken of it */
const deferWrite = (tx: WriteTx, row: StockRow, isOrdered = false): void =>
  tx.deferUpdate('stock', row, () => writeStockRow(tx, row, isOrdered));

/**
 * What is ordered within so many entries of the ledger after it has moved is fast-moving. Such rows lie together, so that
 * orders write few pages, however many variants there are. They are slow-moving again when nothing has moved them for
 * four times as long: few go to and fro.
 */
const SOON = 10_000;

/** By its key: the index that finds a row wherever it lies is a page more to read. */
const UPDATE = `UPDATE stock INDEXED BY sqlite_autoindex_stock_1
  SET on_hand = ?, reserved = ?, update_time = ?, newest_entry = ?`;
const PLACE = 'variant_id = +? AND warehouse_id = +?';
const updateFastMoving = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 1 AND ${PLACE}`);
const updateSlowMoving = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 0 AND ${PLACE}`);
const makeFastMoving = command(
  { writes: ['stock'] },
  `${UPDATE}, is_fast_moving = 1 WHERE is_fast_moving = 0 AND ${PLACE} AND newest_entry > ?`,
);

function writeStockRow(tx: WriteTx, row: StockRow, isOrdered: boolean): void {
  const { variantId, warehouseId, onHand, reserved, time, newestEntry } = row;
  const values = [onHand, reserved, time, newestEntry, variantId, warehouseId] as const;
  const isMadeFast = isOrdered && !row.isFastMoving && tx.run(makeFastMoving, ...values, (newestEntry ?? 0) - SOON) > 0;
  const isWritten = isMadeFast || tx.run(row.isFastMoving ? updateFastMoving : updateSlowMoving, ...values) > 0;
  if (!isWritten) throw new Error(`variant ${variantId} is not listed in warehouse ${warehouseId}`);
  if (isMadeFast) row.isFastMoving = 1;
}

export const SLOWED_AT_ONCE = 100;

const markRowsSlowMoving = command(
  { writes: ['stock'], reads: ['stock_ledger'] },
  `UPDATE stock SET is_fast_moving = 0 WHERE is_fast_moving = 1 AND (variant_id, warehouse_id) IN (
   SELECT variant_id, warehouse_id FROM stock
   WHERE is_fast_moving = 1 AND newest_entry <= (SELECT max(id) FROM stock_ledger) - ? LIMIT ?)`,
);

/**
 * Makes some rows slow-moving that nothing has moved within so many entries of the ledger. How many: fewer than at once
 * where there are no others.
 */
export function markSlowMoving(tx: WriteTx, unmoved = 4 * SOON): number {
  const marked = tx.run(markRowsSlowMoving, unmoved, SLOWED_AT_ONCE);
  if (marked > 0) tx.invalidateRows(STOCK_ROWS);
  return marked;
}

const LEDGER = batchInsert({
  table: 'stock_ledger',
  columns: `id, previous, variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before,
    reserved_after, reason, order_id, user_id, document_id`,
});

/** Appends the ledger entry of a movement and makes it the newest of the stock row. */
function append(tx: WriteTx, cause: Cause, movement: Movement, row: StockRow): void {
  const { onHand = 0, reserved = 0 } = movement;
  const previous = row.newestEntry;
  row.newestEntry = tx.nextId(LEDGER);
  tx.queueInsert(LEDGER, [
    row.newestEntry,
    previous,
    movement.variantId,
    movement.warehouseId,
    row.time,
    row.onHand - onHand,
    row.onHand,
    row.reserved - reserved,
    row.reserved,
    cause.reason,
    cause.orderId ?? null,
    cause.userId ?? null,
    cause.documentId ?? null,
  ]);
}
