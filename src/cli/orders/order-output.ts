import type { Context } from '../../context.ts';
import { openBooking } from '../../domain/orders/bookings/booking.ts';
import type { Order } from '../../domain/orders/read.ts';
import type { Shipment } from '../../domain/orders/shipments/read.ts';
import { lineView, orderView } from '../../domain/orders/view.ts';
import { moneyText } from '../../lib/money.ts';
import type { Cli } from '../cli.ts';
import { bookingView } from '../couriers/booking-output.ts';
import { paymentTable, storePaymentView } from '../payments/payment-output.ts';
import { fieldLines, table, timeText } from '../table.ts';
import { orderFields } from './order-fields-output.ts';

/** An order as in `/v1`, with the fields only the store sees. */
const storeView = (order: Order) => ({
  ...orderView(order),
  products: order.lines.map((line) => ({ ...lineView(line), short_qty: line.shortQty || undefined })),
  payments: order.payments.map(storePaymentView),
  private_note: order.privateNote ?? undefined,
  differing_replay_time: order.differingReplayTime ?? undefined,
});

export function printOrders(cli: Cli, orders: readonly Order[]): void {
  const heads = ['id', 'number', 'created', 'status', 'payment', 'shipping', 'recipient', 'total'];
  const rows = orders.map((order) => [
    order.id,
    order.orderNumber,
    timeText(order.createTime),
    order.status,
    order.paymentStatus,
    order.shippingStatus,
    order.recipientAddress.name,
    moneyText(order.total),
  ]);
  cli.print({ orders: orders.map(storeView) }, table(heads, rows));
}

/** Prints the order with its open courier booking. */
export function printOrder(cli: Cli, ctx: Context, order: Order): void {
  const booking = openBooking(ctx.db, order.id);
  cli.print({ order: { ...storeView(order), booking: booking && bookingView(booking) } }, [
    ...fieldLines(orderFields(ctx, order, booking)),
    ...lineTable(order),
    ...(order.payments.length === 0 ? [] : paymentTable(order.payments)),
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
      timeText(shipment.bookTime),
      timeText(shipment.shipTime),
    ]),
  );
