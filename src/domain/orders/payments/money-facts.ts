import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { RefundDocument } from './refund-documents.ts';
import type { TransferRow } from './transfer.ts';
import { vatIn } from './vat.ts';

/** Transfers and documents of orders, for lists. */
export interface MoneyFacts {
  /** Transfers of payments that are not rejected, oldest first. */
  transfers: readonly (TransferRow & { bank: string | null; number: string | null })[];
  receipt: number | undefined;
  /** VAT of the tax invoice minus its credit notes; undefined without a tax invoice. */
  vat: Money | undefined;
  documents: readonly Pick<RefundDocument, 'kind' | 'number'>[];
}

type Transfer = MoneyFacts['transfers'][number] & { orderId: Id };

const TRANSFERS = query<Transfer>(
  { reads: ['bank_accounts', 'payments'] },
  `SELECT p.order_id AS orderId, p.pay_time AS payTime, p.bank_account_id AS bankAccountId, p.sending_bank AS sendingBank,
     p.reference, b.bank, b.number
   FROM json_each(?) c CROSS JOIN payments p ON p.order_id = c.value LEFT JOIN bank_accounts b ON b.id = p.bank_account_id
   WHERE p.status <> 'rejected' ORDER BY p.id`,
);

interface ReceiptFacts {
  orderId: Id;
  number: number;
  total: Money;
  refunded: Money;
  vatPercent: number;
}

const RECEIPTS = query<ReceiptFacts>(
  { reads: ['receipts'] },
  `SELECT r.order_id AS orderId, r.number, r.document ->> '$.total' AS total,
     coalesce(r.document ->> '$.refunded', 0) AS refunded, r.document ->> '$.vatPercent' AS vatPercent
   FROM json_each(?) c CROSS JOIN receipts r ON r.order_id = c.value AND r.void_time IS NULL`,
);

type Document = MoneyFacts['documents'][number] & { orderId: Id; difference: Money };

const DOCUMENTS = query<Document>(
  { reads: ['payments', 'refund_documents', 'refunds'] },
  `SELECT p.order_id AS orderId, d.kind, d.number, d.document ->> '$.difference' AS difference
   FROM json_each(?) c CROSS JOIN payments p ON p.order_id = c.value CROSS JOIN refunds r ON r.payment_id = p.id
   CROSS JOIN refund_documents d ON d.refund_id = r.id ORDER BY d.id`,
);

/** Returns a lookup by order id. */
export function moneyFacts(db: Reader, ids: readonly Id[]): (id: Id) => MoneyFacts {
  const list = JSON.stringify(ids);
  const transfers = Map.groupBy(db.all(TRANSFERS, list), ({ orderId }) => orderId);
  const receipts = new Map(db.all(RECEIPTS, list).map((receipt) => [receipt.orderId, receipt]));
  const documents = Map.groupBy(db.all(DOCUMENTS, list), ({ orderId }) => orderId);
  return (id) => {
    const receipt = receipts.get(id);
    const ownDocuments = documents.get(id) ?? [];
    return {
      transfers: transfers.get(id) ?? [],
      receipt: receipt?.number,
      vat: receipt && vatOf(receipt, ownDocuments),
      documents: ownDocuments,
    };
  };
}

function vatOf({ total, refunded, vatPercent }: ReceiptFacts, documents: readonly Document[]): Money | undefined {
  const reduced = documents.reduce((sum, { difference }) => sum + difference, 0);
  return vatPercent > 0 ? vatIn((total - refunded - reduced) as Money, vatPercent).vat : undefined;
}
