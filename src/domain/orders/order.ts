import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { truncate } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { shownAddress } from '../address-fields.ts';
import { addressVersion, type StoreAddress, type StoredAddress, storeAddressVersion } from '../addresses.ts';
import {
  type CodStatus,
  hasLeft,
  haveAllLeft,
  type OrderStatus,
  type PaymentMethod,
  type PaymentRecord,
  type PaymentStatus,
  paymentStatus,
  type ShippingStatus,
  shippingStatus,
} from './order-states.ts';
import { type Balance, balanceOf, type Charged } from './payments/balance.ts';
import { isAllRestocked, isAllShipped, type Shipment, shipmentsOf, shippedQtys } from './shipments/shipment.ts';

export interface OrderLine {
  id: Id;
  productId: Id;
  variantId: Id;
  /** Names, SKU and price as of the order. */
  name: string;
  variantName: string;
  sku: string | null;
  qty: number;
  /** Shipped, and not going to be shipped. */
  shippedQty: number;
  shortQty: number;
  price: Money;
  amount: Money;
}

/** Product and variant name in one text. */
export const lineName = ({ name, variantName }: { name: string; variantName: string }): string =>
  `${name} ${variantName}`.trim();

export interface Payment extends PaymentRecord {
  id: Id;
  method: PaymentMethod;
  createTime: number;
  /** When it was confirmed or rejected, and by which account. */
  reviewTime: number | null;
  userId: Id | null;
  note: string | null;
  /** When the customer paid. */
  payTime: number | null;
  externalId: string | null;
  hasSlip: boolean;
  refunds: readonly PaymentRefund[];
}

export interface PaymentRefund {
  id: Id;
  amount: Money;
  method: PaymentMethod;
  createTime: number;
}

interface OrderFields {
  id: Id;
  storeId: Id;
  orderNumber: number;
  channelId: Id | null;
  externalOrderId: string | null;
  status: OrderStatus;
  codStatus: CodStatus | null;
  shippingType: string;
  salesChannel: string | null;
  senderName: string;
  subtotal: Money;
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  codFee: Money | null;
  codAmount: Money | null;
  total: Money;
  waived: Charged['waived'];
  shippingLabelNote: string | null;
  privateNote: string | null;
  orderTime: number;
  expirationTime: number | null;
  shipDeadlineTime: number | null;
  createTime: number;
  updateTime: number;
  paidTime: number | null;
  cancelTime: number | null;
  /** When a create was last repeated with different content. */
  differingReplayTime: number | null;
}

/** docs/decisions.md#order-in-responses */
export interface Order extends OrderFields, Balance {
  isCod: boolean;
  shipBeforePay: boolean;
  autoRequestXshipping: boolean;
  paymentStatus: PaymentStatus;
  shippingStatus: ShippingStatus;
  recipientAddress: StoredAddress;
  senderAddress: StoreAddress | undefined;
  lines: readonly OrderLine[];
  payments: readonly Payment[];
  shipments: readonly Shipment[];
}

type OrderRow = OrderFields & {
  isCod: number;
  shipBeforePay: number;
  autoRequestXshipping: number;
  recipientAddress: Id;
  senderAddress: Id | null;
};

const SELECT = `SELECT id, store_id AS storeId, order_number AS orderNumber, channel_id AS channelId,
  external_order_id AS externalOrderId, status, cod_status AS codStatus, shipping_type AS shippingType,
  sales_channel AS salesChannel, recipient_address AS recipientAddress, sender_name AS senderName,
  sender_address AS senderAddress, subtotal, discount, shipping_fee AS shippingFee, other_fee AS otherFee,
  is_cod AS isCod, cod_fee AS codFee, cod_amount AS codAmount, total, waived, ship_before_pay AS shipBeforePay,
  auto_request_xshipping AS autoRequestXshipping, shipping_label_note AS shippingLabelNote, private_note AS privateNote,
  order_time AS orderTime, expiration_time AS expirationTime, ship_deadline_time AS shipDeadlineTime,
  create_time AS createTime, update_time AS updateTime, paid_time AS paidTime, cancel_time AS cancelTime,
  differing_replay_time AS differingReplayTime FROM orders`;

