import { type Booking, bookingsOf, openBooking } from '../../../domain/orders/bookings/booking.ts';
import { isWithCourier, statusOf } from '../../../domain/orders/bookings/booking-states.ts';
import { cancellationOf } from '../../../domain/orders/bookings/cancellation.ts';
import { poolObstacle } from '../../../domain/orders/bookings/number-left.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { isCanceled } from '../../../domain/orders/order-states.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import { Notice, Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { Reason } from '../reason.tsx';
import { BookingTag } from '../status-tags.tsx';
import { ActionButton, ActionForm } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { listQuery } from './origin-list.tsx';
import { oobSwap, type RefreshableProps, type SectionProps } from './section-props.ts';

/** The state of the open booking and of refused cancellations, with the actions they allow. */
export function BookingProgress(props: SectionProps) {
  const { context, order } = props;
  const { db } = context;
  const bookings = bookingsOf(db, order.id);
  const open = openBooking(db, order.id) ?? bookings.find(isWithCourier);
  return (
    <>
      {bookings.map((booking) => {
        const cancellation = cancellationOf(db, booking.id);
        return cancellation?.status === 'refused' ? (
          <RefusedCancellation {...props} number={booking.trackingNumber ?? ''} reason={cancellation.reason} />
        ) : null;
      })}
      {open ? <OpenBooking {...props} booking={open} /> : <EmptyPool context={context} order={order} />}
      {props.open === undefined /* a refresh would drop a form with errors */ && (
        <BookingPoll context={context} order={order} />
      )}
    </>
  );
}

/** At the top of the page: why the request for a tracking number failed, and what the store can do. */
export function FailedBooking({ context, order, replaces = false }: RefreshableProps) {
  const booking = openBooking(context.db, order.id);
  const reason = booking && statusOf(booking) === 'failed' ? booking.reason : null;
  const t = orderDetailTexts(context.language);
  return (
    <div id="booking-failed" hx-swap-oob={oobSwap(replaces)}>
      {reason !== null && (
        <Notice tone="bad">
          {t.requestFailed} <Reason context={context} reason={reason} /> <a href="#shipping">{t.toShipping}</a>
        </Notice>
      )}
    </div>
  );
}

/** Said before a request, which would fail. */
function EmptyPool({ context, order }: Pick<SectionProps, 'context' | 'order'>) {
  const isToBook = isOrderReadyToShip(context.db, order) && order.shipments.every(isCanceled);
  const reason = order.status === 'open' && isToBook ? poolObstacle(context.db, order) : undefined;
  return reason === undefined ? null : (
    <Notice tone="warn">
      <Reason context={context} reason={reason} />
    </Notice>
  );
}

/** Polls the shipping section while the courier works on a booking. */
function BookingPoll({ context, order }: { context: StoreContext; order: Order }) {
  const version = bookingVersion(context.db, order);
  const query = listQuery(context).replace('?', '&');
  return version === undefined ? null : (
    <div
      hx-get={`/office/orders/${order.id}/shipping?seen=${version}${query}`}
      hx-trigger="every 2s"
      hx-target="#shipping"
      hx-swap="outerMorph"
    />
  );
}

/** Changes whenever the displayed booking changes; undefined if no booking is open. */
export function bookingVersion(db: StoreContext['app']['db'], { id }: Order): string | undefined {
  const booking = bookingsOf(db, id).find((candidate) => candidate.state === 'queued' || isWithCourier(candidate));
  return booking && [booking.id, statusOf(booking), booking.tries, booking.nextTime ?? 0].join('-');
}

function OpenBooking({ booking, ...props }: SectionProps & { booking: Booking }) {
  const { context } = props;
  const t = orderDetailTexts(context.language);
  const { tries, nextTime, reason } = booking;
  const status = statusOf(booking);
  return (
    <article class="entry">
      <p>
        <BookingTag state={status} language={context.language} />{' '}
        <span class="muted">
          {tries > 0 && t.attempts(tries)}
          {nextTime !== null && status !== 'waiting' && (
            <>
              {tries > 0 && ' · '}
              {t.nextTry}
              <Time at={nextTime} ago />
            </>
          )}
        </span>
      </p>
      {reason !== null && status !== 'failed' && (
        <Notice tone="warn">
          <Reason context={context} reason={reason} />
        </Notice>
      )}
      <div class="actions">
        {status !== 'waiting' && <ActionButton {...props} path="/booking/request" label={t.retry} />}
        <ActionForm {...props} path="/booking/drop" label={t.dropBooking}>
          <p class="muted">{t.dropHint}</p>
        </ActionForm>
      </div>
    </article>
  );
}

/** The courier may still collect the parcel, so the warning stays until the store dismisses it. */
function RefusedCancellation({ number, reason, ...props }: SectionProps & { number: string; reason: Message | null }) {
  const t = orderDetailTexts(props.context.language);
  return (
    <article class="entry">
      <Notice tone="bad">
        {t.stillBooked(number)}
        {reason !== null && <> · {errorText(props.context.language, reason)}</>}
      </Notice>
      <ActionButton {...props} path="/booking/drop" label={t.dismiss} />
    </article>
  );
}
