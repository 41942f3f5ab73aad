import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { bankAccounts, type NewBankAccount, putBankAccount } from '../bank-accounts.ts';
import type { Act } from '../orders/history.ts';
import { changeSettings } from '../store-settings.ts';
import type { Store } from '../stores.ts';

export interface PaymentSetup {
  promptpayId: string | null;
  promptpayName: string | null;
  account: NewBankAccount | undefined;
}

/** Saves PromptPay and adds a bank account. @throws AppError invalid_request at `promptpay_id`, `bank` or `number` */
export function setUpPayments(tx: WriteTx, storeId: Id, { account, ...settings }: PaymentSetup, act: Act): void {
  changeSettings(tx, storeId, settings, act);
  if (account) putBankAccount(tx, storeId, account);
}

/** Whether customers can transfer money: the store has PromptPay or a bank account. */
export const takesTransfers = (db: Reader, { id, promptpayId }: Pick<Store, 'id' | 'promptpayId'>): boolean =>
  promptpayId !== null || bankAccounts(db, id).length > 0;
