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
  { language }: StoreContext,
  bookings: readonly Booking[],
  cancellations: readonly OpenCancellation[],
): Response {
  const t = texts(language);
  const rows: Row[] = [
    ...bookings.map((booking) => ({
      booking,
      request: booking,
      status: bookingStatusName(statusOf(booking), language),
    })),
    ...cancellations.map((request) => {
      const status = request.status === 'refused' ? t.refused : t.waiting;
      return { booking: request.booking, request, status };
    }),
  ];
  return csvFile('bookings', rows, {
    [t.order]: ({ booking }) => booking.orderNumber,
    [t.tracking]: ({ booking }) => booking.trackingNumber,
    [t.courier]: ({ booking }) => courierLabel(booking.shippingType, language),
    [t.status]: ({ status }) => status,
    [t.tries]: ({ request }) => request.tries,
    [t.next]: ({ request }) => (request.nextTime === null ? null : bangkokMinute(request.nextTime)),
    [t.reason]: ({ request }) => (request.reason === null ? null : errorText(language, request.reason)),
  });
}

interface Row {
  booking: Booking;
  /** The booking, or its cancellation. */
  request: Pick<Booking & OpenCancellation, 'tries' | 'nextTime'> & { reason: Message | null };
  status: string;
}
