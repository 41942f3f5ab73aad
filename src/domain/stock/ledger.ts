import { batchedTable } from '../../db/batches.ts';
import type { Database } from '../../db/database.ts';
import { nextId } from '../../db/next-id.ts';
import { Refusal } from '../../lib/errors.ts';
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
export function changeStock(db: Database, cause: Cause, movement: Movement, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand = 0, reserved = 0 } = movement;
  const shelf = shelfOf(db, movement);
  if (Math.abs(shelf.onHand + onHand) > MOST || Math.abs(shelf.reserved + reserved) > MOST)
    throw new Refusal('invalid_request', `the stock of variant ${variantId} would go beyond ${MOST}`);
  const old = availableOf(shelf);
  advance(shelf, movement, now);
  append(db, cause, movement, shelf);
  put(db, shelf, cause.reason === 'order_reserved');
  return { variantId, warehouseId, old, new: availableOf(shelf), time: shelf.time };
}

/**
 * Makes stock `level` where something other than the ledger has changed it. The ledger's sum stays as it is; its new row
 * marks the moment.
 */
export function restoreStock(db: Database, cause: Cause, level: Place & Level, now: number): Change {
  checkActor(cause);
  const { variantId, warehouseId, onHand, reserved } = level;
  const before = levelOf(db, variantId, warehouseId);
  db.run(
    'UPDATE stock SET on_hand = ?, reserved = ? WHERE variant_id = ? AND warehouse_id = ?',
    onHand,
    reserved,
    variantId,
    warehouseId,
  );
  db.letGo(SHELVES);
  const place = { variantId, warehouseId };
  const shelf = shelfOf(db, place);
  advance(shelf, place, now);
  append(db, cause, place, shelf);
  put(db, shelf);
  return { ...place, old: availableOf(before), new: availableOf(shelf), time: shelf.time };
}

/** Makes the ledger add up to what is in stock, where something else has changed that: the row is of what it missed. */
export function acceptStock(db: Database, cause: Cause, ledger: Place & Level, now: number): Change {
  checkActor(cause);
  const place = { variantId: ledger.variantId, warehouseId: ledger.warehouseId };
  const shelf = shelfOf(db, place);
  advance(shelf, place, now);
  const missed = { ...place, onHand: shelf.onHand - ledger.onHand, reserved: shelf.reserved - ledger.reserved };
  append(db, cause, missed, shelf);
  put(db, shelf);
  return { ...place, old: availableOf(ledger), new: availableOf(shelf), time: shelf.time };
}

/** Lists the counted variants in the warehouse of their sheet. */
export function openCounted(db: Database, documentId: Id): void {
  db.run(
    `INSERT OR IGNORE INTO stock (variant_id, warehouse_id)
     SELECT c.variant_id, d.warehouse_id FROM stock_documents d JOIN count_lines c ON c.document_id = d.id WHERE d.id = ?`,
    documentId,
  );
  db.letGo(SHELVES);
}

/** Lists the variant in the warehouse, with nothing in it yet. Whether it was not there. */
export function openStock(db: Database, { variantId, warehouseId }: Place): boolean {
  db.letGo(SHELVES);
  return db.run('INSERT OR IGNORE INTO stock (variant_id, warehouse_id) VALUES (?, ?)', variantId, warehouseId) > 0;
}

/** The time of a change of available that no stock of this variant's own made, in line with all its others. */
export function nextTime(db: Database, place: Place, now: number): number {
  const shelf = shelfOf(db, place);
  advance(shelf, place, now);
  put(db, shelf);
  return shelf.time;
}

/** What the warehouse holds of the variant; zeros where it never held any. */
export const levelOf = (db: Database, variantId: Id, warehouseId: Id): Level =>
  db.get<Level>(
    'SELECT on_hand AS onHand, reserved FROM current_stock WHERE variant_id = ? AND warehouse_id = ?',
    variantId,
    warehouseId,
  ) ?? { onHand: 0, reserved: 0 };

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
const STOCK = /\b(current_)?stock\b/;

