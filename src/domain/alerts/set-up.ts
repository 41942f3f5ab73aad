import type { Context, WriteTx } from '../../context.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { below } from '../../lib/messages/message.ts';
import { connectionOf, lineApi } from './send-alert.ts';
import { lineAccount } from './send-line.ts';
import { type EmailService, type PushService, putService, serviceOf } from './services.ts';

// Settings of the operator. Undefined secrets keep the stored ones.

/** @throws AppError invalid_request at the field */
export async function setUpEmail(ctx: Context, wanted: EmailService): Promise<void> {
  const problem = connectionOf(ctx.config).mailProblem(wanted);
  if (problem) throw invalidRequest(below('host', problem));
  await ctx.write((tx) => {
    const kept = serviceOf(tx, 'email')?.password;
    const password = wanted.user === undefined ? undefined : (wanted.password ?? kept);
    if (wanted.user !== undefined && password === undefined)
      throw invalidRequest('alert_secret_missing', { path: 'password' });
    putService(tx, 'email', { ...wanted, password });
  });
}

interface LineSecrets {
  token: string | undefined;
  secret: string | undefined;
}

/** Asks LINE which account the token belongs to. @throws AppError invalid_request with LINE's error */
export async function setUpLine(ctx: Context, wanted: LineSecrets): Promise<void> {
  const known = serviceOf(ctx.db, 'line');
  const [token, secret] = [wanted.token ?? known?.token, wanted.secret ?? known?.secret];
  if (token === undefined) throw invalidRequest('alert_secret_missing', { path: 'token' });
  if (secret === undefined) throw invalidRequest('alert_secret_missing', { path: 'secret' });
  const account = await lineAccount(lineApi(ctx), token);
  await ctx.write((tx) => putService(tx, 'line', { token, secret, ...account }));
}

/** Turns web push on. The keys stay, because browsers subscribe to them. */
export function setUpPush(tx: WriteTx, keys: PushService): void {
  if (!serviceOf(tx, 'push')) putService(tx, 'push', keys);
}
