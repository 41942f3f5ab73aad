import type { Context } from '../../context.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import type { Account } from './accounts.ts';
import { confirmSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

export interface CurrentPassword {
  current: string | undefined;
  /** As of a sign-in: a wrong password counts as a failed one. */
  browser?: string | undefined;
  address: string;
}

/** @throws AppError invalid_request if the password is wrong; slow_down after too many wrong ones */
export async function requirePassword(
  ctx: Context,
  { name }: Account,
  { current = '', browser, address }: CurrentPassword,
): Promise<void> {
  const signed = await signIn(ctx, { name, password: current, browser, address });
  if ('account' in signed) return;
  if (signed.refused !== 'blocked') throw wrongCurrentPassword();
  throw new AppError('slow_down', 'too_many_wrong_passwords', { seconds: signed.seconds, retryAfter: signed.seconds });
}

export const wrongCurrentPassword = () => invalidRequest('current_password_wrong', { path: 'current' });

/** Makes the session of `token` a confirmed one, see `isConfirmed`. @throws AppError as `requirePassword` */
export async function confirmPassword(
  ctx: Context,
  account: Account,
  { token, ...current }: CurrentPassword & { token: string },
): Promise<void> {
  await requirePassword(ctx, account, current);
  await ctx.write((tx) => confirmSession(tx, token, ctx.steadyNow()));
}
