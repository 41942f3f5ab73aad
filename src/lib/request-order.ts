import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
    previous.once('close', () => setImmediate(start)); // lets other connections proceed first
  };
}
