import type { CourierBooking } from '../../domain/couriers/bookings.ts';
import type { Order, Payment } from '../../domain/orders/read.ts';
import type { Shipment } from '../../domain/orders/shipments/read.ts';
import { lineView, orderView, paymentView } from '../../domain/orders/view.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { bookingView, statusText } from '../couriers/booking-answers.ts';
import type { Shell } from '../shell.ts';
import { isoTime, table } from '../table.ts';

/** What `/v1` shows, and what only the store sees. */
const storeView = (order: Order) => ({
  ...orderView(order),
  products: order.lines.map((line) => ({ ...lineView(line), short_qty: line.shortQty || undefined })),
  payments: order.payments.map((payment) => ({
    ...paymentView(payment),
    refunded_amount: payment.refunded === 0 ? undefined : moneyText(payment.refunded),
    note: payment.note ?? undefined,
  })),
  private_note: order.privateNote ?? undefined,
  differing_replay_time: order.differingReplayTime ?? undefined,
});

export function answerOrders(shell: Shell, orders: readonly Order[]): void {
  const heads = ['id', 'number', 'created', 'status', 'payment', 'shipping', 'recipient', 'total'];
  const rows = orders.map((order) => [
    order.id,
    order.orderNumber,
    isoTime(order.createTime),
    order.status,
    order.paymentStatus,
    order.shippingStatus,
    order.recipientAddress.name,
    moneyText(order.total),
  ]);
  shell.answer({ orders: orders.map(storeView) }, table(heads, rows));
}

/** @param booking what its courier is being asked, if it is */
export function answerOrder(shell: Shell, order: Order, booking?: CourierBooking): void {
  const { recipientAddress: to } = order;
  const address = [to.name, to.telephone, to.address1, to.sub_district, to.district, to.province, to.postal_code];
  shell.answer({ order: { ...storeView(order), booking: booking && bookingView(booking) } }, [
    `order      ${order.id}  number ${order.orderNumber}${order.externalOrderId === null ? '' : `  external ${order.externalOrderId}`}`,
    `status     ${order.status}, ${order.paymentStatus}, ${order.shippingStatus}${order.codStatus === null ? '' : `, COD ${order.codStatus}`}`,
    `recipient  ${address.filter(Boolean).join(' ')}`,
    `shipping   ${order.shippingType}`,
    ...(booking ? [`booking    ${bookingText(booking)}`] : []),
    `total      ${moneyText(order.total)} baht, ${paidText(order)}`,
    ...(order.privateNote === null ? [] : [`note       ${order.privateNote}`]),
    ...(order.differingReplayTime === null
      ? []
      : [`hint       repeated with another body at ${isoTime(order.differingReplayTime)}`]),
    ...lineTable(order),
    ...(order.payments.length === 0 ? [] : paymentTable(order.payments)),
    ...(order.shipments.length === 0 ? [] : shipmentTable(order.shipments)),
  ]);
}

function bookingText(booking: CourierBooking): string {
  const { reason, nextTime } = booking;
  const again = nextTime === null ? '' : `; again at ${isoTime(nextTime)}`;
  return `${statusText(booking)}${reason === null ? '' : `: ${reason}`}${again}`;
}

function paidText({ total, paidAmount }: Order): string {
  const paid = `${moneyText(paidAmount)} paid`;
  return paidAmount > total ? `${paid}, ${moneyText((paidAmount - total) as Money)} of it too much` : paid;
}

const lineTable = ({ lines }: Order): string[] =>
  table(
    ['line', 'product', 'sku', 'qty', 'price', 'amount'],
    lines.map((line) => [
      line.id,
      `${line.name} ${line.variantName}`.trim(),
      line.sku,
      line.shortQty === 0 ? line.qty : `${line.qty} (${line.shortQty} short)`,
      moneyText(line.price),
      moneyText(line.amount),
    ]),
  );

const paymentTable = (payments: readonly Payment[]): string[] =>
  table(
    ['payment', 'status', 'method', 'amount', 'refunded', 'notified', 'judged'],
    payments.map((payment) => [
      payment.id,
      payment.status,
      payment.method,
      moneyText(payment.amount),
      moneyText(payment.refunded),
      isoTime(payment.createTime),
      isoTime(payment.judgeTime),
    ]),
  );

const shipmentTable = (shipments: readonly Shipment[]): string[] =>
  table(
    ['shipment', 'status', 'courier', 'tracking number', 'booked', 'picked up'],
    shipments.map((shipment) => [
      shipment.id,
      shipment.status,
      shipment.shippingType,
      shipment.trackingNumber,
      isoTime(shipment.bookTime),
      isoTime(shipment.shipTime),
    ]),
  );
