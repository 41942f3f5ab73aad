import type { Duplex } from 'node:stream';
import type { Bindings } from '../lib/request-bindings.ts';

/** A finished request, reported when its response is closed. */
interface FinishedRequest {
  call: Bindings | UnparsedCall;
  /** Empty if the request could not be parsed. */
  method: string;
  /** The pattern of the path, such as `/pictures/:name/:file`: paths themselves may hold private data. */
  route: string;
  /** 499: the client disconnected before the response was complete. */
  status: number;
  millis: number;
}

interface UnparsedCall {
  requestId: string;
  channelId?: undefined;
}

/** An error response to a request that Node could not parse. */
export interface UnparsedRequest {
  requestId: string;
  status: number;
  method?: string | undefined;
  /** The connection, if the unreadable request already has a response object. */
  connection?: Duplex | undefined;
}

export type RequestListener = (request: FinishedRequest) => void;

/** Called with each request before it is handled. */
export type OnRequest = (call: Bindings) => void;

interface RequestEvents {
  /** @param routeOf finds the pattern of a URL */
  onRequest: (routeOf: (url: string) => string) => OnRequest;
  onUnparsed: (request: UnparsedRequest) => void;
}

const CLIENT_CLOSED = 499; // as in nginx
const UNPARSED = 'unreadable';

/** Reports each finished or unreadable request to the listeners, once. */
export function requestEvents(listeners: readonly RequestListener[], monotonic: () => number): RequestEvents {
  const errorResponses = new WeakMap<Duplex, UnparsedRequest>();
  const emit = (request: FinishedRequest) => {
    for (const listener of listeners) listener(request);
  };
  const start: OnRequest = (call) => {
    call.startTime = monotonic();
  };
  const startAndReport =
    (routeOf: (url: string) => string): OnRequest =>
    (call) => {
      const startTime = monotonic();
      call.startTime = startTime;
      const { incoming, outgoing } = call;
      const { socket } = incoming;
      outgoing.on('close', () => {
        const error = errorResponses.get(socket);
        if (error) call.requestId = error.requestId;
        emit({
          call,
          method: incoming.method ?? '',
          route: call.route ?? routeOf(incoming.url ?? ''),
          status: error?.status ?? (outgoing.writableFinished ? outgoing.statusCode : CLIENT_CLOSED),
          millis: monotonic() - startTime,
        });
      });
    };
  return {
    onRequest: (routeOf) => (listeners.length === 0 ? start : startAndReport(routeOf)),
    onUnparsed: (request) => {
      const { requestId, status, method = '', connection } = request;
      if (connection) errorResponses.set(connection, request);
      else emit({ call: { requestId }, method, route: UNPARSED, status, millis: 0 });
    },
  };
}
