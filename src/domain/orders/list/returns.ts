import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Order } from '../order.ts';
import type { ShipmentStatus } from '../order-states.ts';

/**
 * What became of the parcels of an order that turned back.
 * - `to_restock`: a parcel came back, and not all of its goods are in stock again
 * - `returning`: a parcel is on its way back
 * - `restocked`: everything that came back is in stock again
 */
export const RETURN_STATES = ['returning', 'to_restock', 'restocked'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

interface Returned {
  parcels: readonly { status: ShipmentStatus }[];
  awaitsRestock: boolean;
}

/** Undefined if no parcel turned back, also if the customer sent goods back. */
export function returnStateOf({ parcels, awaitsRestock }: Returned): ReturnState | undefined {
  if (awaitsRestock) return 'to_restock';
  if (parcels.some(({ status }) => status === 'returning')) return 'returning';
  return parcels.some(({ status }) => status === 'returned') ? 'restocked' : undefined;
}

const restockFlag = query<{ awaitsRestock: 0 | 1 }>(
  { reads: ['orders'] },
  'SELECT awaits_restock AS awaitsRestock FROM orders WHERE id = ?',
);

/** The state of a whole order, as in its entry of the list. */
export const returnStateOfOrder = (db: Reader, { id, shipments }: Order): ReturnState | undefined =>
  returnStateOf({ parcels: shipments, awaitsRestock: db.get(restockFlag, id)?.awaitsRestock === 1 });

/** When and why the parcels of an order turned back. */
export interface ReturnFacts {
  /** The order has been in this state since then. */
  since: ReadonlyMap<ReturnState, number>;
  /** As the store entered it. */
  reason: string | undefined;
  /** As the courier wrote it; it may name the recipient. */
  courierText: string | undefined;
}

interface ReturnEvent {
  orderId: Id;
  time: number;
  movedTo: string | null;
  reason: string | null;
}

const returnEvents = query<ReturnEvent>(
  { reads: ['order_history'] },
  `SELECT h.order_id AS orderId, h.time, h.detail ->> 'to' AS movedTo, h.detail ->> 'reason' AS reason
   FROM json_each(?) c CROSS JOIN order_history h ON h.order_id = c.value
   WHERE h.event IN ('shipment_moved', 'goods_returned') ORDER BY h.id`,
);

/** The reason of a failed delivery is more useful than the text of the return. */
const courierTexts = query<{ orderId: Id; text: string }>(
  { reads: ['shipments', 'tracking_events'] },
  `SELECT s.order_id AS orderId, e.description AS text FROM json_each(?) c CROSS JOIN shipments s ON s.order_id = c.value
   CROSS JOIN tracking_events e ON e.shipment_id = s.id
   WHERE s.status IN ('returning', 'returned') AND e.status IN ('delivery_failed', 'returning') AND e.description <> ''
   ORDER BY e.status = 'delivery_failed', e.time`,
);

/** Of orders with a return state. */
export function returnFacts(db: Reader, orderIds: readonly Id[]): (orderId: Id) => ReturnFacts {
  const ids = JSON.stringify(orderIds);
  const events = Map.groupBy(db.all(returnEvents, ids), ({ orderId }) => orderId);
  const texts = new Map(db.all(courierTexts, ids).map(({ orderId, text }) => [orderId, text]));
  return (orderId) => {
    const ofOrder = events.get(orderId) ?? [];
    return {
      since: new Map(ofOrder.flatMap((event) => timesOf(event))),
      reason: ofOrder.findLast(({ reason }) => reason !== null)?.reason ?? undefined,
      courierText: texts.get(orderId),
    };
  };
}

function timesOf({ movedTo, time }: ReturnEvent): [ReturnState, number][] {
  if (movedTo === null) return [['restocked', time]];
  if (movedTo === 'returned') return [['to_restock', time]];
  return movedTo === 'returning' ? [['returning', time]] : [];
}
