import type { Reader } from '../../../../db/reader.ts';
import type { Id } from '../../../../lib/ids.ts';
import { type BankAccount, bankAccounts, existingBankAccount } from '../../../bank-accounts.ts';
import { storeById } from '../../../stores.ts';
import type { PaymentDetail } from '../payment-details.ts';
import type { Confirmation } from './verifications.ts';

/** Differences between the confirmed transfer and the payment. */
export type Mismatch = 'amount' | 'receiver' | 'time';

type Checked = Pick<PaymentDetail, 'amount' | 'bankAccountId' | 'payTime'>;

const MAX_TIME_APART = 10 * 60_000; // milliseconds; people type the time

export function mismatches(db: Reader, storeId: Id, payment: Checked, confirmation: Confirmation): Mismatch[] {
  const found: Mismatch[] = [];
  if (confirmation.amount !== payment.amount) found.push('amount');
  if (!isReceiver(db, storeId, payment, confirmation)) found.push('receiver');
  const { transferTime } = confirmation;
  if (transferTime !== null && payment.payTime !== null && Math.abs(transferTime - payment.payTime) > MAX_TIME_APART)
    found.push('time');
  return found;
}

/** The payment's account; without one any account of the store, or its PromptPay id. */
function isReceiver(
  db: Reader,
  storeId: Id,
  { bankAccountId }: Checked,
  { receiverAccount, receiverBank }: Confirmation,
): boolean {
  if (receiverAccount === null) return true; // unknown to the service
  const isThis = ({ bank, number }: Pick<BankAccount, 'bank' | 'number'>) =>
    (receiverBank === null || receiverBank === bank) && fitsMask(receiverAccount, number);
  if (bankAccountId !== null) return isThis(existingBankAccount(db, storeId, bankAccountId));
  const { promptpayId } = storeById(db, storeId);
  return bankAccounts(db, storeId).some(isThis) || (promptpayId !== null && fitsMask(receiverAccount, promptpayId));
}

/** The store's accounts that match the masked account number. */
export const matchingAccounts = (
  db: Reader,
  storeId: Id,
  { receiverAccount, receiverBank }: Confirmation,
): BankAccount[] =>
  receiverAccount === null
    ? []
    : bankAccounts(db, storeId).filter(
        ({ bank, number }) => (receiverBank === null || receiverBank === bank) && fitsMask(receiverAccount, number),
      );

const MIN_DIGITS = 3; // a mask with fewer fits too many accounts

/** Whether `xxx-x-x6789-x` can be this number. Masks of another length must have their digits in it, in one piece. */
export function fitsMask(masked: string, number: string): boolean {
  const mask = masked.replace(/[\s-]/g, '');
  const pieces = mask.match(/\d+/g) ?? [];
  if (pieces.join('').length < MIN_DIGITS) return false;
  if (mask.length !== number.length)
    return pieces.some((piece) => piece.length >= MIN_DIGITS && number.includes(piece));
  return [...mask].every((character, i) => !/\d/.test(character) || character === number[i]);
}
