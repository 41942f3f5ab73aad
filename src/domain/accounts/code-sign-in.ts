import type { Context } from '../../context.ts';
import { audit } from '../audit/audit-log.ts';
import { type Account, isPasswordExpired } from './accounts.ts';
import { endPendingSignIn, pendingAccount } from './pending-sign-ins.ts';
import { hasSecondFactor, takeCode } from './second-factor.ts';
import { blockedFor, forgetFailures, recordFailure, subjectsOf } from './throttle.ts';

export interface CodeSignIn {
  /** Of the pending sign-in. */
  token: string;
  /** Of the authenticator app, or a recovery code. */
  code: string;
  browser: string | undefined;
  address: string;
}

export type CodeSignInResult =
  | { account: Account }
  | { refused: 'wrong' }
  /** The password is needed again. */
  | { refused: 'over' }
  | { refused: 'blocked'; seconds: number };

/** The second step of a sign-in. Wrong codes count and block like wrong passwords. */
export function signInWithCode(ctx: Context, { token, code, ...client }: CodeSignIn): Promise<CodeSignInResult> {
  return ctx.write((tx): CodeSignInResult => {
    const now = ctx.steadyNow();
    const account = pendingAccount(tx, token, now);
    if (!account || isPasswordExpired(account, now)) return { refused: 'over' };
    const subjects = subjectsOf(tx, { name: account.name, ...client }, account);
    const seconds = blockedFor(tx, subjects, now);
    if (seconds > 0) return { refused: 'blocked', seconds };
    // without a second factor an owner removed it after the first step: the password is enough then
    if (!hasSecondFactor(tx, account.id) || takeCode(tx, account, code, ctx.now())) {
      endPendingSignIn(tx, token);
      forgetFailures(tx, subjects[0]);
      return { account };
    }
    recordFailure(tx, subjects, now);
    audit(tx, 'sign_in_failed', { storeId: account.storeId, subjectId: account.id });
    return { refused: 'wrong' };
  });
}
