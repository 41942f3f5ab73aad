import type { Context } from '../../context.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { audit } from '../audit/audit-log.ts';
import { type Account, isPasswordExpired } from './accounts.ts';
import { endPendingSignIn, pendingAccount } from './pending-sign-ins.ts';
import { hasSecondFactor, takeCode } from './second-factor.ts';
import { blockedFor, forgetFailures, recordFailure, subjectsOf } from './throttle.ts';

interface TypedCode {
  /** A code of the authenticator app, or a recovery code. */
  code: string;
  browser: string | undefined;
  address: string;
}

export interface CodeSignIn extends TypedCode {
  /** Token of the pending sign-in. */
  token: string;
}

type RefusedCode = { refused: 'wrong' } | { refused: 'blocked'; seconds: number };

export type CodeSignInResult =
  | { account: Account }
  /** The password is needed again. */
  | { refused: 'over' }
  | RefusedCode;

/** The second step of a sign-in, after the password. */
export function signInWithCode(ctx: Context, { token, ...typed }: CodeSignIn): Promise<CodeSignInResult> {
  return ctx.write((tx): CodeSignInResult => {
    const now = ctx.steadyNow();
    const account = pendingAccount(tx, token, now);
    if (!account || isPasswordExpired(account, now)) return { refused: 'over' };
    const checked = checkCode(tx, account, typed, ctx);
    if (checked !== 'right') return checked;
    endPendingSignIn(tx, token);
    return { account };
  });
}

/**
 * Checks the second factor after the right password. Wrong codes count and block like wrong passwords. Without a second
 * factor an owner removed it after the password: that is enough then.
 */
export function checkCode(
  tx: WriteTx,
  account: Account,
  { code, ...client }: TypedCode,
  { now, steadyNow }: Pick<Context, 'now' | 'steadyNow'>,
): 'right' | RefusedCode {
  const subjects = subjectsOf(tx, { name: account.name, ...client }, account);
  const seconds = blockedFor(tx, subjects, steadyNow());
  if (seconds > 0) return { refused: 'blocked', seconds };
  if (!hasSecondFactor(tx, account.id) || takeCode(tx, account, code, now())) {
    forgetFailures(tx, subjects[0]);
    return 'right';
  }
  recordFailure(tx, subjects, steadyNow());
  audit(tx, 'sign_in_failed', { storeId: account.storeId, subjectId: account.id });
  return { refused: 'wrong' };
}
