import type { Reader } from '../../src/context.ts';
import { checkDatabase } from '../../src/domain/check-database.ts';
import { queues } from '../../src/domain/monitoring/readiness.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import type { Id } from '../../src/lib/ids.ts';
import { describe } from '../../src/lib/messages/messages.ts';
import { type Money, moneyText } from '../../src/lib/money.ts';
import { sql } from '../sql.ts';
import { violation } from './actor.ts';
import { DAY, HOUR } from './scheduler.ts';
import { BUNDLES, OPENING, STOCKED } from './store-file.ts';
import type { World } from './world.ts';

// Invariants that hold at any time, in every state that faults can leave.

export interface Oracle {
  name: string;
  /** False: the state of the world does not allow to ask. */
  check: (world: World, db: Reader, isFinal: boolean) => unknown;
}

const acknowledged: Oracle = {
  name: 'acknowledged responses hold',
  check: ({ facts, lastingFacts }, db, isFinal) => {
    lastingFacts.check(db, true);
    facts.check(db, isFinal, lastingFacts);
  },
};

/**
 * Pieces that came and went, also in bundles: of orders, and of canceled ones if they had left, because they come back
 * when they are taken into stock; those returned, bought and written off; what counts found beside what was expected.
 */
const movedQtys = sql<{ key: string; qty: number }>(
  `SELECT key, sum(qty) AS qty FROM (
     SELECT lower(sku) AS key, -qty AS qty FROM order_lines l JOIN orders o ON o.id = l.order_id
       WHERE l.delete_time IS NULL AND (o.status NOT IN ('canceled', 'expired')
         OR EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = o.id AND s.ship_time IS NOT NULL))
     UNION ALL SELECT lower(l.sku), d.qty FROM document_lines d JOIN stock_documents s ON s.id = d.document_id
       JOIN order_lines l ON l.id = d.order_line_id WHERE s.kind = 'return'
     UNION ALL SELECT v.key, iif(s.kind = 'purchase', d.qty, -d.qty) FROM document_lines d
       JOIN stock_documents s ON s.id = d.document_id JOIN variants v ON v.id = d.variant_id
       WHERE s.kind IN ('purchase', 'damaged', 'lost') AND s.status = 'committed'
     UNION ALL SELECT v.key, c.counted - c.expected FROM count_lines c
       JOIN stock_documents s ON s.id = c.document_id JOIN variants v ON v.id = c.variant_id
       WHERE s.status = 'committed')
   GROUP BY key`,
);

/** Available stock, by counting from the beginning. */
const naiveStock: Oracle = {
  name: 'stock equals what came minus what went',
  check: (world, db) => {
    const expected = new Map<string, number>(STOCKED.map((key) => [key, 2 * OPENING]));
    for (const { key, qty } of db.all(movedQtys))
      for (const [part, each] of Object.entries(BUNDLES[key] ?? { [key]: 1 }))
        expected.set(part, (expected.get(part) ?? 0) + each * qty);
    for (const key of STOCKED) {
      const available = world.available(db, key);
      if (available !== expected.get(key)) violation('available stock is wrong', key, available, expected.get(key));
      if (available < 0) violation('more was sold than there is', key, available);
    }
  },
};

const database: Oracle = {
  name: 'the database and its ledger verify',
  check: ({ scheduler, lastCheck }, db, isFinal) => {
    if (!isFinal && scheduler.time < (lastCheck.get(database.name) ?? 0) + DAY / 2) return false; // it reads everything
    const problems = checkDatabase(db).problems.map((problem) => describe(problem));
    if (problems.length > 0) violation('the database does not verify', problems);
  },
};

const changeRows = sql<{ variant: number; place: number; old: number; new: number }>(
  `SELECT variant_id AS variant, warehouse_id AS place, old_qty AS old, new_qty AS new
   FROM available_changes WHERE variant_id IN (SELECT id FROM variants WHERE is_bundle = 0) ORDER BY id`,
);

const chains: Oracle = {
  name: 'each chain of announced quantities is unbroken',
  check: (_world, db) => {
    const last = new Map<string, number>();
    for (const row of db.all(changeRows)) {
      const key = `${row.variant} ${row.place}`;
      const before = last.get(key);
      if (before !== undefined && before !== row.old) violation('a change does not follow the one before', key, row);
      last.set(key, row.new);
    }
    const levels = sql<{ variant: number; place: number; available: number }>(
      `SELECT variant_id AS variant, warehouse_id AS place, on_hand - reserved AS available
       FROM current_stock s JOIN variants v ON v.id = s.variant_id JOIN products p ON p.id = v.product_id
       WHERE p.delete_time IS NULL`,
    );
    for (const { variant, place, available } of db.all(levels)) {
      const announced = last.get(`${variant} ${place}`);
      if (announced !== undefined && announced !== available)
        violation('the last announced quantity is not the current one', variant, place, announced, available);
    }
  },
};

