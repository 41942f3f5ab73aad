import type { Socket } from 'node:net';
import type * as v from 'valibot';
import type { Context, Reader } from '../context.ts';
import { holderOfToken, invalidReason, isValid } from '../domain/channels/authenticate.ts';
import type { Channel, Permission } from '../domain/channels/channels.ts';
import { tokenHash } from '../domain/channels/tokens.ts';
import { storeById } from '../domain/stores.ts';
import { AppError } from '../lib/errors.ts';
import { receivedBody } from '../lib/read-bytes.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { isSameSecret } from '../lib/secrets.ts';
import type { ApiContext } from './call-log.ts';
import type { LargeResult } from './large-calls/call-thread.ts';
import { type CachedJson, v1Reply, v1ReplyBytes, type WithHeaders } from './reply.ts';
import { checkBody, checkJsonHeaders, parseJson, readBody } from './request-body.ts';

/** A POST endpoint: its body schema, its permission and its response without `request_id`. */
export interface Endpoint<Body> {
  path: string;
  body: v.GenericSchema<unknown, Body>;
  /** A missing body means `{}`. */
  bodyOptional?: boolean;
  /** If absent, every channel may call the endpoint. */
  permission?: Permission;
  /** LARGE: the response is too large for the main thread. */
  handle(channel: Channel, body: Body): Result | Promise<Result>;
  /** A body above this number of bytes takes too long for the main thread. Default: no body does. */
  largeBody?: number;
}

type Result = object | CachedJson | WithHeaders | typeof LARGE;

export const LARGE = Symbol('large');

/** An endpoint of the partner API. `handle` sends the response unless it throws. */
export interface PartnerCall {
  path: string;
  handle: (call: Bindings) => Promise<void>;
}

/**
 * Defines a `/v1` endpoint as one function, which is faster than a chain of middleware. The order of checks is in
 * docs/decisions.md#order-of-checks: token, size, JSON and schema, permission, endpoint.
 */
export const v1 = <Body>(ctx: ApiContext, endpoint: Endpoint<Body>): PartnerCall => {
  const { path, bodyOptional, largeBody = Number.POSITIVE_INFINITY } = endpoint;
  return {
    path,
    handle: async (call) => {
      const { incoming } = call;
      await undefined; // lets Node read a body that arrived together with the headers
      let channel = bearerChannel(ctx, call); // the body of an unauthenticated request is not read
      let bytes: Buffer | undefined = receivedBody(incoming);
      if (!bytes) {
        bytes = await readBody(incoming);
        channel = bearerChannel(ctx, call); // the channel may have changed while the body arrived
      }
      checkJsonHeaders(incoming, bytes, bodyOptional);
      const result = bytes.length > largeBody ? LARGE : await runEndpoint(ctx, endpoint, { channel, bytes });
      if (result === LARGE) {
        const { json, headers } = await runInThread(ctx, path, { channel, bytes });
        v1ReplyBytes(call, Buffer.from(json), headers);
      } else v1Reply(call, result);
      ctx.logCall(call, path, 200);
    },
  };
};

interface CheckedCall {
  channel: Channel;
  bytes: Buffer;
}

/** From the bytes of the body to the result. @throws AppError */
export function runEndpoint<Body>(
  { db }: Pick<Context, 'db'>,
  { body: schema, bodyOptional, permission, handle }: Endpoint<Body>,
  { channel, bytes }: CheckedCall,
): Result | Promise<Result> {
  const body = checkBody(schema, parseJson(bytes, bodyOptional));
  if (permission !== undefined) requirePermission(db, channel, permission);
  return handle(channel, body);
}

const runInThread = (ctx: ApiContext, path: string, { channel, bytes }: CheckedCall): Promise<LargeResult> =>
  ctx.largeCalls.run({ path, channelId: channel.id, body: bytes, now: ctx.now() });

function requirePermission(db: Reader, channel: Channel, permission: Permission): void {
  if (!channel.permissions.includes(permission))
    throw new AppError('access_denied', 'permission_missing', { permission });
  if (storeById(db, channel.storeId).suspended) throw new AppError('access_denied', 'store_suspended');
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * Authenticates a request by its bearer token (docs/partner-api.md#authentication). The request is logged for the channel
 * even if the token is no longer valid.
 *
 * @throws AppError invalid_token; the message does not reveal the reason
 */
function bearerChannel(ctx: Context, call: Bindings): Channel {
  ctx.db.checkExternalWrites(); // another process may have switched the channel off
  call.tokenHash ??= bearerTokenHash(call);
  const holder = call.tokenHash === '' ? undefined : holderOfToken(ctx.db, call.tokenHash);
  const now = ctx.steadyNow();
  if (holder) call.channelId = holder.channel.id;
  if (holder && isValid(holder, now)) return holder.channel;
  const reason = holder && invalidReason(holder, now);
  if (reason !== undefined) call.failureReason = reason;
  throw new AppError('invalid_token', 'bearer_token_invalid');
}

/** The last Authorization header of each connection and the hash of its token. */
const lastTokens = new WeakMap<Socket, { header: string; hash: string }>();

/** Caches the hash per connection: comparing the token with the last one is faster than hashing it. */
function bearerTokenHash({ incoming: { socket, headers } }: Bindings): string {
  const header = headers.authorization ?? '';
  const last = lastTokens.get(socket);
  if (last && isSameSecret(last.header, header)) return last.hash; // constant time, because clients behind a proxy share connections
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) return '';
  const hash = tokenHash(token);
  lastTokens.set(socket, { header, hash });
  return hash;
}
