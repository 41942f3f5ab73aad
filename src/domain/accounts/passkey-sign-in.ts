import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import { type Account, isPasswordExpired } from './accounts.ts';
import { hasAuthenticatorApp } from './authenticator-app.ts';
import { newChallenge } from './passkey-challenges.ts';
import { checkPasskey, type PasskeyCheck, type PasskeyResult } from './passkey-check.ts';
import { requestOptions } from './passkey-options.ts';
import { listPasskeys, passkeysAt } from './passkeys.ts';
import { endPendingSignIn, pendingAccount } from './pending-sign-ins.ts';
import { confirmSession } from './sessions.ts';
import { forgetFailures } from './throttle.ts';

/** An answer, without what the functions here add to it. */
export type PasskeyAnswer = Omit<PasskeyCheck, 'purpose' | 'account'>;

type SignedIn = PasskeyResult<{ account: Account }>;

interface ChallengeContext {
  host: string;
  /** A secret of the session or browser. */
  boundTo: string;
  now: number;
}

// A sign-in without name and password. The authenticator checks its user, so the passkey is both factors.

export const signInOptions = ({ host, boundTo, now }: ChallengeContext) =>
  requestOptions({
    ...{ host, passkeys: [], verifiesUser: true },
    challenge: newChallenge({ purpose: 'sign_in', boundTo }, now),
  });

/** @throws AppError slow_down if too many checks are in progress */
export const signInWithPasskey = (ctx: Context, answer: PasskeyAnswer): Promise<SignedIn> =>
  checkPasskey(ctx, { purpose: 'sign_in', ...answer }, (tx, account, [own]) => {
    if (own) forgetFailures(tx, own);
    return { account };
  });

// The second step, after the password

const secondStepBinding = (boundTo: string, token: string): string => `${boundTo} ${token}`;

/** Undefined if the password is needed again, or the account has no passkey for this host. */
export function secondStepOptions(db: Reader, token: string, { host, boundTo, now }: ChallengeContext) {
  const account = pendingAccount(db, token, now);
  const passkeys = account ? passkeysAt(db, account.id, host) : [];
  if (passkeys.length === 0) return undefined;
  const challenge = newChallenge({ purpose: 'second_step', boundTo: secondStepBinding(boundTo, token) }, now);
  return requestOptions({ host, passkeys, challenge, verifiesUser: false });
}

/** The second factors of a pending sign-in, besides recovery codes. */
export function pendingFactors(db: Reader, token: string, host: string | undefined, now: number) {
  const account = pendingAccount(db, token, now);
  const passkeys = account ? listPasskeys(db, account.id) : [];
  return {
    app: account === undefined || hasAuthenticatorApp(db, account.id),
    passkeysHere: passkeys.some((passkey) => passkey.host === host),
    /** The account has passkeys, but none for this host. */
    passkeysElsewhere: passkeys.length > 0 && !passkeys.some((passkey) => passkey.host === host),
  };
}

/** @throws AppError slow_down if too many checks are in progress */
export async function finishSignInWithPasskey(ctx: Context, token: string, answer: PasskeyAnswer): Promise<SignedIn> {
  const account = pendingAccount(ctx.db, token, ctx.steadyNow());
  if (!account || isPasswordExpired(account, ctx.steadyNow())) return { refused: 'over' };
  const boundTo = secondStepBinding(answer.boundTo, token);
  return checkPasskey(ctx, { ...answer, purpose: 'second_step', boundTo, account }, (tx, signed, [own]) => {
    if (!pendingAccount(tx, token, ctx.steadyNow())) return { refused: 'over' } as const;
    endPendingSignIn(tx, token);
    if (own) forgetFailures(tx, own);
    return { account: signed };
  });
}

// "Confirm your identity", in place of the password

export const confirmOptions = (db: Reader, account: Account, { host, boundTo, now }: ChallengeContext) =>
  requestOptions({
    ...{ host, passkeys: passkeysAt(db, account.id, host), verifiesUser: true },
    challenge: newChallenge({ purpose: 'confirm', boundTo }, now),
  });

/**
 * Marks the session of `token` as confirmed (`isConfirmed`).
 *
 * @throws AppError invalid_request if the answer is wrong; slow_down after too many wrong ones
 */
export async function confirmWithPasskey(
  ctx: Context,
  account: Account,
  { token, ...answer }: PasskeyAnswer & { token: string },
): Promise<void> {
  const result = await checkPasskey(ctx, { purpose: 'confirm', account, ...answer }, (tx) => ({
    confirmed: confirmSession(tx, token, ctx.steadyNow()),
  }));
  if ('confirmed' in result) return;
  if (result.refused !== 'blocked') throw invalidRequest('passkey_refused');
  throw new AppError('slow_down', 'too_many_wrong_passwords', { seconds: result.seconds, retryAfter: result.seconds });
}
