import type { Order } from '../../domain/orders/read.ts';
import type { Shipment } from '../../domain/orders/shipments/read.ts';
import { lineView, orderView } from '../../domain/orders/view.ts';
import { moneyText } from '../../lib/money.ts';
import type { Shell } from '../shell.ts';
import { isoTime, table } from '../table.ts';

/** What `/v1` shows, and what only the store sees. */
const storeView = (order: Order) => ({
  ...orderView(order),
  products: order.lines.map((line) => ({ ...lineView(line), short_qty: line.shortQty || undefined })),
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

export function answerOrder(shell: Shell, order: Order): void {
  const { recipientAddress: to } = order;
  const address = [to.name, to.telephone, to.address1, to.sub_district, to.district, to.province, to.postal_code];
  shell.answer({ order: storeView(order) }, [
    `order      ${order.id}  number ${order.orderNumber}${order.externalOrderId === null ? '' : `  external ${order.externalOrderId}`}`,
    `status     ${order.status}, ${order.paymentStatus}, ${order.shippingStatus}`,
    `recipient  ${address.filter(Boolean).join(' ')}`,
    `shipping   ${order.shippingType}`,
    `total      ${moneyText(order.total)} baht, ${moneyText(order.paidAmount)} paid`,
    ...(order.privateNote === null ? [] : [`note       ${order.privateNote}`]),
    ...(order.differingReplayTime === null
      ? []
      : [`hint       repeated with another body at ${isoTime(order.differingReplayTime)}`]),
    ...lineTable(order),
    ...(order.shipments.length === 0 ? [] : shipmentTable(order.shipments)),
  ]);
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
