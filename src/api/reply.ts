import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context as Call } from 'hono';

/** What the server hands to every call besides the request. */
export interface Bindings {
  incoming: IncomingMessage;
  requestId?: string;
}

export type ApiCall = Call<{ Bindings: Bindings }>;

const SENT_ID = /^[\x21-\x7e]{1,256}$/;

/** The caller's X-Request-Id where it is 1 to 256 visible ASCII characters, else a fresh one. */
export function requestIdOf(incoming: IncomingMessage): string {
  const sent = incoming.headers['x-request-id'];
  return typeof sent === 'string' && SENT_ID.test(sent) ? sent : randomUUID();
}

/** The same all through a call. */
export function requestId(c: ApiCall): string {
  c.env.requestId ??= requestIdOf(c.env.incoming);
  return c.env.requestId;
}

/**
 * A JSON answer. It is made with plain headers and without Hono's context, which is what the server sends fastest.
 *
 * @param headers more than Content-Type and X-Request-Id
 */
export const reply = (c: ApiCall, body: object, status = 200, headers?: Record<string, string>): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId(c), ...headers },
  });
