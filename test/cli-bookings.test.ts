import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Cancellation, cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { historyOf } from '../src/domain/orders/history.ts';
import type { Id } from '../src/lib/ids.ts';
import { bookingOf, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { openQueue, queue } from './cli-booking-steps.ts';
import { english } from './errors.ts';
import type { PlacedOrder } from './order-steps.ts';
import { MALEE } from './owner-account.ts';
import { change } from './sql.ts';
import { cafe, type Json, type Shop, until } from './support.ts';

const statuses = ({ bookings, cancellations }: Json) => [
  bookings.map(({ status }: Json) => status),
  cancellations.map(({ status }: Json) => status),
];

/** Cancels the booked shipment of the order by command and waits for the result at the courier. */
async function cancel(shop: Shop, order: PlacedOrder, isDone: (cancellation: Cancellation) => boolean): Promise<void> {
  const { id, shipmentId } = await untilBooking(shop, order, 'booked');
  await openFolderOf(shop).runCommandJson('shipment', 'cancel', String(shipmentId));
  await until('the cancellation has been sent', () => {
    const cancellation = cancellationOf(shop.ctx.db, id);
    return cancellation && isDone(cancellation);
  });
}

const history = (shop: Shop, { id }: PlacedOrder) =>
  historyOf(shop.ctx.db, id).map(({ event, actor, actorId }) => [event, actor, actorId]);

suite('bookings', CONCURRENT, () => {
  test('booking list shows a refused booking, and booking retry requests it again', async () => {
    const { shop, courier, folder } = await openQueue({ refuse: 'too far away' });
    const order = await readyOrder(shop);
    const { key, createTime } = await untilBooking(shop, order, 'failed');
    assert.deepEqual(await queue(folder), {
      bookings: [
        {
          ...{ store_id: shop.ids.id, order_id: String(order.id), order_number: '1', id: '1', shipping_type: 'ems' },
          ...{ idempotency_key: key, status: 'failed', is_pending: false, tries: 1, reason: 'too far away' },
          create_time: createTime,
        },
      ],
      cancellations: [],
    });
    const { stdout } = await folder.runCommand('booking', 'list');
    assert.match(
      stdout,
      /^store +order +number +courier +what +status +tries +next +tracking number +reason\n1 +1 +1 +ems +booking +failed +1 +too far away\n$/,
    );
    const shown = await folder.runCommand('order', 'show', String(order.id));
    assert.match(shown.stdout, /^booking +failed: too far away$/m);
    const { order: whole } = await folder.runCommandJson('order', 'show', String(order.id));
    assert.equal(whole.booking.idempotency_key, key);
    const retried = await folder.spawnCommandJson('booking', 'retry', String(order.id));
    assert.deepEqual([retried.order_id, retried.shipping_type, retried.bookings.length], ['1', 'ems', 1]);
    await untilBooking(shop, order, 'booked');
    assert.deepEqual(courier.duplicates, []);
    assert.deepEqual(await queue(folder), { bookings: [], cancellations: [] });
    assert.deepEqual(
      (await shipmentsOf(shop, order)).map(({ tracking_number }) => tracking_number),
      ['CX000001'],
    );
  });

  test('booking list shows attempts, reason and next attempt of an uncertain booking', async () => {
    const { shop, folder } = await openQueue({ status: 503 });
    const order = await readyOrder(shop);
    const before = Date.now();
    await untilBooking(shop, order, 'uncertain');
    const [booking] = (await queue(folder, '--status', 'requested')).bookings;
    assert.deepEqual([booking.tries, booking.reason], [1, english('courier_answered', { status: 503 })]);
    assert.ok(booking.next_time > before);
    const { stdout } = await folder.runCommand('booking', 'list');
    assert.match(
      stdout,
      new RegExp(
        `\\n1 +1 +1 +ems +booking +requested +1 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +${english('courier_answered', { status: 503 })}\\n$`,
      ),
    );
  });

  test('booking list filters by status and store', async () => {
    const { shop, folder } = await openQueue({ refuse: 'no' }, { pending: true });
    await untilBooking(shop, await readyOrder(shop), 'failed');
    await untilBooking(shop, await readyOrder(shop), 'pending');
    await shop.load({ stores: [cafe({ key: 'tea' })] });
    assert.deepEqual(statuses(await queue(folder)), [['failed', 'requested'], []]);
    assert.deepEqual(statuses(await queue(folder, '--status', 'failed')), [['failed'], []]);
    assert.deepEqual(statuses(await queue(folder, '--status', 'requested', '--store', 'cafe')), [['requested'], []]);
    for (const args of [
      ['--status', 'waiting'],
      ['--status', 'refused'],
      ['--store', 'tea'],
    ])
      assert.deepEqual(statuses(await queue(folder, ...args)), [[], []]);
  });

  test('a booking retried without a server waits for the next start', async () => {
    const { shop, folder } = await openQueue({ refuse: 'closed' });
    const order = await readyOrder(shop);
    await untilBooking(shop, order, 'failed');
    await shop.stop();
    const { bookings } = await folder.runCommandJson('booking', 'retry', String(order.id));
    assert.equal(bookings[0].status, 'waiting');
    assert.deepEqual(statuses(await queue(folder, '--status', 'waiting')), [['waiting'], []]);
    await shop.start();
    await untilBooking(shop, order, 'booked', 2);
  });

  test('booking retry requests a booking that was not requested automatically', async () => {
    const { shop, folder } = await openQueue();
    const order = await readyOrder(shop, { auto_request_xshipping: false });
    assert.equal(bookingOf(shop, order), undefined);
    await folder.runCommandJson('booking', 'retry', String(order.id));
    await untilBooking(shop, order, 'booked');
  });

  test('booking retry moves the next attempt of an uncertain booking forward', async () => {
    const { shop, folder } = await openQueue({ status: 503 });
    const order = await readyOrder(shop);
    const { nextTime } = await until('the look-up is scheduled', () => {
      const booking = bookingOf(shop, order);
      return booking && booking.nextTime !== null && booking.tries === 1 ? booking : undefined;
    });
    const { bookings } = await folder.runCommandJson('booking', 'retry', String(order.id));
    assert.ok(bookings[0].next_time < (nextTime ?? 0), `${bookings[0].next_time} is before ${nextTime}`);
    await untilBooking(shop, order, 'booked');
  });

  test('booking drop removes a booking from the queue and cancels it at a courier that accepted it', async () => {
    const { shop, courier, folder } = await openQueue({ pending: true });
    const order = await readyOrder(shop);
    const { key, id } = await untilBooking(shop, order, 'pending');
    const { bookings } = await folder.runCommandJson('booking', 'drop', String(order.id));
    assert.ok(bookings[0].drop_time > 0);
    assert.match(
      (await folder.runCommand('booking', 'list')).stdout,
      /\n1 +1 +1 +ems +booking +requested, pending, dropped +1 /,
    );
    const late = courier.callBack({ booking: { idempotency_key: key, tracking_number: 'CX000001' } });
    assert.equal((await shop.send(`/couriers/${shop.ids.id}/ems`, late)).status, 200);
    await until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
    assert.deepEqual(await queue(folder), { bookings: [], cancellations: [] });
    assert.deepEqual(await shipmentsOf(shop, order), []);
  });

  test('booking list shows refused cancellations', async () => {
    const { shop, courier, folder } = await openQueue();
    const order = await readyOrder(shop);
    await untilBooking(shop, order, 'booked');
    courier.always({ refuse: 'it has left' });
    await cancel(shop, order, ({ status }) => status === 'refused');
    const { key } = bookingOf(shop, order) ?? {};
    const { bookings, cancellations } = await queue(folder, '--status', 'refused');
    assert.deepEqual(bookings, []);
    assert.ok(cancellations[0].create_time > 0);
    assert.deepEqual(cancellations, [
      {
        ...{ store_id: shop.ids.id, order_id: String(order.id), order_number: '1', booking_id: '1' },
        ...{ shipping_type: 'ems', idempotency_key: key, tracking_number: 'CX000001', status: 'refused', tries: 1 },
        ...{ reason: 'it has left', create_time: cancellations[0].create_time },
      },
    ]);
    const { stdout } = await folder.runCommand('booking', 'list');
    assert.match(stdout, /\n1 +1 +1 +ems +cancellation +refused +1 +CX000001 +it has left\n$/);
  });

  test('booking list shows unanswered cancellations with their next attempt', async () => {
    const { shop, courier, folder } = await openQueue();
    const order = await readyOrder(shop);
    await untilBooking(shop, order, 'booked');
    courier.always({ status: 500 });
    const before = Date.now();
    await cancel(shop, order, ({ status, reason }) => status === 'waiting' && reason !== null);
    const [{ reason, tries, next_time }] = (await queue(folder, '--status', 'waiting')).cancellations;
    assert.deepEqual([reason, tries], [english('courier_answered', { status: 500 }), 1]);
    assert.ok(next_time > before);
  });

  test('booking switch changes the courier and requests a booking from the new one', async () => {
    const { shop, courier, folder } = await openQueue({ refuse: 'too far away' });
    await folder.runCommandJson(
      'courier',
      'set',
      'register',
      'adapter=number_pool',
      'prefix=RX',
      'first=1',
      'count=500',
    );
    const order = await readyOrder(shop);
    await untilBooking(shop, order, 'failed');
    const { shipping_type, bookings } = await folder.runCommandJson('booking', 'switch', String(order.id), 'register');
    assert.deepEqual(
      [shipping_type, bookings.map(({ shipping_type }: Json) => shipping_type)],
      ['register', ['ems', 'register']],
    );
    assert.equal((await untilBooking(shop, order, 'booked')).trackingNumber, 'RX000000014TH');
    assert.deepEqual([courier.count('book'), courier.bookings.size], [1, 0]);
  });

  test('booking switch to a shipping type without a courier warns and requests nothing', async () => {
    const { shop, folder } = await openQueue();
    const order = await readyOrder(shop, { auto_request_xshipping: false });
    const { stdout, errorLines } = await folder.runCommand('booking', 'switch', String(order.id), 'kex');
    assert.equal(stdout, 'order    1  number 1\ncourier  kex\n');
    assert.deepEqual(errorLines, [
      `raan: warning: ${english('shipping_type_without_courier', { shippingType: 'kex' })}`,
    ]);
    assert.deepEqual((await queue(folder)).bookings, []);
    await folder.runCommandJson('courier', 'set', 'jt', 'adapter=manual');
    assert.equal((await folder.runCommandJson('booking', 'switch', String(order.id), 'jt')).warnings, undefined);
  });

  test('order history records the account of --user, or the command line', async () => {
    const { shop, folder } = await openQueue({ refuse: 'no' }, { refuse: 'no' });
    await shop.ctx.write((tx) => tx.run(change(MALEE)));
    const order = await readyOrder(shop);
    const id = String(order.id);
    await untilBooking(shop, order, 'failed');
    await folder.runCommandJson('booking', 'retry', id, '--user', 'malee');
    await untilBooking(shop, order, 'failed', 2);
    await folder.runCommandJson('booking', 'drop', id);
    await folder.runCommandJson('booking', 'switch', id, 'kex', '--user', 'malee');
    const own = history(shop, order).filter(([, actor]) => actor === 'user' || actor === 'command');
    assert.deepEqual(own, [
      ['booking_queued', 'user', 7],
      ['booking_dropped', 'command', null],
      ['edited', 'user', 7],
    ]);
  });

  test('shipment events lists the tracking events of a shipment, oldest first', async () => {
    const { shop, courier, folder } = await openQueue();
    const order = await readyOrder(shop);
    const { shipmentId, trackingNumber } = await untilBooking(shop, order, 'booked');
    const id = String(shipmentId as Id);
    const parcel = { tracking_number: trackingNumber };
    const [early, late] = [Date.now() - 60_000, Date.now()];
    const events = [
      { ...parcel, event_time: late, code: 'X9', description: 'แวะพัก\nที่ศูนย์' },
      { ...parcel, event_time: early, status: 'picked_up', code: 'P1', description: 'รับฝาก', location: 'คลองเตย' },
    ];
    assert.equal((await shop.send(`/couriers/${shop.ids.id}/ems`, courier.callBack({ events }))).status, 200);
    const shown = await folder.runCommandJson('shipment', 'events', id);
    const { receive_time } = shown.events[0];
    assert.ok(receive_time >= late);
    assert.deepEqual(shown, {
      ...{ shipment_id: id, tracking_number: trackingNumber, status: 'picked_up' },
      events: [
        {
          ...{ event_time: early, code: 'P1', status: 'picked_up', description: 'รับฝาก', location: 'คลองเตย' },
          receive_time,
        },
        { event_time: late, code: 'X9', description: 'แวะพัก\nที่ศูนย์', receive_time },
      ],
    });
    const [heads, first, second] = (await folder.runCommand('shipment', 'events', id)).stdout.split('\n');
    assert.match(heads ?? '', /^time +code +status +location +courier message$/);
    assert.match(first ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d +P1 +picked_up +คลองเตย +รับฝาก$/);
    assert.match(second ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d +X9 +แวะพัก ที่ศูนย์$/);
  });
});
