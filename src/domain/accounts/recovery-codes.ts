import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { secretHash } from '../../lib/secrets.ts';
import { newPassword } from './passwords.ts';

// The only reader and writer of recovery_codes.

const CODES = 10;

/** Case, spaces and hyphens do not matter. A plain SHA-256 is safe because a code is 138 random bits. */
const codeHash = (code: string): Buffer => secretHash(code.toLowerCase().replace(/[\s-]/g, ''));

const insertCode = command(
  { writes: ['recovery_codes'] },
  'INSERT INTO recovery_codes (account_id, code_hash) VALUES (?, ?)',
);
const deleteCode = command(
  { writes: ['recovery_codes'] },
  'DELETE FROM recovery_codes WHERE account_id = ? AND code_hash = ?',
);
const deleteCodes = command({ writes: ['recovery_codes'] }, 'DELETE FROM recovery_codes WHERE account_id = ?');

const countCodes = query<{ left: number }>(
  { reads: ['recovery_codes'] },
  'SELECT count(*) AS left FROM recovery_codes WHERE account_id = ?',
);

export const recoveryCodesLeft = (db: Reader, accountId: Id): number => db.get(countCodes, accountId)?.left ?? 0;

const codeRow = query<object>(
  { reads: ['recovery_codes'] },
  'SELECT 1 FROM recovery_codes WHERE account_id = ? AND code_hash = ?',
);

/** Whether it is an unused recovery code. */
export const hasRecoveryCode = (db: Reader, accountId: Id, code: string): boolean =>
  db.get(codeRow, accountId, codeHash(code)) !== undefined;

/** Uses up the recovery code. @returns whether it was an unused one */
export const takeRecoveryCode = (tx: WriteTx, accountId: Id, code: string): boolean =>
  tx.run(deleteCode, accountId, codeHash(code)) > 0;

/** @returns the codes; only their hashes are stored */
export function replaceRecoveryCodes(tx: WriteTx, accountId: Id): string[] {
  const codes = Array.from({ length: CODES }, newPassword);
  tx.run(deleteCodes, accountId);
  for (const code of codes) tx.run(insertCode, accountId, codeHash(code));
  return codes;
}

export const deleteRecoveryCodes = (tx: WriteTx, accountId: Id): number => tx.run(deleteCodes, accountId);
