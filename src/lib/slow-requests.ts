import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
