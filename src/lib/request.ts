import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Id } from './ids.ts';

/** What the server hands to every call besides the request. */
export interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId?: string;
  /** The pattern of its path, where a router of its own has found it. */
  route?: string;
  /** Of the bearer token that it brings; empty: it brings none. */
  tokenHash?: string;
  /** Whose call it is, as soon as that is known. */
  channelId?: Id;
  /** Why it failed, for its owner's log alone: callers are told less. */
  why?: string;
  /** When its handler began, on the clock that never steps back. */
  startTime?: number;
}

const SENT_ID = /^[\x21-\x7e]{1,256}$/;

/** The caller's X-Request-Id where it is 1 to 256 visible ASCII characters, else a fresh one. */
export function requestIdOf(incoming: IncomingMessage): string {
  const sent = incoming.headers['x-request-id'];
  return typeof sent === 'string' && SENT_ID.test(sent) ? sent : randomUUID();
}

/** The same all through a call. */
export function requestIdIn(call: Bindings): string {
  call.requestId ??= requestIdOf(call.incoming);
  return call.requestId;
}
