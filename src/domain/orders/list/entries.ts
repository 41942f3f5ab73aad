import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import type { Money } from '../../../lib/money.ts';
import { lineName, type OrderLine } from '../order.ts';
import { packedOrders } from '../packing.ts';
import type { Shipment } from '../shipments/shipment.ts';
import {
  type CodStatus,
  hasLeft,
  type OrderStatus,
  type PaymentRecord,
  type PaymentStatus,
  paymentStatus,
  type ShippingStatus,
  type Stage,
  shippingStatusWhere,
} from '../states.ts';
import { WAITING } from './tabs.ts';

/** Canceled parcels are left out. */
type EntryParcel = Pick<Shipment, 'id' | 'orderId' | 'shippingType' | 'trackingNumber' | 'status'>;

interface EntryFields {
  id: Id;
  orderNumber: number;
  createTime: number;
  status: OrderStatus;
  stage: Stage;
  recipientName: string;
  telephone: string | null;
  province: string | null;
  total: Money;
  codStatus: CodStatus | null;
  codAmount: Money | null;
  shippingType: string;
  salesChannel: string | null;
  channelId: Id | null;
  externalOrderId: string | null;
  shipDeadlineTime: number | null;
  privateNote: string | null;
  bookingFailed: Message | null;
}

/** An order as a row of the store's list. */
export interface OrderEntry extends EntryFields {
  isCod: boolean;
  paymentStatus: PaymentStatus;
  shippingStatus: ShippingStatus;
  /** Name of the first line, number of lines, and total number of pieces. */
  firstLine: string;
  lines: number;
  pieces: number;
  parcels: readonly EntryParcel[];
  /** Past its ship deadline with something left to ship. */
  isLate: boolean;
  /** Packed in its current form. */
  isPacked: boolean;
  /** It was sent again with different content, which was ignored. */
  hasDifferingReplay: boolean;
}

type EntryRow = Omit<EntryFields, 'bookingFailed'> & {
  isCod: number;
  differingReplayTime: number | null;
  bookingFailed: string | null;
};

const ENTRIES = query<EntryRow>(
  { reads: ['addresses', 'bookings', 'orders'] },
  `SELECT o.id, o.order_number AS orderNumber, o.create_time AS createTime, o.status, o.stage,
    a.name AS recipientName, a.telephone, a.province, o.total, o.is_cod AS isCod, o.cod_status AS codStatus,
    o.cod_amount AS codAmount, o.shipping_type AS shippingType, o.sales_channel AS salesChannel,
    o.channel_id AS channelId, o.external_order_id AS externalOrderId, o.ship_deadline_time AS shipDeadlineTime,
    o.private_note AS privateNote, o.differing_replay_time AS differingReplayTime,
    (SELECT reason FROM bookings b WHERE b.order_id = o.id AND b.state = 'failed') AS bookingFailed
  FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value JOIN addresses a ON a.version = o.recipient_address
  ORDER BY c.key`,
);

type EntryLine = Pick<OrderLine, 'name' | 'variantName' | 'qty'> & { orderId: Id };

const LINES = query<EntryLine>(
  { reads: ['order_lines'] },
  `SELECT l.order_id AS orderId, l.name, l.variant_name AS variantName, l.qty
  FROM json_each(?) c CROSS JOIN order_lines l ON l.order_id = c.value
  WHERE l.delete_time IS NULL ORDER BY l.order_id, l.id`,
);

const PARTLY_SHIPPED = query<{ id: Id }>(
  { reads: ['order_line_parts', 'order_lines', 'shipment_items', 'shipments'] },
  `SELECT DISTINCT l.order_id AS id
  FROM json_each(?) c CROSS JOIN order_lines l ON l.order_id = c.value
  WHERE l.delete_time IS NULL AND l.qty > l.short_qty
    + coalesce((SELECT sum(i.qty) FROM shipments s CROSS JOIN shipment_items i ON i.shipment_id = s.id AND i.line_id = l.id
      WHERE s.order_id = l.order_id AND s.status NOT IN ('booked', 'canceled')), 0)
      / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1)`,
);

