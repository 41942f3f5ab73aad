import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { shorten } from '../../lib/text.ts';
import { storeById } from '../stores.ts';
import { existingVariant } from '../variants.ts';
import { type Act, recordEvent } from './history.ts';
import { componentsOfLine } from './lines.ts';
import { stagesOf } from './list/tabs.ts';
import { existingOrder, lineName, type Order, type OrderLine } from './order.ts';

/** A quantity of a variant to pack. Bundles are packed as their components. */
export interface PackItem {
  variantId: Id;
  name: string;
  sku: string | null;
  qty: number;
}

/** What is left to ship, by line; empty unless the order is open. */
export function packItems(db: Reader, order: Order): PackItem[] {
  if (order.status !== 'open') return [];
  const items = new Map<Id, PackItem>();
  for (const line of order.lines)
    for (const component of packItemsOfLine(db, line)) {
      const qty = component.qty * (line.qty - line.shippedQty - line.shortQty);
      const item = items.get(component.variantId);
      items.set(component.variantId, { ...component, qty: qty + (item?.qty ?? 0) });
    }
  return [...items.values()].filter(({ qty }) => qty > 0);
}

/** The components of one piece of the line. */
function packItemsOfLine(db: Reader, line: OrderLine): PackItem[] {
  const components = componentsOfLine(db, line);
  const [single] = components;
  if (single && components.length === 1 && single.qty === 1)
    return [{ variantId: single.variantId, name: lineName(line), sku: line.sku, qty: 1 }];
  return components.map(({ variantId, qty }) => {
    const { productName: name, name: variantName, sku } = existingVariant(db, variantId);
    return { variantId, name: lineName({ name, variantName }), sku, qty };
  });
}

/** Packed quantity per variant. */
export type Packed = ReadonlyMap<Id, number>;

export const isPacked = (items: readonly PackItem[], packed: Packed): boolean =>
  items.length > 0 && items.every(({ variantId, qty }) => (packed.get(variantId) ?? 0) >= qty);

/** A scanned SKU or barcode, with the variants that have this barcode, or an item that was tapped. */
export type Piece = { code: string; withBarcode?: readonly Id[] } | { variantId: Id };

/** Adds a piece. @throws AppError invalid_request at `code` if the order does not need it, or no more of it */
export function packPiece(items: readonly PackItem[], packed: Packed, piece: Piece): Map<Id, number> {
  const found = itemsOf(items, piece);
  const item = found.find(({ variantId, qty }) => (packed.get(variantId) ?? 0) < qty);
  if (item) return new Map(packed).set(item.variantId, (packed.get(item.variantId) ?? 0) + 1);
  const code = 'code' in piece ? shorten(piece.code) : String(piece.variantId);
  const key = found.length === 0 ? 'code_not_in_order' : 'code_one_too_many';
  throw invalidRequest(key, { path: 'code', code });
}

/** By SKU, case-insensitive unless one matches exactly, else by barcode. */
function itemsOf(items: readonly PackItem[], piece: Piece): PackItem[] {
  if ('variantId' in piece) return items.filter(({ variantId }) => variantId === piece.variantId);
  const exact = items.filter(({ sku }) => sku === piece.code);
  if (exact.length > 0) return exact;
  const anyCase = items.filter(({ sku }) => sku?.toLowerCase() === piece.code.toLowerCase());
  return anyCase.length > 0 ? anyCase : items.filter(({ variantId }) => piece.withBarcode?.includes(variantId));
}

/** Records that the order is packed. @throws AppError not_found; invalid_request if it is not open */
export function markPacked(tx: WriteTx, orderId: Id, act: Act): void {
  const { status } = existingOrder(tx, orderId);
  if (status !== 'open') throw invalidRequest('order_not_open', { order: orderId, status: status });
  recordEvent(tx, orderId, act, 'packed');
}

/** The orders that are packed, and of which nothing was shipped and no quantity changed since. */
export const packedOrders = (db: Reader, orderIds: readonly Id[]): ReadonlySet<Id> =>
  new Set(packings(db, orderIds).map(({ orderId }) => orderId));

/** Undefined if the order is not packed in its current form. */
export const packedTime = (db: Reader, orderId: Id): number | undefined => packings(db, [orderId])[0]?.time;

const currentPackings = query<{ orderId: Id; time: number }>(
  { reads: ['order_history', 'orders'] },
  `SELECT p.order_id AS orderId, p.time FROM json_each(?) c
     CROSS JOIN orders o ON o.id = c.value AND o.status = 'open'
     CROSS JOIN order_history p ON p.id = (SELECT max(id) FROM order_history WHERE order_id = o.id AND event = 'packed')
   WHERE NOT EXISTS (
     SELECT 1 FROM order_history h WHERE h.order_id = p.order_id AND h.id > p.id
       AND (h.event = 'shipment_picked_up' OR h.event = 'edited' AND EXISTS (
         SELECT 1 FROM json_each(h.detail) d WHERE d.key LIKE 'line %'
           AND json_extract(d.value, '$.from.qty') IS NOT json_extract(d.value, '$.to.qty'))))`,
);

const packings = (db: Reader, orderIds: readonly Id[]) => db.all(currentPackings, JSON.stringify(orderIds));

const MAX_ORDERS = 500; // oldest first

const oldestInStage = query<{ id: Id; number: number }>(
  { reads: ['orders'] },
  `SELECT id, order_number AS number FROM orders INDEXED BY orders_by_stage
   WHERE store_id = ? AND stage = ? ORDER BY order_number LIMIT ${MAX_ORDERS}`,
);

/** The store's oldest orders in the tab `to_pack` that are not packed. */
export function ordersToPack(db: Reader, storeId: Id, limit: number): Id[] {
  const stages = stagesOf('to_pack', storeById(db, storeId)) ?? [];
  const waiting = stages
    .flatMap((stage) => db.all(oldestInStage, storeId, stage))
    .sort((a, b) => a.number - b.number)
    .map(({ id }) => id);
  const packed = packedOrders(db, waiting);
  return waiting.filter((id) => !packed.has(id)).slice(0, limit);
}

const orderByTrackingNumber = query<{ id: Id }>(
  { reads: ['orders', 'shipments'] },
  `SELECT order_id AS id FROM shipments WHERE tracking_number = @code AND status <> 'canceled'
   AND (SELECT store_id FROM orders WHERE id = order_id) = @storeId ORDER BY id DESC LIMIT 1`,
);

const orderByNumber = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number = ?',
);

const orderByExternalId = query<{ id: Id }>(
  { reads: ['channels', 'orders'] },
  `SELECT id FROM orders WHERE external_order_id = ? AND channel_id IN (SELECT id FROM channels WHERE store_id = ?)
   ORDER BY id DESC LIMIT 1`,
);

/** The order of a scanned code: tracking number, order number or external id. The newest if several match. */
export function orderByCode(db: Reader, storeId: Id, code: string): Id | undefined {
  const number = /^#?(\d{1,15})$/.exec(code)?.[1];
  const known = db.get(orderByTrackingNumber, { code, storeId });
  const found = known ?? (number === undefined ? undefined : db.get(orderByNumber, storeId, Number(number)));
  return found?.id ?? db.get(orderByExternalId, code, storeId)?.id;
}
