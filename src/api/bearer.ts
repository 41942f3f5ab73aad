import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import type { Channel } from '../domain/channels/channels.ts';
import { channelOfToken } from '../domain/channels/tokens.ts';
import { Refusal } from '../lib/errors.ts';

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * The channel that the call's token identifies (specification, "Authentication").
 *
 * @throws Refusal invalid_token, the same for every reason
 */
export function bearerChannel(ctx: Context, incoming: IncomingMessage): Channel {
  ctx.db.freshen(); // another process may have switched the channel off
  const token = BEARER.exec(incoming.headers.authorization ?? '')?.[1];
  const channel = token === undefined ? undefined : channelOfToken(ctx.db, token, ctx.now());
  if (!channel) throw new Refusal('invalid_token', 'the bearer token is missing, malformed or expired');
  return channel;
}
