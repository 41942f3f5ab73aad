import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { countedCode } from '../../lib/counted-code.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { findScanned } from '../../lib/thai-keyboard.ts';
import { variantsOfBarcode, variantsWithCode } from '../barcodes.ts';
import { variantTitle } from '../variants.ts';
import { type Act, recordEvent } from './history.ts';
import type { LineQty } from './lines.ts';
import { existingOrder, type Order } from './order.ts';
import {
  hasItem,
  isPacked,
  markPacked,
  missingQtys,
  type PackItem,
  type Piece,
  packItems,
  packPiece,
  packRest,
  type ScannedCode,
} from './packing.ts';
import { absentQty, isRestAbsent, reportLeft, withdrawReport } from './packing-missing.ts';
import {
  type Absent,
  absentPieces,
  begunPacking,
  clearPackedPieces,
  isRepeatedScan,
  type Packed,
  packedPieces,
  packedTime,
  packingOf,
  piecesOf,
  restartPacking,
  type Scan,
  savePackedQty,
  saveScan,
} from './packing-rows.ts';
import { bookShipment, type ShipmentInput, unbookedQty } from './shipments/book.ts';
import { closeMissing, leaveForLater } from './shipments/missing.ts';

/** Packed units, units to pack, and those of them that are reported as missing or damaged. */
export interface PackingProgress {
  packed: number;
  wanted: number;
  absent: number;
}

export function progressOf(items: readonly PackItem[], pieces: Packed, absent: Absent = new Map()): PackingProgress {
  const progress = { packed: 0, wanted: 0, absent: 0 };
  for (const { variantId, qty } of items) {
    const packed = Math.min(pieces.get(variantId) ?? 0, qty);
    progress.packed += packed;
    progress.wanted += qty;
    progress.absent += Math.min(absentQty(absent, variantId), qty - packed);
  }
  return progress;
}

// Like `packItems`, for several orders.
const progressOfOrders = query<PackingProgress & { orderId: Id }>(
  { reads: ['order_line_parts', 'order_lines', 'orders', 'packed_pieces', 'shipment_items', 'shipments'] },
  `WITH packing AS MATERIALIZED (
     SELECT value AS order_id FROM json_each(@ids) WHERE (SELECT status FROM orders WHERE id = value) = 'open'
       AND EXISTS (SELECT 1 FROM packed_pieces WHERE order_id = value) AND NOT EXISTS (
         SELECT 1 FROM order_lines WHERE order_id = value AND delete_time IS NULL LIMIT 1 OFFSET @maxLines)),
   pieces AS (
     SELECT c.order_id, coalesce(p.variant_id, l.variant_id) AS variant_id,
       coalesce(p.qty, 1) * (l.qty - l.short_qty) AS qty
     FROM packing c CROSS JOIN order_lines l ON l.order_id = c.order_id LEFT JOIN order_line_parts p ON p.line_id = l.id
     WHERE l.delete_time IS NULL
     UNION ALL
     SELECT c.order_id, i.variant_id, -i.qty
     FROM packing c CROSS JOIN shipments s ON s.order_id = c.order_id CROSS JOIN shipment_items i ON i.shipment_id = s.id
     WHERE s.status NOT IN ('booked', 'canceled')),
   wanted AS (SELECT order_id, variant_id, sum(qty) AS qty FROM pieces GROUP BY order_id, variant_id HAVING sum(qty) > 0)
   SELECT w.order_id AS orderId, sum(min(w.qty, coalesce(p.qty, 0))) AS packed, sum(w.qty) AS wanted,
     sum(max(0, min(w.qty - coalesce(p.qty, 0), coalesce(p.missing + p.damaged, 0)))) AS absent
   FROM wanted w LEFT JOIN packed_pieces p ON p.order_id = w.order_id AND p.variant_id = w.variant_id
   GROUP BY w.order_id`,
);

/** The progress of those of the orders that are being packed and have at most this number of lines. */
export const packingProgressOf = (
  db: Reader,
  orderIds: readonly Id[],
  maxLines: number,
): ReadonlyMap<Id, PackingProgress> =>
  new Map(
    db
      .all(progressOfOrders, { ids: JSON.stringify(orderIds), maxLines })
      .map(({ orderId, packed, wanted, absent }) => [orderId, { packed, wanted, absent }]),
  );

