import type { Reader } from '../../../db/reader.ts';
import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Order } from '../order.ts';
import type { PaymentMethod } from '../order-states.ts';
import type { RefundTransferRow } from './payment-rows.ts';
import type { SlipReading } from './slip-code.ts';
import { requireBankAccount, requireNoPayment } from './transfer.ts';

// When and from where the money of a refund was sent, with proof: docs/decisions.md#refunds.

export interface RefundTransfer {
  /** When the money was sent; now by default. */
  sendTime?: number | undefined;
  /** The account of the store that sent it. Used for transfers and PromptPay only. */
  bankAccountId?: Id | undefined;
  /** The bank's slip: PNG, JPEG or WebP. */
  slip?: Uint8Array | undefined;
  /** Content of the slip's QR code. */
  slipReading?: SlipReading | undefined;
}

/** @throws AppError invalid_request at `send_time`, `bank_account_id`, or `slip` if it is that of a payment */
export function refundTransferRow(
  db: Reader,
  order: Order,
  { sendTime, bankAccountId, slipReading }: RefundTransfer,
  now: number,
): RefundTransferRow {
  if (sendTime !== undefined) requirePossibleTime(order, sendTime, now);
  if (bankAccountId !== undefined) requireBankAccount(db, order.storeId, bankAccountId);
  const code = slipReading?.code;
  if (code) requireNoPayment(db, order.storeId, code, 'slip');
  return { sendTime: sendTime ?? now, bankAccountId: bankAccountId ?? null, reference: code?.reference ?? null };
}

/** Compares days, because the time of a payment may be unknown: it is then not before the order. */
function requirePossibleTime({ orderTime, payments }: Order, sendTime: number, now: number): void {
  if (sendTime > now) throw invalidRequest('sent_in_future', { path: 'send_time' });
  const received = payments.filter(({ status }) => status === 'confirmed' || status === 'refunded');
  const times = received.map(({ payTime, createTime }) => Math.min(payTime ?? orderTime, createTime));
  const day = dayStart(bangkokDay(Math.min(...times)));
  if (sendTime < day) throw invalidRequest('sent_before_payment', { path: 'send_time', day });
}

/** Whether money of this method leaves a bank account of the store. */
export const leavesBankAccount = (method: PaymentMethod): boolean => method === 'transfer' || method === 'promptpay';
