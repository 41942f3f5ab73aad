import { openBooking } from '../../../domain/orders/bookings/booking.ts';
import { requestBooking } from '../../../domain/orders/bookings/booking-actions.ts';
import { statusOf } from '../../../domain/orders/bookings/booking-states.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { PostButton } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { Notice, Time } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { orderDetailTexts } from '../detail/order-detail-texts.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { Reason } from '../reason.tsx';
import { BookingTag } from '../status-tags.tsx';

/** Requests the tracking number of a packed order and stays on the page, so that packing continues. */
export function requestNumber(
  context: StoreContext,
  again: (order: Order, form: Form<unknown>) => Page,
): Promise<OfficeResponse> {
  const order = requestedOrder(context);
  const form = context.form(fields({}));
  return form.submit(
    async () => {
      await context.write((tx) => requestBooking(tx, order.id, context.act()));
      return context.redirect(`/orders/${order.id}/packed`, orderDetailTexts(context.language).requested);
    },
    () => again(order, form),
  );
}

/** The state of the order's request for a tracking number: why it failed, and what can be done about it. */
export function NumberRequest({ context, order }: StoreProps<{ order: Order }>) {
  const booking = openBooking(context.db, order.id);
  if (!booking) return null;
  const t = orderDetailTexts(context.language);
  const status = statusOf(booking);
  return (
    <>
      <p>
        <BookingTag state={status} language={context.language} />
        {booking.nextTime !== null && status === 'failed' && (
          <span class="muted">
            {' '}
            {t.nextTry}
            <Time at={booking.nextTime} ago />
          </span>
        )}
      </p>
      {booking.reason !== null && (
        <Notice tone={booking.state === 'failed' ? 'bad' : 'warn'}>
          <Reason context={context} reason={booking.reason} />
        </Notice>
      )}
      {status !== 'waiting' && <PostButton action={`/orders/${order.id}/packed/request`} label={t.retry} />}
    </>
  );
}
