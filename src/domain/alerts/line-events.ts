import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Context, WriteTx } from '../../context.ts';
import { AppError, invalidRequest, notFound } from '../../lib/errors.ts';
import { describe } from '../../lib/messages/messages.ts';
import { isSameSecret } from '../../lib/secrets.ts';
import { problem } from '../../lib/validation.ts';
import { accountById } from '../accounts/accounts.ts';
import { accountOfLineCode } from './confirmation-codes.ts';
import { queueMessage } from './outbox.ts';
import { addRecipient, deleteAddress, recipientById } from './recipients.ts';
import { serviceOf } from './services.ts';

// LINE's webhook: it connects a chat to an account by a code, and disconnects chats that blocked the official account.

const id = v.optional(v.pipe(v.string(), v.maxLength(100)));

const lineEvents = v.object({
  events: v.array(
    v.object({
      type: v.string(),
      source: v.optional(v.object({ userId: id, groupId: id, roomId: id })),
      message: v.optional(v.object({ type: v.string(), text: v.optional(v.string()) })),
    }),
  ),
});

type LineEvent = v.InferOutput<typeof lineEvents>['events'][number];

interface LineRequest {
  /** The header `X-Line-Signature`. */
  signature: string | undefined;
  body: Buffer;
}

/** @throws AppError not_found without LINE; access_denied if the signature is wrong; invalid_request */
export async function handleLineEvents(ctx: Context, { signature = '', body }: LineRequest): Promise<void> {
  const service = serviceOf(ctx.db, 'line');
  if (!service) throw notFound('nothing_at_path');
  const expected = createHmac('sha256', service.secret).update(body).digest('base64');
  if (!isSameSecret(signature, expected)) throw new AppError('access_denied', 'line_signature_wrong');
  const parsed = v.safeParse(lineEvents, parseJson(body));
  if (!parsed.success) throw invalidRequest(problem(parsed.issues[0], 'body'));
  for (const event of parsed.output.events)
    try {
      await ctx.write((tx) => handleEvent(tx, event, ctx.now()));
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // LINE then repeats the request
      ctx.log.warn({ reason: describe(error) }, 'a LINE chat was not connected');
    }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalidRequest('body_not_json');
  }
}

/** A code that is sent in a group connects the group. */
function handleEvent(tx: WriteTx, { type, source, message }: LineEvent, now: number): void {
  const chat = source?.groupId ?? source?.roomId ?? source?.userId;
  if (chat === undefined) return;
  if (type === 'unfollow' || type === 'leave') deleteAddress(tx, 'line', chat);
  if (type === 'message' && message?.type === 'text') connectChat(tx, chat, message.text ?? '', now);
}

/** The chat gets a test message as the answer. Any other text is ignored. */
function connectChat(tx: WriteTx, chat: string, text: string, now: number): void {
  const accountId = accountOfLineCode(tx, text, now);
  const account = accountId === undefined ? undefined : accountById(tx, accountId);
  if (!account || account.disabled) return;
  const recipient = recipientById(tx, addRecipient(tx, account, { way: 'line', address: chat }, now));
  if (recipient) queueMessage(tx, recipient, [{ kind: 'test' }], now);
}