const paymentRows = sql<{ id: Id; external: string | null; number: string; amount: Money; status: string }>(
  `SELECT p.id, p.external_id AS external, s.tracking_number AS number, p.amount, p.status
   FROM payments p LEFT JOIN shipments s ON s.id = p.shipment_id`,
);

const refundRows = sql<{ id: Id; refunded: Money; sum: Money }>(
  `SELECT p.id, p.refunded, coalesce(sum(r.amount), 0) AS sum FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
   WHERE p.refunded > 0 OR r.id IS NOT NULL GROUP BY p.id HAVING p.refunded <> sum(r.amount) OR p.refunded > p.amount`,
);

const laterRefunds = sql<{ id: Id }>('SELECT id FROM refunds WHERE send_time > create_time');

const waivedRows = sql<{ id: Id }>(
  `SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.status IN ('confirmed', 'refunded')
   WHERE o.waived > 0 GROUP BY o.id
   HAVING o.waived > o.total - sum(p.amount - p.refunded) OR o.waived > sum(p.refunded) OR count(p.id) = 0`,
);

const overpaidRows = sql<{ id: Id }>(
  `SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.status = 'confirmed'
   GROUP BY o.id HAVING sum(p.amount) > o.total`,
);

const newestPaid = sql<{ id: Id }>('SELECT DISTINCT order_id AS id FROM payments ORDER BY id DESC LIMIT ?');

const paymentsOf = sql<{ amount: Money; refunded: Money; status: string }>(
  'SELECT amount, refunded, status FROM payments WHERE order_id = ?',
);

/** Every payment is money that a shopper or the courier has sent, once; an order owes what has not come. */
const money: Oracle = {
  name: 'money in equals money out plus what is owed',
  check: ({ transfers, courier }, db, isFinal) => {
    const seen = new Set<string>();
    for (const { id, external, number, amount, status } of db.all(paymentRows)) {
      const sent = external === null ? courier.byNumber.get(number)?.codAmount : transfers.get(external);
      if (sent !== moneyText(amount))
        violation('a payment is not what was sent', { id, external, number, amount, sent });
      if (external === null && status === 'rejected') continue; // an undone payout
      if (seen.has(external ?? number)) violation('money was received twice', external ?? number);
      seen.add(external ?? number);
    }
    for (const rows of [refundRows, laterRefunds, waivedRows, overpaidRows]) {
      const wrong = db.get(rows);
      if (wrong) violation('refunds or payments do not add up', rows.sql, wrong);
    }
    for (const { id } of db.all(newestPaid, isFinal ? -1 : 40)) {
      const { total, waived, codStatus, unpaidAmount } = existingOrder(db, id);
      const received = db.all(paymentsOf, id).filter(({ status }) => status === 'confirmed' || status === 'refunded');
      const kept = received.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
      const owed = codStatus === 'remitted' ? 0 : total - kept - waived;
      if (unpaidAmount !== owed) violation('an order owes something else', { id, total, kept, waived, unpaidAmount });
    }
  },
};

const shipmentRows = sql<{ number: string; orderNumber: number }>(
  `SELECT tracking_number AS number, order_number AS orderNumber
   FROM shipments s JOIN orders o ON o.id = s.order_id WHERE tracking_number IS NOT NULL`,
);

const courierCharges: Oracle = {
  name: 'a courier is charged once per booking',
  check: ({ courier }, db) => {
    const seen = new Set<string>();
    for (const { number, orderNumber } of db.all(shipmentRows)) {
      const parcel = courier.byNumber.get(number);
      if (parcel?.orderNumber !== String(orderNumber))
        violation('a parcel has a number of no or another order', number);
      if (seen.has(number)) violation('two parcels share a number', number);
      seen.add(number);
    }
    const carried = new Set<string>();
    for (const { orderNumber, isCanceled, isForgotten } of courier.parcels.values()) {
      if (isCanceled || isForgotten) continue;
      if (carried.has(orderNumber)) violation('the courier carries an order twice', orderNumber);
      carried.add(orderNumber);
    }
  },
};

type OrderRow = Record<'isReady' | 'isBooked' | 'hasPayment', number> & { id: Id; external: string; status: string };

const orderRows = sql<OrderRow & { expires: number | null }>(
  `SELECT o.id, o.external_order_id AS external, o.status, o.expiration_time AS expires,
     o.is_cod OR o.paid_time IS NOT NULL AS isReady,
     EXISTS (SELECT 1 FROM bookings b WHERE b.order_id = o.id) AS isBooked,
     EXISTS (SELECT 1 FROM payments p
       WHERE p.order_id = o.id AND (p.status <> 'rejected' OR p.review_time > @past)) AS hasPayment
   FROM orders o ORDER BY o.id DESC LIMIT @limit`,
);

