import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { shorten } from '../../lib/text.ts';
import { findScanned } from '../../lib/thai-keyboard.ts';
import { storeById } from '../stores.ts';
import { existingVariant } from '../variants.ts';
import { type Act, recordEvent } from './history.ts';
import { componentsOfLine, type LineQty } from './lines.ts';
import { conditionOf, conditionReads, stagesOf } from './list/tabs.ts';
import { existingOrder, lineName, type Order, type OrderLine } from './order.ts';
import { type Packed, piecesOf, savePacked } from './packing-rows.ts';

/** A quantity of a variant to pack. Bundles are packed as their components. */
export interface PackItem {
  variantId: Id;
  name: string;
  sku: string | null;
  qty: number;
  /** How many of the units belong to bundles of the order, by the name of the bundle. */
  bundles: readonly { name: string; qty: number }[];
}

/** Items left to ship, by line; empty unless the order is open. */
export function packItems(db: Reader, order: Order): PackItem[] {
  if (order.status !== 'open') return [];
  const items = new Map<Id, PackItem>();
  for (const line of order.lines)
    for (const component of packItemsOfLine(db, line)) {
      const qty = component.qty * (line.qty - line.shippedQty - line.shortQty);
      const item = items.get(component.variantId);
      const ofBundle = qty > 0 ? component.bundles.map(({ name }) => ({ name, qty })) : [];
      const bundles = [...(item?.bundles ?? []), ...ofBundle];
      items.set(component.variantId, { ...component, qty: qty + (item?.qty ?? 0), bundles });
    }
  return [...items.values()].filter(({ qty }) => qty > 0);
}

/** The components of one piece of the line. */
function packItemsOfLine(db: Reader, line: OrderLine): PackItem[] {
  const components = componentsOfLine(db, line);
  const [single] = components;
  if (single && components.length === 1 && single.qty === 1)
    return [{ variantId: single.variantId, name: lineName(line), sku: line.sku, qty: 1, bundles: [] }];
  return components.map(({ variantId, qty }) => {
    const { productName: name, name: variantName, sku } = existingVariant(db, variantId);
    return { variantId, name: lineName({ name, variantName }), sku, qty, bundles: [{ name: lineName(line), qty }] };
  });
}

export const isPacked = (items: readonly PackItem[], packed: Packed): boolean =>
  items.length > 0 && items.every(({ variantId, qty }) => (packed.get(variantId) ?? 0) >= qty);

/** The pieces of each line that are not packed. Parts go to the first line that needs them. */
export function missingQtys(db: Reader, order: Order, packed: Packed): LineQty[] {
  const left = new Map(packed);
  return order.lines.flatMap((line) => {
    const wanted = line.qty - line.shippedQty - line.shortQty;
    const parts = componentsOfLine(db, line);
    const complete = Math.min(
      wanted,
      ...parts.map(({ variantId, qty }) => Math.floor((left.get(variantId) ?? 0) / qty)),
    );
    for (const { variantId, qty } of parts) left.set(variantId, (left.get(variantId) ?? 0) - qty * complete);
    return wanted > complete ? [{ lineId: line.id, qty: wanted - complete }] : [];
  });
}

/** A scanned SKU or barcode, or an item that was tapped. */
export type Piece = ScannedCode | { variantId: Id };

export interface ScannedCode {
  code: string;
  /** 1 by default. */
  qty?: number;
  /** The variants with this barcode. */
  withBarcode?: readonly Id[];
  /** Name of the store's product that has the code, for an order that does not contain it. */
  productOf?: () => string | undefined;
}

/** Adds a piece, or its quantity. @throws AppError invalid_request at `code` if the order does not need it, or fewer of it */
export function packPiece(items: readonly PackItem[], packed: Packed, piece: Piece): Map<Id, number> {
  const found = itemsOf(items, piece);
  const wanted = 'code' in piece ? (piece.qty ?? 1) : 1;
  const after = new Map(packed);
  let rest = wanted;
  for (const { variantId, qty } of found) {
    const before = packed.get(variantId) ?? 0;
    const added = Math.min(rest, Math.max(0, qty - before));
    if (added > 0) after.set(variantId, before + added);
    rest -= added;
  }
  if (found.length > 0 && rest === 0) return after;
  throw notNeeded(piece, found, wanted - rest);
}

/** @param left how many more of the item the order needs */
function notNeeded(piece: Piece, found: readonly PackItem[], left: number): AppError {
  const code = 'code' in piece ? shorten(piece.code) : String(piece.variantId);
  const product = found.length === 0 && 'code' in piece ? piece.productOf?.() : undefined;
  if (product !== undefined) return invalidRequest('product_not_in_order', { path: 'code', code, name: product });
  if (found.length === 0) return invalidRequest('code_not_in_order', { path: 'code', code });
  if (left === 0) return invalidRequest('code_one_too_many', { path: 'code', code });
  return invalidRequest('code_units_too_many', { path: 'code', code, units: left });
}

