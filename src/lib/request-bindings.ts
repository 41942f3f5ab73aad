import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Id } from './ids.ts';
import type { Message } from './messages/catalogue.ts';
import { newUuid } from './runtime.ts';

/** The state of a request, which the server passes to every handler. */
export interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId?: string;
  /** The route's path pattern, if a router other than Hono matched it. */
  route?: string;
  /** Hash of the bearer token; empty without a token. */
  tokenHash?: string;
  /** The channel, once it is known. */
  channelId?: Id;
  /** The reason of a failure for the store's call log; responses reveal less. */
  failureReason?: Message;
  /** When the handler started, in monotonic milliseconds. */
  startTime?: number;
}

const SENT_ID = /^[\x21-\x7e]{1,256}$/;

/** The client's X-Request-Id if it is 1 to 256 visible ASCII characters, otherwise a new one. */
export function requestIdOf(incoming: IncomingMessage): string {
  const sent = incoming.headers['x-request-id'];
  return typeof sent === 'string' && SENT_ID.test(sent) ? sent : newUuid();
}

/** The request id, computed once per request. */
export function requestIdIn(call: Bindings): string {
  call.requestId ??= requestIdOf(call.incoming);
  return call.requestId;
}
