import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LISTED_LENGTH } from '../../../lib/text-limits.ts';
import { isTooShort, lacksLabelField } from '../../addresses.ts';
import { lineName } from '../order.ts';
import {
  type CodStatus,
  hasLeft,
  type OrderStatus,
  type PaymentRecord,
  type PaymentStatus,
  paidAmount,
  paymentStatus,
  type ShippingStatus,
  type Stage,
  shippingStatus,
} from '../order-states.ts';
import { packedOrders } from '../packing-rows.ts';
import { overpaidOf } from '../payments/balance.ts';
import { needsLabel } from '../recipient.ts';
import { restockedOrders, type Shipment } from '../shipments/shipment.ts';
import { type ReturnState, returnStateOf } from './returns.ts';
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
  overpaidAmount: Money;
  shippingStatus: ShippingStatus;
  /** Name of the first line, number of lines, and total number of pieces. */
  firstLine: string;
  /** The parts of `firstLine`. */
  firstProduct: string;
  firstVariant: string;
  lines: number;
  pieces: number;
  /** `lines` and `pieces` are of the first thousand lines. */
  hasMoreLines: boolean;
  parcels: readonly EntryParcel[];
  /** Past its ship deadline with something left to ship. */
  isLate: boolean;
  /** Packed in its current form. */
  isPacked: boolean;
  /** Pieces that were left for a later parcel when it was packed. */
  leftPieces: number;
  /** Undefined if nothing came back. */
  returnState: ReturnState | undefined;
  /** The partner sent the order again with different content, which was ignored. */
  hasDifferingReplay: boolean;
  /** The booking waits for a complete address (`waitsForAddress`). */
  isAddressIncomplete: boolean;
  tags: readonly string[];
}

type EntryRow = Omit<EntryFields, 'bookingFailed'> & {
  isCod: number;
  differingReplayTime: number | null;
  bookingFailed: string | null;
  awaitsRestock: 0 | 1;
  lacksLabelField: 0 | 1;
  /** JSON. */
  tags: string;
};

const ENTRIES = query<EntryRow>(
  { reads: ['addresses', 'bookings', 'order_tags', 'orders'] },
  `SELECT o.id, o.order_number AS orderNumber, o.create_time AS createTime, o.status, o.stage,
    substr(a.name, 1, @most) AS recipientName, substr(a.telephone, 1, @most) AS telephone,
    substr(a.province, 1, @most) AS province, o.total, o.is_cod AS isCod, o.cod_status AS codStatus,
    o.cod_amount AS codAmount, o.shipping_type AS shippingType, o.sales_channel AS salesChannel,
    o.channel_id AS channelId, o.external_order_id AS externalOrderId, o.ship_deadline_time AS shipDeadlineTime,
    substr(o.private_note, 1, @most) AS privateNote, o.differing_replay_time AS differingReplayTime,
    o.awaits_restock AS awaitsRestock,
    (${lacksLabelField('a')}) AS lacksLabelField,
    (SELECT reason FROM bookings b WHERE b.order_id = o.id AND b.state = 'failed') AS bookingFailed,
    (SELECT json_group_array(tag) FROM order_tags t WHERE t.order_id = o.id) AS tags
  FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value JOIN addresses a ON a.version = o.recipient_address
  ORDER BY c.key`,
);

interface EntryLines {
  orderId: Id;
  lines: number;
  pieces: number;
  /** Product name of the first line. */
  name: string;
  variantName: string;
}

/** More lines are not counted: an order of 50,000 lines would delay the list. */
const MAX_COUNTED_LINES = 1_000;