const PAYMENTS = query<PaymentRecord & { orderId: Id }>(
  { reads: ['payments'] },
  `SELECT p.order_id AS orderId, p.amount, p.refunded, p.status
  FROM json_each(?) c CROSS JOIN payments p ON p.order_id = c.value`,
);

const PARCELS = query<EntryParcel>(
  { reads: ['shipments'] },
  `SELECT s.order_id AS orderId, s.id, s.shipping_type AS shippingType,
    s.tracking_number AS trackingNumber, s.status
  FROM json_each(?) c CROSS JOIN shipments s ON s.order_id = c.value WHERE s.status <> 'canceled' ORDER BY s.id`,
);

/** In the order of the ids. */
export function orderEntries(db: Reader, ids: readonly Id[], now: number): OrderEntry[] {
  const idList = JSON.stringify(ids);
  const lines = Map.groupBy(db.all(LINES, idList), ({ orderId }) => orderId);
  const payments = Map.groupBy(db.all(PAYMENTS, idList), ({ orderId }) => orderId);
  const parcels = Map.groupBy(db.all(PARCELS, idList), ({ orderId }) => orderId);
  const packed = packedOrders(db, ids);
  const rows = db.all(ENTRIES, idList);
  const unshipped = unshippedOf(db, rows, parcels);
  return rows.map(({ differingReplayTime, bookingFailed, ...row }) => {
    const ownLines = lines.get(row.id) ?? [];
    const ownParcels = parcels.get(row.id) ?? [];
    const [first] = ownLines;
    return {
      ...row,
      bookingFailed: bookingFailed === null ? null : messageFromJson(bookingFailed),
      isCod: row.isCod === 1,
      paymentStatus: paymentStatus(row.total, payments.get(row.id) ?? [], row.codStatus),
      shippingStatus: shippingStatusWhere(!unshipped.has(row.id), ownParcels),
      firstLine: first ? lineName(first) : '',
      lines: ownLines.length,
      pieces: ownLines.reduce((sum, { qty }) => sum + qty, 0),
      parcels: ownParcels,
      isLate: WAITING.includes(row.stage) && row.shipDeadlineTime !== null && row.shipDeadlineTime < now,
      isPacked: packed.has(row.id),
      hasDifferingReplay: differingReplayTime !== null,
    };
  });
}

/** Orders with something left to ship: open ones by stage, closed ones by their lines. */
function unshippedOf(db: Reader, rows: readonly EntryRow[], parcels: ReadonlyMap<Id, EntryParcel[]>): ReadonlySet<Id> {
  const endedEarly = rows.filter(({ id, status }) => CLOSED_EARLY.includes(status) && parcels.get(id)?.some(hasLeft));
  const partlyShipped = endedEarly.length === 0 ? [] : db.all(PARTLY_SHIPPED, JSON.stringify(idsOf(endedEarly)));
  return new Set(idsOf([...rows.filter(({ stage }) => WAITING.includes(stage)), ...partlyShipped]));
}

const CLOSED_EARLY: readonly OrderStatus[] = ['canceled', 'expired'];

const idsOf = (rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id);

/** The entries of selected orders. @throws AppError not_found if one belongs to another store */
export function ownEntries(db: Reader, storeId: Id, ids: readonly Id[], now: number): OrderEntry[] {
  const ownIds = new Set(db.all(OWN, JSON.stringify(ids), storeId).map(({ id }) => id));
  const missing = ids.find((id) => !ownIds.has(id));
  if (missing !== undefined) throw notFound('order_not_found_in_store', { order: missing });
  return orderEntries(db, [...ownIds], now);
}

const OWN = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT DISTINCT o.id FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
  WHERE o.store_id = ? ORDER BY o.id`,
);
