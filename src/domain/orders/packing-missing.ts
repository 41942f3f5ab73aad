import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { levelOf } from '../stock/ledger.ts';
import { postDocument } from '../stock/move-stock.ts';
import { existingVariant, type Part, variantParams } from '../variants.ts';
import { netOf, splitAllocations } from './allocate.ts';
import { type Act, recordEvent, userOf } from './history.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from './lines.ts';
import { existingOrder, type Order } from './order.ts';
import { type PackItem, packItems } from './packing.ts';
import {
  type Absent,
  type AbsentQty,
  absentPieces,
  forgetPacking,
  type Packed,
  packedPieces,
  packedTime,
  saveAbsent,
} from './packing-rows.ts';
import { paidForLines } from './payments/paid-for-lines.ts';
import { refundedQtys } from './payments/payment-details.ts';
import { reservationsOf } from './reserve.ts';

// Items that cannot be packed, reported before or while the others are packed. See docs/decisions.md#missing-items.

export type ReportedItem = AbsentQty & { variantId: Id };

const NONE: AbsentQty = { missing: 0, damaged: 0 };

export const absentQty = (absent: Absent, variantId: Id): number => {
  const { missing, damaged } = absent.get(variantId) ?? NONE;
  return missing + damaged;
};

/** Whether units are left, and all of them are reported as missing or damaged. */
export const isRestAbsent = (items: readonly PackItem[], packed: Packed, absent: Absent): boolean =>
  items.some(({ variantId, qty }) => (packed.get(variantId) ?? 0) < qty) &&
  items.every(({ variantId, qty }) => (packed.get(variantId) ?? 0) + absentQty(absent, variantId) >= qty);

/**
 * Replaces what is reported for these items. Units that are damaged since the last report are written off, also if
 * they are reserved. The history of the order names what is reported now.
 *
 * @throws AppError not_found; invalid_request if the order is packed or not open, if an item has fewer units to pack or
 * on hand, or if fewer are damaged than before
 */
export function reportAbsent(tx: WriteTx, orderId: Id, reported: readonly ReportedItem[], act: Act): void {
  const order = existingOrder(tx, orderId);
  if (order.status !== 'open') throw invalidRequest('order_not_open', { order: orderId, status: order.status });
  if (packedTime(tx, orderId) !== undefined) throw invalidRequest('nothing_is_missing', { order: orderId });
  const before = absentPieces(tx, orderId);
  const items = packItems(tx, order);
  requireUnpacked(items, packedPieces(tx, orderId), reported);
  const broken = reported.map(({ variantId, damaged }, i) => {
    const known = before.get(variantId)?.damaged ?? 0;
    if (damaged < known) throw invalidRequest('damaged_is_written_off', { path: [i, 'damaged'], qty: known });
    return { variantId, qty: damaged - known };
  });
  writeOffReserved(tx, order, { before, broken }, act);
  for (const { variantId, missing, damaged } of reported) saveAbsent(tx, orderId, variantId, { missing, damaged });
  recordReport(tx, orderId, { items, before, reported }, act);
}

interface Report {
  items: readonly PackItem[];
  before: Absent;
  reported: readonly ReportedItem[];
}

/** Adds the items whose report changed to the history: their missing and damaged units, or that they are not missing any more. */
function recordReport(tx: WriteTx, orderId: Id, { items, before, reported }: Report, act: Act): void {
  const changed = reported.filter(({ variantId, missing, damaged }) => {
    const known = before.get(variantId) ?? NONE;
    return missing !== known.missing || damaged !== known.damaged;
  });
  if (changed.length === 0) return;
  const detailOf = (qtyOf: (item: ReportedItem) => number) => {
    const units = changed.filter((item) => qtyOf(item) > 0).map((item) => unitsOf(items, item.variantId, qtyOf(item)));
    return units.length === 0 ? undefined : units;
  };
  recordEvent(tx, orderId, act, 'missing_reported', {
    missing: detailOf(({ missing }) => missing),
    damaged: detailOf(({ damaged }) => damaged),
    withdrawn: detailOf((item) => (item.missing + item.damaged === 0 ? absentQty(before, item.variantId) : 0)),
  });
}

const unitsOf = (items: readonly PackItem[], variantId: Id, qty: number) => ({
  variant_id: idText(variantId),
  name: items.find((item) => item.variantId === variantId)?.name ?? '',
  qty,
});

