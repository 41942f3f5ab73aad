import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import type { Actor } from '../history.ts';
import { type BegunItem, fromStoredQtys, type Packing } from '../packing-rows.ts';
import type { Shipment } from './shipment.ts';

/** The last handover of a parcel, from the history of its order. */
export interface LastHandOver {
  /** Name of the account, if an account did it. */
  actorName: string | null;
  actor: Actor['kind'];
  /** The packing that it ended; undefined if the order was not packed. */
  packed: Packing | undefined;
  /** What was packed and reported if the packing was not finished. */
  begun: readonly BegunItem[];
  /** Units that it left out, by line. */
  short: ReadonlyMap<Id, number>;
  /** Identifies the scan, if it was scanned. */
  scan: string | undefined;
}

/** As `pickUp` records it. */
interface Detail {
  packed?: { time: number; missing: readonly { line_id: string; qty: number }[] };
  begun?: readonly (Omit<BegunItem, 'variantId'> & { variant_id: string })[];
  short?: readonly { line_id: string; qty: number }[];
  scan?: string;
}

const lastPickUp = query<Pick<LastHandOver, 'actor' | 'actorName'> & { detail: string }>(
  { reads: ['accounts', 'order_history'] },
  `SELECT h.actor, u.name AS actorName, h.detail FROM order_history h
   LEFT JOIN accounts u ON h.actor = 'user' AND u.id = h.actor_id
   WHERE h.order_id = +@orderId AND h.event = 'shipment_picked_up' AND h.detail ->> 'shipment_id' = @shipmentId
   ORDER BY h.id DESC LIMIT 1`,
);

export function lastHandOver(db: Reader, { id, orderId }: Pick<Shipment, 'id' | 'orderId'>): LastHandOver | undefined {
  const found = db.get(lastPickUp, { orderId, shipmentId: idText(id) });
  if (!found) return undefined;
  const { packed, begun = [], short = [], scan }: Detail = JSON.parse(found.detail);
  return {
    actor: found.actor,
    actorName: found.actorName,
    packed: packed && { ...packed, missing: fromStoredQtys(packed.missing) },
    begun: begun.map(({ variant_id, ...qtys }) => ({ variantId: Number(variant_id) as Id, ...qtys })),
    short: new Map(fromStoredQtys(short).map(({ lineId, qty }) => [lineId, qty])),
    scan,
  };
}
