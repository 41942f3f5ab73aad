import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import { type Act, recordEvent } from '../history.ts';
import { existingOrder, type Order, type Payment } from '../order.ts';
import { markPaymentUndone } from '../order-rows.ts';
import { hasLeft } from '../order-states.ts';
import { auditMoney } from './payment-audit.ts';
import { existingPayment, isCodPayout } from './payment-details.ts';
import { markUnreviewed } from './payment-rows.ts';
import { receiptOfOrder } from './receipts.ts';

// A payment that was confirmed by mistake. See docs/decisions.md#undone-confirmations.

type Confirmed = Pick<Payment, 'id' | 'status' | 'refunded'>;

/** Why the confirmation of a payment of the order cannot be undone. */
export function undoObstacle(db: Reader, order: Order, { id, status, refunded }: Confirmed): AppError | undefined {
  const payment = { payment: id };
  if (refunded > 0) return invalidRequest('undo_of_refunded_payment', payment);
  if (status !== 'confirmed') return invalidRequest('payment_cannot_become', { ...payment, status, to: 'notified' });
  if (isCodPayout(db, id)) return invalidRequest('undo_of_cod_payment', payment);
  const receipt = receiptOfOrder(db, order.id);
  if (receipt) return invalidRequest('undo_of_receipted_payment', { ...payment, receipt: receipt.number });
  if (order.shipments.some(hasLeft)) return invalidRequest('undo_of_shipped_payment', payment);
  return undefined;
}

/** The payment waits for review again, as if it never was confirmed. @throws AppError not_found; invalid_request */
export function undoConfirmation(tx: WriteTx, id: Id, act: Act): Order {
  const { orderId, method, amount } = existingPayment(tx, id);
  const order = existingOrder(tx, orderId);
  const payment = order.payments.find((candidate) => candidate.id === id) as Payment;
  const obstacle = undoObstacle(tx, order, payment);
  if (obstacle) throw obstacle;
  markUnreviewed(tx, id);
  markPaymentUndone(tx, orderId, act.now);
  auditMoney(tx, 'payment_unconfirmed', { storeId: order.storeId, subjectId: orderId, amount, payment: id }, act);
  recordEvent(tx, orderId, act, 'payment_unconfirmed', { payment_id: idText(id), method, amount: moneyText(amount) });
  return existingOrder(tx, orderId);
}
