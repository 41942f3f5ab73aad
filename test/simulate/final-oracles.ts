import { queues } from '../../src/domain/monitoring/readiness.ts';
import { isDerivationBehind } from '../../src/domain/orders/customers/customer-rows.ts';
import { isIndexBehind } from '../../src/domain/orders/list/index-rows.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import type { Id } from '../../src/lib/ids.ts';
import { sql } from '../sql.ts';
import { violation } from './actor.ts';
import type { Oracle } from './oracles.ts';
import { HOUR } from './scheduler.ts';

// Invariants some time after the last fault.

const endRows = sql<{ id: Id; number: string; parcel: string; status: string; cod: string | null }>(
  `SELECT o.id, s.tracking_number AS number, s.status AS parcel, o.status, o.cod_status AS cod
   FROM shipments s JOIN orders o ON o.id = s.order_id WHERE s.status <> 'canceled'`,
);

const lateOrderEvents = sql<{ id: Id }>(
  `SELECT o.id FROM orders o JOIN order_positions p ON p.channel_id = o.channel_id
   WHERE o.change > p.change AND o.update_time < ?`,
);

/** An hour after the last fault nothing waits that had waited then. */
export const LIVENESS: Oracle = {
  name: 'queues drain within an hour after the last fault',
  check: ({ clock }, db) => {
    const late = queues(db, clock.now()).filter(({ age }) => age > HOUR);
    const waiting = [...late, ...db.all(lateOrderEvents, clock.now() - HOUR)];
    if (waiting.length > 0) violation('a queue does not drain', waiting);
  },
};

type OrderItem = Record<'order_id' | 'status' | 'payment_status' | 'shipping_status', string> & { cod_status?: string };

const orderDeliveries = sql<{ items: string }>(
  `SELECT items FROM webhook_deliveries WHERE event_type = 'order_updated' ORDER BY id`,
);

const changedOrders = sql<{ id: Id }>(`SELECT id FROM orders WHERE status <> 'open'`);

/** Once faults have ended and time has passed. */
export const FINAL_ORACLES: readonly Oracle[] = [
  {
    name: 'every queue drains',
    check: ({ clock }, db) => {
      const waiting = queues(db, clock.now()).filter(({ length }) => length > 0);
      if (waiting.length > 0) violation('a queue does not drain', waiting);
      if (isDerivationBehind(db) || isIndexBehind(db)) violation('customers or the search index are behind');
    },
  },
  {
    name: 'each order comes to its end',
    check: ({ courier }, db) => {
      const past = courier.clock.now() - 12 * HOUR; // what happened by then has been reported
      for (const row of db.all(endRows)) {
        const events = courier.byNumber.get(row.number)?.events ?? [];
        const reported = events.findLastIndex((event) => event.event_time < past);
        if (events.findLastIndex(({ status }) => status === row.parcel) < reported)
          violation('a parcel is not where the courier says', row, events);
        if (events[reported]?.status !== 'delivered') continue;
        if (row.status !== 'completed') violation('a delivered order is not completed', row);
        if (row.cod !== null && row.cod !== 'remitted') violation('COD was not paid out', row);
      }
    },
  },
  {
    name: 'each parcel of the courier is one of an order',
    check: ({ courier }, db) => {
      const numbers = sql<{ number: string }>(
        "SELECT tracking_number AS number FROM shipments WHERE status <> 'canceled'",
      );
      const known = new Set(db.all(numbers).map(({ number }) => number));
      for (const { number, isCanceled, isForgotten, cancelRefusedAt } of courier.parcels.values())
        if (!isCanceled && !isForgotten && cancelRefusedAt === undefined && !known.has(number))
          violation('the courier has a parcel that no order has', number);
    },
  },
  {
    name: 'an app was sent the newest state of each order',
    check: (_world, db) => {
      const sent = new Map<string, OrderItem>();
      for (const { items } of db.all(orderDeliveries))
        for (const item of JSON.parse(`[${items}]`) as OrderItem[]) sent.set(item.order_id, item);
      for (const { id } of db.all(changedOrders)) {
        const { status, paymentStatus, shippingStatus, codStatus } = existingOrder(db, id);
        const now = [status, paymentStatus, shippingStatus, codStatus];
        const item = sent.get(String(id));
        const announced = item && [item.status, item.payment_status, item.shipping_status, item.cod_status ?? null];
        if (JSON.stringify(announced) !== JSON.stringify(now)) violation('an order is not as announced', id, now, item);
      }
    },
  },
  { name: 'a mirror of the change feed equals the stock', check: ({ partner }, db) => partner.checkMirror(db) },
];