interface PackedPiece {
  isPacked: boolean;
  /** All units that are not packed are reported as missing or damaged, and this one was not. */
  isRestAbsent?: boolean;
  variantId?: Id | undefined;
}

type ScannedPiece = Piece & { scan?: Scan | undefined };

/**
 * Packs a unit, or the quantity before its code, once for each scan. The last unit marks the order as packed.
 *
 * @returns whether the order is packed now, and the variant of the unit unless the scan was counted before
 * @throws AppError not_found; invalid_request at `code` if the order does not need the unit, or is packed
 */
export function packOne(tx: WriteTx, orderId: Id, { scan, ...piece }: ScannedPiece, act: Act): PackedPiece {
  const add: Add = (items, before, order) =>
    packPiece(items, before, 'code' in piece ? typedPiece(tx, order, items, piece.code) : piece);
  return pack(tx, orderId, { scan, add }, act);
}

/** As `packOne`, for all units of a variant that are neither packed nor reported as missing or damaged. */
export function packAll(
  tx: WriteTx,
  orderId: Id,
  { scan, variantId }: { scan?: Scan | undefined; variantId: Id },
  act: Act,
): PackedPiece {
  const add: Add = (items, before) =>
    packRest(items, before, variantId, absentQty(absentPieces(tx, orderId), variantId));
  return pack(tx, orderId, { scan, add }, act);
}

/** Returns what is packed with the added units. */
type Add = (items: readonly PackItem[], before: Packed, order: Order) => Packed;

function pack(tx: WriteTx, orderId: Id, { scan, add }: { scan: Scan | undefined; add: Add }, act: Act): PackedPiece {
  if (scan && isRepeatedScan(tx, orderId, scan)) return { isPacked: packedTime(tx, orderId) !== undefined };
  const order = existingOrder(tx, orderId);
  const items = packItems(tx, order);
  const before = piecesIn(tx, orderId, items);
  const packed = add(items, before, order);
  const changed = items.filter(({ variantId }) => packed.get(variantId) !== before.get(variantId));
  let isFound = false; // others that were reported may be there, too
  for (const item of changed) {
    savePackedQty(tx, orderId, item.variantId, packed.get(item.variantId) ?? 0);
    if (withdrawReport(tx, orderId, item)) isFound = true;
  }
  const variantId = changed.at(-1)?.variantId;
  if (scan) saveScan(tx, orderId, scan, act.now);
  if (!isPacked(items, packed)) {
    const absent = absentPieces(tx, orderId);
    return { isPacked: false, isRestAbsent: !isFound && isRestAbsent(items, packed, absent), variantId };
  }
  finishPacking(tx, orderId, act);
  return { isPacked: true, variantId };
}

const typedPiece = (db: Reader, order: Order, items: readonly PackItem[], code: string): Piece =>
  findScanned(
    code,
    (typed) => countedPiece(db, order, items, typed),
    (piece) => hasItem(items, piece) || piece.productOf?.() !== undefined,
  );

/** A product of the store may have a code that looks like a quantity and a code. */
function countedPiece(db: Reader, order: Order, items: readonly PackItem[], typed: string): ScannedCode {
  const piece = scannedPiece(db, order, typed);
  const counted = countedCode(typed);
  if (!counted || hasItem(items, piece) || piece.productOf?.() !== undefined) return piece;
  return { ...scannedPiece(db, order, counted.code), qty: counted.qty };
}

const scannedPiece = (db: Reader, { storeId }: Order, code: string): ScannedCode => ({
  code,
  withBarcode: variantsOfBarcode(db, code),
  productOf: () => {
    const [id] = variantsWithCode(db, storeId, code);
    return id === undefined ? undefined : variantTitle(db, id);
  },
});

/** A packed order needs no more units. */
const piecesIn = (db: Reader, orderId: Id, items: readonly PackItem[]): Packed =>
  packedTime(db, orderId) === undefined
    ? packedPieces(db, orderId)
    : new Map(items.map(({ variantId, qty }) => [variantId, qty]));

/** Unpacks a unit. Does nothing if none is packed. @throws AppError as `packOne` */
export function unpackOne(tx: WriteTx, orderId: Id, variantId: Id): void {
  if (!packItems(tx, existingOrder(tx, orderId)).some((item) => item.variantId === variantId))
    throw invalidRequest('code_not_in_order', { path: 'code', code: String(variantId) });
  const qty = packedPieces(tx, orderId).get(variantId) ?? 0;
  if (qty > 0) savePackedQty(tx, orderId, variantId, qty - 1);
}

