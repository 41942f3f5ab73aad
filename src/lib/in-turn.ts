import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const MOST_AHEAD = 100; // calls; nobody we know of sends more than one

/**
 * Begins a call once the one before it on its connection is answered, and the answer is on its way: one that is not read
 * would keep all that come after it in memory. Who has sent too many ahead is hung up on.
 */
export function inTurn(listener: RequestListener) {
  const waiting = new WeakMap<Duplex, number>();
  return (before: ServerResponse, incoming: IncomingMessage, outgoing: ServerResponse & { req: IncomingMessage }) => {
    const { socket } = incoming;
    const ahead = (waiting.get(socket) ?? 0) + 1;
    if (ahead > MOST_AHEAD) return void socket.destroy();
    waiting.set(socket, ahead);
    const begin = () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      if (outgoing.socket?.destroyed === false) listener(incoming, outgoing);
    };
    before.once('close', () => setImmediate(begin)); // others have their turn
  };
}
