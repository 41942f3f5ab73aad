import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Cause, checkActor } from './reasons.ts';

// The only writer of stock and its ledger (docs/decisions.md#ledger).

/** A variant that keeps stock, in a warehouse of its store. */
export interface Place {
  variantId: Id;
  warehouseId: Id;
}

/** What is added to on hand and to reserved; negative takes away. */
export interface Movement extends Place {
  onHand?: number;
  reserved?: number;
}

export interface Level {
  onHand: number;
  reserved: number;
}

/** A changed available quantity; `time` strictly increases per variant and warehouse even where the clock steps back. */
export interface Change extends Place {
  old: number;
  new: number;
  time: number;
}

export const MOST = 1_000_000_000_000; // pieces; keeps every sum an exact integer

/** Moves stock and keeps the ledger row; what the available quantity was and is. Whoever moves stock announces it: see move.ts. */
export function changeStock(tx: WriteTx, cause: Cause, movement: Movement, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand = 0, reserved = 0 } = movement;
  const shelf = shelfOf(tx, movement);
  if (Math.abs(shelf.onHand + onHand) > MOST || Math.abs(shelf.reserved + reserved) > MOST)
    throw new AppError('invalid_request', 'stock_too_large', { variant: variantId, most: MOST });
  const old = availableOf(shelf);
  advance(shelf, movement, now);
  append(tx, cause, movement, shelf);
  put(tx, shelf, cause.reason === 'order_reserved');
  return { variantId, warehouseId, old, new: availableOf(shelf), time: shelf.time };
}

const updateStock = command(
  { writes: ['stock'] },
  'UPDATE stock SET on_hand = ?, reserved = ? WHERE variant_id = ? AND warehouse_id = ?',
);

/**
 * Makes stock `level` where something other than the ledger has changed it. The ledger's sum stays as it is; its new row
 * marks the moment.
 */
export function restoreStock(tx: WriteTx, cause: Cause, level: Place & Level, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand, reserved } = level;
  const before = levelOf(tx, variantId, warehouseId);
  tx.run(updateStock, onHand, reserved, variantId, warehouseId);
  tx.invalidateRows(SHELVES);
  const place = { variantId, warehouseId };
  const shelf = shelfOf(tx, place);
  advance(shelf, place, now);
  append(tx, cause, place, shelf);
  put(tx, shelf);
  return { ...place, old: availableOf(before), new: availableOf(shelf), time: shelf.time };
}

/** Makes the ledger add up to what is in stock, where something else has changed that: the row is of what it missed. */
export function acceptStock(tx: WriteTx, cause: Cause, ledger: Place & Level, now: number): Change {
  checkActor(cause);
  const place = { variantId: ledger.variantId, warehouseId: ledger.warehouseId };
  const shelf = shelfOf(tx, place);
  advance(shelf, place, now);
  const missed = { ...place, onHand: shelf.onHand - ledger.onHand, reserved: shelf.reserved - ledger.reserved };
  append(tx, cause, missed, shelf);
  put(tx, shelf);
  return { ...place, old: availableOf(ledger), new: availableOf(shelf), time: shelf.time };
}

const insertCounted = command(
  { writes: ['stock'], reads: ['count_lines', 'stock_documents'] },
  `INSERT OR IGNORE INTO stock (variant_id, warehouse_id)
   SELECT c.variant_id, d.warehouse_id FROM stock_documents d JOIN count_lines c ON c.document_id = d.id WHERE d.id = ?`,
);

/** Lists the counted variants in the warehouse of their sheet. */
export function openCounted(tx: WriteTx, documentId: Id): void {
  tx.run(insertCounted, documentId);
  tx.invalidateRows(SHELVES);
}

const insertStock = command(
  { writes: ['stock'] },
  'INSERT OR IGNORE INTO stock (variant_id, warehouse_id) VALUES (?, ?)',
);

/** Lists the variant in the warehouse, with nothing in it yet. Whether it was not there. */
export function openStock(tx: WriteTx, { variantId, warehouseId }: Place): boolean {
  tx.invalidateRows(SHELVES);
  return tx.run(insertStock, variantId, warehouseId) > 0;
}

/** The time of a change of available that no stock of this variant's own made, in line with all its others. */
export function nextTime(tx: WriteTx, place: Place, now: number): number {
  const shelf = shelfOf(tx, place);
  advance(shelf, place, now);
  put(tx, shelf);
  return shelf.time;
}

const selectLevelOf = query<Level>(
  { reads: ['current_stock', 'stock'] },
  'SELECT on_hand AS onHand, reserved FROM current_stock WHERE variant_id = ? AND warehouse_id = ?',
);

/** What the warehouse holds of the variant; zeros where it never held any. */
export const levelOf = (db: Reader, variantId: Id, warehouseId: Id): Level =>
  db.get(selectLevelOf, variantId, warehouseId) ?? { onHand: 0, reserved: 0 };

const availableOf = ({ onHand, reserved }: Level): number => onHand - reserved;

