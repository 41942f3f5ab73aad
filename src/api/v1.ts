import type * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Channel, Permission } from '../domain/channels/channels.ts';
import { storeById } from '../domain/stores.ts';
import { Refusal } from '../lib/errors.ts';
import { bearerChannel } from './bearer.ts';
import { checkBody, parseJson, readBody } from './body.ts';
import type { ApiContext } from './call-log.ts';
import { type ApiCall, type KeptJson, v1Reply } from './reply.ts';

/** A business endpoint: what it takes, who may call it, and its answer without `request_id`. */
interface Endpoint<Body> {
  body: v.GenericSchema<unknown, Body>;
  /** The body may be left out, which means `{}`. */
  bodyOptional?: boolean;
  /** Catalogue reads need none. */
  permission?: Permission;
  answer: (channel: Channel, body: Body) => object | KeptJson | Promise<object>;
}

/**
 * The handler of a `/v1` call. One function in place of a chain of middleware, since each link costs every call; its
 * order of checks is that of decisions §1: bearer, size, JSON and schema, permission, then the verb's own.
 */
export const v1 =
  <Body>(ctx: ApiContext, { body: schema, bodyOptional, permission, answer }: Endpoint<Body>) =>
  async (c: ApiCall): Promise<Response> => {
    const { incoming } = c.env;
    c.env.startTime = ctx.monotonic();
    bearerChannel(ctx, c.env); // whoever has no token does not get its body read
    const bytes = await readBody(incoming);
    const channel = bearerChannel(ctx, c.env); // a body may take its time, and the channel be changed meanwhile
    const body = checkBody(schema, parseJson(incoming, bytes, bodyOptional));
    if (permission !== undefined) requirePermission(ctx, channel, permission);
    const given = await answer(channel, body);
    ctx.note(c, 200);
    return v1Reply(c, given);
  };

function requirePermission(ctx: Context, channel: Channel, permission: Permission): void {
  if (!channel.permissions.includes(permission))
    throw new Refusal('access_denied', `this channel lacks the permission ${permission}`);
  if (storeById(ctx.db, channel.storeId).suspended) throw new Refusal('access_denied', 'this store is suspended');
}
