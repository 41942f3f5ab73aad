import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText, NO_ID } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import type { Order } from '../order.ts';
import type { PaymentHead } from './payment-details.ts';
import { addTransferDetails, setSharedTransfer } from './payment-rows.ts';
import {
  type ReferenceUse,
  referenceUsedError,
  refundsOfReference,
  requireUnusedReference,
  type TransferReference,
  type TransferRow,
  usesOfReference,
} from './transfer.ts';

// One bank transfer that pays several orders: docs/decisions.md#shared-transfers. The only writer of shared_transfers.

/** The decision of an account that a transfer pays another order too. */
export interface SharedTransfer {
  /** The other payments with the transfer that the page has shown. */
  seen: readonly Id[];
  /** Amount of the whole transfer, if the account knows it. */
  total?: Money | undefined;
}

/** A payment that takes a transfer. */
interface Claimant<Transfer extends TransferReference = TransferRow> {
  order: Pick<Order, 'id' | 'storeId' | 'orderNumber'>;
  transfer: Transfer;
  /** Undefined: it is not recorded yet. */
  paymentId?: Id | undefined;
}

export interface TransferClaim {
  /** With what the other payments say about the same transfer. */
  transfer: TransferRow;
  /** Null if the payment is the whole transfer. */
  sharedTransferId: Id | null;
  /** Payments of other orders with this transfer. */
  others: readonly ReferenceUse[];
}

/**
 * Lets a payment take a transfer that nothing else has or, by a decision, one that pays several orders.
 * @throws AppError invalid_request at `reference` if the transfer is used, or at `amount` if too little of it is left
 */
export function claimTransfer(
  tx: WriteTx,
  { amount, ...claimant }: Claimant & { amount: Money },
  shared: SharedTransfer | undefined,
  act: Act,
): TransferClaim {
  const { order, transfer, paymentId } = claimant;
  if (!shared) {
    requireUnusedReference(tx, order.storeId, transfer, 'reference');
    return { transfer, sharedTransferId: null, others: [] };
  }
  if (userOf(act) === undefined) throw new Error('only an account decides that a transfer pays several orders');
  const known = withReference(tx, order.storeId, transfer, shared);
  const uses = otherUses(tx, { ...claimant, transfer: known });
  const obstacle = shareObstacle(tx, { ...claimant, transfer: known }, uses);
  if (obstacle) throw referenceUsedError(known, obstacle, 'reference');
  const others = uses.filter(({ orderId }) => orderId !== order.id);
  if (others.length === 0) return { transfer: known, sharedTransferId: null, others };
  if (uses.some((use) => !shared.seen.includes(use.paymentId)))
    throw invalidRequest('transfer_used_meanwhile', { path: 'reference' });
  const sharedTransferId = joinOthers(tx, known, others, shared.total);
  requireRoom(tx, order.storeId, { ...known, id: paymentId, amount, sharedTransferId });
  return { transfer: withDetails(known, others), sharedTransferId, others };
}

/** Makes a reported payment a part of its transfer. @throws AppError as `claimTransfer` */
export function shareTransfer(
  tx: WriteTx,
  order: Claimant['order'],
  { id: paymentId, amount, sendingBank, reference }: PaymentHead,
  { shared, act }: { shared: SharedTransfer; act: Act },
): void {
  const transfer = { sendingBank, reference, payTime: null, bankAccountId: null };
  const claim = claimTransfer(tx, { order, transfer, amount, paymentId }, shared, act);
  joinTransfer(tx, paymentId, claim);
  recordSharing(tx, { order, paymentId }, claim, act);
}

/** Makes the payment a part of the claimed transfer, unless it is the whole. */
export function joinTransfer(tx: WriteTx, paymentId: Id, { sharedTransferId, transfer }: TransferClaim): void {
  if (sharedTransferId === null) return;
  setSharedTransfer(tx, { ...transfer, id: paymentId, sharedTransferId });
  addTransferDetails(tx, { ...transfer, paymentId });
}

