import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';
import { audit } from '../audit/audit-log.ts';
import { addAccount, changeAccount } from './account-changes.ts';
import { type Account, accountById } from './accounts.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

const LINK_VALID_TIME = 86_400_000;

const anyAccount = query<object>({ reads: ['accounts'] }, 'SELECT 1 FROM accounts LIMIT 1');

export const needsFirstRun = (db: Reader): boolean => db.get(anyAccount) === undefined;

const replaceKey = command(
  { writes: ['first_run'] },
  'INSERT OR REPLACE INTO first_run (id, key_hash, create_time) VALUES (1, ?, ?)',
);

/** A new key for the setup link; earlier keys become invalid. Only its hash is stored. */
export function firstRunLink(tx: WriteTx, now: number): string {
  const key = newSecret();
  tx.run(replaceKey, secretHash(key), now);
  audit(tx, 'setup_link_made', { storeId: null });
  return key;
}

const currentKey = query<{ hash: Buffer }>(
  { reads: ['first_run'] },
  'SELECT key_hash AS hash FROM first_run WHERE create_time > ?',
);

/** False after 24 hours, and always once there is an account. */
export function firstRunMatches(db: Reader, key: string, now: number): boolean {
  const current = db.get(currentKey, now - LINK_VALID_TIME);
  return current !== undefined && isSecret(key, current.hash) && needsFirstRun(db);
}

const deleteKey = command({ writes: ['first_run'] }, 'DELETE FROM first_run');

export const endFirstRun = (tx: WriteTx): number => tx.run(deleteKey);

/**
 * Adds the first account, an owner of every store, and invalidates the setup link. @throws AppError access_denied if
 * the link is invalid; invalid_request if the name or the password is
 */
export async function addFirstOwner(
  ctx: Context,
  { key, name, password, language }: { key: string; name: string; password: string; language: Language },
): Promise<Account> {
  requireKey(firstRunMatches(ctx.db, key, ctx.steadyNow())); // before the expensive hash
  requireStrongPassword(password, name);
  const passwordHash = await hashPassword(password, ctx.passwordCost);
  return ctx.write((tx) => {
    requireKey(firstRunMatches(tx, key, ctx.steadyNow()));
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