/**
 * Closes the units that are not packed: they will not be shipped. The order counts as packed if it has others to ship.
 *
 * @throws AppError invalid_request if nothing is missing, or if nothing is packed and the units were not reported
 */
export function packWithoutMissing(tx: WriteTx, orderId: Id, act: Act): void {
  closeMissing(tx, orderId, missingOf(tx, orderId, isAllAbsent(tx, orderId)), act);
  if (packedPieces(tx, orderId).size > 0) finishPacking(tx, orderId, act);
  else clearPackedPieces(tx, orderId);
}

/** Packs the order again from the first unit. Does nothing if nothing is packed or reported. */
export function packAgain(tx: WriteTx, orderId: Id, act: Act): void {
  const { length } = begunPacking(tx, orderId);
  if (packedTime(tx, orderId) === undefined && length === 0) return;
  restartPacking(tx, orderId);
  recordEvent(tx, orderId, act, 'packing_restarted');
}

function isAllAbsent(db: Reader, orderId: Id): boolean {
  return isRestAbsent(packItems(db, existingOrder(db, orderId)), packedPieces(db, orderId), absentPieces(db, orderId));
}

/**
 * Marks the order as packed; the missing units stay reserved for a later parcel.
 *
 * @param booking of a parcel with the packed pieces that are in no booked parcel; not needed if all are
 * @throws AppError invalid_request as `bookShipment`, or if nothing is missing or packed
 */
export function packForNow(
  tx: WriteTx,
  orderId: Id,
  booking: Omit<ShipmentInput, 'lines'> | undefined,
  act: Act,
): void {
  const missing = missingOf(tx, orderId);
  const hasParcel = isBooked(existingOrder(tx, orderId));
  if (hasParcel) leaveForLater(tx, orderId, missing, act);
  const lines = presentOf(tx, existingOrder(tx, orderId), missing);
  if (!hasParcel || lines.length > 0) bookShipment(tx, orderId, { trackingNumber: '', ...booking, lines }, act);
  const reported = absentPieces(tx, orderId);
  finishPacking(tx, orderId, act, missing);
  reportLeft(tx, existingOrder(tx, orderId), missing, reported);
}

const isBooked = ({ shipments }: Order): boolean => shipments.some(({ status }) => status === 'booked');

/** Units of the order's lines that are packed and in no parcel, while another parcel is booked. */
export function packedWithoutParcel(db: Reader, order: Order): number {
  const packing = packingOf(db, order.id);
  return packing && isBooked(order) ? piecesOf(presentOf(db, order, packing.missing)) : 0;
}

/** As `packedWithoutParcel`, of an order that is being packed and has missing pieces. */
export const presentWithoutParcel = (db: Reader, order: Order, missing: readonly LineQty[]): number =>
  isBooked(order) ? piecesOf(presentOf(db, order, missing)) : 0;

/** @throws AppError invalid_request if nothing is packed, unless that is allowed, or nothing is missing */
function missingOf(db: Reader, orderId: Id, mayPackNothing = false): LineQty[] {
  const packed = packedPieces(db, orderId);
  const missing = missingQtys(db, existingOrder(db, orderId), packed);
  if ((packed.size === 0 && !mayPackNothing) || missing.length === 0)
    throw invalidRequest('nothing_is_missing', { order: orderId });
  return missing;
}

/** The units that are packed and in no parcel. */
function presentOf(db: Reader, order: Order, missing: readonly LineQty[]): LineQty[] {
  const left = unbookedQty(db, order);
  const qtys = new Map(missing.map(({ lineId, qty }) => [lineId, qty]));
  return order.lines
    .map((line) => ({ lineId: line.id, qty: left(line) - (qtys.get(line.id) ?? 0) }))
    .filter(({ qty }) => qty > 0);
}

function finishPacking(tx: WriteTx, orderId: Id, act: Act, missing: LineQty[] = []): void {
  if (existingOrder(tx, orderId, 0).status === 'open') markPacked(tx, orderId, act, missing);
  clearPackedPieces(tx, orderId);
}
