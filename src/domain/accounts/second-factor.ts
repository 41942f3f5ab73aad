import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';
import { confirmAppSetup, deleteAuthenticatorApp, hasAuthenticatorApp, takeTotpCode } from './authenticator-app.ts';
import { countPasskeys, deletePasskey, listPasskeys } from './passkeys.ts';
import { deleteRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { needsSecondFactor } from './second-factor-rule.ts';
import { signOutEverywhere } from './sessions.ts';

// The second factors of an account together: an authenticator app, passkeys, and recovery codes as long as it has one of
// the others.

export interface SecondFactors {
  app: boolean;
  passkeys: number;
}

export const secondFactorsOf = (db: Reader, accountId: Id): SecondFactors => ({
  app: hasAuthenticatorApp(db, accountId),
  passkeys: countPasskeys(db, accountId),
});

/** Whether the password is not enough to sign in. */
export const hasSecondFactor = (db: Reader, accountId: Id): boolean =>
  hasAuthenticatorApp(db, accountId) || countPasskeys(db, accountId) > 0;

/** Whether the account must set one up before anything else. */
export const lacksSecondFactor = (db: Reader, account: Account): boolean =>
  needsSecondFactor(db, account) && !hasSecondFactor(db, account.id);

/**
 * Turns on the authenticator app with its first code.
 *
 * @returns new recovery codes, unless the account has some
 * @throws AppError invalid_request if the code is wrong, or no setup was started
 */
export function finishAppSetup(tx: WriteTx, account: Account, code: string, now: number): string[] {
  confirmAppSetup(tx, account, code, now);
  return recoveryCodesFor(tx, account.id);
}

/** Recovery codes for a new second factor; none if the account has some. */
export const recoveryCodesFor = (tx: WriteTx, accountId: Id): string[] =>
  recoveryCodesLeft(tx, accountId) > 0 ? [] : replaceRecoveryCodes(tx, accountId);

/** Also ends an unfinished setup. @throws AppError invalid_request if it is the last factor and one is required */
export function removeAuthenticatorApp(tx: WriteTx, account: Account): void {
  const wasOn = hasAuthenticatorApp(tx, account.id);
  deleteAuthenticatorApp(tx, account);
  if (wasOn) endRemoval(tx, account);
}

/** @throws AppError not_found; invalid_request if it is the last factor and one is required */
export function removePasskey(tx: WriteTx, account: Account, id: Id): void {
  deletePasskey(tx, account, id);
  endRemoval(tx, account);
}

function endRemoval(tx: WriteTx, account: Account): void {
  if (hasSecondFactor(tx, account.id)) return;
  if (needsSecondFactor(tx, account)) throw invalidRequest('second_factor_required');
  deleteRecoveryCodes(tx, account.id);
}

/**
 * Removes everything and ends the sessions, after a lost phone, which may still be signed in. The account must set up a
 * new one if its store requires it.
 */
export function resetSecondFactor(tx: WriteTx, account: Account): void {
  deleteAuthenticatorApp(tx, account);
  for (const { id } of listPasskeys(tx, account.id)) deletePasskey(tx, account, id);
  deleteRecoveryCodes(tx, account.id);
  signOutEverywhere(tx, account);
}

/** Whether it is a code of the app or an unused recovery code. It is used up then. */
export function takeCode(tx: WriteTx, account: Account, code: string, now: number): boolean {
  const compact = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(compact)) return takeTotpCode(tx, account.id, compact, now);
  if (!takeRecoveryCode(tx, account.id, code)) return false;
  audit(tx, 'recovery_code_used', { storeId: account.storeId, subjectId: account.id });
  return true;
}

/** Replaces the recovery codes. @throws AppError invalid_request if the account has no second factor */
export function newRecoveryCodes(tx: WriteTx, account: Account): string[] {
  if (!hasSecondFactor(tx, account.id)) throw invalidRequest('second_factor_missing');
  audit(tx, 'recovery_codes_made', { storeId: account.storeId, subjectId: account.id });
  return replaceRecoveryCodes(tx, account.id);
}
