import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { existingOrder } from '../order.ts';
import { HAS_GOODS_TO_RESTOCK } from '../order-rows.ts';
import { type Stage, stageOf } from '../order-states.ts';
import { isOwed } from '../owed-refunds.ts';
import { OWED_REASONS, type OwedReason } from '../refund-marks.ts';
import { isAllShipped } from '../shipments/shipment.ts';

/** Verifies the stages, flags, marks and search index that lists rely on. */
export const verifyList = (db: Reader): Message[] => [
  ...verifyStages(db),
  ...verifyRestockFlags(db),
  ...verifyOverpaidMarks(db),
  ...OWED_REASONS.flatMap((reason) => verifyOwedMarks(db, reason)),
  ...verifySearch(db),
];

const closedOrdersInWrongStage = query<{ id: Id; stage: Stage; status: string }>(
  { reads: ['orders'] },
  `SELECT id, stage, status FROM orders WHERE status <> 'open' AND stage <> status AND (stage, status) <> ('deleted', 'canceled') ORDER BY id`,
);

const openOrders = query<{ id: Id; stage: Stage }>(
  { reads: ['orders'] },
  `SELECT id, stage FROM orders WHERE status = 'open' ORDER BY id`,
);

function stageOfOrder(db: Reader, id: Id): Stage {
  const order = existingOrder(db, id, 0);
  return stageOf(order, isAllShipped(db, order, order.shipments));
}

function verifyStages(db: Reader): Message[] {
  const closed = db.all(closedOrdersInWrongStage);
  const open = db.all(openOrders);
  const wrong = open.flatMap(({ id, stage }) => {
    const status = stageOfOrder(db, id);
    return status === stage ? [] : [{ id, stage, status }];
  });
  return [...closed, ...wrong].map(({ id, stage, status }) =>
    message('order_listed_in_wrong_stage', { order: id, listed: stage, actual: status }),
  );
}

const unsearchableOrders = query<{ id: Id; count: number }>(
  { reads: ['order_search', 'orders'] },
  `SELECT min(id) AS id, count(*) AS count FROM orders
   WHERE id < (SELECT max(id) FROM order_search_docsize) AND id NOT IN (SELECT id FROM order_search_docsize)`,
);

/** The index has all orders up to its newest. */
function verifySearch(db: Reader): Message[] {
  const [missing] = db.all(unsearchableOrders);
  return missing?.count ? [message('orders_not_searchable', { orders: missing.count, first: missing.id })] : [];
}

const wrongRestockFlags = query<{ id: Id; marked: number }>(
  { reads: ['document_lines', 'order_line_parts', 'order_lines', 'orders', 'shipment_items', 'shipments'] },
  `SELECT o.id, o.awaits_restock AS marked FROM orders o
   WHERE (o.awaits_restock = 1 OR o.id IN (SELECT order_id FROM shipments WHERE status = 'returned'))
     AND o.awaits_restock <> ${HAS_GOODS_TO_RESTOCK} ORDER BY o.id`,
);

const verifyRestockFlags = (db: Reader): Message[] =>
  db
    .all(wrongRestockFlags)
    .map(({ id, marked }) => message('restock_flag_wrong', { order: id, marked: Boolean(marked) }));

const wrongOverpaidMarks = query<{ id: Id; marked: number }>(
  { reads: ['orders', 'orders_to_refund', 'payments'] },
  `SELECT o.id, m.order_id IS NOT NULL AS marked
   FROM (SELECT order_id, sum(amount - refunded) AS paid FROM payments WHERE status IN ('confirmed', 'refunded')
     GROUP BY order_id) p
   JOIN orders o ON o.id = p.order_id
   LEFT JOIN orders_to_refund m ON m.reason = 'overpaid' AND m.order_id = o.id
   WHERE o.stage <> 'deleted' AND (m.order_id IS NOT NULL) <> (p.paid > o.total) ORDER BY o.id`,
);

const verifyOverpaidMarks = (db: Reader): Message[] =>
  db
    .all(wrongOverpaidMarks)
    .map(({ id, marked }) => message('overpaid_mark_wrong', { order: id, marked: Boolean(marked) }));

const perhapsOwed = query<{ id: Id; marked: number }>(
  { reads: ['document_lines', 'order_lines', 'orders', 'orders_to_refund'] },
  `SELECT o.id, m.order_id IS NOT NULL AS marked FROM orders o
   LEFT JOIN orders_to_refund m ON m.reason = @reason AND m.order_id = o.id
   WHERE o.stage <> 'deleted' AND o.id IN (SELECT order_id FROM order_lines WHERE short_qty > 0
     UNION SELECT l.order_id FROM document_lines d JOIN order_lines l ON l.id = d.order_line_id
     UNION SELECT order_id FROM orders_to_refund WHERE reason = @reason) ORDER BY o.id`,
);

const MARK_WRONG = { short: 'short_mark_wrong', returned: 'returned_mark_wrong' } as const;

const verifyOwedMarks = (db: Reader, reason: OwedReason): Message[] =>
  db
    .all(perhapsOwed, { reason })
    .filter(({ id, marked }) => isOwed(db, id, reason) !== Boolean(marked))
    .map(({ id, marked }) => message(MARK_WRONG[reason], { order: id, marked: Boolean(marked) }));