const BY_ID = query<OrderRow>({ reads: ['orders'] }, `${SELECT} WHERE id = ? AND stage <> 'deleted'`);
const BY_ID_OR_DELETED = query<OrderRow>({ reads: ['orders'] }, `${SELECT} WHERE id = ?`);
const BY_EXTERNAL_ID = query<{ id: Id; isDeleted: 0 | 1 }>(
  { reads: ['orders'] },
  `SELECT id, stage = 'deleted' AS isDeleted FROM orders WHERE channel_id = ? AND external_order_id = ?`,
);

/**
 * Undefined for a deleted order. The caller checks the store of the order.
 * @param maxLines reads only the first lines
 */
export const orderById = (db: Reader, id: Id, maxLines?: number): Order | undefined =>
  db.snapshot(() => {
    const row = db.get(BY_ID, id);
    return row && orderOfRow(db, row, maxLines);
  });

/**
 * A deleted order still has the data of its customer and the numbers of its parcels.
 * @param maxLines reads only the first lines
 * @throws AppError not_found
 */
export const orderOrDeleted = (db: Reader, id: Id, maxLines?: number): Order =>
  db.snapshot(() => {
    const row = db.get(BY_ID_OR_DELETED, id);
    if (!row) throw notFound('order_not_found', { order: id });
    return orderOfRow(db, row, maxLines);
  });

/** The channel's order with this external id, which a deleted order keeps. */
export const idOfExternalId = (
  db: Reader,
  channelId: Id,
  externalId: string,
): { id: Id; isDeleted: 0 | 1 } | undefined => db.get(BY_EXTERNAL_ID, channelId, externalId);

/** The main thread does not read and render more lines in one turn. */
const MANY_LINES = 500;

const hasManyLines = query<{ many: 1 }>(
  { reads: ['order_lines'] },
  `SELECT 1 AS many FROM order_lines WHERE order_id = ? LIMIT 1 OFFSET ${MANY_LINES}`,
);

export const isLongOrder = (db: Reader, id: Id): boolean => db.get(hasManyLines, id) !== undefined;

/** @throws AppError not_found */
export function existingOrder(db: Reader, id: Id, maxLines?: number): Order {
  const order = orderById(db, id, maxLines);
  if (!order) throw notFound('order_not_found', { order: id });
  return order;
}

/** The order for pages and prints, with texts cut that are older than the limits. @throws AppError not_found */
export function shownOrder(db: Reader, id: Id, maxLines?: number): Order {
  const order = existingOrder(db, id, maxLines);
  return {
    ...order,
    senderName: truncate(order.senderName, MAX_LENGTH.name),
    shippingLabelNote: order.shippingLabelNote && truncate(order.shippingLabelNote, MAX_LENGTH.note),
    privateNote: order.privateNote && truncate(order.privateNote, MAX_LENGTH.note),
    recipientAddress: shownAddress(order.recipientAddress),
    lines: order.lines.map(shownLine),
  };
}

const shownLine = (line: OrderLine): OrderLine => {
  const { name, variantName, sku } = line;
  if (Math.max(name.length, variantName.length, sku?.length ?? 0) <= MAX_LENGTH.sku) return line;
  return {
    ...line,
    name: truncate(name, MAX_LENGTH.name),
    variantName: truncate(variantName, MAX_LENGTH.name),
    sku: sku && truncate(sku, MAX_LENGTH.sku),
  };
};

const ordersOfStore = query<OrderRow>(
  { reads: ['orders'] },
  `${SELECT} WHERE store_id = ? AND stage <> 'deleted' ORDER BY order_number DESC LIMIT ? OFFSET ?`,
);

/** Newest first. */
export const listOrders = (db: Reader, storeId: Id, page: { limit: number; offset: number }): Order[] =>
  db.all(ordersOfStore, storeId, page.limit, page.offset).map((row) => orderOfRow(db, row));

