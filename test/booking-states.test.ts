import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import {
  type Booking,
  bookingById,
  dropBooking,
  moveBooking,
  queueBooking,
  recoverBooking,
} from '../src/domain/orders/bookings/booking.ts';
import {
  BOOKING_MOVES,
  type BookingState,
  CANCELLATION_MOVES,
  type CancellationState,
  isWithCourier,
  statusOf,
} from '../src/domain/orders/bookings/booking-states.ts';
import { cancellationOf, moveCancellation, queueCancellation } from '../src/domain/orders/bookings/cancellation.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import type { Id } from '../src/lib/ids.ts';
import { placeOrder } from './order-steps.ts';
import { ownRows } from './raw-http.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

// Every pair of states, compared with the table.

const STATES = Object.keys(BOOKING_MOVES) as BookingState[];

/** The transitions of a new booking to each state. */
const PATHS: Record<BookingState, readonly BookingState[]> = {
  queued: [],
  requesting: ['requesting'],
  uncertain: ['requesting', 'uncertain'],
  pending: ['requesting', 'pending'],
  booked: ['requesting', 'booked'],
  failed: ['requesting', 'failed'],
  dropped: ['dropped'],
};

const FAR = Date.UTC(2100); // keeps the worker idle

const step = (tx: WriteTx, id: Id, to: BookingState, shipmentId: Id): void =>
  moveBooking(tx, id, to, {
    nextTime: to === 'queued' || to === 'uncertain' || to === 'pending' ? FAR : null,
    ...(to === 'booked' && { shipmentId, trackingNumber: 'EX123456785TH' }),
    ...(to === 'dropped' && { dropTime: 1 }),
  });

for (const from of STATES)
  for (const to of STATES)
    test(`a booking that is ${from} ${BOOKING_MOVES[from].includes(to) ? 'may' : 'may not'} become ${to}`, async () => {
      const { shop, id, shipmentId } = await bookingIn(from);
      const move = runStep(shop, (tx) => step(tx, id, to, shipmentId));
      if (BOOKING_MOVES[from].includes(to)) {
        await move;
        assert.equal(bookingById(shop.ctx.db, id).state, to);
        return;
      }
      const before = ownRows(shop);
      await assert.rejects(move, new RegExp(`^Error: booking ${id} is ${from}, it cannot be ${to}$`));
      assert.deepEqual(ownRows(shop), before);
    });

for (const from of STATES.filter((state) => state !== 'booked' && state !== 'dropped'))
  test(`a booking that is dropped while it is ${from} ${isWithCourier({ state: from }) ? 'keeps its state' : 'ends'}`, async () => {
    const { shop, id } = await bookingIn(from);
    await runStep(shop, (tx) => dropBooking(tx, bookingById(tx, id), 'store', 7));
    const { state, dropTime, droppedByStore } = bookingById(shop.ctx.db, id);
    assert.deepEqual([state, dropTime, droppedByStore], [isWithCourier({ state: from }) ? from : 'dropped', 7, true]);
  });

for (const state of STATES)
  test(`after a restart a booking left ${state} is ${state === 'requesting' ? 'uncertain' : state}`, async () => {
    const { shop, id } = await bookingIn(state);
    const before = bookingById(shop.ctx.db, id);
    await runStep(shop, (tx) => recoverBooking(tx, id, 7));
    const expected = state === 'requesting' ? { ...before, state: 'uncertain', nextTime: 7 } : before;
    assert.deepEqual(bookingById(shop.ctx.db, id), expected);
  });

test('the command line and the office show the status of each state', () => {
  const displayedStatus = (state: Booking['state'], tries = 1) => statusOf({ state, tries });
  assert.deepEqual(
    STATES.map((state) => displayedStatus(state)),
    ['waiting', 'requested', 'requested', 'requested', 'booked', 'failed', 'failed'],
  );
  assert.equal(displayedStatus('dropped', 0), 'waiting');
});

const CANCELLATION_STATES = Object.keys(CANCELLATION_MOVES) as CancellationState[];

/** The transitions of a new cancellation to each state. */
const CANCELLATION_PATHS: Record<CancellationState, readonly CancellationState[]> = {
  waiting: [],
  canceled: ['canceled'],
  refused: ['refused'],
  closed: ['refused', 'closed'],
};

test('a cancellation changes its state only as the transition table allows', async () => {
  const { shop, id } = await bookingIn('dropped');
  const move = (tx: WriteTx, status: CancellationState) =>
    moveCancellation(tx, id, { status, reason: null, nextTime: status === 'waiting' ? FAR : null });
  for (const from of CANCELLATION_STATES)
    for (const to of CANCELLATION_STATES) {
      const moved = runStep(shop, (tx) => {
        tx.run(change('DELETE FROM booking_cancellations'));
        queueCancellation(tx, id, FAR);
        for (const status of CANCELLATION_PATHS[from]) move(tx, status);
        move(tx, to);
        return cancellationOf(tx, id)?.status;
      });
      if (CANCELLATION_MOVES[from].includes(to)) assert.equal(await moved, to);
      else await assert.rejects(moved, new RegExp(`the cancellation of booking ${id} is ${from}, it cannot be ${to}`));
    }
});

async function bookingIn(state: BookingState): Promise<{ shop: Shop; id: Id; shipmentId: Id }> {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const made = await runStep(shop, (tx, now) => {
    const shipmentId = bookShipment(tx, order.id, { trackingNumber: 'EX123456785TH' }, byCommand(now)).id;
    const booking = { orderId: order.id, storeId: idOf(shop.ids.id), shippingType: 'ems' };
    const id = queueBooking(tx, booking, FAR);
    for (const to of PATHS[state]) step(tx, id, to, shipmentId);
    return { id, shipmentId };
  });
  return { shop, ...made };
}
