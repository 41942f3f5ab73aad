import type { Reader } from '../../src/context.ts';
import { checkDatabase } from '../../src/domain/check-database.ts';
import { queues } from '../../src/domain/monitoring/readiness.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import type { Id } from '../../src/lib/ids.ts';
import { describe } from '../../src/lib/messages/messages.ts';
import { type Money, moneyText } from '../../src/lib/money.ts';
import { sql } from '../sql.ts';
import { checkMirror } from './mirror.ts';
import type { KnownOrder } from './partner.ts';
import { BUNDLES, OPENING, STOCKED } from './store-file.ts';
import { violation } from './violation.ts';
import type { World } from './world.ts';

// What must hold whenever the server is asked, in every state that faults can leave.

export interface Oracle {
  name: string;
  check: (world: World, db: Reader) => void;
}

const orderRow = sql<{ id: Id; status: string; total: Money; external: string }>(
  'SELECT id, status, total, external_order_id AS external FROM orders WHERE external_order_id = ?',
);

const lineRows = sql<{ sku: string; qty: number }>(
  'SELECT sku, qty FROM order_lines WHERE order_id = ? AND delete_time IS NULL ORDER BY id',
);

/** An acknowledged order, its lines and its payments are as they were acknowledged. */
function checkOrder(db: Reader, known: KnownOrder): void {
  const rows = db.all(orderRow, known.externalId);
  const [row] = rows;
  if (!row || rows.length > 1) violation('an acknowledged order exists not once', known.externalId, rows.length);
  if (String(row.id) !== known.id || moneyText(row.total) !== known.total)
    violation('an acknowledged order is another one', known, row);
  const lines = db.all(lineRows, row.id);
  if (JSON.stringify(lines) !== JSON.stringify(known.lines)) violation('an order has other lines', known, lines);
  if (known.isCanceled && row.status !== 'canceled') violation('a canceled order is open again', known, row);
  for (const [externalId, amount] of known.payments) {
    const payments = db.all(paymentRows, row.id, externalId);
    if (payments.length !== 1 || moneyText(payments[0]?.amount as Money) !== amount)
      violation('an acknowledged payment exists not once', externalId, payments);
  }
}

const paymentRows = sql<{ amount: Money; status: string }>(
  'SELECT amount, status FROM payments WHERE order_id = ? AND external_id = ?',
);

const RECENT = 300; // orders

const acknowledged: Oracle = {
  name: 'acknowledged responses hold',
  check: ({ partner, owner }, db) => {
    for (const known of [...partner.orders.values()].slice(-RECENT)) {
      checkOrder(db, known);
      const [payment] = db.all(paymentRows, Number(known.id), `P${known.externalId}`);
      if (owner.confirmed.has(known.externalId) && payment?.status !== 'confirmed' && payment?.status !== 'refunded')
        violation('a confirmed payment is not confirmed', known.externalId, payment);
      if (owner.rejected.has(known.externalId) && payment?.status !== 'rejected')
        violation('a rejected payment is not rejected', known.externalId, payment);
    }
    const noted = new Set(db.all(sql<{ note: string }>('SELECT note FROM stock_documents')).map(({ note }) => note));
    for (const note of owner.documents) if (!noted.has(note)) violation('an acknowledged document is gone', note);
  },
};

/** Pieces of orders, and of canceled ones if they had left: they come back when they are taken into stock. */
const soldQtys = sql<{ sku: string; qty: number }>(
  `SELECT lower(sku) AS sku, sum(qty) AS qty FROM order_lines JOIN orders o ON o.id = order_id
   WHERE order_lines.delete_time IS NULL AND (status NOT IN ('canceled', 'expired')
     OR EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = o.id AND s.ship_time IS NOT NULL)) GROUP BY lower(sku)`,
);

/** Returned pieces of an order line, which may be of a bundle. */
const returnedQtys = sql<{ sku: string; qty: number }>(
  `SELECT lower(l.sku) AS sku, sum(d.qty) AS qty FROM document_lines d JOIN stock_documents s ON s.id = d.document_id
   JOIN order_lines l ON l.id = d.order_line_id WHERE s.kind = 'return' GROUP BY lower(l.sku)`,
);

const boughtQtys = sql<{ sku: string; qty: number }>(
  `SELECT v.key AS sku, sum(iif(s.kind = 'purchase', d.qty, -d.qty)) AS qty FROM document_lines d
   JOIN stock_documents s ON s.id = d.document_id JOIN variants v ON v.id = d.variant_id
   WHERE s.kind IN ('purchase', 'damaged') AND s.status = 'committed' GROUP BY v.key`,
);

/** What counts have found in addition to what was expected. */
const foundQtys = sql<{ sku: string; qty: number }>(
  `SELECT v.key AS sku, sum(c.counted - c.expected) AS qty FROM count_lines c
   JOIN stock_documents s ON s.id = c.document_id JOIN variants v ON v.id = c.variant_id
   WHERE s.status = 'committed' GROUP BY v.key`,
);

