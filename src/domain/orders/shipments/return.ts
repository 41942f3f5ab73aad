import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { averageCosts } from '../../catalogue/average-costs.ts';
import { postDocument } from '../../stock/move-stock.ts';
import { type Allocation, netOf, requireWarehouseOfStock, splitAllocations } from '../allocate.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type Order, type OrderLine } from '../order.ts';
import { markOrderChanged, updateRestockFlag } from '../order-rows.ts';
import { updateOwedMarks } from '../owed-refunds.ts';
import { shippedAllocations, turnedBackQtys } from './shipment.ts';

/** A line with the pieces that came back in good condition. */
export interface ReturnedLine extends LineQty {
  /** Came back too, and are written off. */
  damaged?: number | undefined;
  /** Will not come back, and are written off as lost. */
  missing?: number | undefined;
}

export interface Return {
  lines: readonly ReturnedLine[];
  /** By default each allocation returns to the warehouse that shipped it. */
  warehouseId?: Id | undefined;
  note?: string | undefined;
}

/**
 * Returns goods of an order to stock (`returned`) at the cost with which they left. Returns the id of the stock document. Pieces return in the order in
 * which they were shipped, so a complete return restores every warehouse. Damaged and missing pieces return too, and
 * documents of their own take them out again: what was shipped stays accounted for.
 * @throws AppError not_found; invalid_request if a line returns more than was shipped, or if the warehouse does
 * not belong to the store that keeps the stock
 */
export function returnGoods(tx: WriteTx, orderId: Id, { lines, warehouseId, ...document }: Return, act: Act): Id {
  const order = existingOrder(tx, orderId);
  const returned = orderLinesOf(order, lines.map(withTotal)).map((line) => ({
    ...line,
    allocations: returningAllocations(tx, line.line, line.qty, warehouseId),
  }));
  const [first] = returned.flatMap(({ allocations }) => allocations);
  if (!first) throw invalidRequest('no_returned_lines');
  for (const { allocations } of returned) for (const location of allocations) requireWarehouseOfStock(tx, location);
  const { storeId } = order;
  const common = { ...document, userId: userOf(act), storeId, orderId, warehouseId: first.warehouseId };
  const documentId = postDocument(
    tx,
    { ...common, kind: 'return' },
    returned.map(({ line, qty }) => ({ variantId: line.variantId, qty, orderLineId: line.id })),
    movementsOf(returned, 1),
    act.now,
  );
  averageCosts(tx, { units: returned.flatMap(({ allocations }) => allocations), documentId }, act.now);
  const { damaged, lost } = writtenOff(tx, returned);
  for (const [kind, gone] of [
    ['damaged', damaged],
    ['lost', lost],
  ] as const) {
    const lines = gone.map(({ line, qty }) => ({ variantId: line.variantId, qty }));
    if (lines.length > 0) postDocument(tx, { ...common, kind }, lines, movementsOf(gone, -1), act.now);
  }
  updateRestockFlag(tx, orderId);
  updateOwedMarks(tx, order);
  if (existingOrder(tx, orderId, 0).shippingStatus !== order.shippingStatus) markOrderChanged(tx, orderId, act.now);
  recordEvent(tx, orderId, act, 'goods_returned', {
    lines: linesOfEvent(returned),
    ...(damaged.length > 0 && { damaged: linesOfEvent(damaged) }),
    ...(lost.length > 0 && { missing: linesOfEvent(lost) }),
    note: document.note,
    document_id: idText(documentId),
  });
  return documentId;
}

const withTotal = ({ lineId, qty, damaged = 0, missing = 0 }: ReturnedLine) => ({
  lineId,
  qty: qty + damaged + missing,
  damaged,
  missing,
});

/** Pieces of a line, and where they move. */
interface MovedPieces {
  line: OrderLine;
  qty: number;
  allocations: readonly Allocation[];
}

const movementsOf = (moved: readonly MovedPieces[], sign: 1 | -1) =>
  netOf(
    moved.flatMap(({ allocations }) =>
      allocations.map(({ qty, ...location }) => ({ ...location, onHand: sign * qty })),
    ),
  );

const linesOfEvent = (moved: readonly MovedPieces[]) =>
  moved.map(({ line, qty }) => ({ line_id: idText(line.id), qty }));

/** The damaged and the missing pieces among those that return. */
function writtenOff(db: Reader, returned: readonly (MovedPieces & { damaged: number; missing: number })[]) {
  const damaged: MovedPieces[] = [];
  const lost: MovedPieces[] = [];
  for (const { line, allocations, ...qtys } of returned) {
    const components = componentsOfLine(db, line);
    const { first, rest } = splitAllocations(allocations, components, qtys.damaged);
    if (qtys.damaged > 0) damaged.push({ line, qty: qtys.damaged, allocations: first });
    const missing = splitAllocations(rest, components, qtys.missing).first;
    if (qtys.missing > 0) lost.push({ line, qty: qtys.missing, allocations: missing });
  }
  return { damaged, lost };
}

/** The allocations of the line that return now, after those that returned earlier. @param to the warehouse, if chosen */
function returningAllocations(db: Reader, line: OrderLine, qty: number, to: Id | undefined): Allocation[] {
  const earlier = returnedQty(db, line.id);
  const returnable = line.shippedQty - earlier;
  if (qty > returnable)
    throw invalidRequest('return_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left: returnable });
  const components = componentsOfLine(db, line);
  const { rest } = splitAllocations(shippedAllocations(db, line.id), components, earlier);
  const { first } = splitAllocations(rest, components, qty);
  return first.map((allocation) => ({ ...allocation, warehouseId: to ?? allocation.warehouseId }));
}

/** Pieces per line in parcels that turned back, without those that have returned: what the store awaits. */
export function awaitedQtys(db: Reader, order: Order): ReadonlyMap<Id, number> {
  const qtys = turnedBackQtys(db, order.id);
  return new Map(order.lines.map(({ id }) => [id, Math.max(0, (qtys.get(id) ?? 0) - returnedQty(db, id))]));
}

export const returnableQty = (db: Reader, line: OrderLine): number => line.shippedQty - returnedQty(db, line.id);

const qtyReturned = query<{ qty: number }>(
  { reads: ['document_lines'] },
  'SELECT coalesce(sum(qty), 0) AS qty FROM document_lines WHERE order_line_id = ?',
);

const returnedQty = (db: Reader, lineId: Id): number => db.get(qtyReturned, lineId)?.qty ?? 0;
