import type { Reader } from '../../db/reader.ts';
import { type Query, query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { Demo } from '../demo-mark.ts';

/** The steps of the demo's tour, in their order. The visitor's own first order is the last. */
export const TOUR_STEPS = ['slip', 'packing', 'payout', 'count', 'order'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

type Since = Pick<Demo, 'storeId' | 'createTime'>;

/** Finds actions of the visitor: they are newer than the history. */
const DONE: Record<TourStep, Query<object>> = {
  slip: query(
    { reads: ['orders', 'payment_slips', 'payments'] },
    `SELECT 1 FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE o.store_id = @storeId AND p.review_time > @createTime AND p.user_id IS NOT NULL
       AND EXISTS (SELECT 1 FROM payment_slips WHERE payment_id = p.id) LIMIT 1`,
  ),
  packing: query(
    { reads: ['order_history', 'orders'] },
    `SELECT 1 FROM order_history h JOIN orders o ON o.id = h.order_id
     WHERE o.store_id = @storeId AND h.time > @createTime AND h.event = 'packed' LIMIT 1`,
  ),
  payout: query(
    { reads: ['remittances'] },
    'SELECT 1 FROM remittances WHERE store_id = @storeId AND create_time > @createTime LIMIT 1',
  ),
  count: query(
    { reads: ['stock_documents'] },
    `SELECT 1 FROM stock_documents WHERE store_id = @storeId AND kind = 'count' AND commit_time > @createTime LIMIT 1`,
  ),
  order: query(
    { reads: ['manual_orders', 'orders'] },
    `SELECT 1 FROM manual_orders m JOIN orders o ON o.id = m.order_id
     WHERE m.store_id = @storeId AND o.create_time > @createTime LIMIT 1`,
  ),
};

/** The completed steps, derived from the database. */
export const doneSteps = (db: Reader, { storeId, createTime }: Since): ReadonlySet<TourStep> =>
  new Set(TOUR_STEPS.filter((step) => db.get(DONE[step], { storeId, createTime }) !== undefined));

const openCount = query<{ id: Id }>(
  { reads: ['stock_documents'] },
  `SELECT id FROM stock_documents WHERE store_id = ? AND kind = 'count' AND status = 'draft' ORDER BY id DESC LIMIT 1`,
);

/** The count sheet that the visitor finishes. */
export const countToFinish = (db: Reader, storeId: Id): Id | undefined => db.get(openCount, storeId)?.id;

const SATANG = 100; // in money

/** What a courier of the demo keeps of a COD amount: 3 %, in whole satang. */
export const courierFee = (amount: Money): Money => (Math.round((amount * 0.03) / SATANG) * SATANG) as Money;

/** A parcel in the payout file of the demo. */
export interface PayoutRow {
  trackingNumber: string;
  amount: Money;
  deliverTime: number;
}

export const PAYOUT_COURIER = 'flash';

const parcelsToPayOut = query<PayoutRow>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `SELECT s.tracking_number AS trackingNumber, s.cod_amount AS amount, s.deliver_time AS deliverTime
   FROM shipments s JOIN orders o ON o.id = s.order_id
   LEFT JOIN remittance_lines l ON l.shipment_id = s.id AND l.undo_time IS NULL
   LEFT JOIN remittances r ON r.id = l.remittance_id
   WHERE o.store_id = @storeId AND s.shipping_type = '${PAYOUT_COURIER}' AND s.status = 'delivered'
     AND s.cod_amount IS NOT NULL AND s.deliver_time <= @createTime
     AND (r.id IS NULL OR r.create_time > @createTime) ORDER BY s.deliver_time`,
);

/** The COD payout of the demo, the same before and after it was recorded. */
export const payoutRows = (db: Reader, { storeId, createTime }: Since): PayoutRow[] =>
  db.all(parcelsToPayOut, { storeId, createTime });
