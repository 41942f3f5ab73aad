import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
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

/** Quantities to add; negative ones are subtracted. */
export interface Movement extends StockLocation {
  onHand?: number;
  reserved?: number;
}

export interface Level {
  onHand: number;
  reserved: number;
}

/** A changed available quantity; `time` strictly increases per variant and warehouse, even if the clock steps back. */
export interface Change extends StockLocation {
  old: number;
  new: number;
  time: number;
}

export const MAX_STOCK = 1_000_000_000_000; // pieces; keeps every sum an exact integer

/** Moves stock and appends the ledger entry. The caller announces the returned change; see move-stock.ts. */
export function changeStock(tx: WriteTx, cause: Cause, movement: Movement, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand = 0, reserved = 0 } = movement;
  const row = stockRow(tx, movement);
  if (Math.abs(row.onHand + onHand) > MAX_STOCK || Math.abs(row.reserved + reserved) > MAX_STOCK)
    throw invalidRequest('stock_too_large', { variant: variantId, most: MAX_STOCK });
  const old = availableOf(row);
  applyMovement(row, movement, now);
  appendEntry(tx, cause, movement, row);
  deferWrite(tx, row, cause.reason === 'order_reserved');
  return { variantId, warehouseId, old, new: availableOf(row), time: row.time };
}

const setStock = command(
  { writes: ['stock'] },
  'UPDATE stock SET on_hand = ?, reserved = ? WHERE variant_id = ? AND warehouse_id = ?',
);

/** Repairs stock: sets it to `level`. The new ledger entry marks the repair and does not change the sum. */
export function restoreStock(tx: WriteTx, cause: Cause, level: StockLocation & Level, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand, reserved } = level;
  const before = levelOf(tx, variantId, warehouseId);
  tx.run(setStock, onHand, reserved, variantId, warehouseId);
  tx.invalidateRows(STOCK_ROWS);
  const location = { variantId, warehouseId };
  const row = stockRow(tx, location);
  applyMovement(row, location, now);
  appendEntry(tx, cause, location, row);
  deferWrite(tx, row);
  return { ...location, old: availableOf(before), new: availableOf(row), time: row.time };
}

/** Repairs the ledger: appends an entry of the difference between stock and ledger. */
export function acceptStock(tx: WriteTx, cause: Cause, ledger: StockLocation & Level, now: number): Change {
  checkActor(cause);
  const location = { variantId: ledger.variantId, warehouseId: ledger.warehouseId };
  const row = stockRow(tx, location);
  applyMovement(row, location, now);
  const difference = { ...location, onHand: row.onHand - ledger.onHand, reserved: row.reserved - ledger.reserved };
  appendEntry(tx, cause, difference, row);
  deferWrite(tx, row);
  return { ...location, old: availableOf(ledger), new: availableOf(row), time: row.time };
}

const listCountedVariants = command(
  { writes: ['stock'], reads: ['count_lines', 'stock_documents'] },
  `INSERT OR IGNORE INTO stock (variant_id, warehouse_id)
   SELECT c.variant_id, d.warehouse_id FROM stock_documents d JOIN count_lines c ON c.document_id = d.id WHERE d.id = ?`,
);

/** Adds missing stock rows of the counted variants. */
export function addCountedRows(tx: WriteTx, documentId: Id): void {
  tx.run(listCountedVariants, documentId);
  tx.invalidateRows(STOCK_ROWS);
}

const listVariant = command(
  { writes: ['stock'] },
  'INSERT OR IGNORE INTO stock (variant_id, warehouse_id) VALUES (?, ?)',
);

/** Adds an empty stock row. @returns whether it was missing */
export function addStockRow(tx: WriteTx, { variantId, warehouseId }: StockLocation): boolean {
  tx.invalidateRows(STOCK_ROWS);
  return tx.run(listVariant, variantId, warehouseId) > 0;
}

/** The next change time of a variant whose available quantity changes without an own movement. */
export function nextTime(tx: WriteTx, location: StockLocation, now: number): number {
  const row = stockRow(tx, location);
  applyMovement(row, location, now);
  deferWrite(tx, row);
  return row.time;
}

const currentLevel = query<Level>(
  { reads: CURRENT_STOCK },
  'SELECT on_hand AS onHand, reserved FROM current_stock WHERE variant_id = ? AND warehouse_id = ?',
);

/** Zeros if there is no stock row. */
export const levelOf = (db: Reader, variantId: Id, warehouseId: Id): Level =>
  db.get(currentLevel, variantId, warehouseId) ?? { onHand: 0, reserved: 0 };

const availableOf = ({ onHand, reserved }: Level): number => onHand - reserved;

/** A cached stock row. It changes with each movement and is written once per transaction. */
interface StockRow extends Level, StockLocation {
  /** Time of the newest change. */
  time: number;
  /** The newest ledger entry; null before the first movement. */
  newestEntry: number | null;
  /** 1 or 0. */
  isFastMoving: number;
}

