import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { advance } from '../advance.ts';
import { type Act, recordEvent } from '../history.ts';
import { existingOrder, type Order } from '../order.ts';
import { markCodStatus } from '../order-rows.ts';
import { COD_MOVES, type CodStatus, hasLeft } from '../order-states.ts';
import { type CodParcel, collectingParcels } from './cod-parcels.ts';

type Settled = Exclude<CodStatus, 'pending'>;

const EVENTS = { collected: 'cod_collected', remitted: 'cod_remitted', failed: 'cod_failed' } as const;

/** @throws AppError not_found; invalid_request if the order is closed or not COD, or the move is not allowed */
export function moveCod(tx: WriteTx, orderId: Id, to: Settled, act: Act): Order {
  const { codStatus } = codOrder(tx, orderId);
  if (!mayMove(COD_MOVES, codStatus, to))
    throw invalidRequest('cod_cannot_become', { order: orderId, status: codStatus, to });
  mark(tx, orderId, to, act);
  return advance(tx, orderId, act);
}

/** @throws AppError as `moveCod`; invalid_request if no parcel has left */
export function moveCodManually(tx: WriteTx, orderId: Id, to: 'collected' | 'failed', act: Act): Order {
  const { codStatus, shipments } = codOrder(tx, orderId);
  if (codStatus === 'pending' && !shipments.some(hasLeft))
    throw invalidRequest('cod_before_shipping', { order: orderId, to });
  return moveCod(tx, orderId, to, act);
}

/** Derives the COD status from the parcels again. @throws AppError as `moveCod`; invalid_request if it already does */
export function reopenCod(tx: WriteTx, orderId: Id, act: Act): Order {
  const { codStatus } = codOrder(tx, orderId);
  const outcome = codOutcome(tx, orderId, collectingParcels(tx, orderId));
  if (codStatus === 'pending' || codStatus === 'remitted' || codStatus === outcome)
    throw invalidRequest('cod_follows_parcels', { order: orderId, status: codStatus });
  reset(tx, orderId, codStatus, act);
  updateCodStatus(tx, orderId, act);
  return advance(tx, orderId, act);
}

function codOrder(db: Reader, orderId: Id): Order & { codStatus: CodStatus } {
  const order = existingOrder(db, orderId);
  const { status, codStatus } = order;
  if (codStatus === null) throw invalidRequest('order_is_not_cod', { order: orderId });
  if (status === 'canceled' || status === 'expired')
    throw invalidRequest('order_not_open', { order: orderId, status: status });
  return { ...order, codStatus };
}

function mark(tx: WriteTx, orderId: Id, to: Settled, act: Act): void {
  markCodStatus(tx, orderId, to, act.now);
  recordEvent(tx, orderId, act, EVENTS[to]);
}

function reset(tx: WriteTx, orderId: Id, from: CodStatus, act: Act, to: CodStatus = 'pending'): void {
  markCodStatus(tx, orderId, to, act.now);
  recordEvent(tx, orderId, act, 'edited', { cod_status: { from, to } });
}

/** The transitions from the order's COD status to the outcome of its parcels. */
const TRANSITIONS: Readonly<Record<CodStatus, Partial<Record<Settled, readonly CodStatus[]>>>> = {
  pending: { collected: ['collected'], remitted: ['collected', 'remitted'], failed: ['failed'] },
  collected: { remitted: ['remitted'] },
  failed: { collected: ['pending', 'collected'], remitted: ['pending', 'collected', 'remitted'] },
  remitted: {},
};

/**
 * Derives an order's COD status from its parcels, once all parcels with COD are settled and no further parcel will
 * collect COD: `failed` if a parcel was returned, `remitted` if all are paid out, otherwise `collected`. A manual
 * `collected` stays; a manual `failed` is reverted if all are delivered. The caller advances the order.
 */
export function updateCodStatus(tx: WriteTx, orderId: Id, act: Act): void {
  const parcels = collectingParcels(tx, orderId);
  const from = parcels[0]?.orderCodStatus;
  const outcome = codOutcome(tx, orderId, parcels);
  if (!from || !outcome) return;
  for (const to of TRANSITIONS[from][outcome] ?? [])
    if (to === 'pending') reset(tx, orderId, from, act);
    else mark(tx, orderId, to, act);
}

/**
 * Derives an order's COD status again after a payout was undone, so that the parcels can be paid out again. A manual
 * status stays as far as it agrees with them. The caller reopens the order.
 */
export function resumeCod(tx: WriteTx, orderId: Id, act: Act): void {
  const parcels = collectingParcels(tx, orderId);
  const from = parcels[0]?.orderCodStatus;
  if (!from) return;
  const isRefused = from === 'remitted' || (from === 'failed' && parcels.some(({ settled }) => settled === null));
  const to = codOutcome(tx, orderId, parcels) ?? (isRefused ? 'pending' : from);
  if (to !== from) reset(tx, orderId, from, act, to);
}

function codOutcome(db: Reader, orderId: Id, parcels: readonly CodParcel[]): Settled | undefined {
  const settled = parcels.map((parcel) => parcel.settled);
  if (settled.length === 0 || settled.includes(null) || hasMoreToCollect(db, orderId, parcels)) return undefined;
  if (settled.includes('failed')) return 'failed';
  return settled.every((status) => status === 'remitted') ? 'remitted' : 'collected';
}

/** Whether a future parcel will collect the rest. */
function hasMoreToCollect(db: Reader, orderId: Id, parcels: readonly CodParcel[]): boolean {
  const left = parcels.reduce((amountLeft, { amount }) => amountLeft - (amount ?? 0), parcels[0]?.orderCodAmount ?? 0);
  if (left <= 0) return false;
  return existingOrder(db, orderId).lines.some(({ qty, shippedQty, shortQty }) => shippedQty + shortQty < qty);
}
