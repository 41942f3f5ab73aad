import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { requestBooking } from '../orders/bookings/booking-actions.ts';
import { type Act, bySystem } from '../orders/history.ts';
import { moveCod } from '../orders/payments/cod.ts';
import { confirmPayment, rejectPayment } from '../orders/payments/payments.ts';
import { allResets } from './reset-state.ts';

// Simulates the owner of each sandbox, so that a partner sees a whole order: reviews reported payments, books orders
// that are ready to ship, and lets couriers pay out. The simulated courier moves parcels
// (couriers/adapters/simulated.ts).

/** Milliseconds that a report or an order waits, so that partners see each state. */
const REACTION_TIME = 5_000;

/** A partner writes it into the note of a payment to get a rejected one. */
export const REJECT_PAYMENT = 'sandbox:reject';

export async function simulateOwners(ctx: Context): Promise<void> {
  for (const { storeId } of allResets(ctx.db)) {
    const waiting = { storeId, before: ctx.now() - REACTION_TIME };
    for (const report of ctx.db.all(reportsToReview, waiting)) await review(ctx, report);
    for (const { id } of ctx.db.all(ordersToBook, waiting)) await act(ctx, (tx, as) => requestBooking(tx, id, as));
    for (const { id } of ctx.db.all(ordersToPayOut, waiting))
      await act(ctx, (tx, as) => moveCod(tx, id, 'remitted', as));
  }
}

interface Report {
  id: Id;
  note: string | null;
  isOpen: 0 | 1;
}

/** Rejects what cannot be confirmed. */
async function review(ctx: Context, { id, note, isOpen }: Report): Promise<void> {
  const isConfirmed =
    isOpen === 1 && !note?.includes(REJECT_PAYMENT) && (await act(ctx, (tx, as) => confirmPayment(tx, id, as)));
  if (!isConfirmed) await act(ctx, (tx, as) => rejectPayment(tx, id, REJECT_PAYMENT, as));
}

/** Whether it was possible. A conflict with a change in the office is expected. */
async function act(ctx: Context, change: (tx: WriteTx, act: Act) => unknown): Promise<boolean> {
  try {
    await ctx.write((tx) => change(tx, bySystem(ctx.now())));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

const AT_ONCE = 50;

const reportsToReview = query<Report>(
  { reads: ['orders', 'payments'] },
  `SELECT p.id, p.note, o.status = 'open' AS isOpen
   FROM payments p INDEXED BY payments_notified CROSS JOIN orders o ON o.id = p.order_id
   WHERE p.status = 'notified' AND o.store_id = @storeId AND p.create_time <= @before LIMIT ${AT_ONCE}`,
);

const ordersToBook = query<{ id: Id }>(
  { reads: ['bookings', 'orders', 'stores'] },
  `SELECT o.id FROM stores s JOIN orders o ON o.store_id = s.id
     AND (o.stage = 'to_pack' OR (o.stage = 'cod' AND s.cod_counts_as_ready = 1))
   WHERE s.id = @storeId AND o.live_shipments = 0 AND o.update_time <= @before
     AND NOT EXISTS (SELECT 1 FROM bookings WHERE order_id = o.id) LIMIT ${AT_ONCE}`,
);

const ordersToPayOut = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT id FROM orders WHERE store_id = @storeId AND stage = 'delivered' AND cod_status = 'collected'
     AND update_time <= @before LIMIT ${AT_ONCE}`,
);
