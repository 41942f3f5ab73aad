import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { secretHash } from '../../lib/secrets.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';
import { newPassword } from './passwords.ts';
import { newTotpSecret, totpAddress, totpStep } from './totp.ts';

// The only reader and writer of second_factors and recovery_codes.

const RECOVERY_CODES = 10;

interface Factor {
  secret: string;
  lastStep: number;
  confirmTime: number | null;
}

const factorRow = query<Factor>(
  { reads: ['second_factors'] },
  'SELECT secret, last_step AS lastStep, confirm_time AS confirmTime FROM second_factors WHERE account_id = ?',
);

const isOn = (factor: Factor | undefined): boolean => factor !== undefined && factor.confirmTime !== null;

/** Whether its sign-ins need a code. */
export const hasSecondFactor = (db: Reader, accountId: Id): boolean => isOn(db.get(factorRow, accountId));

/** A secret that no code has confirmed yet. */
export interface FactorSetup {
  secret: string;
  /** For the QR code. */
  address: string;
}

export function factorSetup(db: Reader, { id, name }: Account): FactorSetup | undefined {
  const factor = db.get(factorRow, id);
  return factor && !isOn(factor) ? { secret: factor.secret, address: totpAddress(factor.secret, name) } : undefined;
}

const insertSecret = command(
  { writes: ['second_factors'] },
  'INSERT OR REPLACE INTO second_factors (account_id, secret) VALUES (?, ?)',
);

/** Starts the setup, with a new secret. @throws AppError invalid_request if the second factor is on */
export function startFactorSetup(tx: WriteTx, { id }: Account): void {
  if (hasSecondFactor(tx, id)) throw invalidRequest('second_factor_is_on');
  tx.run(insertSecret, id, newTotpSecret());
}

const confirmFactor = command(
  { writes: ['second_factors'] },
  'UPDATE second_factors SET confirm_time = ? WHERE account_id = ?',
);

/**
 * Turns the second factor on with a first code.
 *
 * @returns the recovery codes; only their hashes are stored
 * @throws AppError invalid_request if the code is wrong, or no setup was started
 */
export function finishFactorSetup(tx: WriteTx, account: Account, code: string, now: number): string[] {
  if (!factorSetup(tx, account)) throw invalidRequest('second_factor_not_started');
  if (!takeTotpCode(tx, account.id, code, now)) throw invalidRequest('code_wrong', { path: 'code' });
  tx.run(confirmFactor, now, account.id);
  audit(tx, 'second_factor_added', subjectOf(account));
  return replaceRecoveryCodes(tx, account.id);
}

const deleteFactor = command({ writes: ['second_factors'] }, 'DELETE FROM second_factors WHERE account_id = ?');

/** Also without a second factor; then only an unfinished setup ends. */
export function removeSecondFactor(tx: WriteTx, account: Account): void {
  const wasOn = hasSecondFactor(tx, account.id);
  tx.run(deleteFactor, account.id);
  tx.run(deleteCodes, account.id);
  if (wasOn) audit(tx, 'second_factor_removed', subjectOf(account));
}

const subjectOf = ({ id, storeId }: Account) => ({ storeId, subjectId: id });

// Codes

/** Whether it is the current code or an unused recovery code. It is used up then. */
export function takeCode(tx: WriteTx, account: Account, code: string, now: number): boolean {
  if (takeTotpCode(tx, account.id, code, now)) return true;
  if (tx.run(deleteCode, account.id, recoveryHash(code)) === 0) return false;
  audit(tx, 'recovery_code_used', subjectOf(account));
  return true;
}

const setLastStep = command(
  { writes: ['second_factors'] },
  'UPDATE second_factors SET last_step = ? WHERE account_id = ?',
);

function takeTotpCode(tx: WriteTx, accountId: Id, code: string, now: number): boolean {
  const factor = tx.get(factorRow, accountId);
  const step = factor && totpStep(factor.secret, code.replace(/\s/g, ''), now);
  if (!factor || step === undefined || step <= factor.lastStep) return false;
  tx.run(setLastStep, step, accountId);
  return true;
}

/** Case, spaces and hyphens do not matter. A plain SHA-256 is safe because a code is 79 random bits. */
const recoveryHash = (code: string): Buffer => secretHash(code.toLowerCase().replace(/[\s-]/g, ''));

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

/** Replaces the recovery codes. @throws AppError invalid_request if the second factor is off */
export function newRecoveryCodes(tx: WriteTx, account: Account): string[] {
  if (!hasSecondFactor(tx, account.id)) throw invalidRequest('second_factor_not_started');
  audit(tx, 'recovery_codes_made', subjectOf(account));
  return replaceRecoveryCodes(tx, account.id);
}

function replaceRecoveryCodes(tx: WriteTx, accountId: Id): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, newPassword);
  tx.run(deleteCodes, accountId);
  for (const code of codes) tx.run(insertCode, accountId, recoveryHash(code));
  return codes;
}
