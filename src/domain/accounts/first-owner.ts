import type { Context } from '../../context.ts';
import { AppError } from '../../lib/errors.ts';
import { type Account, accountById, type Language } from './accounts.ts';
import { addAccount, changeAccount } from './change.ts';
import { endFirstRun, firstRunMatches } from './first-run.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the first account, the owner of every store, by the first run's link, which is then used up.
 *
 * @throws AppError access_denied where the link is not in force; invalid_request where name or password are unfit
 */
export async function addFirstOwner(
  ctx: Context,
  { key, name, password, language }: { key: string; name: string; password: string; language: Language },
): Promise<Account> {
  requireKey(firstRunMatches(ctx.db, key)); // hashing is dear
  const passwordHash = await hashPassword(password);
  return ctx.write((tx) => {
    requireKey(firstRunMatches(tx, key));
    const owner = { name, role: 'owner', storeId: null, passwordHash, mustChangePassword: false } as const;
    const id = addAccount(tx, owner, ctx.now());
    changeAccount(tx, id, { language }, ctx.now());
    endFirstRun(tx);
    return accountById(tx, id) as Account;
  });
}

function requireKey(matches: boolean): void {
  if (!matches) throw new AppError('access_denied', 'first_run_link_expired');
}
