import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { advance } from '../advance.ts';
import { type Act, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markCod } from '../rows.ts';
import { COD_MOVES, type CodStatus, isCanceled, mayMove } from '../states.ts';

const EVENTS = { collected: 'cod_collected', remitted: 'cod_remitted', failed: 'cod_failed' } as const;

/**
 * What the courier was to collect has come to be collected, paid out to the store, or will not be.
 *
 * @throws Refusal not_found; invalid_request where the order is not COD or not in a state that leads there
 */
export function moveCod(db: Database, orderId: Id, to: Exclude<CodStatus, 'pending'>, act: Act): Order {
  const order = existingOrder(db, orderId);
  if (order.codStatus === null) throw new Refusal('invalid_request', `order ${orderId} is not COD`);
  if (!mayMove(COD_MOVES, order.codStatus, to))
    throw new Refusal('invalid_request', `the COD of order ${orderId} is ${order.codStatus}, it cannot be ${to}`);
  markCod(db, orderId, to, act.now);
  note(db, orderId, act, EVENTS[to]);
  return advance(db, orderId, act);
}

/**
 * What a shipment's arrival or return means for its order's COD: it is collected when every parcel that collects has
 * been delivered, and has failed when one has come back and none is still to collect.
 */
export function followCod(db: Database, orderId: Id, act: Act): void {
  const { codStatus, shipments } = existingOrder(db, orderId);
  if (codStatus !== 'pending') return;
  const collecting = shipments.filter((shipment) => shipment.codAmount !== null && !isCanceled(shipment));
  const are = (...states: string[]) =>
    collecting.length > 0 && collecting.every(({ status }) => states.includes(status));
  if (are('delivered')) moveCod(db, orderId, 'collected', act);
  else if (are('returned')) moveCod(db, orderId, 'failed', act);
}
