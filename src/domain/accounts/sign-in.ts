import type { Context } from '../../context.ts';
import { type Account, accountById, accountNamed, passwordHashOf } from './accounts.ts';
import { NO_PASSWORD, passwordMatches } from './passwords.ts';
import { blockedFor, recordFailure, subjectsOf, unblockSignIn } from './throttle.ts';

export interface Credentials {
  name: string;
  password: string;
  /** Of whoever asks, as seen behind the proxies. */
  address: string;
}

export type SignedIn = { account: Account } | { refused: 'wrong' } | { refused: 'blocked'; seconds: number };

/**
 * Checks a name and password. An unknown name, a wrong password and a disabled account look the same and take as long;
 * ten failures of a name or an address within five minutes block it for a quarter of an hour, right password or not.
 *
 * @throws AppError slow_down where too many are signing in
 */
export async function signIn(ctx: Context, credentials: Credentials): Promise<SignedIn> {
  const subjects = subjectsOf(credentials);
  const seconds = blockedFor(ctx.db, subjects, ctx.steadyNow());
  if (seconds > 0) return { refused: 'blocked', seconds };
  const named = accountNamed(ctx.db, credentials.name);
  const hash = (named && passwordHashOf(ctx.db, named.id)) ?? NO_PASSWORD;
  const matches = await passwordMatches(credentials.password, hash);
  return ctx.write((tx) => {
    const now = ctx.steadyNow();
    const blocked = blockedFor(tx, subjects, now); // others who waited with it may have brought the block
    if (blocked > 0) return { refused: 'blocked', seconds: blocked };
    const account = named && accountById(tx, named.id);
    if (matches && account && !account.disabled && passwordHashOf(tx, account.id) === hash) {
      unblockSignIn(tx, account.name);
      return { account };
    }
    recordFailure(tx, subjects, now);
    return { refused: 'wrong' };
  });
}
