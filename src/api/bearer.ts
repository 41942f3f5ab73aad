import type { Socket } from 'node:net';
import type { Context } from '../context.ts';
import { type Channel, whyNotLive } from '../domain/channels/channels.ts';
import { holderOfToken, isValid, tokenHash } from '../domain/channels/tokens.ts';
import { AppError } from '../lib/errors.ts';
import type { Bindings } from '../lib/request.ts';
import { isSameSecret } from '../lib/secrets.ts';

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * Authenticates a request by its bearer token (docs/partner-api.md#authentication). The request is logged for the channel
 * even if the token is no longer valid.
 *
 * @throws AppError invalid_token, the same for every reason
 */
export function bearerChannel(ctx: Context, call: Bindings): Channel {
  ctx.db.checkExternalWrites(); // another process may have switched the channel off
  call.tokenHash ??= hashIn(call);
  const holder = call.tokenHash === '' ? undefined : holderOfToken(ctx.db, call.tokenHash);
  const now = ctx.steadyNow();
  if (holder) call.channelId = holder.channel.id;
  if (holder && isValid(holder, now)) return holder.channel;
  const why = holder && whyNotLive(holder.channel, now);
  if (why !== undefined) call.why = why;
  throw new AppError('invalid_token', 'bearer_token_invalid');
}

/** The last token of each connection. */
const newest = new WeakMap<Socket, { sent: string; hash: string }>();

/** Caches the hash per connection: comparing the token with the last one is faster than hashing it. */
function hashIn({ incoming: { socket, headers } }: Bindings): string {
  const sent = headers.authorization ?? '';
  const before = newest.get(socket);
  if (before && isSameSecret(before.sent, sent)) return before.hash; // constant time: behind a proxy different clients share a connection
  const token = BEARER.exec(sent)?.[1];
  if (token === undefined) return '';
  const hash = tokenHash(token);
  newest.set(socket, { sent, hash });
  return hash;
}
