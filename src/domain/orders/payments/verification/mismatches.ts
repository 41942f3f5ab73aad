import type { Reader } from '../../../../db/reader.ts';
import type { Id } from '../../../../lib/ids.ts';
import { type BankAccount, bankAccounts, existingBankAccount } from '../../../bank-accounts.ts';
import { storeById } from '../../../stores.ts';
import type { PaymentDetail } from '../payment-details.ts';
import { partsOfTransfer, sumOfParts } from '../shared-transfer.ts';
import type { Confirmation } from './verifications.ts';

/** Differences between the confirmed transfer and the payment. */
type Mismatch = 'amount' | 'receiver' | 'time';

type Checked = Pick<PaymentDetail, 'amount' | 'bankAccountId' | 'payTime' | 'sharedTransferId'>;

const MAX_TIME_APART = 10 * 60_000; // milliseconds; people type the time

export function mismatches(db: Reader, storeId: Id, payment: Checked, confirmation: Confirmation): Mismatch[] {
  const found: Mismatch[] = [];
  if (!isAmount(db, payment, confirmation)) found.push('amount');
  if (!isReceiver(db, storeId, payment, confirmation)) found.push('receiver');
  const { transferTime } = confirmation;
  if (transferTime !== null && payment.payTime !== null && Math.abs(transferTime - payment.payTime) > MAX_TIME_APART)
    found.push('time');
  return found;
}

/** A transfer that pays several orders may have parts that are not recorded yet. */
function isAmount(db: Reader, { amount, sharedTransferId }: Checked, confirmation: Confirmation): boolean {
  const parts = partsOfTransfer(db, sharedTransferId);
  return parts.length > 1 ? sumOfParts(parts) <= confirmation.amount : amount === confirmation.amount;
}

/** Whether it arrived in the payment's account; without one, in any account of the store or at its PromptPay id. */
function isReceiver(db: Reader, storeId: Id, { bankAccountId }: Checked, confirmation: Confirmation): boolean {
  const { receiverAccount } = confirmation;
  if (receiverAccount === null) return true; // unknown to the service
  if (bankAccountId !== null) return canBeReceiver(existingBankAccount(db, storeId, bankAccountId), confirmation);
  const { promptpayId } = storeById(db, storeId);
  return (
    matchingAccounts(db, storeId, confirmation).length > 0 ||
    (promptpayId !== null && fitsMask(receiverAccount, promptpayId))
  );
}

/** The store's accounts in which the transfer can have arrived; none if the service does not know the account. */
export const matchingAccounts = (db: Reader, storeId: Id, confirmation: Confirmation): BankAccount[] =>
  bankAccounts(db, storeId).filter((account) => canBeReceiver(account, confirmation));

const canBeReceiver = ({ bank, number }: BankAccount, { receiverAccount, receiverBank }: Confirmation): boolean =>
  receiverAccount !== null && (receiverBank === null || receiverBank === bank) && fitsMask(receiverAccount, number);

const MIN_DIGITS = 3; // a mask with fewer fits too many accounts

/**
 * Whether `xxx-x-x6789-x` can be this number. Banks shorten some masks: in a mask of another length, all runs of digits
 * must occur in their order with hidden digits between them, and one must be long enough alone.
 */
export function fitsMask(masked: string, number: string): boolean {
  const mask = masked.replace(/[\s-]/g, '');
  const runs = mask.match(/\d+/g) ?? [];
  if (mask.length !== number.length)
    return runs.some((run) => run.length >= MIN_DIGITS) && new RegExp(runs.join('\\d+')).test(number);
  if (runs.join('').length < MIN_DIGITS) return false;
  return [...mask].every((character, i) => !/\d/.test(character) || character === number[i]);
}
