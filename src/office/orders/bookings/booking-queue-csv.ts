import type { Booking } from '../../../domain/orders/bookings/booking.ts';
import type { OpenCancellation } from '../../../domain/orders/bookings/cancellation.ts';
import { statusOf } from '../../../domain/orders/bookings/states.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import { csvFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { bookingStatusName, courierLabel } from '../display-names.ts';
import { texts } from './booking-queue-texts.ts';

/** The queue as a CSV file: open bookings, then open cancellations. */
export function queueFile(
  context: StoreContext,
  bookings: readonly Booking[],
  cancellations: readonly OpenCancellation[],
): Response {
  const t = texts(context.language);
  const rowOf = (booking: Booking, status: string, request: CourierRequest = booking) => [
    booking.orderNumber,
    booking.trackingNumber,
    courierLabel(booking.shippingType, context.language),
    status,
    request.tries,
    request.nextTime === null ? null : bangkokMinute(request.nextTime),
    request.reason === null ? null : errorText(context.language, request.reason),
  ];
  return csvFile(
    'bookings',
    [t.order, t.tracking, t.courier, t.status, t.tries, t.next, t.reason],
    [
      ...bookings.map((booking) => rowOf(booking, bookingStatusName(statusOf(booking), context.language))),
      ...cancellations.map((cancellation) =>
        rowOf(cancellation.booking, t[cancellation.status === 'refused' ? 'refused' : 'waiting'], cancellation),
      ),
    ],
  );
}

/** A booking or a cancellation. */
type CourierRequest = Pick<Booking & OpenCancellation, 'tries' | 'nextTime'> & { reason: Message | null };
