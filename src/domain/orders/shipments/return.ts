import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { post } from '../../stock/move.ts';
import { type Allocation, netOf, requireWarehouseOfStock, splitAllocations } from '../allocate.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type OrderLine } from '../order.ts';
import { keepGoodsBack } from '../order-rows.ts';
import { shippedAllocations } from './shipment.ts';

export interface Return {
  lines: readonly LineQty[];
  /** By default each piece returns to the warehouse that it left. */
  warehouseId?: Id | undefined;
  note?: string | undefined;
}

/**
 * Returns goods of an order to stock (`returned`). Returns the id of the stock document. Pieces return in the order in
 * which they left, so a complete return restores every warehouse.
 * @throws AppError not_found; invalid_request at a line of which more would return than left, or if the warehouse does
 * not belong to the store that keeps the stock
 */
export function returnGoods(tx: WriteTx, orderId: Id, { lines, warehouseId, ...document }: Return, act: Act): Id {
  const order = existingOrder(tx, orderId);
  const named = orderLinesOf(order, lines);
  const allocations = named.flatMap(({ line, qty }) => comingBack(tx, line, qty));
  const into = allocations.map((piece) => ({ ...piece, warehouseId: warehouseId ?? piece.warehouseId }));
  const [first] = into;
  if (!first) throw invalidRequest('no_returned_lines');
  for (const place of into) requireWarehouseOfStock(tx, place);
  const documentId = post(
    tx,
    {
      ...document,
      userId: userOf(act),
      kind: 'return',
      storeId: order.storeId,
      orderId,
      warehouseId: first.warehouseId,
    },
    named.map(({ line, qty }) => ({ variantId: line.variantId, qty, orderLineId: line.id })),
    netOf(into.map(({ qty, ...place }) => ({ ...place, onHand: qty }))),
    act.now,
  );
  keepGoodsBack(tx, orderId);
  const returned = named.map(({ line, qty }) => ({ line_id: idText(line.id), qty }));
  const { note: why } = document;
  recordEvent(tx, orderId, act, 'goods_returned', { lines: returned, note: why, document_id: idText(documentId) });
  return documentId;
}

/** The returning allocations of the line, in the warehouses that they left, after those that returned before. */
function comingBack(db: Reader, line: OrderLine, qty: number): Allocation[] {
  const earlier = returnedQty(db, line.id);
  const out = line.shippedQty - earlier;
  if (qty > out) throw invalidRequest('return_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left: out });
  const components = componentsOfLine(db, line);
  const { rest } = splitAllocations(shippedAllocations(db, line.id), components, earlier);
  return splitAllocations(rest, components, qty).first;
}

export const canComeBack = (db: Reader, line: OrderLine): number => line.shippedQty - returnedQty(db, line.id);

const qtyReturned = query<{ qty: number }>(
  { reads: ['document_lines'] },
  'SELECT coalesce(sum(qty), 0) AS qty FROM document_lines WHERE order_line_id = ?',
);

const returnedQty = (db: Reader, lineId: Id): number => db.get(qtyReturned, lineId)?.qty ?? 0;
