import type * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Channel, Permission } from '../domain/channels/channels.ts';
import { storeById } from '../domain/stores.ts';
import { AppError } from '../lib/errors.ts';
import { bytesAtHand } from '../lib/read-bytes.ts';
import type { Bindings } from '../lib/request.ts';
import { bearerChannel } from './bearer.ts';
import { checkBody, parseJson, readBody } from './body.ts';
import type { ApiContext } from './call-log.ts';
import { type KeptJson, v1Reply } from './reply.ts';

/** A business endpoint, a POST: what it takes, who may call it, and its answer without `request_id`. */
interface Endpoint<Body> {
  path: string;
  body: v.GenericSchema<unknown, Body>;
  /** The body may be left out, which means `{}`. */
  bodyOptional?: boolean;
  /** Catalogue reads need none. */
  permission?: Permission;
  answer: (channel: Channel, body: Body) => object | KeptJson | Promise<object>;
}

/** A call of the partner API and what answers it: by itself, unless it throws. */
export interface PartnerCall {
  path: string;
  answer: (call: Bindings) => Promise<void>;
}

/**
 * A `/v1` call. One function in place of a chain of middleware, since each link costs every call; its order of checks is
 * that of docs/decisions.md#order-of-checks: bearer, size, JSON and schema, permission, then the verb's own.
 */
export const v1 = <Body>(ctx: ApiContext, endpoint: Endpoint<Body>): PartnerCall => {
  const { path, body: schema, bodyOptional, permission } = endpoint;
  return {
    path,
    answer: async (call) => {
      const { incoming } = call;
      await undefined; // what has come together with the headers is taken in by then
      let channel = bearerChannel(ctx, call); // whoever has no token does not get its body read
      let bytes: Buffer | undefined = bytesAtHand(incoming);
      if (!bytes) {
        bytes = await readBody(incoming);
        channel = bearerChannel(ctx, call); // a body may take its time, and the channel be changed meanwhile
      }
      const body = checkBody(schema, parseJson(incoming, bytes, bodyOptional));
      if (permission !== undefined) requirePermission(ctx, channel, permission);
      const given = await endpoint.answer(channel, body);
      v1Reply(call, given);
      ctx.note(call, path, 200);
    },
  };
};

function requirePermission(ctx: Context, channel: Channel, permission: Permission): void {
  if (!channel.permissions.includes(permission))
    throw new AppError('access_denied', 'permission_missing', { permission });
  if (storeById(ctx.db, channel.storeId).suspended) throw new AppError('access_denied', 'store_suspended');
}
