import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { ordersWithSlipOf } from './payment-details.ts';
import { refundsOfReference, type TransferRow, usesOfReference } from './transfer.ts';

interface OrderUse {
  orderId: Id;
  orderNumber: number;
}

/** A payment that waits for review. */
export interface SlipToReview {
  paymentId: Id;
  orderId: Id;
  hasSlip: boolean;
  /** No code of a slip was found in the picture, which some banks' slips do not have. */
  lacksCode: boolean;
  /** Orders with the same picture or transfer, oldest first: see docs/decisions.md#used-references. */
  usedFor: readonly OrderUse[];
}

type Row = Pick<SlipToReview, 'paymentId' | 'orderId'> &
  Pick<TransferRow, 'sendingBank' | 'reference'> & { hasSlip: 0 | 1; lacksCode: 0 | 1 };

/** A slip that was read, of a payment `p` without a reference: the code contains one. */
const LACKS_CODE = `p.reference IS NULL
  AND EXISTS (SELECT 1 FROM payment_slips s WHERE s.payment_id = p.id AND s.is_read = 1)`;

const paymentWithoutCode = query<object>(
  { reads: ['payment_slips', 'payments'] },
  `SELECT 1 FROM payments p WHERE p.id = ? AND ${LACKS_CODE}`,
);

/** Whether no code of a slip was found in the slip of the payment. */
export const lacksSlipCode = (db: Reader, paymentId: Id): boolean =>
  db.get(paymentWithoutCode, paymentId) !== undefined;

const notifiedPayments = query<Row>(
  { reads: ['payment_slips', 'payments'] },
  `SELECT p.id AS paymentId, p.order_id AS orderId, p.sending_bank AS sendingBank, p.reference,
     EXISTS (SELECT 1 FROM payment_slips s WHERE s.payment_id = p.id) AS hasSlip,
     ${LACKS_CODE} AS lacksCode
   FROM json_each(?) c CROSS JOIN payments p ON p.order_id = c.value WHERE p.status = 'notified' ORDER BY p.id`,
);

/** Of a page of orders of the store. */
export function slipsToReview(
  db: Reader,
  storeId: Id,
  orderIds: readonly Id[],
): (orderId: Id) => readonly SlipToReview[] {
  const rows = db.all(notifiedPayments, JSON.stringify(orderIds));
  const slips = Map.groupBy(
    rows.map((row) => ({
      ...row,
      hasSlip: row.hasSlip === 1,
      lacksCode: row.lacksCode === 1,
      usedFor: usesOf(db, storeId, row),
    })),
    ({ orderId }) => orderId,
  );
  return (orderId) => slips.get(orderId) ?? [];
}

function usesOf(db: Reader, storeId: Id, { paymentId, hasSlip, lacksCode: _, ...transfer }: Row): OrderUse[] {
  const payments = usesOfReference(db, storeId, transfer).filter((use) => use.paymentId !== paymentId);
  const pictures = hasSlip === 1 ? ordersWithSlipOf(db, paymentId, storeId) : [];
  const uses = [...payments, ...pictures, ...refundsOfReference(db, storeId, transfer.reference)];
  const byOrder = new Map(uses.map(({ orderId, orderNumber }) => [orderId, { orderId, orderNumber }]));
  return [...byOrder.values()].toSorted((a, b) => a.orderId - b.orderId);
}