/** A row of stock. What is held of it changes with each movement, and the row itself once a transaction. */
interface Shelf extends Level, Place {
  /** Of the newest change. */
  time: number;
  /** The ledger's newest row; null where nothing has moved yet. */
  newestEntry: number | null;
  /** 1 or 0. */
  isFastMoving: number;
}

const SHELVES = 'stock';

/** What each warehouse holds of the variant in the books, without counts still to be applied. It changes as stock moves. */
export const shelvesOf = (tx: WriteTx, variantId: Id): readonly Readonly<Shelf>[] => heldShelves(tx, variantId);

const selectHeldShelves = query<Shelf>(
  { reads: ['stock'] },
  `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand AS onHand, reserved, update_time AS time,
     newest_entry AS newestEntry, is_fast_moving AS isFastMoving
   FROM stock WHERE variant_id = ?`,
);

const heldShelves = (tx: WriteTx, variantId: Id): readonly Shelf[] =>
  tx.cachedRow(SHELVES, variantId, () => tx.all(selectHeldShelves, variantId));

/** What the warehouse holds of the variant: nothing yet where it never held any, and listed from then on. */
function shelfOf(tx: WriteTx, { variantId, warehouseId }: Place): Shelf {
  const find = () => heldShelves(tx, variantId).find((shelf) => shelf.warehouseId === warehouseId);
  const listed = find();
  if (listed) return listed;
  openStock(tx, { variantId, warehouseId });
  return find() as Shelf;
}

/** What has been held of the row is then what `put` is to write in the same step. */
function advance(shelf: Shelf, { onHand = 0, reserved = 0 }: Movement, now: number): void {
  shelf.onHand += onHand;
  shelf.reserved += reserved;
  shelf.time = Math.max(shelf.time + 1, now);
}

/**
 * Written once a commit, however often it changes in it.
 *
 * @param isOrdered whether an order has just taken of it
 */
const put = (tx: WriteTx, shelf: Shelf, isOrdered = false): void =>
  tx.deferUpdate('stock', shelf, () => writeShelf(tx, shelf, isOrdered));

/**
 * What is ordered within so many entries of the ledger after it has moved is fast-moving. Such rows lie together, so that
 * orders write few pages, however many variants there are. They are slow-moving again when nothing has moved them for
 * four times as long: few go to and fro.
 */
const SOON = 10_000;

/** By its key: the index that finds a row wherever it lies is a page more to read. */
const UPDATE = `UPDATE stock INDEXED BY sqlite_autoindex_stock_1
  SET on_hand = ?, reserved = ?, update_time = ?, newest_entry = ?`;
const PLACE = 'variant_id = ? AND warehouse_id = ?';
const UPDATE_FAST = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 1 AND ${PLACE}`);
const UPDATE_SLOW = command({ writes: ['stock'] }, `${UPDATE} WHERE is_fast_moving = 0 AND ${PLACE}`);
const MAKE_FAST = command(
  { writes: ['stock'] },
  `${UPDATE}, is_fast_moving = 1 WHERE is_fast_moving = 0 AND ${PLACE} AND newest_entry > ?`,
);

function writeShelf(tx: WriteTx, shelf: Shelf, isOrdered: boolean): void {
  const { variantId, warehouseId, onHand, reserved, time, newestEntry } = shelf;
  const values = [onHand, reserved, time, newestEntry, variantId, warehouseId] as const;
  const isMadeFast = isOrdered && !shelf.isFastMoving && tx.run(MAKE_FAST, ...values, (newestEntry ?? 0) - SOON) > 0;
  const isWritten = isMadeFast || tx.run(shelf.isFastMoving ? UPDATE_FAST : UPDATE_SLOW, ...values) > 0;
  if (!isWritten) throw new Error(`variant ${variantId} is not listed in warehouse ${warehouseId}`);
  if (isMadeFast) shelf.isFastMoving = 1;
}

export const SLOWED_AT_ONCE = 100;

const updateSlowMoving = command(
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
  const marked = tx.run(updateSlowMoving, unmoved, SLOWED_AT_ONCE);
  if (marked > 0) tx.invalidateRows(SHELVES);
  return marked;
}

const LEDGER = batchInsert({
  table: 'stock_ledger',
  columns: `id, previous, variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before,
    reserved_after, reason, order_id, user_id, document_id`,
});

/** Appends the ledger row of a movement that has led to this; the shelf names it as its newest. */
function append(tx: WriteTx, cause: Cause, movement: Movement, shelf: Shelf): void {
  const { onHand = 0, reserved = 0 } = movement;
  const previous = shelf.newestEntry;
  shelf.newestEntry = tx.nextId(LEDGER);
  tx.queueInsert(LEDGER, [
    shelf.newestEntry,
    previous,
    movement.variantId,
    movement.warehouseId,
    shelf.time,
    shelf.onHand - onHand,
    shelf.onHand,
    shelf.reserved - reserved,
    shelf.reserved,
    cause.reason,
    cause.orderId ?? null,
    cause.userId ?? null,
    cause.documentId ?? null,
  ]);
}
