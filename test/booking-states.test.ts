import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import {
  BOOKING_MOVES,
  type BookingStatus,
  bookingById,
  markBooked,
  markFailed,
  markRequested,
  markWaiting,
  queueBooking,
} from '../src/domain/couriers/bookings.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import type { Id } from '../src/lib/ids.ts';
import { ordered } from './ordered.ts';
import { done } from './stocked.ts';
import { idOf, openShop, type Shop } from './support.ts';
import { everyRow, SECOND } from './wire.ts';

// Decisions §6, "booking attempt": every pair of states, allowed and refused as the table says.

const STATES = Object.keys(BOOKING_MOVES) as BookingStatus[];

const STEPS: Record<BookingStatus, (db: Database, id: Id, shipmentId: Id, now: number) => void> = {
  waiting: (db, id, _, now) => markWaiting(db, id, now),
  requested: (db, id) => markRequested(db, id),
  booked: (db, id, shipmentId) => markBooked(db, id, shipmentId, 'EX123456785TH'),
  failed: (db, id) => markFailed(db, id, 'full', null),
};

/** How a new booking comes to be in each state. */
const WAYS: Record<BookingStatus, readonly BookingStatus[]> = {
  waiting: [],
  requested: ['requested'],
  booked: ['requested', 'booked'],
  failed: ['requested', 'failed'],
};

test('the table is that of the decisions', () => {
  assert.deepEqual(BOOKING_MOVES, {
    waiting: ['requested'],
    requested: ['booked', 'failed'],
    booked: [],
    failed: ['waiting'],
  });
});

for (const from of STATES)
  for (const to of STATES)
    test(`a booking that is ${from} ${BOOKING_MOVES[from].includes(to) ? 'may' : 'may not'} become ${to}`, async () => {
      const shop = await openShop();
      const { id, shipmentId } = await bookingIn(shop, from);
      const move = done(shop, (db, now) => STEPS[to](db, id, shipmentId, now));
      if (BOOKING_MOVES[from].includes(to)) {
        await move;
        assert.equal(bookingById(shop.ctx.db, id).status, to);
        return;
      }
      const before = everyRow(shop);
      await assert.rejects(move, new RegExp(`^Error: booking ${id} is ${from}, it cannot be ${to}$`));
      assert.deepEqual(everyRow(shop), before);
    });

async function bookingIn(shop: Shop, state: BookingStatus): Promise<{ id: Id; shipmentId: Id }> {
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  return done(shop, (db, now) => {
    const shipmentId = bookShipment(db, order.id, { trackingNumber: 'EX123456785TH' }, byCommand(now)).id;
    const id = queueBooking(
      db,
      { orderId: order.id, storeId: idOf(shop.ids.id), shippingType: 'ems' },
      now + 1_000 * SECOND,
    );
    for (const step of WAYS[state]) STEPS[step](db, id, shipmentId, now);
    return { id, shipmentId };
  });
}