function orderOfRow(db: Reader, row: OrderRow, maxLines = ALL): Order {
  const payments = paymentsOf(db, row.id);
  const shipments = shipmentsOf(db, row.id);
  const plain = db.all(linesOfOrder, row.id, maxLines);
  const hasMore = plain.length === maxLines;
  const shippedQty = shippedOf(db, row, shipments, hasMore ? plain.at(-1)?.id : undefined);
  const lines = plain.map((line) => ({ ...line, shippedQty: shippedQty(line) }));
  const hasAllLeft = hasMore ? isAllShipped(db, row, shipments) : haveAllLeft(lines);
  return {
    ...row,
    isCod: row.isCod === 1,
    shipBeforePay: row.shipBeforePay === 1,
    autoRequestXshipping: row.autoRequestXshipping === 1,
    ...balanceOf(row, payments),
    paymentStatus: paymentStatus(row.total, payments, row.codStatus),
    shippingStatus: shippingStatus(shipments, {
      isAllShipped: hasAllLeft,
      isAllRestocked: hasAllLeft && shipments.some(hasLeft) && isAllRestocked(db, row.id),
    }),
    recipientAddress: addressVersion(db, row.recipientAddress),
    senderAddress: row.senderAddress === null ? undefined : storeAddressVersion(db, row.senderAddress),
    lines,
    payments,
    shipments,
  };
}

/** The shipped quantity of a line. */
type ShippedQty = (line: Pick<OrderLine, 'id' | 'qty' | 'shortQty'>) => number;

/** Completed orders have shipped everything; otherwise the parcels are summed. @param last sums the lines up to this one */
function shippedOf(db: Reader, { id, status }: OrderRow, shipments: readonly Shipment[], last?: Id): ShippedQty {
  if (status === 'completed') return ({ qty, shortQty }) => qty - shortQty;
  if (!shipments.some(hasLeft)) return () => 0;
  const qtys = shippedQtys(db, id, last);
  return (line) => qtys.get(line.id) ?? 0;
}

const ALL = -1; // as a limit of SQL

const linesOfOrder = query<Omit<OrderLine, 'shippedQty'>>(
  { reads: ['order_lines'] },
  `SELECT id, product_id AS productId, variant_id AS variantId, name, variant_name AS variantName, sku, qty,
     short_qty AS shortQty, price, amount
   FROM order_lines WHERE order_id = +? AND delete_time IS NULL ORDER BY id LIMIT +?`,
);

const lineCount = query<{ lines: number }>(
  { reads: ['order_lines'] },
  'SELECT count(*) AS lines FROM order_lines WHERE order_id = ? AND delete_time IS NULL',
);

export const countLines = (db: Reader, orderId: Id): number => db.get(lineCount, orderId)?.lines ?? 0;

const paymentsOfOrder = query<Omit<Payment, 'refunds' | 'hasSlip'> & { hasSlip: 0 | 1 }>(
  { reads: ['payment_slips', 'payments'] },
  `SELECT id, method, amount, refunded, status, create_time AS createTime, review_time AS reviewTime, user_id AS userId,
   note, pay_time AS payTime, external_id AS externalId,
   EXISTS (SELECT 1 FROM payment_slips WHERE payment_id = payments.id) AS hasSlip FROM payments WHERE order_id = +? ORDER BY id`,
);

const refundsOfPayment = query<PaymentRefund>(
  { reads: ['refunds'] },
  `SELECT id, amount, method, create_time AS createTime FROM refunds WHERE payment_id = +? ORDER BY id`,
);

const paymentsOf = (db: Reader, orderId: Id): Payment[] =>
  db
    .all(paymentsOfOrder, orderId)
    .map((payment) => ({
      ...payment,
      hasSlip: payment.hasSlip === 1,
      refunds: payment.refunded > 0 ? db.all(refundsOfPayment, payment.id) : [],
    }));
