import { type Booking, unfinishedBookings } from '../../domain/orders/bookings/booking.ts';
import { requestBooking } from '../../domain/orders/bookings/booking-actions.ts';
import { statusOf } from '../../domain/orders/bookings/booking-states.ts';
import { type OpenCancellation, openCancellations } from '../../domain/orders/bookings/cancellation.ts';
import { courierName } from '../../lib/courier-names.ts';
import { AppError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { bilingual } from '../bilingual.ts';
import { errorText } from '../error-text.ts';
import { fields, id, listOf } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { Empty, Heading, Notice, Pager, Tag, Time } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { List } from '../page/list.tsx';
import { type Columns, type ListFile, listFile, minuteColumn } from '../page/list-file.ts';
import { Live } from '../page/live.tsx';
import { paginated } from '../page/pagination.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, largeFileScreens, post, type Screen } from '../screen.ts';
import { requestedOrder } from './detail/requested-order.ts';
import { bookingStatusName } from './order-labels.ts';
import { BookingTag } from './status-tags.tsx';

const texts = bilingual({
  title: ['คิวขอเลขพัสดุ', 'Tracking number requests'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  hint: [
    'คำสั่งซื้อที่กำลังขอเลขพัสดุ หรือขอไม่สำเร็จ จะแสดงที่นี่',
    'Orders with a pending or failed tracking number request appear here.',
  ],
  empty: ['ไม่มีคำสั่งซื้อรอเลขพัสดุ', 'No open requests'],
  order: ['คำสั่งซื้อ', 'Order'],
  courier: ['ขนส่ง', 'Courier'],
  status: ['สถานะ', 'Status'],
  tries: ['ลองแล้ว (ครั้ง)', 'Attempts'],
  next: ['จะลองใหม่', 'Next attempt'],
  reason: ['เหตุผล', 'Reason'],
  select: ['เลือก', 'Select'],
  selectAll: ['เลือกทั้งหมด', 'Select all'],
  retry: ['ลองใหม่รายการที่เลือก', 'Retry selected'],
  retried: [
    (count: number) => `กำลังลองใหม่ ${count} รายการ`,
    (count: number) => (count === 1 ? 'Retrying 1 request' : `Retrying ${count} requests`),
  ],
  someFailed: [
    (count: number, reason: string) => `ลองใหม่ไม่ได้ ${count} รายการ: ${reason}`,
    (count: number, reason: string) => `${count} could not be retried: ${reason}`,
  ],
  selectOne: ['เลือกอย่างน้อย 1 รายการ', 'Select at least one order'],
  cancellations: ['รอขนส่งยืนยันการยกเลิก', 'Cancellations awaiting the courier'],
  cancellationsHint: [
    'ขนส่งอาจยังเข้ามารับพัสดุเหล่านี้ ติดต่อขนส่งแล้วกด “บันทึกว่าติดต่อขนส่งแล้ว” ในหน้าคำสั่งซื้อ',
    'The courier may still collect these parcels. Contact the courier, then choose “Mark as resolved” on the order page.',
  ],
  tracking: ['เลขพัสดุ', 'Tracking number'],
  waiting: ['กำลังแจ้งยกเลิก', 'Canceling'],
  refused: ['ขนส่งไม่รับยกเลิก', 'Rejected'],
});

const selection = fields({ order: listOf(id) });

/** The booking queue: open and failed bookings, open cancellations. */
export const bookingScreens: readonly Screen[] = [
  get('/orders/bookings', 'orders', (context) => queuePage(context, context.form(selection))),
  ...largeFileScreens('/orders/bookings', 'orders', (context) =>
    queueFile(
      context,
      unfinishedBookings(context.db, context.store.id),
      openCancellations(context.db, context.store.id),
    ),
  ),
  post('/orders/bookings/retry', 'orders', async (context) => {
    const t = texts(context.language);
    const form = context.form(selection);
    if (form.value?.order.length === 0) form.addError(t.selectOne);
    return form.submit(
      async ({ order: orderIds }) => {
        const ids = orderIds.map((orderId) => requestedOrder(context, orderId).id);
        const failures = await retry(context, ids);
        const [failure] = failures;
        if (!failure) return context.redirect('/orders/bookings', t.retried(ids.length));
        const reason = errorText(context.language, failure);
        return context.redirect('/orders/bookings', t.someFailed(failures.length, reason));
      },
      () => queuePage(context, form),
    );
  }),
];

/** Retries each booking in its own transaction; returns the errors. */
async function retry(context: StoreContext, orderIds: Parameters<typeof requestBooking>[1][]): Promise<AppError[]> {
  const act = context.act();
  const retries = orderIds.map((orderId) => context.write((tx) => requestBooking(tx, orderId, act)));
  const results = await Promise.allSettled(retries);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof AppError) return [result.reason];
    throw result.reason;
  });
}

