import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { LineQty } from './lines.ts';

// The only writer of packed_orders, packed_pieces and packing_scans: which orders are packed, and what is packed of those that are
// being packed, so that a reload or another device continues.

/** Packed quantity per variant. */
export type Packed = ReadonlyMap<Id, number>;

const piecesOfOrder = query<{ variantId: Id; qty: number }>(
  { reads: ['packed_pieces'] },
  'SELECT variant_id AS variantId, qty FROM packed_pieces WHERE order_id = ? AND qty > 0',
);

export const packedPieces = (db: Reader, orderId: Id): Packed =>
  new Map(db.all(piecesOfOrder, orderId).map(({ variantId, qty }) => [variantId, qty]));

const putPieces = command(
  { writes: ['packed_pieces'] },
  `INSERT INTO packed_pieces (order_id, variant_id, qty) VALUES (?, ?, ?)
   ON CONFLICT DO UPDATE SET qty = excluded.qty`,
);
const deleteEmpty = command(
  { writes: ['packed_pieces'] },
  'DELETE FROM packed_pieces WHERE order_id = ? AND variant_id = ? AND qty + missing + damaged = 0',
);

export function savePackedQty(tx: WriteTx, orderId: Id, variantId: Id, qty: number): void {
  tx.run(putPieces, orderId, variantId, qty);
  tx.run(deleteEmpty, orderId, variantId);
}

/** Units of a variant that cannot be packed: `damaged` ones are written off, `missing` ones are not there. */
export interface AbsentQty {
  missing: number;
  damaged: number;
}

export type Absent = ReadonlyMap<Id, AbsentQty>;

const absentOfOrder = query<AbsentQty & { variantId: Id }>(
  { reads: ['packed_pieces'] },
  `SELECT variant_id AS variantId, missing, damaged FROM packed_pieces
   WHERE order_id = ? AND missing + damaged > 0`,
);

export const absentPieces = (db: Reader, orderId: Id): Absent =>
  new Map(db.all(absentOfOrder, orderId).map(({ variantId, missing, damaged }) => [variantId, { missing, damaged }]));

const putAbsent = command(
  { writes: ['packed_pieces'] },
  `INSERT INTO packed_pieces (order_id, variant_id, qty, missing, damaged) VALUES (?, ?, 0, ?, ?)
   ON CONFLICT DO UPDATE SET missing = excluded.missing, damaged = excluded.damaged`,
);

export function saveAbsent(tx: WriteTx, orderId: Id, variantId: Id, { missing, damaged }: AbsentQty): void {
  tx.run(putAbsent, orderId, variantId, missing, damaged);
  tx.run(deleteEmpty, orderId, variantId);
}

/** What is packed and reported of a variant. */
export type BegunItem = AbsentQty & { variantId: Id; qty: number };

const begunItems = query<BegunItem>(
  { reads: ['packed_pieces'] },
  'SELECT variant_id AS variantId, qty, missing, damaged FROM packed_pieces WHERE order_id = ?',
);

/** What is packed and reported of an order that is being packed. */
export const begunPacking = (db: Reader, orderId: Id): BegunItem[] => db.all(begunItems, orderId);

const deleteAllPieces = command({ writes: ['packed_pieces'] }, 'DELETE FROM packed_pieces WHERE order_id = ?');

export const clearPackedPieces = (tx: WriteTx, orderId: Id): number => tx.run(deleteAllPieces, orderId);

const packedAmong = query<{ orderId: Id; time: number; missing: string }>(
  { reads: ['orders', 'packed_orders'] },
  `SELECT p.order_id AS orderId, p.time, p.missing FROM json_each(?) c CROSS JOIN packed_orders p ON p.order_id = c.value
   WHERE (SELECT status FROM orders WHERE id = p.order_id) = 'open'`,
);

const packings = (db: Reader, orderIds: readonly Id[]): (Packing & { orderId: Id })[] =>
  db.all(packedAmong, JSON.stringify(orderIds)).map(({ missing, ...row }) => ({ ...row, missing: lineQtys(missing) }));

interface StoredQty {
  line_id: string;
  qty: number;
}

