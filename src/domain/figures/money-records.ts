import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { RefundDocumentKind } from '../orders/payments/refund-documents.ts';
import {
  ACCOUNT,
  ACCOUNT_OF_REFUND,
  type Account,
  METHOD,
  METHOD_OF_REFUND,
  type MoneyMethod,
} from './money-received.ts';

/** What a bookkeeper looks up about a payment or refund. */
export interface MoneyRecord extends Account {
  kind: 'payment' | 'refund';
  orderId: Id;
  orderNumber: number;
  /** Null once erased. */
  customer: string | null;
  method: MoneyMethod;
  sendingBank: string | null;
  /** When the customer paid, a COD payout arrived, or the money of a refund was sent. */
  transferTime: number | null;
  /** Transfer reference, or the tracking number of a paid-out parcel. */
  reference: string | null;
  /** Name of the account that confirmed, rejected or refunded it, or recorded its payout. */
  recordedBy: string | null;
  /** Name of the account that undid its payout. */
  undoneBy: string | null;
  /** Number of the order's receipt. */
  receipt: number | null;
  /** The credit note or refund voucher of the refund. */
  documentKind: RefundDocumentKind | null;
  documentNumber: number | null;
  /** Id of the payment, or of the first of the refunds recorded together, that has a slip. */
  slipOf: Id | null;
}

type Row = MoneyRecord & { id: Id };

const ORDER = `o.id AS orderId, o.order_number AS orderNumber, iif(a.erase_time IS NULL, a.name, NULL) AS customer,
     t.number AS receipt, b.bank, b.number`;
const ORDER_OF_PAYMENT = `CROSS JOIN orders o ON o.id = p.order_id CROSS JOIN addresses a ON a.version = o.recipient_address
   LEFT JOIN receipts t ON t.order_id = o.id AND t.void_time IS NULL`;

const PAYMENTS = query<Row>(
  {
    reads: [
      ...(['accounts', 'addresses', 'bank_accounts', 'orders', 'payment_slips', 'payments', 'receipts'] as const),
      ...(['remittance_lines', 'remittances', 'shipments'] as const),
    ],
  },
  `SELECT 'payment' AS kind, p.id, ${ORDER}, ${METHOD} AS method, p.sending_bank AS sendingBank,
     iif(l.undo_time IS NULL, u.name, v.name) AS recordedBy, iif(l.undo_time IS NULL, NULL, u.name) AS undoneBy,
     iif(p.shipment_id IS NULL, p.pay_time, coalesce(m.receive_time, p.review_time)) AS transferTime,
     coalesce(p.reference, s.tracking_number) AS reference, NULL AS documentKind, NULL AS documentNumber,
     i.payment_id AS slipOf
   FROM json_each(?) c CROSS JOIN payments p ON p.id = c.value ${ORDER_OF_PAYMENT}
   LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT} LEFT JOIN accounts u ON u.id = p.user_id
   LEFT JOIN shipments s ON s.id = p.shipment_id LEFT JOIN payment_slips i ON i.payment_id = p.id
   LEFT JOIN remittance_lines l ON l.payment_id = p.id LEFT JOIN remittances m ON m.id = l.remittance_id
   LEFT JOIN accounts v ON v.id = m.user_id`,
);

const REFUNDS = query<Row>(
  {
    reads: [
      ...(['accounts', 'addresses', 'bank_accounts', 'orders', 'payments', 'receipts'] as const),
      ...(['refund_documents', 'refund_slips', 'refunds'] as const),
    ],
  },
  `SELECT 'refund' AS kind, r.id, ${ORDER}, ${METHOD_OF_REFUND} AS method, NULL AS sendingBank,
     u.name AS recordedBy, NULL AS undoneBy, r.send_time AS transferTime, r.reference, d.kind AS documentKind,
     d.number AS documentNumber, i.refund_id AS slipOf
   FROM json_each(?) c CROSS JOIN refunds r ON r.id = c.value CROSS JOIN payments p ON p.id = r.payment_id
   ${ORDER_OF_PAYMENT} LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT_OF_REFUND} LEFT JOIN accounts u ON u.id = r.user_id
   LEFT JOIN refund_documents d ON d.refund_id = coalesce(r.part_of, r.id)
   LEFT JOIN refund_slips i ON i.refund_id = coalesce(r.part_of, r.id)`,
);

interface MoneyIds {
  payments: readonly Id[];
  refunds: readonly Id[];
}

/** Returns lookups by id. */
export function moneyRecords(db: Reader, { payments, refunds }: MoneyIds) {
  const find = (statement: typeof PAYMENTS, ids: readonly Id[]): ReadonlyMap<Id, MoneyRecord> =>
    new Map((ids.length === 0 ? [] : db.all(statement, JSON.stringify(ids))).map((row) => [row.id, row]));
  return { payments: find(PAYMENTS, payments), refunds: find(REFUNDS, refunds) };
}
