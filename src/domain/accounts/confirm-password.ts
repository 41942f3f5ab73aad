import type { Context } from '../../context.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import type { Account } from './accounts.ts';
import { checkCode } from './code-sign-in.ts';
import { confirmSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

export interface CurrentPassword {
  current: string | undefined;
  /** As for a sign-in: a wrong password counts as a failed attempt. */
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
  throw signed.refused === 'blocked' ? tooManyWrong(signed.seconds) : wrongCurrentPassword();
}

export const wrongCurrentPassword = () => invalidRequest('current_password_wrong', { path: 'current' });

const tooManyWrong = (seconds: number) =>
  new AppError('slow_down', 'too_many_wrong_passwords', { seconds, retryAfter: seconds });

export interface Confirmation extends CurrentPassword {
  token: string;
  /** A code of the authenticator app, or a recovery code: required if the account has a second factor. */
  code: string | undefined;
}

/**
 * Marks the session of `token` as confirmed (`isConfirmed`). This needs the same factors as a sign-in, because a
 * stolen session with a stolen password must not replace the second factor.
 *
 * @throws AppError as `requirePassword`; invalid_request if the code is wrong
 */
export async function confirmPassword(
  ctx: Context,
  account: Account,
  { token, code = '', browser, ...current }: Confirmation,
): Promise<void> {
  await requirePassword(ctx, account, { ...current, browser });
  const checked = await ctx.write((tx) => {
    const result = checkCode(tx, account, { code, browser, address: current.address }, ctx);
    if (result === 'right') confirmSession(tx, token, ctx.steadyNow());
    return result;
  });
  if (checked === 'right') return;
  throw checked.refused === 'blocked' ? tooManyWrong(checked.seconds) : invalidRequest('code_wrong', { path: 'code' });
}
