import type { ServerOptions as HttpOptions, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionSlots, inOrder, slowRequestCheck } from './lib/connection-limits.ts';
import type { Log } from './lib/log.ts';
import { nextTurn, startInterval, startTimer } from './lib/runtime.ts';

/** Timeouts of the server in milliseconds, and the number of connections that it accepts. */
export interface Timeouts {
  /** Until the next request on a keep-alive connection. */
  keepAlive: number;
  /** Until the headers of a request are complete. */
  headers: number;
  /** Until the body of a request is complete, except in the office. */
  body: number;
  /** Until a whole request is complete. */
  request: number;
  /** Until the client reads more of its response. */
  unread: number;
  /** Between two checks for slow requests. */
  checkEvery: number;
  /** Concurrent connections; more are refused. */
  maxConnections: number;
  /** Between two checks whether the certificate files have changed. */
  certificateCheckEvery: number;
  /** Shutdown: for requests that are being received. */
  shutdownReceive: number;
  /** Shutdown: for requests that are being processed. */
  shutdownRequests: number;
  /** Shutdown: for outbound requests to couriers and webhook receivers, after the requests. */
  shutdownJobs: number;
}

/** The shutdown timeouts and the work after them fit into 8 s. */
export const TIMEOUTS: Timeouts = {
  keepAlive: 150_000, // above those of nginx (60 s) and Caddy (2 min), so that the proxy closes first and never sends into a closed connection
  headers: 20_000,
  body: 20_000, // at most 1 MB
  request: 180_000, // a form with 40 MB of pictures over a mobile connection
  unread: 120_000,
  checkEvery: 2_000,
  maxConnections: 4_000, // about 20 KB of memory each
  certificateCheckEvery: 5_000,
  shutdownReceive: 1_000,
  shutdownRequests: 4_500,
  shutdownJobs: 2_000,
};

const MAX_HEADER_BYTES = 16_384;

export const serverOptions = ({ keepAlive, headers, request, checkEvery }: Timeouts): HttpOptions => ({
  requireHostHeader: false, // the app answers requests without one in its own error format
  maxHeaderSize: MAX_HEADER_BYTES,
  keepAliveTimeout: keepAlive,
  headersTimeout: headers,
  requestTimeout: request,
  connectionsCheckingInterval: checkEvery,
});

interface ConnectionOptions {
  /** The key of a remote address: connections with the same key share a limit. Undefined for proxies, which have many clients. */
  limitKeyOf: (address: string) => string | undefined;
  timeouts: Timeouts;
  /** The event of a connection that is ready for requests. */
  ready: 'connection' | 'secureConnection';
  log: Log;
  monotonic: () => number;
}

/** Passes requests to `listener`, and enforces the timeouts and connection limits. */
export function manageConnections(server: Server, listener: RequestListener, options: ConnectionOptions): Connections {
  const { timeouts, ready, monotonic } = options;
  limitConnections(server, options);
  const connections = new Connections(server, listener, timeouts);
  server.on('connection', (socket: Socket) => connections.onConnection(socket));
  server.on(ready, (socket: Socket) => connections.onReady(socket));
  const onRequest: RequestListener = (incoming, outgoing) => connections.onRequest(incoming, outgoing);
  server.on('request', onRequest);
  server.on('checkExpectation', onRequest); // unknown Expect headers are ignored
  server.timeout = timeouts.unread;
  server.on('timeout', (socket: Socket) => connections.onUnread(socket));
  const onTimeout = (socket: Duplex) => server.emit('clientError', requestTimeoutError(), socket);
  const { newest } = connections;
  const checkSlow = slowRequestCheck({ newest, bodyTimeout: timeouts.body, monotonic, onTimeout });
  const checks = startInterval(checkSlow, timeouts.checkEvery).unref();
  server.once('close', () => checks.stop());
  return connections;
}

/** Tracks the connections of a server and their requests, which a clean stop must await. */
export class Connections {
  readonly #server: Server;
  readonly #timeouts: Timeouts;
  readonly #start: RequestListener;
  readonly #startInOrder: ReturnType<typeof inOrder>;
  readonly #sockets = new Set<Socket>(); // TCP connections
  readonly #newest = new Map<Duplex, ServerResponse | undefined>();
  #isStopping = false;
  #activity = 0; // connections and requests so far

  constructor(server: Server, listener: RequestListener, timeouts: Timeouts) {
    this.#server = server;
    this.#timeouts = timeouts;
    this.#start = listener;
    this.#startInOrder = inOrder(listener);
  }

