import { ECDH } from 'node:crypto';
import type { Context, WriteTx } from '../../context.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import { newUuid } from '../../lib/runtime.ts';
import type { Account } from '../accounts/accounts.ts';
import { messageTexts } from './alert-texts.ts';
import { CODE_MINUTES, confirmedAddress, deleteEmailCode, newEmailCode } from './confirmation-codes.ts';
import type { Way } from './kinds.ts';
import type { Outcome } from './outcome.ts';
import {
  addRecipient,
  forgetTest,
  type Recipient,
  recipientById,
  recipientsOf,
  removeGoneRecipient,
  startTest,
} from './recipients.ts';
import { connectionOf, mailAccess, sendTest } from './send-alert.ts';
import { sendEmail } from './send-email.ts';
import { serviceOf } from './services.ts';

// Actions of an account on the page of its alerts.

/** Sends a code to the address. @throws AppError slow_down; invalid_request with the mail server's error */
export async function sendEmailCode(ctx: Context, account: Account, address: string): Promise<void> {
  const service = serviceOf(ctx.db, 'email');
  if (!service) throw invalidRequest('alert_service_missing');
  const code = await ctx.write((tx) => newEmailCode(tx, account.id, address, ctx.now()));
  const texts = messageTexts(account.language ?? 'th');
  const email = {
    ...{ to: address, subject: texts.codeTitle, text: texts.code(code, CODE_MINUTES) },
    ...{ key: newUuid(), time: ctx.now() },
  };
  const outcome = await sendEmail(mailAccess(ctx, service), email, async () => true);
  if (!mayHaveArrived(outcome)) await ctx.write((tx) => deleteEmailCode(tx, account.id));
  requireSent(outcome);
}

const mayHaveArrived = ({ is }: Outcome): boolean => is === 'sent' || is === 'unknown';

/** @throws AppError invalid_request with the reason */
function requireSent(outcome: Outcome): void {
  if (outcome.is !== 'sent') throw invalidRequest(outcome.reason);
}

/** False if the code is wrong or too old. */
export function confirmEmail(tx: WriteTx, account: Account, code: string, now: number): boolean {
  const address = confirmedAddress(tx, account.id, code.replace(/\s/g, ''), now);
  if (address !== undefined) addRecipient(tx, account, { way: 'email', address }, now);
  return address !== undefined;
}

/** @throws AppError not_found unless it is the account's */
export function ownRecipient({ db }: Pick<Context, 'db'>, account: Account, id: Id): Recipient {
  const recipient = recipientById(db, id);
  if (recipient?.accountId !== account.id) throw notFound('alert_recipient_not_found');
  return recipient;
}

/** @throws AppError slow_down within a minute of the last one; invalid_request with the reason if it is not sent */
export async function testRecipient(ctx: Context, account: Account, recipient: Recipient): Promise<void> {
  await ctx.write((tx) => startTest(tx, recipient.id, ctx.now()));
  const outcome = await sendTest(ctx, account, recipient);
  if (outcome.is === 'gone') await ctx.write((tx) => removeGoneRecipient(tx, recipient.id));
  else if (!mayHaveArrived(outcome)) await ctx.write((tx) => forgetTest(tx, recipient.id));
  requireSent(outcome);
}

/** Tests a way with the account's own destinations. @throws AppError invalid_request with the first reason */
export async function testWay(ctx: Context, account: Account, way: Way): Promise<void> {
  const own = recipientsOf(ctx.db, account.id).filter((recipient) => recipient.way === way);
  if (own.length === 0) throw invalidRequest('alert_no_own_recipient');
  for (const recipient of own) await testRecipient(ctx, account, recipient);
}

/** A subscription as the browser gives it (PushSubscription). */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const KEY = /^[\w-]{87}=?$/;
const AUTH = /^[\w-]{22}={0,2}$/; // 16 bytes

function isPointOfP256(text: string): boolean {
  if (!KEY.test(text)) return false;
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'hex', 'uncompressed') !== '';
  } catch {
    return false; // the key has the right length and is not a point on the curve
  }
}

/** The browser as a recipient. @throws AppError invalid_request */
export function checkedBrowser({ config }: Context, subscription: Subscription, userAgent: string) {
  const { endpoint, p256dh, auth } = subscription;
  if (!isPointOfP256(p256dh) || !AUTH.test(auth)) throw invalidRequest('push_subscription_malformed');
  const problem = URL.parse(endpoint)
    ? connectionOf(config).urlProblem(endpoint)
    : message('push_subscription_malformed');
  if (problem) throw invalidRequest(problem);
  return { way: 'push', address: endpoint, detail: { p256dh, auth, userAgent: userAgent.slice(0, 400) } } as const;
}