/** What each warehouse holds of the variant in the books, without counts still to be applied. It changes as stock moves. */
export const shelvesOf = (db: Database, variantId: Id): readonly Readonly<Shelf>[] => heldShelves(db, variantId);

const heldShelves = (db: Database, variantId: Id): readonly Shelf[] =>
  db.held(SHELVES, variantId, () =>
    db.all<Shelf>(
      `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand AS onHand, reserved, update_time AS time,
         newest_entry AS newestEntry, is_fast_moving AS isFastMoving
       FROM stock WHERE variant_id = ?`,
      variantId,
    ),
  );

/** What the warehouse holds of the variant: nothing yet where it never held any, and listed from then on. */
function shelfOf(db: Database, { variantId, warehouseId }: Place): Shelf {
  const find = () => heldShelves(db, variantId).find((shelf) => shelf.warehouseId === warehouseId);
  const listed = find();
  if (listed) return listed;
  openStock(db, { variantId, warehouseId });
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
const put = (db: Database, shelf: Shelf, isOrdered = false): void =>
  db.putOff(shelf, STOCK, () => writeShelf(db, shelf, isOrdered));

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
const UPDATE_FAST = `${UPDATE} WHERE is_fast_moving = 1 AND ${PLACE}`;
const UPDATE_SLOW = `${UPDATE} WHERE is_fast_moving = 0 AND ${PLACE}`;
const MAKE_FAST = `${UPDATE}, is_fast_moving = 1 WHERE is_fast_moving = 0 AND ${PLACE} AND newest_entry > ?`;

function writeShelf(db: Database, shelf: Shelf, isOrdered: boolean): void {
  const { variantId, warehouseId, onHand, reserved, time, newestEntry } = shelf;
  const values = [onHand, reserved, time, newestEntry, variantId, warehouseId] as const;
  const isMadeFast = isOrdered && !shelf.isFastMoving && db.run(MAKE_FAST, ...values, (newestEntry ?? 0) - SOON) > 0;
  const isWritten = isMadeFast || db.run(shelf.isFastMoving ? UPDATE_FAST : UPDATE_SLOW, ...values) > 0;
  if (!isWritten) throw new Error(`variant ${variantId} is not listed in warehouse ${warehouseId}`);
  if (isMadeFast) shelf.isFastMoving = 1;
}

export const SLOWED_AT_ONCE = 100;

/**
 * Makes some rows slow-moving that nothing has moved within so many entries of the ledger. How many: fewer than at once
 * where there are no others.
 */
export function markSlowMoving(db: Database, unmoved = 4 * SOON): number {
  const marked = db.run(
    `UPDATE stock SET is_fast_moving = 0 WHERE is_fast_moving = 1 AND (variant_id, warehouse_id) IN (
       SELECT variant_id, warehouse_id FROM stock
       WHERE is_fast_moving = 1 AND newest_entry <= (SELECT max(id) FROM stock_ledger) - ? LIMIT ?)`,
    unmoved,
    SLOWED_AT_ONCE,
  );
  if (marked > 0) db.letGo(SHELVES);
  return marked;
}

const LEDGER = batchedTable({
  insert: `INSERT INTO stock_ledger (id, previous, variant_id, warehouse_id, time, on_hand_before, on_hand_after,
    reserved_before, reserved_after, reason, order_id, user_id, document_id)`,
  named: /\bstock_ledger\b/,
});

/** Appends the ledger row of a movement that has led to this; the shelf names it as its newest. */
function append(db: Database, cause: Cause, movement: Movement, shelf: Shelf): void {
  const { onHand = 0, reserved = 0 } = movement;
  const previous = shelf.newestEntry;
  shelf.newestEntry = nextId(db, LEDGER);
  db.insertInBatch(LEDGER, [
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
