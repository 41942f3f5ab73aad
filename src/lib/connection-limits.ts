import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { onNextTurn } from './runtime.ts';

// Limits of connections and clients.

type Release = () => void;

/**
 * Limits the number of connections. Connections with the same key may have at most as many slots as are free: the first
 * key gets at most half, the second half of the rest, so that some slots are always free.
 */
export function connectionSlots(count: number) {
  const taken = new Map<string, number>();
  let free = count;
  const releaseFor = (limitKey: string) => {
    const left = (taken.get(limitKey) ?? 0) - 1;
    if (left > 0) taken.set(limitKey, left);
    else taken.delete(limitKey);
  };
  return {
    /** Takes a slot; undefined if the key has as many as it may have. Connections without a key have only the common limit. */
    take: (limitKey: string | undefined): Release | undefined => {
      const count = limitKey === undefined ? 0 : (taken.get(limitKey) ?? 0);
      if (count >= free) return undefined;
      free -= 1;
      if (limitKey !== undefined) taken.set(limitKey, count + 1);
      return () => {
        free += 1;
        if (limitKey !== undefined) releaseFor(limitKey);
      };
    },
  };
}

const MAX_PIPELINED = 100; // requests of a connection; known clients send one at a time

/**
 * Starts a pipelined request after the previous response of its connection has been sent, so that unread responses do
 * not pile up in memory. A connection that pipelines more than 100 requests is closed.
 */
export function inOrder(listener: RequestListener) {
  const waiting = new WeakMap<Duplex, number>();
  return (
    previous: ServerResponse,
    incoming: IncomingMessage,
    outgoing: ServerResponse & { req: IncomingMessage },
  ): void => {
    const { socket } = incoming;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count);
    const start = () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      if (outgoing.socket?.destroyed === false) listener(incoming, outgoing);
    };
    previous.once('close', () => onNextTurn(start)); // lets other connections proceed first
  };
}

interface SlowRequestOptions {
  /** The newest response of each connection. */
  newest: ReadonlyMap<Duplex, ServerResponse | undefined>;
  /** Milliseconds in which a body must arrive. */
  bodyTimeout: number;
  monotonic: () => number;
  /** Called for a connection whose unanswered request timed out. */
  onTimeout: (socket: Duplex) => void;
}

const OFFICE = /^\/office\//; // forms with pictures have the whole request timeout

/**
 * Returns a check to run periodically. It times out slow bodies and destroys sockets that stay half-open after the last
 * response. Requests themselves pay nothing for it.
 */
export function slowRequestCheck({ newest, bodyTimeout, monotonic, onTimeout }: SlowRequestOptions): () => void {
  const firstSeen = new WeakMap<IncomingMessage, number>();
  const halfOpen = new WeakSet<Duplex>();
  const isTimedOut = (request: IncomingMessage): boolean => {
    const now = monotonic();
    const start = firstSeen.get(request) ?? now;
    firstSeen.set(request, start);
    return now - start >= bodyTimeout;
  };
  const checkBody = (socket: Duplex, response: ServerResponse) => {
    const { req: request, writableEnded } = response;
    if (request.complete || (!writableEnded && OFFICE.test(request.url ?? '')) || !isTimedOut(request)) return;
    if (writableEnded) socket.destroy();
    else onTimeout(socket);
  };
  return () => {
    for (const [socket, response] of newest) {
      if (halfOpen.has(socket)) socket.destroy();
      else if (socket.writableFinished) halfOpen.add(socket);
      else if (response) checkBody(socket, response);
    }
  };
}
