import { bookingsOf, openBooking } from '../../../domain/couriers/bookings.ts';
import { cancellationOf } from '../../../domain/couriers/cancellations.ts';
import { findCourier, isBookable } from '../../../domain/couriers/couriers.ts';
import { isReady } from '../../../domain/orders/shipments/ready.ts';
import { isCanceled } from '../../../domain/orders/states.ts';
import { Notice, Time } from '../../page/parts.tsx';
import { BookingTag } from '../state-tags.tsx';
import { Action, AtOnce, type Shown } from './action.tsx';
import { texts } from './texts.ts';

/** What becomes of asking the courier for a number, and of telling it to forget one. */
export function Booking(shown: Shown) {
  const { visit, order } = shown;
  const { db } = visit.ctx;
  const bookings = bookingsOf(db, order.id);
  const open = openBooking(db, order.id) ?? bookings.find(({ status }) => status === 'requested');
  return (
    <>
      {bookings.map((booking) => {
        const cancellation = cancellationOf(db, booking.id);
        return cancellation?.status === 'refused' ? (
          <Refused {...shown} number={booking.trackingNumber ?? ''} reason={cancellation.reason} />
        ) : null;
      })}
      {open ? <Open {...shown} booking={open} /> : <Ask {...shown} />}
    </>
  );
}

function Ask(shown: Shown) {
  const { visit, order } = shown;
  const { db } = visit.ctx;
  const mayAsk =
    order.status === 'open' &&
    order.shipments.every(isCanceled) &&
    isReady(db, order) &&
    isBookable(findCourier(db, order.storeId, order.shippingType));
  return mayAsk ? (
    <div class="actions spaced">
      <AtOnce {...shown} path="/booking/request" label={texts(visit.language).request} main />
    </div>
  ) : null;
}

type Asked = ReturnType<typeof bookingsOf>[number];

function Open({ booking, ...shown }: Shown & { booking: Asked }) {
  const { visit } = shown;
  const t = texts(visit.language);
  const { status, tries, nextTime, reason } = booking;
  return (
    <article class="entry">
      <p>
        <BookingTag state={status} language={visit.language} />{' '}
        {tries > 0 && <span class="quietly">{t.attempts(tries)}</span>}{' '}
        {nextTime !== null && status !== 'waiting' && (
          <span class="quietly">
            {t.nextTry} <Time visit={visit} at={nextTime} ago />
          </span>
        )}
      </p>
      {reason !== null && <Notice tone={status === 'failed' ? 'bad' : 'warn'}>{reason}</Notice>}
      <div class="actions">
        {status !== 'waiting' && <AtOnce {...shown} path="/booking/request" label={t.retry} main />}
        <Action {...shown} path="/booking/drop" label={t.drop}>
          {() => <p class="quietly">{t.dropHint}</p>}
        </Action>
      </div>
    </article>
  );
}

/** A courier may come for the parcel all the same; the store says when it has looked. */
function Refused({ number, reason, ...shown }: Shown & { number: string; reason: string | null }) {
  const t = texts(shown.visit.language);
  return (
    <article class="entry">
      <Notice tone="bad">
        {t.stillCarried(number)}
        {reason !== null && <> · {reason}</>}
      </Notice>
      <AtOnce {...shown} path="/booking/drop" label={t.lookedAfter} />
    </article>
  );
}