/** Adds all pieces of an item but the `absent` ones. @throws AppError invalid_request at `code` as `packPiece` */
export function packRest(items: readonly PackItem[], packed: Packed, variantId: Id, absent: number): Map<Id, number> {
  const item = items.find((each) => each.variantId === variantId);
  const [code, path] = [item?.sku ?? item?.name ?? String(variantId), 'code'];
  if (!item) throw invalidRequest('code_not_in_order', { path, code });
  const present = item.qty - absent;
  if (present <= (packed.get(variantId) ?? 0)) throw invalidRequest('code_one_too_many', { path, code });
  return new Map(packed).set(variantId, present);
}

/** Whether one of the items has the code. */
export const hasItem = (items: readonly PackItem[], piece: Piece): boolean => itemsOf(items, piece).length > 0;

/** By SKU, case-insensitive unless one matches exactly, else by barcode. */
function itemsOf(items: readonly PackItem[], piece: Piece): PackItem[] {
  if ('variantId' in piece) return items.filter(({ variantId }) => variantId === piece.variantId);
  const exact = items.filter(({ sku }) => sku === piece.code);
  if (exact.length > 0) return exact;
  const anyCase = items.filter(({ sku }) => sku?.toLowerCase() === piece.code.toLowerCase());
  return anyCase.length > 0 ? anyCase : items.filter(({ variantId }) => piece.withBarcode?.includes(variantId));
}

/** Records that the order is packed, but for the `missing` pieces of its lines. @throws AppError not_found; invalid_request if it is not open */
export function markPacked(tx: WriteTx, orderId: Id, act: Act, missing: LineQty[] = []): void {
  const { status } = existingOrder(tx, orderId);
  if (status !== 'open') throw invalidRequest('order_not_open', { order: orderId, status: status });
  savePacked(tx, orderId, { time: act.now, missing });
  recordEvent(tx, orderId, act, 'packed', missing.length > 0 ? { left: piecesOf(missing) } : {});
}

const oldestToPack = query<{ id: Id; number: number }>(
  { reads: ['orders', ...conditionReads('to_pack')] },
  `SELECT id, order_number AS number FROM orders o INDEXED BY orders_by_stage
   WHERE store_id = ? AND stage = ? AND order_number > ? AND ${conditionOf('to_pack')} ORDER BY order_number LIMIT ?`,
);

/** The store's oldest orders in the tab `to_pack`. @param after number of an order that they follow */
export function ordersToPack(db: Reader, storeId: Id, limit: number, after = 0): Id[] {
  const stages = stagesOf('to_pack', storeById(db, storeId)) ?? [];
  const oldest = stages.flatMap((stage) => db.all(oldestToPack, storeId, stage, after, limit));
  return oldest
    .sort((a, b) => a.number - b.number)
    .slice(0, limit)
    .map(({ id }) => id);
}

const firstVariantsOf = query<{ orderId: Id; variantId: Id }>(
  { reads: ['order_lines'] },
  `SELECT l.order_id AS orderId, l.variant_id AS variantId FROM json_each(?) c CROSS JOIN order_lines l ON l.id =
     (SELECT id FROM order_lines WHERE order_id = c.value AND delete_time IS NULL ORDER BY id LIMIT 1)`,
);

/** The variant of the first line of each order. */
export const firstVariants = (db: Reader, orderIds: readonly Id[]): ReadonlyMap<Id, Id> =>
  new Map(db.all(firstVariantsOf, JSON.stringify(orderIds)).map(({ orderId, variantId }) => [orderId, variantId]));

const shippingTypes = query<{ shippingType: string }>(
  { reads: ['orders'] },
  `SELECT DISTINCT shipping_type AS shippingType FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value ORDER BY 1`,
);

/** The shipping types of the orders, each once. */
export const shippingTypesOf = (db: Reader, orderIds: readonly Id[]): string[] =>
  db.all(shippingTypes, JSON.stringify(orderIds)).map(({ shippingType }) => shippingType);

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
export const orderByCode = (db: Reader, storeId: Id, code: string): Id | undefined =>
  findScanned(code, (typed) => orderByTypedCode(db, storeId, typed));

function orderByTypedCode(db: Reader, storeId: Id, code: string): Id | undefined {
  const number = /^#?(\d{1,15})$/.exec(code)?.[1];
  const known = db.get(orderByTrackingNumber, { code, storeId });
  const found = known ?? (number === undefined ? undefined : db.get(orderByNumber, storeId, Number(number)));
  return found?.id ?? db.get(orderByExternalId, code, storeId)?.id;
}
