import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';
import { type Account, accountById, type Language } from './accounts.ts';
import { addAccount, changeAccount } from './change.ts';
import { hashPassword } from './passwords.ts';

const anyAccount = query<object>({ reads: ['accounts'] }, 'SELECT 1 FROM accounts LIMIT 1');

/** Whether there is no account yet. */
export const needsFirstRun = (db: Reader): boolean => db.get(anyAccount) === undefined;

const replaceKey = command(
  { writes: ['first_run'] },
  'INSERT OR REPLACE INTO first_run (id, key_hash, create_time) VALUES (1, ?, ?)',
);

/** A new key for the link that makes the first account; the one before it is void. Only its hash is current. */
export function firstRunLink(tx: WriteTx, now: number): string {
  const key = newSecret();
  tx.run(replaceKey, secretHash(key), now);
  return key;
}

const currentKey = query<{ hash: Buffer }>({ reads: ['first_run'] }, 'SELECT key_hash AS hash FROM first_run');

/** Whether the key is the link's; none is once there is an account. */
export function firstRunMatches(db: Reader, key: string): boolean {
  const current = db.get(currentKey);
  return current !== undefined && isSecret(key, current.hash) && needsFirstRun(db);
}

const deleteKey = command({ writes: ['first_run'] }, 'DELETE FROM first_run');

export const endFirstRun = (tx: WriteTx): number => tx.run(deleteKey);

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
