import type { MoneyEntry, MoneyMethod, MoneyOfMethod } from '../../domain/figures/money-received.ts';
import type { MoneyRecord } from '../../domain/figures/money-records.ts';
import { refundDocumentNumber } from '../../domain/print/sheets/refund-document.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { documentNumber } from '../../lib/number-format.ts';
import { bankAccountName, methodName } from '../orders/order-labels.ts';
import type { StoreContext } from '../request-context.ts';
import { moneyTexts } from './money-texts.ts';

/** The bank account, or the method. */
export function methodText(
  context: StoreContext,
  { method, ...account }: Pick<MoneyOfMethod, 'method' | 'bank' | 'number'>,
) {
  const t = moneyTexts(context.language);
  const name = accountText(context, account);
  if (name !== null) return name;
  if (method === 'transfer') return t.unknownAccount;
  return method === 'cod' ? t.cod : methodName(method, context.language);
}

export const accountText = ({ language }: StoreContext, { bank, number }: Pick<MoneyOfMethod, 'bank' | 'number'>) =>
  bank === null || number === null ? null : bankAccountName({ bank, number }, language);

/** Payment, payout of COD, refund or undone payout. */
export function kindText({ language }: StoreContext, { kind, method }: Pick<MoneyEntry, 'kind' | 'method'>): string {
  const t = moneyTexts(language);
  return kind === 'payment' && method === 'cod' ? t.payout : t[kind];
}

export const methodNameOf = (method: MoneyMethod, language: Language): string =>
  method === 'cod' ? 'COD' : methodName(method, language);

/** Number of the order's receipt. */
export const receiptText = (record: MoneyRecord | undefined): string | undefined =>
  record?.receipt ? documentNumber(record.receipt) : undefined;

/** Number of the refund's credit note or refund voucher. */
export const documentText = (record: MoneyRecord | undefined): string | undefined =>
  record?.documentKind && record.documentNumber
    ? refundDocumentNumber({ kind: record.documentKind, number: record.documentNumber })
    : undefined;
