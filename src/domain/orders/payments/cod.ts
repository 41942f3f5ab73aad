import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { advance } from '../advance.ts';
import { type Act, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markCod } from '../rows.ts';
import { COD_MOVES, type CodStatus } from '../states.ts';
import { codLeft } from '../totals.ts';
import { collectingParcels } from './cod-parcels.ts';

type Settled = Exclude<CodStatus, 'pending'>;

const EVENTS = { collected: 'cod_collected', remitted: 'cod_remitted', failed: 'cod_failed' } as const;

/**
 * What the courier was to collect has come to be collected, paid out to the store, or will not be.
 *
 * @throws Refusal not_found; invalid_request where the order is not COD, was canceled or has expired, or is not in a
 *   state that leads there
 */
export function moveCod(db: Database, orderId: Id, to: Settled, act: Act): Order {
  const { status, codStatus } = existingOrder(db, orderId);
  if (codStatus === null) throw new Refusal('invalid_request', `order ${orderId} is not COD`);
  if (status === 'canceled' || status === 'expired')
    throw new Refusal('invalid_request', `order ${orderId} is ${status}`);
  if (!mayMove(COD_MOVES, codStatus, to))
    throw new Refusal('invalid_request', `the COD of order ${orderId} is ${codStatus}, it cannot be ${to}`);
  markCod(db, orderId, to, act.now);
  note(db, orderId, act, EVENTS[to]);
  return advance(db, orderId, act);
}

/** How an order's COD gets where its parcels have brought it: what was paid out has been collected. */
const WAYS: Readonly<Record<Settled, readonly Settled[]>> = {
  collected: ['collected'],
  remitted: ['collected', 'remitted'],
  failed: ['failed'],
};

/**
 * What has become of an order's parcels decides about its COD, once something is known of each that collects and no
 * other is to come: it has failed where one came back, is remitted where all were paid out, else it is collected. What
 * somebody has said of it by hand stays.
 */
export function followCod(db: Database, orderId: Id, act: Act): void {
  const outcome = codOutcome(db, existingOrder(db, orderId));
  for (const to of outcome === undefined ? [] : WAYS[outcome]) {
    const { codStatus } = existingOrder(db, orderId);
    if (codStatus !== null && mayMove(COD_MOVES, codStatus, to)) moveCod(db, orderId, to, act);
  }
}

function codOutcome(db: Database, order: Order): Settled | undefined {
  const settled = collectingParcels(db, order.id).map((parcel) => parcel.settled);
  if (settled.length === 0 || settled.includes(null) || isMoreToCollect(order)) return undefined;
  if (settled.includes('failed')) return 'failed';
  return settled.every((one) => one === 'remitted') ? 'remitted' : 'collected';
}

/** Whether a parcel that is not booked yet is to collect the rest. */
const isMoreToCollect = (order: Order): boolean =>
  codLeft(order) > 0 && order.lines.some(({ qty, shippedQty, shortQty }) => shippedQty + shortQty < qty);
