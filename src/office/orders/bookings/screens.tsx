import {
  type OpenCancellation,
  openCancellations,
  type QueuedBooking,
  queuedBookings,
} from '../../../domain/orders/bookings/queue.ts';
import { requestBooking } from '../../../domain/orders/bookings/requests.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import { fields, id, several } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Columns, Empty, Heading, Notice, Tag, Time } from '../../page/parts.tsx';
import { refusalText } from '../../refusals.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { orderOf } from '../detail/find.ts';
import { courierLabel } from '../state-names.ts';
import { BookingTag } from '../state-tags.tsx';
import { queueFile } from './file.ts';
import { texts } from './texts.ts';

const chosen = fields({ order: several(id) });

/** What couriers are being asked, and what they have refused. */
export const bookingScreens: readonly Screen[] = [
  get('/orders/bookings', 'staff', (visit) => queuePage(visit, visit.form(chosen))),
  get('/orders/bookings.csv', 'staff', (visit) => {
    const { bookings, cancellations } = queueOf(visit);
    return queueFile(visit, bookings, cancellations);
  }),
  post('/orders/bookings/retry', 'staff', async (visit) => {
    const t = texts(visit.language);
    const form = visit.form(chosen);
    if (form.value?.order.length === 0) form.blame(t.chooseOne);
    return form.submit(
      async ({ order: orderIds }) => {
        const ids = orderIds.map((orderId) => orderOf(visit, orderId).id);
        const failures = await retry(visit, ids);
        const [failure] = failures;
        if (!failure) return visit.redirect('/orders/bookings', t.retried(ids.length));
        const why = refusalText(visit.language, failure.message);
        return visit.redirect('/orders/bookings', t.someFailed(failures.length, why));
      },
      () => queuePage(visit, form),
    );
  }),
];

/** Each on its own: one that cannot be tried again holds up no other. */
async function retry(visit: Visit, orderIds: Parameters<typeof requestBooking>[1][]): Promise<Refusal[]> {
  const act = visit.act();
  const tried = orderIds.map((orderId) => visit.ctx.write((db) => requestBooking(db, orderId, act)));
  const results = await Promise.allSettled(tried);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof Refusal) return [result.reason];
    throw result.reason;
  });
}

const queueOf = ({ ctx: { db }, store: { id } }: Visit) => ({
  bookings: queuedBookings(db, id),
  cancellations: openCancellations(db, id),
});

function queuePage(visit: Visit, form: Form<unknown>): Page {
  const t = texts(visit.language);
  const { bookings, cancellations } = queueOf(visit);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders', label: t.orders }}>
          {bookings.length + cancellations.length > 0 && (
            <ButtonLink href="/office/orders/bookings.csv" icon="download" download>
              CSV
            </ButtonLink>
          )}
        </Heading>
        {bookings.length === 0 ? (
          <Empty title={t.empty}>
            <p>{t.hint}</p>
          </Empty>
        ) : (
          <Post visitor={visit} action="/orders/bookings/retry" form={form}>
            <p class="quietly">{t.hint}</p>
            <Bookings visit={visit} bookings={bookings} />
            <Submit>{t.retry}</Submit>
          </Post>
        )}
        {cancellations.length > 0 && <Cancellations visit={visit} cancellations={cancellations} />}
      </>
    ),
  };
}

function Bookings({ visit, bookings }: { visit: Visit; bookings: readonly QueuedBooking[] }) {
  const t = texts(visit.language);
  return (
    <table class="list tight pairs">
      <thead>
        <tr>
          <th scope="col" class="tick">
            <input type="checkbox" aria-label={t.chooseAll} data-ticks-all="order" />
          </th>
          <th scope="col">{t.order}</th>
          <th scope="col">{t.courier}</th>
          <th scope="col">{t.status}</th>
          <th scope="col" class="number">
            {t.tries}
          </th>
          <th scope="col">{t.next}</th>
          <th scope="col">{t.reason}</th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr>
            <td class="tick">
              <input
                type="checkbox"
                name="order"
                value={String(booking.orderId)}
                checked={booking.status === 'failed'}
                aria-label={`${t.choose} #${booking.orderNumber}`}
              />
            </td>
            <th scope="row">
              <a href={`/office/orders/${booking.orderId}`}>#{booking.orderNumber}</a>
            </th>
            <td data-label={t.courier}>{courierLabel(booking.shippingType, visit.language)}</td>
            <td data-label={t.status}>
              <BookingTag state={booking.status} language={visit.language} />
            </td>
            <td data-label={t.tries} class="number">
              {booking.tries}
            </td>
            <td data-label={t.next}>
              {booking.nextTime === null ? '—' : <Time visit={visit} at={booking.nextTime} ago />}
            </td>
            <td data-label={t.reason} class="break wide">
              {booking.reason === null ? '—' : refusalText(visit.language, booking.reason)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cancellations({ visit, cancellations }: { visit: Visit; cancellations: readonly OpenCancellation[] }) {
  const t = texts(visit.language);
  return (
    <>
      <h2>{t.cancellations}</h2>
      <Notice tone="warn">{t.cancellationsHint}</Notice>
      <table class="list tight pairs">
        <Columns of={[t.order, t.tracking, t.courier, t.status, t.reason]} />
        <tbody>
          {cancellations.map(({ booking, status, reason }) => (
            <tr>
              <th scope="row">
                <a href={`/office/orders/${booking.orderId}`}>#{booking.orderNumber}</a>
              </th>
              <td data-label={t.tracking} class="break">
                {booking.trackingNumber ?? '—'}
              </td>
              <td data-label={t.courier}>{courierLabel(booking.shippingType, visit.language)}</td>
              <td data-label={t.status}>
                <Tag tone={status === 'refused' ? 'bad' : 'calm'}>{status === 'refused' ? t.refused : t.waiting}</Tag>
              </td>
              <td data-label={t.reason} class="break wide">
                {reason === null ? '—' : refusalText(visit.language, reason)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