function requireUnpacked(items: readonly PackItem[], packed: Packed, reported: readonly ReportedItem[]): void {
  reported.forEach(({ variantId, missing, damaged }, i) => {
    const wanted = items.find((item) => item.variantId === variantId)?.qty ?? 0;
    const left = Math.max(0, wanted - (packed.get(variantId) ?? 0));
    if (missing + damaged > left) throw invalidRequest('missing_qty_too_large', { path: [i, 'missing'], left });
  });
}

interface Damage {
  before: Absent;
  /** Units that are damaged since then. */
  broken: readonly Part[];
}

/** Writes off units where the order has reserved them, after those written off before, with one document per warehouse. */
function writeOffReserved(tx: WriteTx, order: Order, { before, broken }: Damage, act: Act): void {
  const { id, orderNumber, storeId } = order;
  const writtenOff = [...before].map(([variantId, { damaged }]) => ({ variantId, qty: damaged }));
  const { rest } = splitAllocations(reservationsOf(tx, id), writtenOff, 1);
  const { first } = splitAllocations(rest, broken, 1);
  const movements = netOf(first.map(({ qty, ...location }) => ({ ...location, onHand: -qty })));
  for (const [warehouseId, moved] of Map.groupBy(movements, (movement) => movement.warehouseId)) {
    const lines = moved.map(({ variantId, onHand }) => ({ variantId, qty: -onHand }));
    for (const line of lines) requireOnHand(tx, warehouseId, line);
    const document = { storeId, warehouseId, userId: userOf(act), note: `#${orderNumber}` };
    postDocument(tx, { ...document, kind: 'damaged' }, lines, moved, act.now);
  }
}

function requireOnHand(db: Reader, warehouseId: Id, { variantId, qty }: Part): void {
  const { onHand } = levelOf(db, variantId, warehouseId);
  if (qty <= onHand) return;
  const params = variantParams(existingVariant(db, variantId));
  throw invalidRequest('not_enough_on_hand', { ...params, onHand, qty, removal: 'written_off' });
}

/** A unit that is packed after all is no longer missing. @returns whether it was reported */
export function withdrawReport(tx: WriteTx, orderId: Id, { variantId, qty }: PackItem): boolean {
  const absent = absentPieces(tx, orderId).get(variantId) ?? NONE;
  const left = Math.max(0, qty - (packedPieces(tx, orderId).get(variantId) ?? 0));
  if (absent.missing + absent.damaged <= left) return false;
  saveAbsent(tx, orderId, variantId, atMost(absent, left));
  return true;
}

/** At most this many units, damaged ones first. */
function atMost({ missing, damaged }: AbsentQty, units: number): AbsentQty {
  const stillDamaged = Math.min(damaged, units);
  return { missing: Math.min(missing, units - stillDamaged), damaged: stillDamaged };
}

/**
 * Reports the units that are left for a later parcel as missing, so that the order waits once the first one has left.
 *
 * @param reported what was reported while the order was packed
 */
export function reportLeft(tx: WriteTx, order: Order, missing: readonly LineQty[], reported: Absent): void {
  const left = new Map<Id, number>();
  for (const { line, qty } of orderLinesOf(order, missing))
    for (const part of componentsOfLine(tx, line))
      left.set(part.variantId, (left.get(part.variantId) ?? 0) + part.qty * qty);
  for (const [variantId, units] of left) {
    const { damaged } = atMost(reported.get(variantId) ?? NONE, units);
    saveAbsent(tx, order.id, variantId, { missing: units - damaged, damaged });
  }
}

/** The packed goods have left. What is reported of the rest stays: the rest waits until it is there. */
export function endPacking(tx: WriteTx, orderId: Id): void {
  const reported = absentPieces(tx, orderId);
  forgetPacking(tx, orderId);
  if (reported.size === 0) return;
  for (const { variantId, qty } of packItems(tx, existingOrder(tx, orderId)))
    saveAbsent(tx, orderId, variantId, atMost(reported.get(variantId) ?? NONE, qty));
}

/** What the order costs less without these units, as `owedGoods` would report it. */
export const valueOfUnits = (db: Reader, order: Order, lines: readonly LineQty[]): Money =>
  paidForLines(order, lines, refundedQtys(db, order.id));
