import type { Context } from '../../context.ts';
import { unmatchedHash } from '../../lib/scrypt.ts';
import { audit } from '../audit/audit-log.ts';
import { replaceHash } from './account-changes.ts';
import { type Account, accountById, findAccount, isPasswordExpired, passwordHashOf } from './accounts.ts';
import { passwordMatches, renewedHash } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';
import { blockedFor, forgetFailures, recordFailure, subjectsOf } from './throttle.ts';

export interface Credentials {
  name: string;
  password: string;
  /** The cookie of a browser that has signed in before. */
  browser?: string | undefined;
  /** The client's address. */
  address: string;
}

export type SignInResult =
  | { account: Account }
  /** `expired`: the password is right, but a one-time one and too old. */
  | { refused: 'wrong' | 'expired' }
  | { refused: 'blocked'; seconds: number };

/**
 * Checks name and password. Unknown names, wrong passwords and disabled accounts look the same and take the same time.
 * A blocked name, browser or address is rejected even with the right password.
 *
 * @throws AppError slow_down if too many sign-ins are in progress
 */
export async function signIn(ctx: Context, credentials: Credentials): Promise<SignInResult> {
  const found = findAccount(ctx.db, credentials.name);
  const subjects = subjectsOf(ctx.db, credentials, found);
  const seconds = blockedFor(ctx.db, subjects, ctx.steadyNow());
  if (seconds > 0) return { refused: 'blocked', seconds };
  const hash = (found && passwordHashOf(ctx.db, found.id)) ?? unmatchedHash(ctx.passwordCost);
  const isCorrect = await passwordMatches(credentials.password, hash);
  const newHash = isCorrect ? await renewedHash(credentials.password, hash, ctx.passwordCost) : undefined;
  return ctx.write((tx) => {
    const now = ctx.steadyNow();
    const blocked = blockedFor(tx, subjects, now); // concurrent attempts may have caused the block
    if (blocked > 0) return { refused: 'blocked', seconds: blocked };
    const account = found && accountById(tx, found.id);
    if (isCorrect && account && !account.disabled && passwordHashOf(tx, account.id) === hash) {
      if (isPasswordExpired(account, now)) {
        audit(tx, 'sign_in_failed', { storeId: account.storeId, subjectId: account.id });
        return { refused: 'expired' };
      }
      if (newHash !== undefined) replaceHash(tx, account.id, newHash);
      if (!hasSecondFactor(tx, account.id)) forgetFailures(tx, subjects[0]); // else wrong codes would be forgotten
      return { account };
    }
    recordFailure(tx, subjects, now);
    audit(tx, 'sign_in_failed', { storeId: account?.storeId ?? null, subjectId: account?.id });
    return { refused: 'wrong' };
  });
}