  /** The newest response of each connection that is ready for requests. */
  get newest(): ReadonlyMap<Duplex, ServerResponse | undefined> {
    return this.#newest;
  }

  /** The newest request of a connection while it is unanswered. */
  requestOn(socket: Duplex): IncomingMessage | undefined {
    const response = this.#newest.get(socket);
    return response?.writableEnded === false ? response.req : undefined;
  }

  onConnection(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** The connection is ready for requests. */
  onReady(socket: Socket): void {
    this.#activity += 1;
    this.#newest.set(socket, undefined);
    socket.once('close', () => this.#newest.delete(socket));
  }

  onRequest(incoming: IncomingMessage, outgoing: ServerResponse & { req: IncomingMessage }): void {
    this.#activity += 1;
    const { socket } = incoming;
    const previous = this.#newest.get(socket);
    this.#newest.set(socket, outgoing);
    if (this.#isStopping) outgoing.shouldKeepAlive = false;
    if (previous?.writableFinished === false) this.#startInOrder(previous, incoming, outgoing);
    else this.#start(incoming, outgoing);
  }

  /** The client has read nothing for a while. */
  onUnread(socket: Socket): void {
    if (!isWaitingForServer(this.#newest.get(socket), socket)) socket.destroy();
  }

  /** Stops accepting connections, answers received requests and closes. Resolves within the shutdown timeouts. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const response of this.#newest.values()) if (response) response.shouldKeepAlive = false;
    await this.#drainQueues();
    const timers = [
      startInterval(() => this.#server.closeIdleConnections(), CLOSE_IDLE_EVERY),
      startTimer(() => destroyAll(this.#withoutRequest()), this.#timeouts.shutdownReceive),
      startTimer(() => destroyAll(this.#sockets), this.#timeouts.shutdownRequests),
    ];
    await new Promise((resolve) => this.#server.close(resolve));
    for (const timer of timers) timer.stop();
  }

  /** Waits until the kernel's queues are empty: closing the listener would drop accepted connections and their data. */
  async #drainQueues(): Promise<void> {
    let isOver = false;
    const timeout = startTimer(() => {
      isOver = true;
    }, this.#timeouts.shutdownReceive);
    for (let quiet = 0; quiet < QUIET_TURNS && !isOver; ) {
      const before = this.#activity;
      await nextTurn();
      quiet = this.#activity === before ? quiet + 1 : 0;
    }
    timeout.stop();
  }

  #withoutRequest(): Duplex[] {
    return [...this.#newest].filter(([, response]) => !response).map(([socket]) => socket);
  }
}

/** One key may have at most half of the free connections. Connections without a key are exempt. */
function limitConnections(
  server: Server,
  { timeouts: { maxConnections }, log, monotonic, limitKeyOf }: ConnectionOptions,
): void {
  server.maxConnections = maxConnections;
  const warner = rateLimitedWarner(maxConnections, log, monotonic);
  server.on('drop', warner('connection limit reached'));
  const warnAddressLimit = warner('connection limit of one address reached');
  const slots = connectionSlots(maxConnections);
  server.on('connection', (socket: Socket) => {
    const release = slots.take(limitKeyOf(socket.remoteAddress ?? ''));
    if (release) return socket.once('close', release);
    warnAddressLimit();
    socket.destroy();
  });
}

/** The response is not complete, and the client has read all that there is of it. */
const isWaitingForServer = (response: ServerResponse | undefined, socket: Socket): boolean =>
  response?.writableEnded === false && socket.writableLength === 0;

const requestTimeoutError = () => Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const MINUTE = 60_000;

/** Logs each reason at its first occurrence and then at most once a minute, with the number of refused connections. */
const rateLimitedWarner = (maxConnections: number, log: Log, monotonic: () => number) => (reason: string) => {
  let lastTime = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return () => {
    refused += 1;
    if (monotonic() - lastTime < MINUTE) return;
    log.warn({ max_connections: maxConnections, refused }, reason);
    lastTime = monotonic();
    refused = 0;
  };
};

const QUIET_TURNS = 3; // of the event loop: accept, read, one spare
const CLOSE_IDLE_EVERY = 20; // milliseconds; a keep-alive connection whose request came before the stop becomes idle later

function destroyAll(sockets: Iterable<Duplex>): void {
  for (const socket of sockets) socket.destroy();
}
