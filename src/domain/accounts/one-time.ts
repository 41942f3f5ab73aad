import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { secretVersion } from '../../lib/secrets.ts';
import { type Account, accountById, passwordHashOf, type Role } from './accounts.ts';
import { addAccount, setPassword } from './change.ts';
import { hashPassword, newPassword, passwordMatches, requirePasswordLength } from './passwords.ts';
import { sessionOf } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { unblockSignIn } from './throttle.ts';

export interface WithPassword {
  account: Account;
  password: string;
}

interface Wanted {
  name: string;
  role: Role;
  storeId: Id | null;
  /** Default: true. */
  mustChangePassword?: boolean;
}

/** @throws AppError invalid_request if the name is invalid or taken, or staff has no store; slow_down */
export async function addWithPassword(ctx: Context, wanted: Wanted): Promise<WithPassword> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return ctx.write((tx) => {
    const id = addAccount(tx, { mustChangePassword: true, ...wanted, passwordHash }, ctx.now());
    return { account: accountById(tx, id) as Account, password };
  });
}

/** Generates a new password, ends the sessions and lifts a block. @throws AppError slow_down */
export async function resetPassword(ctx: Context, account: Account): Promise<WithPassword> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await ctx.write((tx) => giveOneTime(tx, account, passwordHash));
  return { account, password };
}

/**
 * Resets the password unless it has changed since `version`, so that a form that is sent twice resets it once. @throws
 * AppError slow_down
 */
export async function replacePassword(
  ctx: Context,
  account: Account,
  version: string | undefined,
): Promise<WithPassword | undefined> {
  const isCurrent = (db: Reader) => passwordVersion(db, account.id) === version;
  if (!isCurrent(ctx.db)) return undefined;
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return ctx.write((tx) => {
    if (!isCurrent(tx)) return undefined;
    giveOneTime(tx, account, passwordHash);
    return { account, password };
  });
}

/** A fingerprint of the current password. */
export const passwordVersion = (db: Reader, id: Id): string => secretVersion(passwordHashOf(db, id) ?? '');

function giveOneTime(tx: WriteTx, { id, name }: Account, passwordHash: string): void {
  setPassword(tx, id, { passwordHash, mustChangePassword: true });
  unblockSignIn(tx, name);
}

export interface Choice {
  /** The current password; not required if it is a one-time one. */
  current: string | undefined;
  password: string;
  /** Of the session to keep. */
  token: string;
  /** The client's address: failures count as failed sign-ins. */
  address: string;
}

/**
 * Gives the account a password of its own choice.
 *
 * @throws AppError invalid_request where `current` is wrong, or no longer the password once the new one is hashed, or
 *   `password` unfit or the one that it has; slow_down
 */
export async function choosePassword(ctx: Context, account: Account, choice: Choice): Promise<void> {
  requirePasswordLength(choice.password);
  const checked = passwordHashOf(ctx.db, account.id) ?? '';
  if (!account.mustChangePassword) await requireCurrent(ctx, account, choice);
  if (await passwordMatches(choice.password, checked)) throw invalidRequest('password_unchanged', { path: 'password' });
  const passwordHash = await hashPassword(choice.password);
  await ctx.write((tx) => {
    const goesOn = sessionOf(tx, choice.token, ctx.steadyNow()) !== undefined;
    if (!goesOn || passwordHashOf(tx, account.id) !== checked) throw notCurrent();
    setPassword(tx, account.id, { passwordHash, mustChangePassword: false }, choice.token);
  });
}

async function requireCurrent(ctx: Context, { name }: Account, { current = '', address }: Choice): Promise<void> {
  const signed = await signIn(ctx, { name, password: current, address });
  if ('account' in signed) return;
  if (signed.refused === 'wrong') throw notCurrent();
  throw new AppError('slow_down', 'too_many_wrong_passwords', { seconds: signed.seconds, retryAfter: signed.seconds });
}

const notCurrent = () => invalidRequest('current_password_wrong', { path: 'current' });
