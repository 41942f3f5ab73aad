import type { ServerResponse } from 'node:http';
import type { Bindings } from '../lib/request.ts';

export type ServedCall = Bindings & { outgoing: ServerResponse };

/** How a call went, told when its connection is done with it. */
export interface Answered {
  call: Bindings;
  method: string;
  /** The pattern of its path, e.g. `/pictures/:name/:file`: what a path holds is its caller's. */
  route: string;
  /** 499: the caller has gone before the whole answer had. */
  status: number;
  millis: number;
}

export type Listener = (answered: Answered) => void;

type Fetch = (request: Request, call: ServedCall) => Response | Promise<Response>;

const GONE = 499;

/** Tells the listeners of each call that `fetch` answers; with none of them it is the same function. */
export function watchCalls(
  fetch: Fetch,
  listeners: readonly Listener[],
  { routeAt, monotonic }: { routeAt: (path: string) => string; monotonic: () => number },
): Fetch {
  if (listeners.length === 0) return fetch;
  return (request, call) => {
    const start = monotonic();
    const { incoming, outgoing } = call;
    outgoing.on('close', () => {
      const answered = {
        call,
        method: incoming.method ?? '',
        route: call.route ?? routeAt(incoming.url ?? ''),
        status: outgoing.writableFinished ? outgoing.statusCode : GONE,
        millis: monotonic() - start,
      };
      for (const told of listeners) told(answered);
    });
    return fetch(request, call);
  };
}
