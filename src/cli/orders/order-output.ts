import type { Context } from '../../context.ts';
import type { Address } from '../../domain/address-fields.ts';
import { channelById } from '../../domain/channels/channels.ts';
import { type Booking, openBooking } from '../../domain/orders/bookings/booking.ts';
import type { Order } from '../../domain/orders/order.ts';
import { balanceDue } from '../../domain/orders/payments/balance.ts';
import type { Shipment } from '../../domain/orders/shipments/shipment.ts';
import { lineView, orderView } from '../../domain/orders/view.ts';
import { describe } from '../../lib/messages/messages.ts';
import { type Money, moneyText, ZERO } from '../../lib/money.ts';
import { type Cli, DRY_RUN_TEXT } from '../cli.ts';
import { bookingView, statusText } from '../couriers/booking-output.ts';
import { paymentTable, storePaymentView } from '../payments/payment-output.ts';
import { fieldLines, table, timeText } from '../table.ts';

/** An order as in `/v1`, with the fields only the store sees. */
const storeView = (ctx: Context, order: Order) => ({
  ...orderView(ctx.db, order),
  received_amount: moneyText(order.receivedAmount),
  refunded_amount: moneyText(order.refundedAmount),
  balance_due: moneyText(balanceDue(order)),
  products: order.lines.map((line) => ({ ...lineView(line), short_qty: line.shortQty || undefined })),
  payments: order.payments.map(storePaymentView),
  private_note: order.privateNote ?? undefined,
  differing_replay_time: order.differingReplayTime ?? undefined,
});

export function printOrders(cli: Cli, ctx: Context, orders: readonly Order[]): void {
  const headings = ['id', 'number', 'created', 'status', 'payment', 'shipping', 'recipient', 'total'];
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
  cli.print({ orders: orders.map((order) => storeView(ctx, order)) }, table(headings, rows));
}

/** Prints the order with its open courier booking. */
export function printOrder(cli: Cli, ctx: Context, order: Order, { dryRun = false } = {}): void {
  const booking = openBooking(ctx.db, order.id);
  const view = { ...storeView(ctx, order), booking: booking && bookingView(booking) };
  cli.print({ ...(dryRun && { dry_run: true }), order: view }, [
    ...fieldLines(orderFields(ctx, order, booking)),
    ...lineTable(order),
    ...(order.payments.length === 0 ? [] : paymentTable(order.payments)),
    ...(order.shipments.length === 0 ? [] : shipmentTable(order.shipments)),
    ...(dryRun ? [DRY_RUN_TEXT] : []),
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
      timeText(shipment.createTime),
      timeText(shipment.shipTime),
    ]),
  );

type Fields = [name: string, value: string | number | null][];

/** The fields of an order besides its lines, payments and shipments. @param booking the open courier booking */
const orderFields = (ctx: Context, order: Order, booking: Booking | undefined): Fields => [
  ...originFields(ctx, order),
  ...shippingFields(order, booking),
  ...amountFields(order),
  ['label', order.shippingLabelNote],
  ['note', order.privateNote],
  [
    'hint',
    order.differingReplayTime && `request repeated with a different body at ${timeText(order.differingReplayTime)}`,
  ],
];

function originFields(ctx: Context, order: Order): Fields {
  const { id, orderNumber, externalOrderId, codStatus } = order;
  const channel = order.channelId === null ? null : channelById(ctx.db, order.channelId).name;
  const [created, ordered] = [timeText(order.createTime), timeText(order.orderTime)];
  return [
    ['order', `${id}  number ${orderNumber}${externalOrderId === null ? '' : `  external ${externalOrderId}`}`],
    [
      'status',
      `${order.status}, ${order.paymentStatus}, ${order.shippingStatus}${codStatus === null ? '' : `, COD ${codStatus}`}`,
    ],
    ['channel', [channel, order.salesChannel].filter(Boolean).join(', ')],
    ['created', created],
    ['ordered', ordered === created ? null : ordered],
    ['expires', timeText(order.expirationTime)],
    ['ship by', timeText(order.shipDeadlineTime)],
    ['canceled', timeText(order.cancelTime)],
  ];
}

function shippingFields(order: Order, booking: Booking | undefined): Fields {
  const conditions = [
    ...(order.shipBeforePay ? ['ships before payment'] : []),
    ...(order.autoRequestXshipping ? ['booked automatically'] : []),
  ];
  return [
    ['recipient', addressText(order.recipientAddress)],
    ['sender', addressText({ ...order.senderAddress, name: order.senderName })],
    ['courier', [order.shippingType, ...conditions].join(', ')],
    ['booking', booking ? bookingText(booking) : null],
  ];
}

const addressText = (address: Address): string =>
  [
    ...[address.name, address.telephone, address.address1, address.address2, address.address3],
    ...[address.sub_district, address.district, address.province, address.postal_code, address.email, address.note],
  ]
    .filter(Boolean)
    .join(' ');

/** The total, its components if there are charges or a discount, and the COD amount. */
function amountFields(order: Order): Fields {
  const { subtotal, total, codAmount } = order;
  const charges: Fields = [
    ['subtotal', moneyText(subtotal)],
    ['discount', discountText(order)],
    ['shipping', chargeText(order.shippingFee)],
    ['other fee', chargeText(order.otherFee)],
    ['COD fee', chargeText(order.codFee)],
  ];
  return [
    ...(charges.slice(1).some(([, text]) => text !== null) ? charges : []),
    ['total', `${moneyText(total)} baht, ${paidText(order)}`],
    ['COD', codAmount === null ? null : `the courier collects ${moneyText(codAmount)} baht`],
  ];
}

const chargeText = (charge: Money | null): string | null => (charge ? moneyText(charge) : null);

/** The total is never negative, so an excessive discount counts only in part. */
function discountText({ subtotal, discount, shippingFee, otherFee, codFee }: Order): string | null {
  if (discount === ZERO) return null;
  const most = subtotal + shippingFee + otherFee + (codFee ?? ZERO);
  const text = `-${moneyText(discount)}`;
  return discount > most ? `${text}, of which ${moneyText(most as Money)} counts` : text;
}

function bookingText(booking: Booking): string {
  const { reason, nextTime } = booking;
  const again = nextTime === null ? '' : `; next attempt at ${timeText(nextTime)}`;
  return `${statusText(booking)}${reason === null ? '' : `: ${describe(reason)}`}${again}`;
}

function paidText(order: Order): string {
  const { receivedAmount, refundedAmount, overpaidAmount } = order;
  const due = balanceDue(order);
  return [
    `${moneyText(receivedAmount)} paid`,
    ...(refundedAmount > 0 ? [`${moneyText(refundedAmount)} refunded`] : []),
    ...(overpaidAmount > 0 ? [`${moneyText(overpaidAmount)} overpaid`] : []),
    ...(due > 0 && receivedAmount > 0 ? [`${moneyText(due)} due`] : []),
  ].join(', ');
}
