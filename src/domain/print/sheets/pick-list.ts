import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { collationKey } from '../../../lib/name-order.ts';
import { compareText } from '../../../lib/text.ts';
import { lineName } from '../../orders/order.ts';
import { thaiDay, thaiNumber } from '../paper/thai.ts';
import type { Sheet } from './printed-sheet.ts';

/** The items to pick in one warehouse. */
interface PickList {
  warehouse: string;
  items: PickItem[];
}

interface PickItem {
  /** Empty: none. */
  shelf: string;
  sku: string;
  name: string;
  qty: number;
  /** Order number and quantity. */
  orders: { orderNumber: string; qty: number }[];
}

interface Reserved {
  warehouseId: Id;
  warehouse: string;
  position: number;
  variantId: Id;
  sku: string | null;
  shelf: string | null;
  name: string;
  variantName: string;
  qty: number;
}

const RESERVED = query<Reserved>(
  { reads: ['order_lines', 'products', 'reservations', 'variants', 'warehouses'] },
  `SELECT w.id AS warehouseId, w.name AS warehouse, w.position, v.id AS variantId, v.sku,
    v.shelf_location AS shelf, p.name, v.name AS variantName, sum(r.qty) AS qty
  FROM reservations r JOIN order_lines l ON l.id = r.line_id JOIN warehouses w ON w.id = r.warehouse_id
    JOIN variants v ON v.id = r.variant_id JOIN products p ON p.id = v.product_id
  WHERE l.order_id = ? GROUP BY w.id, v.id`,
);

/** One list per warehouse, by shelf location, then by SKU. @throws AppError not_found; invalid_request at an order with nothing to pick */
export function pickLists(db: Reader, orderIds: readonly Id[]): PickList[] {
  const lists = new Map<Id, { warehouse: string; position: number; items: Map<Id, PickItem> }>();
  for (const orderId of new Set(orderIds)) {
    const orderNumber = orderNumberOf(db, orderId);
    const reserved = db.all(RESERVED, orderId);
    if (reserved.length === 0) throw invalidRequest('nothing_to_pick', { order: orderId });
    for (const { warehouseId, warehouse, position, variantId, sku, shelf, qty, ...names } of reserved) {
      const list = lists.get(warehouseId) ?? { warehouse, position, items: new Map<Id, PickItem>() };
      const name = lineName(names);
      const item = list.items.get(variantId) ?? { shelf: shelf ?? '', sku: sku ?? '', name, qty: 0, orders: [] };
      item.qty += qty;
      item.orders.push({ orderNumber: String(orderNumber), qty });
      list.items.set(variantId, item);
      lists.set(warehouseId, list);
    }
  }
  return [...lists]
    .sort(([, a], [, b]) => a.position - b.position)
    .map(([, { warehouse, items }]) => ({ warehouse, items: inWalkingOrder(items.values()) }));
}

const numberOfOrder = query<{ orderNumber: number }>(
  { reads: ['orders'] },
  'SELECT order_number AS orderNumber FROM orders WHERE id = ?',
);

/** @throws AppError not_found */
function orderNumberOf(db: Reader, id: Id): number {
  const order = db.get(numberOfOrder, id);
  if (!order) throw notFound('order_not_found', { order: id });
  return order.orderNumber;
}

const LAST = '\u{10ffff}';
const keyOf = (text: string): string => (text === '' ? LAST : collationKey(text));

/** `A-2` before `A-10`; items without a shelf location last, and among them those without SKU. */
const inWalkingOrder = (items: Iterable<PickItem>): PickItem[] =>
  Array.from(items, (item) => ({ item, key: [item.shelf, item.sku, item.name].map(keyOf).join('\0') }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ item }) => item);

export function pickListSheet({ warehouse, items }: PickList, now: number): Sheet {
  const pieces = items.reduce((sum, { qty }) => sum + qty, 0);
  const hasShelves = items.some(({ shelf }) => shelf !== '');
  const orders = new Set(items.flatMap((item) => item.orders.map(({ orderNumber }) => orderNumber)));
  return {
    title: 'ใบหยิบสินค้า',
    nameInWarnings: message('document_pick_list', { warehouse }),
    facts: [
      ['คลัง', warehouse],
      ['วันที่', thaiDay(now)],
      ['คำสั่งซื้อ', `${thaiNumber(orders.size)} รายการ`],
    ],
    tables: [
      {
        columns: [
          { head: '', widthShare: 6, checkbox: true },
          ...(hasShelves ? [{ head: 'ที่เก็บ', widthShare: 16, bold: true }] : []),
          { head: 'SKU', widthShare: 18 },
          { head: 'สินค้า', widthShare: hasShelves ? 42 : 50 },
          { head: 'จำนวน', widthShare: 12, align: 'right', bold: true },
          { head: 'สำหรับคำสั่งซื้อ', widthShare: 30 },
        ],
        rows: items.map(({ shelf, sku, name, qty, orders }) => [
          '',
          ...(hasShelves ? [shelf] : []),
          sku,
          name,
          thaiNumber(qty),
          orders.map(orderText).join(', '),
        ]),
      },
    ],
    totals: [{ name: 'รวมทั้งหมด', value: `${thaiNumber(pieces)} ชิ้น`, emphasized: true }],
  };
}

const orderText = ({ orderNumber, qty }: PickItem['orders'][number]): string =>
  qty === 1 ? orderNumber : `${orderNumber}×${thaiNumber(qty)}`;