/** Quantities of lines in the form of the history. */
export const storedQtys = (lines: readonly LineQty[]): StoredQty[] =>
  lines.map(({ lineId, qty }) => ({ line_id: idText(lineId), qty }));

const lineQtys = (stored: string): LineQty[] => fromStoredQtys(JSON.parse(stored));

export const fromStoredQtys = (stored: readonly StoredQty[]): LineQty[] =>
  stored.map(({ line_id, qty }) => ({ lineId: Number(line_id) as Id, qty }));

export const piecesOf = (lines: readonly LineQty[]): number => lines.reduce((sum, { qty }) => sum + qty, 0);

/** The open orders that are packed, have a parcel to hand over, and of which no quantity changed since; with the pieces left for a later parcel. */
export const packedOrders = (db: Reader, orderIds: readonly Id[]): ReadonlyMap<Id, number> =>
  new Map(packings(db, orderIds).map(({ orderId, missing }) => [orderId, piecesOf(missing)]));

/** When an order was packed, and the pieces of its lines that were left for a later parcel. */
export interface Packing {
  time: number;
  missing: LineQty[];
}

/** Undefined if the order is not packed in its current form. */
export function packingOf(db: Reader, orderId: Id): Packing | undefined {
  const [packing] = packings(db, [orderId]);
  return packing && { time: packing.time, missing: packing.missing };
}

/** Undefined if the order is not packed in its current form. */
export const packedTime = (db: Reader, orderId: Id): number | undefined => packings(db, [orderId])[0]?.time;

const putPacked = command(
  { writes: ['packed_orders'] },
  `INSERT INTO packed_orders (order_id, time, missing) VALUES (?, ?, ?)
   ON CONFLICT DO UPDATE SET time = excluded.time, missing = excluded.missing`,
);

export const savePacked = (tx: WriteTx, orderId: Id, { time, missing }: Packing): number =>
  tx.run(putPacked, orderId, time, JSON.stringify(storedQtys(missing)));

const deletePacked = command({ writes: ['packed_orders'] }, 'DELETE FROM packed_orders WHERE order_id = ?');

/** Call it after each change of an order's quantities. */
export const markUnpacked = (tx: WriteTx, orderId: Id): number => tx.run(deletePacked, orderId);

/** The order is packed once more, from the first piece. */
export function restartPacking(tx: WriteTx, orderId: Id): void {
  markUnpacked(tx, orderId);
  clearPackedPieces(tx, orderId);
}

/** Identifies a scan. A page sends a scan again if its response was lost, and the next scan only after the response. */
export interface Scan {
  /** Of the page; another device or a reload has another. */
  sender: string;
  /** Grows with each scan of the page. */
  number: number;
}

const lastScan = query<{ number: number }>(
  { reads: ['packing_scans'] },
  'SELECT number FROM packing_scans WHERE order_id = ? AND sender = ?',
);

/** Whether the scan was counted before. */
export const isRepeatedScan = (db: Reader, orderId: Id, { sender, number }: Scan): boolean =>
  number <= (db.get(lastScan, orderId, sender)?.number ?? 0);

const putScan = command(
  { writes: ['packing_scans'] },
  `INSERT INTO packing_scans (order_id, sender, number, time) VALUES (?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET number = excluded.number, time = excluded.time`,
);

const MAX_SENDERS = 20;

const deleteOldScans = command(
  { writes: ['packing_scans'] },
  `DELETE FROM packing_scans WHERE order_id = @orderId AND sender IN (
     SELECT sender FROM packing_scans WHERE order_id = @orderId ORDER BY time DESC LIMIT -1 OFFSET ${MAX_SENDERS})`,
);

export function saveScan(tx: WriteTx, orderId: Id, { sender, number }: Scan, now: number): void {
  tx.run(putScan, orderId, sender, number, now);
  tx.run(deleteOldScans, { orderId });
}

const deleteScans = command({ writes: ['packing_scans'] }, 'DELETE FROM packing_scans WHERE order_id = ?');

/** Call it when an order ends; when the last packed goods leave, call `endPacking`. */
export function forgetPacking(tx: WriteTx, orderId: Id): void {
  markUnpacked(tx, orderId);
  clearPackedPieces(tx, orderId);
  tx.run(deleteScans, orderId);
}
