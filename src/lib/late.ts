import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Waited {
  /** The newest answer of each connection. */
  newest: ReadonlyMap<Duplex, ServerResponse | undefined>;
  /** Milliseconds for a call's body. */
  body: number;
  monotonic: () => number;
  /** Is told of a connection whose call is too late, and is not answered. */
  tooLate: (socket: Duplex) => void;
}

const FORMS = /^\/office\//; // with pictures in them: they have as long as any call

/**
 * To be called now and then: ends the calls whose bodies take too long, and hangs up on who stays although his last
 * answer is with him. A look costs, and the calls themselves pay nothing.
 */
export function lateness({ newest, body, monotonic, tooLate }: Waited): () => void {
  const begun = new WeakMap<IncomingMessage, number>();
  const ended = new WeakSet<Duplex>();
  const isLate = (call: IncomingMessage): boolean => {
    const now = monotonic();
    const start = begun.get(call) ?? now;
    begun.set(call, start);
    return now - start >= body;
  };
  const lookAt = (socket: Duplex, answer: ServerResponse) => {
    const { req: call, writableEnded } = answer;
    if (call.complete || (!writableEnded && FORMS.test(call.url ?? '')) || !isLate(call)) return;
    if (writableEnded) socket.destroy();
    else tooLate(socket);
  };
  return () => {
    for (const [socket, answer] of newest) {
      if (ended.has(socket)) socket.destroy();
      else if (socket.writableFinished) ended.add(socket);
      else if (answer) lookAt(socket, answer);
    }
  };
}
