import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { ZERO } from '../../../lib/money.ts';
import { storeById } from '../../stores.ts';
import { byBuyer } from '../history.ts';
import { existingOrder } from '../order.ts';
import { amountToTransfer } from './expected-payments.ts';
import { usesOfSlip } from './payment-details.ts';
import { notifyPayment, type PaymentReport } from './payments.ts';
import type { Slip } from './slip.ts';

/** Reports of one order, so that a link cannot fill the disk. */
const MAX_REPORTS = 20;
/** Reports of one order that await confirmation. */
const MAX_WAITING = 5;

interface BuyerReport extends Pick<PaymentReport, 'amount'> {
  slip: Slip;
}

/**
 * Records the slip that a buyer has sent, for review by the store. The same picture for the same order changes nothing,
 * unless its payment was rejected.
 *
 * @throws AppError not_found; invalid_request if nothing is to be paid, after too many slips, or at `amount`
 */
export function reportBuyerPayment(tx: WriteTx, orderId: Id, { amount, slip }: BuyerReport, now: number): void {
  const order = existingOrder(tx, orderId, 0);
  const accepted = order.payments.filter(({ status }) => status !== 'rejected');
  if (usesOfSlip(tx, slip).some(({ paymentId }) => accepted.some(({ id }) => id === paymentId))) return;
  if (amountToTransfer(tx, order) === ZERO) throw invalidRequest('nothing_to_transfer');
  const waiting = order.payments.filter(({ status }) => status === 'notified');
  if (waiting.length >= MAX_WAITING || order.payments.length >= MAX_REPORTS) throw invalidRequest('too_many_slips');
  const method = storeById(tx, order.storeId).promptpayId === null ? 'transfer' : 'promptpay';
  notifyPayment(tx, orderId, { method, amount, slip }, byBuyer(now));
}