const LINES = query<EntryLines>(
  { reads: ['order_lines'] },
  `SELECT s.orderId, s.lines, s.pieces, substr(f.name, 1, @most) AS name, substr(f.variant_name, 1, @most) AS variantName
  FROM (SELECT c.value AS orderId, count(*) AS lines, sum(l.qty) AS pieces, min(l.id) AS first
    FROM json_each(@ids) c CROSS JOIN order_lines l ON l.id IN (SELECT id FROM order_lines
      WHERE order_id = c.value AND delete_time IS NULL ORDER BY id LIMIT ${MAX_COUNTED_LINES + 1})
    GROUP BY c.value) s
  CROSS JOIN order_lines f ON f.id = s.first`,
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

/** In the order of the ids. @param maxLength texts are cut to this number of characters */
export function orderEntries(
  db: Reader,
  ids: readonly Id[],
  now: number,
  maxLength: number = MAX_LISTED_LENGTH,
): OrderEntry[] {
  const idList = JSON.stringify(ids);
  const cut = { ids: idList, most: maxLength };
  const lines = new Map(db.all(LINES, cut).map((counted) => [counted.orderId, counted]));
  const payments = Map.groupBy(db.all(PAYMENTS, idList), ({ orderId }) => orderId);
  const parcels = Map.groupBy(db.all(PARCELS, idList), ({ orderId }) => orderId);
  const packed = packedOrders(db, ids);
  const rows = db.all(ENTRIES, cut);
  const unshipped = unshippedOf(db, rows, parcels);
  const isAllShipped = ({ id }: EntryRow) => !unshipped.has(id) && parcels.get(id)?.some(hasLeft) === true;
  const restocked = restockedOrders(db, idsOf(rows.filter(isAllShipped)));
  return rows.map(({ differingReplayTime, bookingFailed, tags, lacksLabelField, awaitsRestock, ...row }) => {
    const counted = lines.get(row.id);
    const ownPayments = payments.get(row.id) ?? [];
    const ownParcels = parcels.get(row.id) ?? [];
    const shipping = shippingStatus(ownParcels, {
      isAllShipped: !unshipped.has(row.id),
      isAllRestocked: restocked.has(row.id),
    });
    return {
      ...row,
      bookingFailed: bookingFailed === null ? null : messageFromJson(bookingFailed),
      isCod: row.isCod === 1,
      paymentStatus: paymentStatus(row.total, ownPayments, row.codStatus),
      overpaidAmount: overpaidOf({ ...row, paidAmount: paidAmount(ownPayments) }),
      shippingStatus: shipping,
      firstLine: counted ? lineName(counted) : '',
      firstProduct: counted?.name ?? '',
      firstVariant: counted?.variantName ?? '',
      lines: counted?.lines ?? 0,
      pieces: counted?.pieces ?? 0,
      hasMoreLines: (counted?.lines ?? 0) > MAX_COUNTED_LINES,
      parcels: ownParcels,
      isLate: WAITING.includes(row.stage) && row.shipDeadlineTime !== null && row.shipDeadlineTime < now,
      isPacked: packed.has(row.id),
      leftPieces: packed.get(row.id) ?? 0,
      returnState: returnStateOf({ parcels: ownParcels, awaitsRestock: awaitsRestock === 1 }),
      hasDifferingReplay: differingReplayTime !== null,
      isAddressIncomplete: waitsForAddress(row, lacksLabelField === 1),
      tags: JSON.parse(tags),
    };
  });
}

const waitsForAddress = ({ stage, channelId, shippingType, telephone }: Waiting, lacksField: boolean): boolean =>
  WAITING.includes(stage) &&
  channelId === null &&
  needsLabel({ shippingType }) &&
  (lacksField || isTooShort(telephone ?? undefined));

type Waiting = Pick<EntryRow, 'stage' | 'channelId' | 'shippingType' | 'telephone'>;

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
  return orderEntries(db, requireOwn(db, storeId, ids), now);
}

/** The ids, each once, oldest first. @throws AppError not_found if an order belongs to another store */
export function requireOwn(db: Reader, storeId: Id, ids: readonly Id[]): Id[] {
  const ownIds = new Set(db.all(OWN, JSON.stringify(ids), storeId).map(({ id }) => id));
  const missing = ids.find((id) => !ownIds.has(id));
  if (missing !== undefined) throw notFound('order_not_found_in_store', { order: missing });
  return [...ownIds];
}

const OWN = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT DISTINCT o.id FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
  WHERE o.store_id = ? ORDER BY o.id`,
);
