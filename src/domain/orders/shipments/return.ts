import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { postDocument } from '../../stock/move-stock.ts';
import { type Allocation, netOf, requireWarehouseOfStock, splitAllocations } from '../allocate.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type OrderLine } from '../order.ts';
import { markOrderChanged, updateRestockFlag } from '../order-rows.ts';
import { shippedAllocations } from './shipment.ts';

export interface Return {
  lines: readonly LineQty[];
  /** By default each allocation returns to the warehouse that shipped it. */
  warehouseId?: Id | undefined;
  note?: string | undefined;
}

/**
 * Returns goods of an order to stock (`returned`). Returns the id of the stock document. Pieces return in the order in
 * which they were shipped, so a complete return restores every warehouse.
 * @throws AppError not_found; invalid_request if a line returns more than was shipped, or if the warehouse does
 * not belong to the store that keeps the stock
 */
export function returnGoods(tx: WriteTx, orderId: Id, { lines, warehouseId, ...document }: Return, act: Act): Id {
  const order = existingOrder(tx, orderId);
  const returned = orderLinesOf(order, lines);
  const allocations = returned.flatMap(({ line, qty }) => returningAllocations(tx, line, qty));
  const returns = allocations.map((allocation) => ({
    ...allocation,
    warehouseId: warehouseId ?? allocation.warehouseId,
  }));
  const [first] = returns;
  if (!first) throw invalidRequest('no_returned_lines');
  for (const location of returns) requireWarehouseOfStock(tx, location);
  const documentId = postDocument(
    tx,
    {
      ...document,
      userId: userOf(act),
      kind: 'return',
      storeId: order.storeId,
      orderId,
      warehouseId: first.warehouseId,
    },
    returned.map(({ line, qty }) => ({ variantId: line.variantId, qty, orderLineId: line.id })),
    netOf(returns.map(({ qty, ...location }) => ({ ...location, onHand: qty }))),
    act.now,
  );
  updateRestockFlag(tx, orderId);
  if (existingOrder(tx, orderId, 0).shippingStatus !== order.shippingStatus) markOrderChanged(tx, orderId, act.now);
  recordEvent(tx, orderId, act, 'goods_returned', {
    lines: returned.map(({ line, qty }) => ({ line_id: idText(line.id), qty })),
    note: document.note,
    document_id: idText(documentId),
  });
  return documentId;
}

/** The allocations of the line that return now, after those that returned earlier. */
function returningAllocations(db: Reader, line: OrderLine, qty: number): Allocation[] {
  const earlier = returnedQty(db, line.id);
  const returnable = line.shippedQty - earlier;
  if (qty > returnable)
    throw invalidRequest('return_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left: returnable });
  const components = componentsOfLine(db, line);
  const { rest } = splitAllocations(shippedAllocations(db, line.id), components, earlier);
  return splitAllocations(rest, components, qty).first;
}

export const returnableQty = (db: Reader, line: OrderLine): number => line.shippedQty - returnedQty(db, line.id);

const qtyReturned = query<{ qty: number }>(
  { reads: ['document_lines'] },
  'SELECT coalesce(sum(qty), 0) AS qty FROM document_lines WHERE order_line_id = ?',
);

const returnedQty = (db: Reader, lineId: Id): number => db.get(qtyReturned, lineId)?.qty ?? 0;
