import type { Reader } from '../../../db/reader.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Money, roundUpToSatang, satangText, ZERO } from '../../../lib/money.ts';
import { taxIdCheckDigit, taxIdProblem } from '../../../lib/tax-ids.ts';
import { storeById } from '../../stores.ts';
import type { Order } from '../order.ts';
import { balanceDue } from './balance.ts';
import { type ExpectedPayments, expectedPayments } from './expected-payments.ts';

const ID_PATTERN = /^(0\d{9}|\d{13}|\d{15})$/;

/**
 * Normalizes a PromptPay id: telephone (10 digits), national or tax id (13, the last a check digit) or e-wallet (15).
 * Spaces, hyphens and +66 are accepted. Undefined if it is invalid.
 */
export function readPromptpayId(typed: string): string | undefined {
  const id = digitsOf(typed);
  return ID_PATTERN.test(id) && (id.length !== 13 || taxIdProblem(id) === undefined) ? id : undefined;
}

export function promptpayIdProblem(typed: string): Message {
  const id = digitsOf(typed);
  return id.length === 13 && ID_PATTERN.test(id)
    ? message('promptpay_id_check_digit', { digit: taxIdCheckDigit(id) })
    : message('promptpay_id_malformed');
}

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '').replace(/^\+66(?=\d{9}$)/, '0');

export interface Promptpay {
  id: string;
  /** Name of the account holder; null: unknown. */
  name: string | null;
  /** In whole satang. */
  amount: Money;
  payload: string;
}

/** The amount due, rounded up to the satang. @throws AppError invalid_request if nothing is due, or without PromptPay */
export function promptpayOf(db: Reader, order: Order): Promptpay {
  const { id, status, storeId } = order;
  if (status !== 'open') throw invalidRequest('order_not_open', { order: id, status: status });
  if (balanceDue(order) === ZERO) throw invalidRequest('order_already_paid', { order: id });
  const { promptpayId, promptpayName, key } = storeById(db, storeId);
  if (promptpayId === null) throw invalidRequest('promptpay_not_set', { store: key });
  const amount = roundUpToSatang(amountToRequest(order, expectedPayments(db, order)));
  return { id: promptpayId, name: promptpayName, amount, payload: promptpayPayload({ id: promptpayId, amount }) };
}

function amountToRequest({ id }: Order, { balance, collected, notified }: ExpectedPayments): Money {
  if (balance - collected <= 0) throw invalidRequest('promptpay_courier_collects', { order: id, amount: collected });
  if (balance - collected - notified <= 0) throw invalidRequest('promptpay_already_notified', { order: id });
  return (balance - collected - notified) as Money;
}

const MAX_AMOUNT_LENGTH = 13; // EMVCo

/** @param id normalized by `readPromptpayId` @throws AppError invalid_request if the amount cannot be encoded */
export function promptpayPayload({ id, amount }: { id: string; amount: Money }): string {
  const baht = satangText(roundUpToSatang(amount));
  if (amount <= 0 || baht.length > MAX_AMOUNT_LENGTH) throw invalidRequest('promptpay_amount_out_of_range', { amount });
  const fields = [
    field('00', '01'),
    field('01', '12'), // for one payment only
    field('29', field('00', 'A000000677010111') + receiverField(id)),
    field('53', '764'), // baht
    field('54', baht),
    field('58', 'TH'),
  ];
  const text = `${fields.join('')}6304`;
  return text + crc16(text);
}

const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

function receiverField(id: string): string {
  if (id.length === 10) return field('01', `0066${id.slice(1)}`);
  return field(id.length === 13 ? '02' : '03', id);
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