const MAX_CANCELLATIONS = 100; // shown; the export has all

function queuePage(context: StoreContext, form: Form<unknown>): Page {
  const t = texts(context.language);
  const { db, store } = context;
  const { rows: bookings, ...pages } = paginated(context, (page) => unfinishedBookings(db, store.id, page));
  const cancellations = openCancellations(db, store.id, MAX_CANCELLATIONS);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders', label: t.orders }}>
          {bookings.length + cancellations.length > 0 && <ExportMenu href="/office/orders/bookings" />}
        </Heading>
        <Live context={context} id="booking-queue" announces>
          {bookings.length === 0 ? (
            <Empty title={t.empty} hint={t.hint} />
          ) : (
            <Post action="/orders/bookings/retry" form={form}>
              <p class="muted">{t.hint}</p>
              <Bookings context={context} bookings={bookings} />
              <Submit label={t.retry} />
            </Post>
          )}
          <Pager {...pages} />
          {cancellations.length > 0 && <Cancellations context={context} cancellations={cancellations} />}
        </Live>
      </>
    ),
  };
}

function Bookings({ context, bookings }: { context: StoreContext; bookings: readonly Booking[] }) {
  const t = texts(context.language);
  return (
    <table class="list tight pairs" data-opens-rows>
      <thead>
        <tr>
          <th scope="col" class="tick">
            <input type="checkbox" aria-label={t.selectAll} data-select-all="order" />
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
          <BookingRow context={context} booking={booking} />
        ))}
      </tbody>
    </table>
  );
}

function BookingRow({ context, booking }: { context: StoreContext; booking: Booking }) {
  const t = texts(context.language);
  return (
    <tr>
      <td class="tick">
        <input
          type="checkbox"
          name="order"
          value={String(booking.orderId)}
          checked={booking.state === 'failed'}
          aria-label={`${t.select} #${booking.orderNumber}`}
        />
      </td>
      <th scope="row">
        <a href={`/office/orders/${booking.orderId}`}>#{booking.orderNumber}</a>
      </th>
      <td data-label={t.courier}>{courierName(booking.shippingType, context.language)}</td>
      <td data-label={t.status}>
        <BookingTag state={statusOf(booking)} language={context.language} />
      </td>
      <td data-label={t.tries} class="number">
        {booking.tries}
      </td>
      <td data-label={t.next}>{booking.nextTime === null ? '—' : <Time at={booking.nextTime} ago />}</td>
      <td data-label={t.reason} class="break wide">
        {booking.reason === null ? '—' : errorText(context.language, booking.reason)}
      </td>
    </tr>
  );
}

function Cancellations({ context, cancellations }: StoreProps<{ cancellations: readonly OpenCancellation[] }>) {
  const t = texts(context.language);
  return (
    <>
      <h2>{t.cancellations}</h2>
      <Notice tone="warn">{t.cancellationsHint}</Notice>
      <List
        class="list tight pairs"
        rows={cancellations}
        opensRows
        columns={(column) => [
          column(t.order, ({ booking }) => <a href={`/office/orders/${booking.orderId}`}>#{booking.orderNumber}</a>),
          column(t.tracking, 'break', ({ booking }) => booking.trackingNumber ?? '—'),
          column(t.courier, ({ booking }) => courierName(booking.shippingType, context.language)),
          column(t.status, ({ status }) => (
            <Tag tone={status === 'refused' ? 'bad' : 'calm'}>{status === 'refused' ? t.refused : t.waiting}</Tag>
          )),
          column(t.reason, 'break wide', ({ reason }) => (reason === null ? '—' : errorText(context.language, reason))),
        ]}
      />
    </>
  );
}

/** The queue as a file: open bookings, then open cancellations. */
function queueFile(
  { language }: StoreContext,
  bookings: readonly Booking[],
  cancellations: readonly OpenCancellation[],
): ListFile {
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
  const columns: Columns<Row> = {
    [t.order]: ({ booking }) => booking.orderNumber,
    [t.tracking]: ({ booking }) => booking.trackingNumber,
    [t.courier]: ({ booking }) => courierName(booking.shippingType, language),
    [t.status]: ({ status }) => status,
    [t.tries]: ({ request }) => request.tries,
    [t.next]: minuteColumn(({ request }) => request.nextTime),
    [t.reason]: ({ request }) => (request.reason === null ? null : errorText(language, request.reason)),
  };
  return listFile(t.title, rows, columns, 'bookings');
}

interface Row {
  booking: Booking;
  /** The booking, or its cancellation. */
  request: Pick<Booking & OpenCancellation, 'tries' | 'nextTime'> & { reason: Message | null };
  status: string;
}
