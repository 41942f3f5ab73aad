import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { secretVersion } from '../../lib/secrets.ts';
import { addAccount, setPassword } from './account-changes.ts';
import { type Account, accountById, passwordHashOf } from './accounts.ts';
import { type CurrentPassword, requirePassword, wrongCurrentPassword } from './confirm-password.ts';
import { hashPassword, newPassword, passwordMatches, requireStrongPassword } from './passwords.ts';
import type { Role } from './permissions.ts';
import { renewSession, sessionOf } from './sessions.ts';
import { unblockSignIn } from './throttle.ts';

const VALID_TIME = 86_400_000;

export interface AccountWithPassword {
  account: Account;
  password: string;
}

interface NewAccountFields {
  name: string;
  role: Role;
  /** Id of a custom role. */
  roleId?: Id | null;
  storeId: Id | null;
  /** Default: true. */
  mustChangePassword?: boolean;
}

/** A step of the transaction that creates the password. */
type WithPassword = (tx: WriteTx, made: AccountWithPassword) => void;

/** @throws AppError invalid_request if the name is invalid or taken, or the role does not fit the store; slow_down */
export async function addAccountWithPassword(
  ctx: Context,
  fields: NewAccountFields,
  also?: WithPassword,
): Promise<AccountWithPassword> {
  const password = newPassword();
  const passwordHash = await hashPassword(password, ctx.passwordCost);
  const { mustChangePassword = true } = fields;
  const passwordExpireTime = mustChangePassword ? ctx.steadyNow() + VALID_TIME : null;
  return ctx.write((tx) => {
    const id = addAccount(tx, { ...fields, passwordHash, mustChangePassword, passwordExpireTime }, ctx.now());
    const made = { account: accountById(tx, id) as Account, password };
    also?.(tx, made);
    return made;
  });
}

/** Generates a new password, ends the sessions and lifts a block. @throws AppError slow_down */
export async function resetPassword(ctx: Context, account: Account): Promise<AccountWithPassword> {
  const password = newPassword();
  const passwordHash = await hashPassword(password, ctx.passwordCost);
  await ctx.write((tx) => setOneTimePassword(tx, account, passwordHash, ctx.steadyNow()));
  return { account, password };
}

/**
 * Resets the password unless it has changed since `version`, so that a form that is sent twice resets it once.
 *
 * @throws AppError slow_down
 */
export async function replacePassword(
  ctx: Context,
  account: Account,
  { version, also }: { version: string | undefined; also: WithPassword },
): Promise<AccountWithPassword | undefined> {
  const isCurrent = (db: Reader) => passwordVersion(db, account.id) === version;
  if (!isCurrent(ctx.db)) return undefined;
  const password = newPassword();
  const passwordHash = await hashPassword(password, ctx.passwordCost);
  return ctx.write((tx) => {
    if (!isCurrent(tx)) return undefined;
    setOneTimePassword(tx, account, passwordHash, ctx.steadyNow());
    also(tx, { account, password });
    return { account, password };
  });
}

/** A fingerprint of the current password. */
export const passwordVersion = (db: Reader, id: Id): string => secretVersion(passwordHashOf(db, id) ?? '');

function setOneTimePassword(tx: WriteTx, { id, name }: Account, passwordHash: string, now: number): void {
  setPassword(tx, id, { passwordHash, mustChangePassword: true, passwordExpireTime: now + VALID_TIME });
  unblockSignIn(tx, name);
}

/** The current password is not required if it is a one-time one. */
export interface PasswordChange extends CurrentPassword {
  password: string;
  /** Token of the session that stays signed in, with a new token. */
  token: string;
}

/**
 * Changes the password at the account's own request. The other sessions end.
 *
 * @returns the new token of the session
 * @throws AppError invalid_request if `current` is wrong, if the password was changed in the meantime, or if `password`
 *   is invalid or the current one; slow_down
 */
export async function choosePassword(ctx: Context, account: Account, choice: PasswordChange): Promise<string> {
  requireStrongOwnPassword(ctx.db, account, choice.password);
  if (!account.mustChangePassword) await requirePassword(ctx, account, choice);
  const currentHash = passwordHashOf(ctx.db, account.id) ?? '';
  if (await passwordMatches(choice.password, currentHash))
    throw invalidRequest('password_unchanged', { path: 'password' });
  const passwordHash = await hashPassword(choice.password, ctx.passwordCost);
  return ctx.write((tx) => {
    const now = ctx.steadyNow();
    const isSignedIn = sessionOf(tx, choice.token, now) !== undefined;
    if (!isSignedIn || passwordHashOf(tx, account.id) !== currentHash) throw wrongCurrentPassword();
    const token = renewSession(tx, choice.token, now);
    setPassword(tx, account.id, { passwordHash, mustChangePassword: false }, token);
    return token;
  });
}

/** @throws AppError invalid_request at `password` if the account may not choose it */
export const requireStrongOwnPassword = (db: Reader, account: Account, password: string): void =>
  requireStrongPassword(password, account.name, storeNamesOf(db, account));

const namesOfStores = query<{ name: string }>(
  { reads: ['stores'] },
  'SELECT name FROM stores WHERE id = coalesce(?, id)',
);

const storeNamesOf = (db: Reader, { storeId }: Account): string[] =>
  db.all(namesOfStores, storeId).map(({ name }) => name);