/** Available stock by counting everything that was ever bought, found, sold and returned. */
const naiveStock: Oracle = {
  name: 'stock equals purchases minus orders',
  check: ({ variants }, db) => {
    const expected = new Map<string, number>(STOCKED.map((key) => [key, 2 * OPENING]));
    const add = (key: string, qty: number) => expected.set(key, (expected.get(key) ?? 0) + qty);
    const addParts = (key: string, qty: number) => {
      for (const [part, each] of Object.entries(BUNDLES[key] ?? { [key]: 1 })) add(part, each * qty);
    };
    for (const { sku, qty } of db.all(soldQtys)) addParts(sku, -qty);
    for (const { sku, qty } of db.all(returnedQtys)) addParts(sku, qty);
    for (const { sku, qty } of [...db.all(boughtQtys), ...db.all(foundQtys)]) add(sku, qty);
    for (const key of STOCKED) {
      const { total } = stockOfVariant(db, variants.get(key) as Id);
      const available = total.onHand - total.reserved;
      if (available !== expected.get(key)) violation('available stock is wrong', key, available, expected.get(key));
    }
  },
};

const database: Oracle = {
  name: 'the database and its ledger verify',
  check: (_world, db) => {
    const { problems } = checkDatabase(db);
    if (problems.length > 0)
      violation(
        'the database does not verify',
        problems.map((problem) => describe(problem)),
      );
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

const moneyRows = sql<{ paid: number; refunded: number }>(
  `SELECT coalesce(sum(amount) FILTER (WHERE status IN ('confirmed', 'refunded')), 0) AS paid,
     (SELECT coalesce(sum(amount), 0) FROM refunds) AS refunded FROM payments`,
);

const refundedOfPayments = sql<{ refunded: number }>('SELECT coalesce(sum(refunded), 0) AS refunded FROM payments');

const forgivenOrder = sql<{ id: Id }>(
  `SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.status IN ('confirmed', 'refunded')
   WHERE o.waived > 0 GROUP BY o.id
   HAVING o.waived > o.total - sum(p.amount - p.refunded) OR o.waived > sum(p.refunded) OR count(p.id) = 0`,
);

const money: Oracle = {
  name: 'money in equals money out plus what is kept',
  check: (_world, db) => {
    const { paid = 0, refunded = 0 } = db.get(moneyRows) ?? {};
    const byPayment = db.get(refundedOfPayments)?.refunded ?? 0;
    if (refunded !== byPayment || refunded > paid) violation('refunds do not add up', { paid, refunded, byPayment });
    const overpaid = sql<{ id: Id }>(
      `SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.status = 'confirmed'
       GROUP BY o.id HAVING sum(p.amount) > o.total`,
    );
    const order = db.get(overpaid);
    if (order) violation('an order is paid twice', order.id);
    const forgiven = db.get(forgivenOrder);
    if (forgiven) violation('an order waives more than is missing or was refunded', forgiven.id);
  },
};

const shipmentRows = sql<{ number: string; orderNumber: number; live: number }>(
  `SELECT tracking_number AS number, order_number AS orderNumber, s.status <> 'canceled' AS live
   FROM shipments s JOIN orders o ON o.id = s.order_id WHERE tracking_number IS NOT NULL`,
);

const courierCharges: Oracle = {
  name: 'a courier is charged once per booking',
  check: ({ courier }, db) => {
    const seen = new Map<string, number>();
    for (const { number, orderNumber } of db.all(shipmentRows)) {
      const parcel = courier.byNumber.get(number);
      if (!parcel) violation('a parcel has a number that the courier never gave', number);
      if (parcel?.orderNumber !== String(orderNumber)) violation('a parcel has the number of another order', number);
      if (seen.has(number)) violation('two parcels share a number', number);
      seen.set(number, orderNumber);
    }
  },
};

const HOUR = 3_600_000;

const progress: Oracle = {
  name: 'no queue stands still',
  check: ({ scheduler, clock, disturbedAt, excusedUntil }, db) => {
    if (scheduler.time < Math.max(disturbedAt, excusedUntil) + HOUR) return;
    const late = queues(db, clock.now()).filter(({ overdue }) => overdue > HOUR);
    if (late.length > 0) violation('a queue stands still', late);
  },
};

export const ORACLES: readonly Oracle[] = [acknowledged, naiveStock, database, chains, money, courierCharges, progress];

const MAX_HEAP = 300 * 2 ** 20; // of the server, and of what the simulation remembers

/** Once faults have ended and time has passed. */
export const FINAL_ORACLES: readonly Oracle[] = [
  {
    name: 'memory is bounded',
    check: () => {
      globalThis.gc?.();
      const { heapUsed } = process.memoryUsage();
      if (heapUsed > MAX_HEAP) violation('the heap grows', heapUsed);
    },
  },
  {
    name: 'every queue drains',
    check: ({ clock }, db) => {
      const waiting = queues(db, clock.now()).filter(({ length }) => length > 0);
      if (waiting.length > 0) violation('a queue does not drain', waiting);
    },
  },
  {
    name: 'each parcel of the courier is one of an order',
    check: ({ courier }, db) => {
      const numbers = sql<{ number: string }>(
        `SELECT tracking_number AS number FROM shipments UNION SELECT tracking_number FROM bookings`,
      );
      const known = new Set(db.all(numbers).map(({ number }) => number));
      for (const { number, isCanceled, isForgotten } of courier.parcels.values())
        if (!isCanceled && !isForgotten && !known.has(number))
          violation('the courier has a parcel that no order has', number);
    },
  },
  { name: 'a mirror of the change feed equals the stock', check: checkMirror },
];