/** Only the partner and the owner cancel orders; unpaid orders expire in time; orders that are ready are booked. */
const orders: Oracle = {
  name: 'orders follow their rules',
  check: ({ partner, owner, clock, scheduler, calmSince }, db, isFinal) => {
    const isCalm = scheduler.time > calmSince + HOUR;
    const past = clock.now() - HOUR;
    for (const order of db.all(orderRows, { past, limit: isFinal ? 1_000_000 : 600 })) {
      const { id, external, status, expires, isReady, isBooked, hasPayment } = order;
      if (status === 'canceled' && !partner.canceling.has(external) && !owner.canceling.has(id))
        violation('an order was canceled without a request', order);
      if (status === 'expired' && (expires === null || expires > clock.latest || isReady === 1))
        violation('an order should not have expired', order);
      const isLate = expires !== null && expires < past && isReady === 0 && hasPayment === 0;
      if (isCalm && status === 'open' && isLate) violation('an order has not expired', order);
      if (status === 'open' && isReady === 1 && isBooked === 0)
        violation('an order that is ready is not booked', order);
    }
  },
};

/** Without parcels whose newest report came while our clock was behind: then one that comes late counts as newer. */
const parcelRows = sql<{ id: Id; number: string; status: string; newest: string | null }>(
  `SELECT id, number, status, newest ->> 'status' AS newest FROM (SELECT id, tracking_number AS number, status,
     (SELECT json_object('status', e.status, 'wasAhead', e.time > e.receive_time) FROM tracking_events e
      WHERE e.shipment_id = s.id ORDER BY time DESC LIMIT 1) AS newest
   FROM shipments s WHERE tracking_number IS NOT NULL AND status <> 'canceled' ORDER BY id DESC LIMIT 600)
   WHERE newest ->> 'wasAhead' IS NOT 1`,
);

const parcels: Oracle = {
  name: 'a parcel is where its newest report says',
  check: ({ owner }, db) => {
    for (const parcel of db.all(parcelRows)) {
      const { id, status, newest } = parcel;
      const isTooEarly = status === 'picked_up' && newest === null && owner.mayBeTooEarly(id);
      if (status !== (newest ?? 'booked') && !isTooEarly)
        violation('a parcel is not where its newest report says', parcel);
    }
  },
};

const deliveryRows = sql<{ requestId: string; app: Id; status: string; first: number; count: number; time: number }>(
  `SELECT request_id AS requestId, app_id AS app, status, first_change AS first, item_count AS count,
     request_time AS time
   FROM webhook_deliveries ORDER BY id DESC LIMIT ?`,
);

const announcedOf = sql<{ announced: number }>('SELECT last_announced AS announced FROM apps WHERE id = ?');

/** Exactly the deliveries that raan recorded have arrived, and they contain every change. */
const deliveries: Oracle = {
  name: 'recorded deliveries are those that arrived',
  check: ({ receivers, scheduler, calmSince, clock }, db, isFinal) => {
    const rows = db.all(deliveryRows, isFinal ? 1_000_000 : 1_500);
    const isCalm = scheduler.time > calmSince + HOUR;
    for (const { requestId, status, count, time } of rows) {
      const arrived = receivers.arrived.get(requestId);
      const isForgotten = time < receivers.since;
      if (status === 'acknowledged' && arrived !== count && !isForgotten)
        violation('an acknowledged delivery did not arrive as recorded', requestId, count, arrived);
      if (status === 'sending' && isCalm && time < clock.now() - HOUR) violation('a delivery never ends', requestId);
    }
    const recorded = new Set(rows.map(({ requestId }) => requestId));
    for (const requestId of [...receivers.arrived.keys()].slice(isFinal ? 0 : -500))
      if (!recorded.has(requestId)) violation('a delivery arrived that is not recorded', requestId);
    const ofStock = rows.filter(({ first }) => first > 0);
    for (const [app, sent] of Map.groupBy(ofStock, (row) => row.app)) {
      let next = (db.get(announcedOf, app)?.announced ?? 0) + 1;
      for (const { first, count, requestId } of sent) {
        if (first + count !== next) violation('changes were left out or sent twice', requestId, { first, count, next });
        next = first;
      }
    }
  },
};

const progress: Oracle = {
  name: 'no queue stands still',
  check: ({ scheduler, clock, calmSince }, db) => {
    if (scheduler.time < calmSince + HOUR) return false;
    const late = queues(db, clock.now()).find(({ overdue }) => overdue > HOUR);
    if (late) violation('a queue stands still', late);
  },
};

/** Heap of the server and of the simulation's records. */
const MAX_HEAP = { base: 80 * 2 ** 20, perDay: 2 ** 20 };

const memory: Oracle = {
  name: 'memory is bounded',
  check: ({ scheduler, calmSince }) => {
    if (scheduler.time < calmSince + 6 * HOUR) return false; // a new process has used little
    globalThis.gc?.();
    const { heapUsed } = process.memoryUsage();
    if (heapUsed > MAX_HEAP.base + (MAX_HEAP.perDay * scheduler.time) / DAY) violation('the heap grows', heapUsed);
  },
};

export const ORACLES: readonly Oracle[] = [
  ...[acknowledged, naiveStock, database, chains, money, courierCharges, orders, parcels, deliveries, progress, memory],
];
