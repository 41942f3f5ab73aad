import type { Context } from '../context.ts';
import type { Channel } from '../domain/channels/channels.ts';
import { holderOfToken, isValid } from '../domain/channels/tokens.ts';
import { Refusal } from '../lib/errors.ts';
import type { Bindings } from '../lib/request.ts';

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * The channel that the call's token identifies (specification, "Authentication"). The call is noted as its holder's
 * even where the token no longer works.
 *
 * @throws Refusal invalid_token, the same for every reason
 */
export function bearerChannel(ctx: Context, call: Bindings): Channel {
  ctx.db.freshen(); // another process may have switched the channel off
  const token = BEARER.exec(call.incoming.headers.authorization ?? '')?.[1];
  const holder = token === undefined ? undefined : holderOfToken(ctx.db, token);
  if (holder) call.channelId = holder.channel.id;
  if (!holder || !isValid(holder, ctx.now()))
    throw new Refusal('invalid_token', 'the bearer token is missing, malformed or expired');
  return holder.channel;
}
