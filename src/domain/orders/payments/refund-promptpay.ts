import { invalidRequest } from '../../../lib/errors.ts';
import { type Money, roundUpToSatang } from '../../../lib/money.ts';
import type { Order } from '../order.ts';
import type { PaymentMethod } from '../order-states.ts';
import { type Promptpay, promptpayPayload } from './promptpay.ts';
import { leftToRefund } from './refund.ts';
import { validPromptpayId } from './refund-account.ts';
import { leavesBankAccount } from './refund-transfer.ts';

interface PromptpayRefund {
  promptpay: string;
  name?: string | undefined;
  amount: Money;
  method: PaymentMethod;
}

/**
 * The payment that sends a refund of exactly this amount to the customer. The refund is recorded separately, once the
 * money was sent: what its amount would be rejected for is checked here.
 *
 * @throws AppError invalid_request at `to_promptpay`, `method` or `amount`
 */
export function refundPromptpay(order: Order, { promptpay, name, amount, method }: PromptpayRefund): Promptpay {
  const id = validPromptpayId(promptpay);
  if (!leavesBankAccount(method)) throw invalidRequest('refund_to_needs_transfer', { path: 'method' });
  const left = leftToRefund(order);
  if (amount <= 0) throw invalidRequest('not_above_zero', { path: 'amount' });
  if (amount > left) throw invalidRequest('refund_too_large', { path: 'amount', amount, left });
  if (amount !== roundUpToSatang(amount)) throw invalidRequest('promptpay_whole_satang', { path: 'amount', amount });
  return { id, name: name || null, amount, payload: promptpayPayload({ id, amount }) };
}
