import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { requestBooking } from '../orders/bookings/requests.ts';
import { type Act, bySystem } from '../orders/history.ts';
import { moveCod } from '../orders/payments/cod.ts';
import { confirmPayment, rejectPayment } from '../orders/payments/payments.ts';
import { refills } from './refill-state.ts';

// Plays the owner of each sandbox, so that a partner sees a whole order: reviews reported payments, has paid orders
// booked, and lets couriers pay out. The parcels move by themselves (couriers/adapters/simulated.ts).

/** Milliseconds that a report or an order waits, so that partners see each state. */
const REACTION_TIME = 5_000;

/** What a partner writes into the note of a payment to have it rejected. */
export const REJECT_PAYMENT = 'sandbox:reject';

export async function playSandboxes(ctx: Context): Promise<void> {
  for (const { storeId } of refills(ctx.db)) {
    const waiting = { storeId, before: ctx.now() - REACTION_TIME };
    for (const { id, note } of ctx.db.all(reportsToReview, waiting))
      await act(ctx, id, (tx, as) =>
        note?.includes(REJECT_PAYMENT) ? rejectPayment(tx, id, REJECT_PAYMENT, as) : confirmPayment(tx, id, as),
      );
    for (const { id } of ctx.db.all(ordersToBook, waiting)) await act(ctx, id, (tx, as) => requestBooking(tx, id, as));
    for (const { id } of ctx.db.all(ordersToPayOut, waiting))
      await act(ctx, id, (tx, as) => moveCod(tx, id, 'remitted', as));
  }
}

/** What someone in the office does at the same moment is not an error. */
async function act(ctx: Context, id: Id, change: (tx: WriteTx, act: Act) => unknown): Promise<void> {
  try {
    await ctx.write((tx) => change(tx, bySystem(ctx.now())));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.debug({ err: error, id }, 'a sandbox was changed meanwhile');
  }
}

const AT_ONCE = 50;

const reportsToReview = query<{ id: Id; note: string | null }>(
  { reads: ['orders', 'payments'] },
  `SELECT p.id, p.note FROM payments p INDEXED BY payments_notified CROSS JOIN orders o ON o.id = p.order_id
   WHERE p.status = 'notified' AND o.store_id = @storeId AND o.status = 'open' AND p.create_time <= @before LIMIT ${AT_ONCE}`,
);

const ordersToBook = query<{ id: Id }>(
  { reads: ['bookings', 'orders'] },
  `SELECT id FROM orders WHERE store_id = @storeId AND stage = 'to_pack' AND live_shipments = 0 AND update_time <= @before
     AND NOT EXISTS (SELECT 1 FROM bookings WHERE order_id = orders.id) LIMIT ${AT_ONCE}`,
);

const ordersToPayOut = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT id FROM orders WHERE store_id = @storeId AND stage = 'delivered' AND cod_status = 'collected'
     AND update_time <= @before LIMIT ${AT_ONCE}`,
);
