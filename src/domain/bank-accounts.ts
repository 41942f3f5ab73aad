import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest, notFound } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { BANK_CODES } from '../lib/thai-banks.ts';
import { audit, auditChange } from './audit/audit-log.ts';

// The only writer of bank_accounts.

/** An account to which customers transfer money. */
export interface BankAccount {
  id: Id;
  /** A code of `BANKS`. */
  bank: string;
  /** Digits only. */
  number: string;
  /** Name of the account holder. */
  name: string;
}

/** Code points. */
export const MAX_HOLDER_LENGTH = 200;

export type NewBankAccount = Omit<BankAccount, 'id'>;

const SELECT = 'SELECT id, bank, number, name FROM bank_accounts';

const accountsInUse = query<BankAccount>(
  { reads: ['bank_accounts'] },
  `${SELECT} WHERE store_id = +? AND remove_time IS NULL ORDER BY id`,
);

/** Without removed ones, oldest first. */
export const bankAccounts = (db: Reader, storeId: Id): BankAccount[] => db.all(accountsInUse, storeId);

const accountById = query<BankAccount>({ reads: ['bank_accounts'] }, `${SELECT} WHERE id = ? AND store_id = ?`);

/** An account of the store, also a removed one. @throws AppError not_found */
export function existingBankAccount(db: Reader, storeId: Id, id: Id): BankAccount {
  const account = db.get(accountById, id, storeId);
  if (!account) throw notFound('bank_account_not_found', { account: id });
  return account;
}

/** An account in use. @throws AppError not_found */
export function openBankAccount(db: Reader, storeId: Id, id: Id): BankAccount {
  const account = bankAccounts(db, storeId).find((known) => known.id === id);
  if (!account) throw notFound('bank_account_not_found', { account: id });
  return account;
}

/** The digits of a typed account number; undefined for other text. */
export function readBankAccountNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6,15}$/.test(digits) ? digits : undefined;
}

const upsertAccount = command<{ id: Id }>(
  { writes: ['bank_accounts'] },
  `INSERT INTO bank_accounts (store_id, bank, number, name) VALUES (@storeId, @bank, @number, @name)
   ON CONFLICT (store_id, bank, number) DO UPDATE SET name = excluded.name, remove_time = NULL RETURNING id`,
);

/**
 * Adds the account, or renames the one with this number and restores it if it was removed.
 * @throws AppError invalid_request at `bank` or `number`
 */
export function putBankAccount(tx: WriteTx, storeId: Id, typed: NewBankAccount): Id {
  const { bank, number, name } = validAccount(typed);
  const before = bankAccounts(tx, storeId).find((known) => known.bank === bank && known.number === number);
  if (before?.name === name) return before.id;
  const [row] = tx.runReturning(upsertAccount, { storeId, bank, number, name });
  const { id } = row as { id: Id };
  audit(tx, before ? 'bank_account_changed' : 'bank_account_added', { storeId, subjectId: id, detail: { bank } });
  return id;
}

function validAccount({ bank, number: typed, name }: NewBankAccount): NewBankAccount {
  const number = readBankAccountNumber(typed);
  if (!BANK_CODES.includes(bank)) throw invalidRequest('bank_unknown', { path: 'bank', bank });
  if (number === undefined) throw invalidRequest('bank_account_number_malformed', { path: 'number' });
  return { bank, number, name };
}

const accountByNumber = query<{ id: Id }>(
  { reads: ['bank_accounts'] },
  'SELECT id FROM bank_accounts WHERE store_id = ? AND bank = ? AND number = ?',
);

const updateAccount = command(
  { writes: ['bank_accounts'] },
  'UPDATE bank_accounts SET bank = ?, number = ?, name = ? WHERE id = ?',
);

/**
 * Corrects an account; its payments stay with it.
 * @throws AppError not_found; invalid_request at `bank` or `number`, also if another account has this number
 */
export function changeBankAccount(tx: WriteTx, storeId: Id, id: Id, typed: NewBankAccount): void {
  const before = openBankAccount(tx, storeId, id);
  const account = validAccount(typed);
  const twin = tx.get(accountByNumber, storeId, account.bank, account.number);
  if (twin && twin.id !== id) throw invalidRequest('bank_account_exists', { path: 'number' });
  tx.run(updateAccount, account.bank, account.number, account.name, id);
  auditChange(tx, 'bank_account_changed', { storeId, subjectId: id, before, after: account });
}

const removeAccount = command(
  { writes: ['bank_accounts'] },
  'UPDATE bank_accounts SET remove_time = ? WHERE id = ? AND store_id = ? AND remove_time IS NULL',
);

/** Hides the account; payments still name it. @throws AppError not_found */
export function removeBankAccount(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  if (tx.run(removeAccount, now, id, storeId) === 0) throw notFound('bank_account_not_found', { account: id });
  audit(tx, 'bank_account_removed', { storeId, subjectId: id });
}