/** The bank and the reference that the seen payments have, unless the payment has its own. */
export function withReference<Transfer extends TransferReference>(
  db: Reader,
  storeId: Id,
  transfer: Transfer,
  { seen }: SharedTransfer,
): Transfer {
  const reference = transfer.reference ?? db.get(referenceOfPayment, seen[0] ?? NO_ID, storeId)?.reference ?? null;
  const named = { ...transfer, reference };
  const banks = usesOfReference(db, storeId, named).map(({ sendingBank }) => sendingBank);
  return { ...named, sendingBank: named.sendingBank ?? banks.find((bank) => bank !== null) ?? null };
}

const referenceOfPayment = query<Pick<TransferRow, 'reference'>>(
  { reads: ['orders', 'payments'] },
  `SELECT p.reference FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = ? AND o.store_id = ?`,
);

/** Account and time that the other payments have, unless the payment has its own. */
function withDetails(transfer: TransferRow, others: readonly ReferenceUse[]): TransferRow {
  const bankAccountId = others.find((use) => use.bankAccountId !== null)?.bankAccountId ?? null;
  const payTime = others.find((use) => use.payTime !== null)?.payTime ?? null;
  return { ...transfer, bankAccountId: transfer.bankAccountId ?? bankAccountId, payTime: transfer.payTime ?? payTime };
}

const otherUses = (db: Reader, { order, transfer, paymentId }: Claimant<TransferReference>): ReferenceUse[] =>
  usesOfReference(db, order.storeId, transfer).filter((use) => use.paymentId !== paymentId);

/** What has the transfer, so that it cannot pay the order too: a refund, or an earlier payment of the order. */
const shareObstacle = (
  db: Reader,
  { order, transfer, paymentId }: Claimant<TransferReference>,
  uses: readonly ReferenceUse[],
) =>
  refundsOfReference(db, order.storeId, transfer.reference)[0] ??
  uses.find(
    (use) =>
      use.orderId === order.id && (paymentId === undefined || use.status !== 'notified' || use.paymentId < paymentId),
  );

/**
 * The other payments with the transfer, oldest first, if an account may decide that the transfer pays the order too;
 * otherwise none.
 */
export function usesToShare(db: Reader, claimant: Claimant<TransferReference>): ReferenceUse[] {
  const uses = otherUses(db, claimant);
  const isOnlyOwn = uses.every(({ orderId }) => orderId === claimant.order.id);
  return isOnlyOwn || shareObstacle(db, claimant, uses) ? [] : uses;
}

const addSharedTransfer = command({ writes: ['shared_transfers'] }, 'INSERT INTO shared_transfers (total) VALUES (?)');

const setTotal = command({ writes: ['shared_transfers'] }, 'UPDATE shared_transfers SET total = ? WHERE id = ?');

/** Confirmed payments become parts of the transfer. One that awaits review needs its own decision. @returns its id */
function joinOthers(
  tx: WriteTx,
  { sendingBank, reference }: TransferRow,
  others: readonly ReferenceUse[],
  total: Money | undefined,
): Id {
  const known = others.find((use) => use.sharedTransferId !== null)?.sharedTransferId ?? undefined;
  const sharedTransferId = known ?? tx.insert<Id>(addSharedTransfer, total ?? null);
  if (known !== undefined && total !== undefined) tx.run(setTotal, total, known);
  for (const { paymentId, status } of others)
    if (status !== 'notified') setSharedTransfer(tx, { id: paymentId, sharedTransferId, sendingBank, reference });
  return sharedTransferId;
}

/** A payment of a transfer that pays several orders. */
export interface TransferPart extends Pick<ReferenceUse, 'paymentId' | 'orderId' | 'orderNumber' | 'status'> {
  amount: Money;
}

