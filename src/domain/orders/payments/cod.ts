import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { advance } from '../advance.ts';
import { type Act, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markCod } from '../rows.ts';
import { COD_MOVES, type CodStatus, hasLeft } from '../states.ts';
import { type CodParcel, collectingParcels } from './cod-parcels.ts';

type Settled = Exclude<CodStatus, 'pending'>;

const EVENTS = { collected: 'cod_collected', remitted: 'cod_remitted', failed: 'cod_failed' } as const;

/**
 * What the courier was to collect has come to be collected, paid out to the store, or will not be.
 *
 * @throws AppError not_found; invalid_request where the order is not COD, was canceled or has expired, or is not in a
 *   state that leads there
 */
export function moveCod(tx: WriteTx, orderId: Id, to: Settled, act: Act): Order {
  const { codStatus } = codOrder(tx, orderId);
  if (!mayMove(COD_MOVES, codStatus, to))
    throw new AppError('invalid_request', 'cod_cannot_become', { order: orderId, status: codStatus, to });
  mark(tx, orderId, to, act);
  return advance(tx, orderId, act);
}

/**
 * The same, said by hand, which is about parcels that have left: before that nothing can have been collected.
 *
 * @throws AppError as `moveCod`; invalid_request where none of its parcels has left
 */
export function noteCod(tx: WriteTx, orderId: Id, to: 'collected' | 'failed', act: Act): Order {
  const { codStatus, shipments } = codOrder(tx, orderId);
  if (codStatus === 'pending' && !shipments.some(hasLeft))
    throw new AppError('invalid_request', 'cod_before_shipping', { order: orderId, to });
  return moveCod(tx, orderId, to, act);
}

/**
 * Takes back what was said by hand: the order's COD is again what has become of its parcels.
 *
 * @throws AppError as `moveCod`; invalid_request where nothing was said, or its parcels say the same
 */
export function reopenCod(tx: WriteTx, orderId: Id, act: Act): Order {
  const { codStatus } = codOrder(tx, orderId);
  const outcome = codOutcome(tx, orderId, collectingParcels(tx, orderId));
  if (codStatus === 'pending' || codStatus === 'remitted' || codStatus === outcome)
    throw new AppError('invalid_request', 'cod_follows_parcels', { order: orderId, status: codStatus });
  takeBack(tx, orderId, codStatus, act);
  followCod(tx, orderId, act);
  return advance(tx, orderId, act);
}

function codOrder(db: Reader, orderId: Id): Order & { codStatus: CodStatus } {
  const order = existingOrder(db, orderId);
  const { status, codStatus } = order;
  if (codStatus === null) throw new AppError('invalid_request', 'order_is_not_cod', { order: orderId });
  if (status === 'canceled' || status === 'expired')
    throw new AppError('invalid_request', 'order_not_open', { order: orderId, status: status });
  return { ...order, codStatus };
}

function mark(tx: WriteTx, orderId: Id, to: Settled, act: Act): void {
  markCod(tx, orderId, to, act.now);
  note(tx, orderId, act, EVENTS[to]);
}

function takeBack(tx: WriteTx, orderId: Id, from: CodStatus, act: Act): void {
  markCod(tx, orderId, 'pending', act.now);
  note(tx, orderId, act, 'edited', { cod_status: { from, to: 'pending' } });
}

/** How an order's COD gets where its parcels have brought it: what was paid out has been collected. */
const WAYS: Readonly<Record<CodStatus, Partial<Record<Settled, readonly CodStatus[]>>>> = {
  pending: { collected: ['collected'], remitted: ['collected', 'remitted'], failed: ['failed'] },
  collected: { remitted: ['remitted'] },
  failed: { collected: ['pending', 'collected'], remitted: ['pending', 'collected', 'remitted'] },
  remitted: {},
};

/**
 * What has become of an order's parcels decides about its COD, once something is known of each that collects and no
 * other is to come: it has failed where one came back, is remitted where all were paid out, else it is collected. That
 * the courier has collected stays once somebody has said it; that it will not is taken back where all are delivered.
 * The caller advances the order.
 */
export function followCod(tx: WriteTx, orderId: Id, act: Act): void {
  const parcels = collectingParcels(tx, orderId);
  const from = parcels[0]?.orderCodStatus;
  const outcome = codOutcome(tx, orderId, parcels);
  if (!from || !outcome) return;
  for (const to of WAYS[from][outcome] ?? [])
    if (to === 'pending') takeBack(tx, orderId, from, act);
    else mark(tx, orderId, to, act);
}

function codOutcome(db: Reader, orderId: Id, parcels: readonly CodParcel[]): Settled | undefined {
  const settled = parcels.map((parcel) => parcel.settled);
  if (settled.length === 0 || settled.includes(null) || isMoreToCollect(db, orderId, parcels)) return undefined;
  if (settled.includes('failed')) return 'failed';
  return settled.every((one) => one === 'remitted') ? 'remitted' : 'collected';
}

/** Whether a parcel that is not booked yet is to collect the rest. */
function isMoreToCollect(db: Reader, orderId: Id, parcels: readonly CodParcel[]): boolean {
  const left = parcels.reduce((rest, { amount }) => rest - (amount ?? 0), parcels[0]?.orderCodAmount ?? 0);
  if (left <= 0) return false;
  return existingOrder(db, orderId).lines.some(({ qty, shippedQty, shortQty }) => shippedQty + shortQty < qty);
}
