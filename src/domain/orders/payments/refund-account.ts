import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { below } from '../../../lib/messages/message.ts';
import { BANK_CODES } from '../../../lib/thai-banks.ts';
import { readBankAccountNumber } from '../../bank-accounts.ts';
import { customerKey } from '../customers/customer-rows.ts';
import type { Order } from '../order.ts';
import type { RefundAccount } from './payment-rows.ts';
import { promptpayIdProblem, readPromptpayId } from './promptpay.ts';

// The customer's account to which a refund is sent: docs/decisions.md#refunds.

/** Empty texts count as undefined. */
export interface TypedRefundAccount {
  promptpay?: string | undefined;
  bank?: string | undefined;
  number?: string | undefined;
  name?: string | undefined;
}

/**
 * Undefined if nothing is given.
 * @throws AppError invalid_request at `to_promptpay`, `to_bank` or `to_number`
 */
export function validRefundAccount(typed: TypedRefundAccount = {}): RefundAccount | undefined {
  const [promptpay, bank, number] = [typed.promptpay || undefined, typed.bank || undefined, typed.number || undefined];
  const name = typed.name || null;
  if (promptpay !== undefined) {
    if (bank !== undefined || number !== undefined)
      throw invalidRequest('refund_to_one_account', { path: 'to_promptpay' });
    return { promptpayId: validPromptpayId(promptpay), bank: null, number: null, name };
  }
  if (bank === undefined && number === undefined && name === null) return undefined;
  if (number === undefined)
    throw invalidRequest('refund_to_incomplete', { path: bank === undefined ? 'to_promptpay' : 'to_number' });
  if (bank === undefined) throw invalidRequest('refund_to_incomplete', { path: 'to_bank' });
  if (!BANK_CODES.includes(bank)) throw invalidRequest('bank_unknown', { path: 'to_bank', bank });
  const digits = readBankAccountNumber(number);
  if (digits === undefined) throw invalidRequest('bank_account_number_malformed', { path: 'to_number' });
  return { promptpayId: null, bank, number: digits, name };
}

/** @throws AppError invalid_request at `to_promptpay` */
export function validPromptpayId(typed: string): string {
  const id = readPromptpayId(typed);
  if (id === undefined) throw invalidRequest(below('to_promptpay', promptpayIdProblem(typed)));
  return id;
}

const accountsOfOrder = query<RefundAccount & { refundId: Id }>(
  { reads: ['payments', 'refund_accounts', 'refunds'] },
  `SELECT a.refund_id AS refundId, a.promptpay_id AS promptpayId, a.bank, a.number, a.name
   FROM payments p CROSS JOIN refunds r ON r.payment_id = p.id CROSS JOIN refund_accounts a ON a.refund_id = r.id
   WHERE p.order_id = ? ORDER BY a.refund_id`,
);

/** By the first of the refunds that were recorded together. */
export const refundAccountsOf = (db: Reader, orderId: Id): ReadonlyMap<Id, RefundAccount> =>
  new Map(db.all(accountsOfOrder, orderId).map(({ refundId, ...account }) => [refundId, account]));

const MAX_ORDERS = 20; // the newest of the customer

const lastOfOrders = query<RefundAccount>(
  { reads: ['customer_orders', 'customers', 'payments', 'refund_accounts', 'refunds'] },
  `SELECT a.promptpay_id AS promptpayId, a.bank, a.number, a.name
   FROM (SELECT @orderId AS id UNION SELECT order_id FROM (
     SELECT o.order_id FROM customers c CROSS JOIN customer_orders o ON o.customer_id = c.id
     WHERE c.store_id = @storeId AND c.telephone = @telephone ORDER BY o.order_id DESC LIMIT ${MAX_ORDERS})) known
   CROSS JOIN payments p ON p.order_id = known.id CROSS JOIN refunds r ON r.payment_id = p.id
   CROSS JOIN refund_accounts a ON a.refund_id = r.id ORDER BY a.refund_id DESC LIMIT 1`,
);

/** The account of the newest refund of this order, or of the newest orders with the same telephone. */
export const lastRefundAccount = (db: Reader, { id, storeId, recipientAddress }: Order): RefundAccount | undefined =>
  db.get(lastOfOrders, { orderId: id, storeId, telephone: customerKey(recipientAddress.telephone) });