const partsById = query<TransferPart>(
  { reads: ['orders', 'payments'] },
  `SELECT p.id AS paymentId, o.id AS orderId, o.order_number AS orderNumber, p.status, p.amount
   FROM payments p JOIN orders o ON o.id = p.order_id
   WHERE p.shared_transfer_id = ? AND o.stage <> 'deleted' ORDER BY p.id`,
);

/** Oldest first. None if the payment is the whole transfer. */
export const partsOfTransfer = (db: Reader, sharedTransferId: Id | null): TransferPart[] =>
  sharedTransferId === null ? [] : db.all(partsById, sharedTransferId);

export const sumOfParts = (parts: readonly TransferPart[]): Money =>
  parts.reduce((sum, { amount }) => sum + amount, 0) as Money;

/** Numbers of the other orders that the transfer pays: `#1`. Undefined if there are none. */
export function otherOrders(db: Reader, sharedTransferId: Id | null, orderId: Id): string[] | undefined {
  const parts = partsOfTransfer(db, sharedTransferId).filter((part) => part.orderId !== orderId);
  return parts.length === 0 ? undefined : parts.map(({ orderNumber }) => `#${orderNumber}`);
}

const totalById = query<{ total: Money | null }>(
  { reads: ['payments', 'shared_transfers', 'slip_verifications'] },
  `SELECT min(amount) AS total FROM (
     SELECT total AS amount FROM shared_transfers WHERE id = @id AND total IS NOT NULL
     UNION ALL SELECT amount FROM slip_verifications WHERE amount IS NOT NULL AND payment_id IN (
       SELECT id FROM payments WHERE shared_transfer_id = @id UNION SELECT value FROM json_each(@others)))`,
);

/**
 * Amount of the whole transfer, as an account entered it or the verification service confirmed it; the lowest, if they
 * differ. Undefined if it is unknown.
 * @param others payments with the same transfer
 */
export const transferTotal = (db: Reader, sharedTransferId: Id | null, others: readonly Id[] = []): Money | undefined =>
  db.get(totalById, { id: sharedTransferId ?? NO_ID, others: JSON.stringify(others) })?.total ?? undefined;

interface PaymentOfTransfer extends TransferReference {
  /** Undefined: it is not recorded yet. */
  id?: Id | undefined;
  amount: Money;
  sharedTransferId: Id | null;
}

/**
 * Requires that the confirmed parts of a transfer do not exceed its total, if it is known.
 * @throws AppError invalid_request at `amount`
 */
export function requireRoom(db: Reader, storeId: Id, payment: PaymentOfTransfer): void {
  const { id, amount, sharedTransferId } = payment;
  if (sharedTransferId === null) return;
  const same = usesOfReference(db, storeId, payment).map(({ paymentId }) => paymentId);
  const total = transferTotal(db, sharedTransferId, same);
  if (total === undefined) return;
  const confirmed = partsOfTransfer(db, sharedTransferId).filter(
    (part) => part.paymentId !== id && part.status !== 'notified',
  );
  const left = Math.max(total - sumOfParts(confirmed), 0) as Money;
  if (amount > left) throw invalidRequest('transfer_parts_too_large', { path: 'amount', total, left });
}

/** Adds the decision to the history of each order. */
export function recordSharing(
  tx: WriteTx,
  { order, paymentId }: Pick<Claimant, 'order'> & { paymentId: Id },
  { others }: TransferClaim,
  act: Act,
): void {
  if (others.length === 0) return;
  const numbers = [...new Set(others.map(({ orderNumber }) => orderNumber))];
  const record = (orderId: Id, payment: Id, orderNumbers: readonly number[]) =>
    recordEvent(tx, orderId, act, 'transfer_shared', { payment_id: idText(payment), order_numbers: orderNumbers });
  record(order.id, paymentId, numbers);
  for (const use of others) record(use.orderId, use.paymentId, [order.orderNumber]);
}
