import type { Duplex } from 'node:stream';
import type { Bindings } from '../lib/request.ts';

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

/** To be told of each call before anything is done for it. */
export type Begin = (call: Bindings) => void;

export interface WatchedCalls {
  /** @param routeAt finds the pattern of a path */
  beginWith: (routeAt: (url: string) => string) => Begin;
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
  const start: Begin = (call) => {
    call.startTime = monotonic();
  };
  const watched =
    (routeAt: (url: string) => string): Begin =>
    (call) => {
      const startTime = monotonic();
      call.startTime = startTime;
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
          millis: monotonic() - startTime,
        });
      });
    };
  return {
    beginWith: (routeAt) => (listeners.length === 0 ? start : watched(routeAt)),
    unreadable: (message) => {
      const { requestId, status, method = '', during } = message;
      if (during) cutShort.set(during, message);
      else tell({ call: { requestId }, method, route: UNREADABLE, status, millis: 0 });
    },
  };
}