const STOCK_ROWS = 'stock';

/** The variant's stock rows, without count lines that are not applied yet. The rows change as stock moves. */
export const stockRowsOf = (tx: WriteTx, variantId: Id): readonly Readonly<StockRow>[] =>
  cachedStockRows(tx, variantId);

const stockRowsOfVariant = query<StockRow>(
  { reads: ['stock'] },
  `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand AS onHand, reserved, update_time AS time,
     newest_entry AS newestEntry, is_fast_moving AS isFastMoving
   FROM stock WHERE variant_id = ?`,
);

const cachedStockRows = (tx: WriteTx, variantId: Id): readonly StockRow[] =>
  tx.cachedRow(STOCK_ROWS, variantId, () => tx.all(stockRowsOfVariant, variantId));

/** The stock row, created if it is missing. */
function stockRow(tx: WriteTx, { variantId, warehouseId }: StockLocation): StockRow {
  const findRow = () => cachedStockRows(tx, variantId).find((row) => row.warehouseId === warehouseId);
  const existing = findRow();
  if (existing) return existing;
  addStockRow(tx, { variantId, warehouseId });
  return findRow() as StockRow;
}

/** Changes the cached row. The caller calls `deferWrite` in the same step. */
function applyMovement(row: StockRow, { onHand = 0, reserved = 0 }: Movement, now: number): void {
  row.onHand += onHand;
  row.reserved += reserved;
  row.time = Math.max(row.time + 1, now);
}

/** Writes the row once per commit. @param isOrdered whether an order has just reserved stock */
const deferWrite = (tx: WriteTx, row: StockRow, isOrdered = false): void =>
  tx.deferUpdate('stock', row, () => writeStockRow(tx, row, isOrdered));

/**
 * A row that is ordered within this many ledger entries of its last movement becomes fast-moving. Fast-moving rows are
 * clustered, so that orders write few pages. After four times as many entries without a movement a row is slow-moving
 * again.
 */
const FAST_MOVING_ENTRIES = 10_000;

/** Fixes the index: SQLite would choose one that reads an additional page. */
const UPDATE = `UPDATE stock INDEXED BY sqlite_autoindex_stock_1
  SET on_hand = ?, reserved = ?, update_time = ?, newest_entry = ?`;
const AT_LOCATION = 'variant_id = ? AND warehouse_id = ?';
const updateFastMoving = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 1 AND ${AT_LOCATION}`);
const updateSlowMoving = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 0 AND ${AT_LOCATION}`);
const makeFastMoving = command(
  { writes: ['stock'] },
  `${UPDATE}, is_fast_moving = 1 WHERE is_fast_moving = 0 AND ${AT_LOCATION} AND newest_entry > ?`,
);

function writeStockRow(tx: WriteTx, row: StockRow, isOrdered: boolean): void {
  const { variantId, warehouseId, onHand, reserved, time, newestEntry } = row;
  const values = [onHand, reserved, time, newestEntry, variantId, warehouseId] as const;
  const becomesFast =
    isOrdered && !row.isFastMoving && tx.run(makeFastMoving, ...values, (newestEntry ?? 0) - FAST_MOVING_ENTRIES) > 0;
  const isWritten = becomesFast || tx.run(row.isFastMoving ? updateFastMoving : updateSlowMoving, ...values) > 0;
  if (!isWritten) throw new Error(`variant ${variantId} is not listed in warehouse ${warehouseId}`);
  if (becomesFast) row.isFastMoving = 1;
}

export const SLOW_MOVING_BATCH = 100;

const markRowsSlowMoving = command(
  { writes: ['stock'], reads: ['stock_ledger'] },
  `UPDATE stock SET is_fast_moving = 0 WHERE is_fast_moving = 1 AND (variant_id, warehouse_id) IN (
   SELECT variant_id, warehouse_id FROM stock
   WHERE is_fast_moving = 1 AND newest_entry <= (SELECT max(id) FROM stock_ledger) - ? LIMIT +?)`,
);

/**
 * Marks rows as slow-moving that have not moved within `unmoved` ledger entries. @returns their number; below
 * SLOW_MOVING_BATCH none are left
 */
export function markSlowMoving(tx: WriteTx, unmoved = 4 * FAST_MOVING_ENTRIES): number {
  const marked = tx.run(markRowsSlowMoving, unmoved, SLOW_MOVING_BATCH);
  if (marked > 0) tx.invalidateRows(STOCK_ROWS);
  return marked;
}

const LEDGER = batchInsert({
  table: 'stock_ledger',
  columns: `id, previous, variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before,
    reserved_after, reason, order_id, user_id, document_id`,
});

/** Appends the ledger entry of a movement and makes it the newest of the stock row. */
function appendEntry(tx: WriteTx, cause: Cause, movement: Movement, row: StockRow): void {
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
