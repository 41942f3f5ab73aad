import type { Reader } from '../../db/reader.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { addressView, storeAddressView } from '../addresses.ts';
import { trackingUrl } from '../couriers/couriers.ts';
import type { Order, OrderLine, Payment, PaymentRefund } from './order.ts';
import type { Shipment } from './shipments/shipment.ts';

/** The order in `/v1` responses (docs/decisions.md#order-in-responses). `private_note` is internal. */
export const orderView = (db: Reader, order: Order) => ({
  id: idText(order.id),
  order_number: String(order.orderNumber),
  external_order_id: order.externalOrderId ?? undefined,
  status: order.status,
  payment_status: order.paymentStatus,
  shipping_status: order.shippingStatus,
  cod_status: order.codStatus ?? undefined,
  shipping_type: order.shippingType,
  channel: order.salesChannel ?? undefined,
  products: order.lines.map(lineView),
  recipient_address: addressView(order.recipientAddress),
  sender_name: order.senderName,
  sender_address: order.senderAddress && storeAddressView(order.senderAddress),
  subtotal: moneyText(order.subtotal),
  discount: moneyText(order.discount),
  shipping_fee: moneyText(order.shippingFee),
  other_fee: moneyText(order.otherFee),
  is_cod: order.isCod,
  cod_fee: order.codFee === null ? undefined : moneyText(order.codFee),
  cod_amount: order.codAmount === null ? undefined : moneyText(order.codAmount),
  total: moneyText(order.total),
  paid_amount: moneyText(order.paidAmount),
  ship_before_pay: order.shipBeforePay,
  auto_request_xshipping: order.autoRequestXshipping,
  shipping_label_note: order.shippingLabelNote ?? undefined,
  order_time: order.orderTime,
  expiration_time: order.expirationTime ?? undefined,
  ship_deadline_time: order.shipDeadlineTime ?? undefined,
  create_time: order.createTime,
  update_time: order.updateTime,
  paid_time: order.paidTime ?? undefined,
  cancel_time: order.cancelTime ?? undefined,
  payments: order.payments.map(paymentView),
  shipments: shipmentsView(db, order),
});

/** Absent until a shipment has a tracking number. */
const shipmentsView = (db: Reader, { storeId, shipments }: Order) =>
  shipments.some(({ trackingNumber }) => trackingNumber !== null)
    ? shipments.map((shipment) => shipmentView(db, storeId, shipment))
    : undefined;

export const lineView = (line: OrderLine) => ({
  id: idText(line.id),
  product_id: idText(line.productId),
  product_variant_id: idText(line.variantId),
  name: line.name,
  variant_name: line.variantName,
  sku: line.sku ?? undefined,
  qty: line.qty,
  short_qty: line.shortQty === 0 ? undefined : line.shortQty,
  price: moneyText(line.price),
  amount: moneyText(line.amount),
});

export const paymentView = (payment: Payment) => ({
  id: idText(payment.id),
  method: payment.method,
  amount: moneyText(payment.amount),
  status: payment.status,
  has_slip: payment.hasSlip || undefined,
  pay_time: payment.payTime ?? undefined,
  external_payment_id: payment.externalId ?? undefined,
  create_time: payment.createTime,
  refunds: payment.refunds.length === 0 ? undefined : payment.refunds.map(refundView),
});

const refundView = (refund: PaymentRefund) => ({
  id: idText(refund.id),
  amount: moneyText(refund.amount),
  method: refund.method,
  create_time: refund.createTime,
});

export const shipmentView = (db: Reader, storeId: Id, shipment: Shipment) => ({
  id: idText(shipment.id),
  shipping_type: shipment.shippingType,
  tracking_number: shipment.trackingNumber ?? undefined,
  tracking_url: trackingUrl(db, storeId, shipment),
  status: shipment.status,
  is_cod: shipment.codAmount !== null,
  cod_amount: shipment.codAmount === null ? undefined : moneyText(shipment.codAmount),
  create_time: shipment.createTime,
  book_time: shipment.createTime,
  ship_time: shipment.shipTime ?? undefined,
  deliver_time: shipment.deliverTime ?? undefined,
  cancel_time: shipment.cancelTime ?? undefined,
});
