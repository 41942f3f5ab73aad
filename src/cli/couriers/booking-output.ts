import type { Context } from '../../context.ts';
import { type Booking, bookingsOf } from '../../domain/orders/bookings/booking.ts';
import { statusOf } from '../../domain/orders/bookings/booking-states.ts';
import type { OpenCancellation } from '../../domain/orders/bookings/cancellation.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { describe } from '../../lib/messages/messages.ts';
import type { Cli } from '../cli.ts';
import { fieldLines, table, timeText } from '../table.ts';

interface Queue {
  bookings: readonly Booking[];
  cancellations: readonly OpenCancellation[];
}

export function printQueue(cli: Cli, { bookings, cancellations }: Queue): void {
  const rows = [
    ...bookings.map((booking) => queueRow('booking', booking, { ...booking, status: statusText(booking) })),
    ...cancellations.map((cancellation) => queueRow('cancellation', cancellation.booking, cancellation)),
  ];
  const headings = [
    'store',
    'order',
    'number',
    'courier',
    'what',
    'status',
    'tries',
    'next',
    'tracking number',
    'reason',
  ];
  cli.print(
    {
      bookings: bookings.map((booking) => ({ ...orderFields(booking), ...bookingView(booking) })),
      cancellations: cancellations.map(cancellationView),
    },
    table(headings, rows),
  );
}

type Progress = Pick<Booking, 'tries' | 'nextTime' | 'reason'> & { status: string };

const queueRow = (what: string, booking: Booking, { status, tries, nextTime, reason }: Progress) => [
  booking.storeId,
  booking.orderId,
  booking.orderNumber,
  booking.shippingType,
  what,
  status,
  tries,
  timeText(nextTime),
  booking.trackingNumber,
  reasonText(reason),
];

const reasonText = (reason: Message | null): string | null => reason && describe(reason);

/** Prints the bookings of the order, oldest first, and its current courier. */
export function printOrderBookings(cli: Cli, ctx: Context, orderId: Id): void {
  const { storeId, orderNumber, shippingType } = existingOrder(ctx.db, orderId);
  const bookings = bookingsOf(ctx.db, orderId);
  const rows = bookings.map((booking) => [
    booking.shippingType,
    statusText(booking),
    booking.tries,
    timeText(booking.nextTime),
    booking.trackingNumber,
    reasonText(booking.reason),
  ]);
  cli.print(
    {
      ...orderFields({ storeId, orderId, orderNumber }),
      shipping_type: shippingType,
      bookings: bookings.map(bookingView),
    },
    [
      ...fieldLines([
        ['order', `${orderId}  number ${orderNumber}`],
        ['courier', shippingType],
      ]),
      ...(bookings.length === 0
        ? []
        : table(['booking by', 'status', 'tries', 'next', 'tracking number', 'reason'], rows)),
    ],
  );
}

/** `requested, pending`: the courier has accepted and sends the tracking number later. */
export const statusText = (booking: Booking): string =>
  [
    statusOf(booking),
    ...(booking.state === 'pending' ? ['pending'] : []),
    ...(booking.dropTime === null ? [] : ['dropped']),
  ].join(', ');

const orderFields = ({ storeId, orderId, orderNumber }: Pick<Booking, 'storeId' | 'orderId' | 'orderNumber'>) => ({
  store_id: idText(storeId),
  order_id: idText(orderId),
  order_number: String(orderNumber),
});

export const bookingView = (booking: Booking) => ({
  id: idText(booking.id),
  shipping_type: booking.shippingType,
  idempotency_key: booking.key,
  status: statusOf(booking),
  is_pending: booking.state === 'pending',
  tries: booking.tries,
  next_time: booking.nextTime ?? undefined,
  reason: reasonText(booking.reason) ?? undefined,
  tracking_number: booking.trackingNumber ?? undefined,
  create_time: booking.createTime,
  drop_time: booking.dropTime ?? undefined,
});

const cancellationView = ({ booking, ...cancellation }: OpenCancellation) => ({
  ...orderFields(booking),
  booking_id: idText(booking.id),
  shipping_type: booking.shippingType,
  idempotency_key: booking.key,
  tracking_number: booking.trackingNumber ?? undefined,
  status: cancellation.status,
  tries: cancellation.tries,
  next_time: cancellation.nextTime ?? undefined,
  reason: reasonText(cancellation.reason) ?? undefined,
  create_time: cancellation.createTime,
});
