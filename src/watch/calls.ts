import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Bindings } from '../lib/request.ts';

export type ServedCall = Bindings & { outgoing: ServerResponse };

/** How a call went, told when its connection is done with it. */
export interface Answered {
  call: Bindings | NoCall;
  /** Empty where it could not be read. */
  method: string;
  /** The pattern of its path, e.g. `/pictures/:name/:file`: what a path holds is its caller's. */
  route: string;
  /** 499: the caller has gone before the whole answer had. */
  status: number;
  millis: number;
}

/** All that is known of what could not be read as a call. */
interface NoCall {
  requestId: string;
  channelId?: undefined;
}

/** What could not be read as a call, and what its sender was told. */
export interface Unreadable {
  requestId: string;
  status: number;
  method?: string | undefined;
  /** The connection, where it was the rest of a call that is under way there. */
  during?: Duplex | undefined;
}

export type Listener = (answered: Answered) => void;

type Fetch = (request: Request, call: ServedCall) => Response | Promise<Response>;

export interface WatchedCalls {
  /** The same function, watched; where nobody listens it is the same one. */
  fetchOf: (fetch: Fetch, routeAt: (path: string) => string) => Fetch;
  unreadable: (message: Unreadable) => void;
}

const GONE = 499;
const UNREADABLE = 'unreadable';

/** Tells the listeners of each call that is answered, and of what could not be read as one: of each once. */
export function watchCalls(listeners: readonly Listener[], monotonic: () => number): WatchedCalls {
  const cutShort = new WeakMap<Duplex, Unreadable>();
  const tell = (answered: Answered) => {
    for (const told of listeners) told(answered);
  };
  const watched =
    (fetch: Fetch, routeAt: (path: string) => string): Fetch =>
    (request, call) => {
      const start = monotonic();
      const { incoming, outgoing } = call;
      const { socket } = incoming;
      outgoing.on('close', () => {
        const instead = cutShort.get(socket);
        if (instead) call.requestId = instead.requestId;
        tell({
          call,
          method: incoming.method ?? '',
          route: call.route ?? routeAt(incoming.url ?? ''),
          status: instead?.status ?? (outgoing.writableFinished ? outgoing.statusCode : GONE),
          millis: monotonic() - start,
        });
      });
      return fetch(request, call);
    };
  return {
    fetchOf: (fetch, routeAt) => (listeners.length === 0 ? fetch : watched(fetch, routeAt)),
    unreadable: (message) => {
      const { requestId, status, method = '', during } = message;
      if (during) cutShort.set(during, message);
      else tell({ call: { requestId }, method, route: UNREADABLE, status, millis: 0 });
    },
  };
}
