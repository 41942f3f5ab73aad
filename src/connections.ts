import type { ServerOptions as HttpOptions, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inTurn } from './lib/in-turn.ts';
import { lateness } from './lib/late.ts';
import type { Log } from './lib/log.ts';
import { places } from './lib/places.ts';

/** How long others are waited for, in milliseconds, and how many of them are let in. */
export interface Patience {
  /** For the next call down a connection that is kept alive. */
  idle: number;
  /** For a call's headers, from the connection or its first byte on. */
  headers: number;
  /** For the body of a call that is not for the office. */
  body: number;
  /** For a whole call, its body included. */
  call: number;
  /** For somebody to take in more of his answer. */
  unread: number;
  /** From one look at who is late to the next. */
  look: number;
  /** Connections at a time; who comes beyond them finds the door closed. */
  connections: number;
  /** From one look at the files of the certificate to the next. */
  renewal: number;
  /** At a stop, for what somebody wants who has not said it yet. */
  lastWords: number;
  /** At a stop, for the calls that are under way. */
  lastCalls: number;
  /** After that, for what is asked of others: couriers, receivers of webhooks. */
  lastJobs: number;
}

/** The three last ones and what they lead to fit into 8 s. */
export const PATIENCE: Patience = {
  idle: 150_000, // longer than nginx (60 s) and Caddy (2 min): the proxy hangs up first, and never sends into a closed one
  headers: 20_000,
  body: 20_000, // a megabyte at most
  call: 180_000, // a form with pictures of 40 MB by telephone
  unread: 120_000,
  look: 2_000,
  connections: 4_000, // about 20 KB each
  renewal: 5_000,
  lastWords: 1_000,
  lastCalls: 4_500,
  lastJobs: 2_000,
};

const LARGEST_HEAD = 16_384; // bytes of the request line and headers

/** What a server is made with so that it waits no longer than that. */
export const serverOptions = ({ idle, headers, call, look }: Patience): HttpOptions => ({
  requireHostHeader: false, // a call without one gets our answer, not Node's
  maxHeaderSize: LARGEST_HEAD,
  keepAliveTimeout: idle,
  headersTimeout: headers,
  requestTimeout: call,
  connectionsCheckingInterval: look,
});

export interface Connections {
  /** The newest call of a connection, as long as it is not answered. */
  callOn: (socket: Duplex) => IncomingMessage | undefined;
  /** Answers what has been asked, then closes; resolves in bounded time. */
  close: () => Promise<void>;
}

interface Watched {
  /** Whose connection it is, by its address; undefined where many may stand behind one. */
  holderOf: (address: string) => string | undefined;
  patience: Patience;
  /** The event of a connection that calls can come down. */
  ready: 'connection' | 'secureConnection';
  log: Log;
  monotonic: () => number;
}

/** Hands the calls to `listener`, keeps what a clean stop needs to know, and hangs up on who does not read his answer. */
export function watchConnections(
  server: Server,
  listener: RequestListener,
  { patience, ready, log, monotonic, holderOf }: Watched,
): Connections {
  const open = new Set<Socket>(); // as the network has them
  const newest = new Map<Duplex, ServerResponse | undefined>(); // the newest answer of each that calls come down
  let stopping = false;
  let heard = 0;
  server.maxConnections = patience.connections;
  const warnOf = warnings(patience.connections, log, monotonic);
  server.on('drop', warnOf('there are too many connections, and no more are let in'));
  const warnOfOne = warnOf('one address has as many connections as are free, and no more of its are let in');
  const { take } = places(patience.connections);
  server.timeout = patience.unread;
  server.on('timeout', (socket: Socket) => {
    if (!isAtWork(newest.get(socket), socket)) socket.destroy();
  });
  server.on('connection', (socket: Socket) => {
    keepUntilClosed(open, socket);
    const leave = take(holderOf(socket.remoteAddress ?? ''));
    if (leave) return socket.once('close', leave);
    warnOfOne();
    socket.destroy();
  });
  server.on(ready, (socket: Socket) => {
    heard += 1;
    newest.set(socket, undefined);
    socket.once('close', () => newest.delete(socket));
  });
  const beginInTurn = inTurn(listener);
  const hear: RequestListener = (incoming, outgoing) => {
    heard += 1;
    const { socket } = incoming;
    const before = newest.get(socket);
    newest.set(socket, outgoing);
    if (stopping) outgoing.shouldKeepAlive = false;
    if (before?.writableFinished === false) beginInTurn(before, incoming, outgoing);
    else listener(incoming, outgoing);
  };
  server.on('request', hear);
  server.on('checkExpectation', hear); // an Expect that is not known is let pass
  const tooLate = (socket: Duplex) => server.emit('clientError', lateError(), socket);
  const hurry = setInterval(lateness({ newest, body: patience.body, monotonic, tooLate }), patience.look).unref();

  /** Hears out who has come and spoken already: what lies in the machine's queues would be lost with the listening. */
  async function hearOut(): Promise<void> {
    const end = performance.now() + patience.lastWords;
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; ) {
      const before = heard;
      await turn();
      quiet = heard === before ? quiet + 1 : 0;
    }
  }

  return {
    callOn: (socket) => {
      const answer = newest.get(socket);
      return answer?.writableEnded === false ? answer.req : undefined;
    },
    close: async () => {
      stopping = true;
      for (const answer of newest.values()) if (answer) answer.shouldKeepAlive = false;
      await hearOut();
      const silent = () => [...newest].filter(([, answer]) => !answer).map(([socket]) => socket);
      const timers = [
        setInterval(() => server.closeIdleConnections(), IDLE_LOOK),
        setTimeout(() => destroyAll(silent()), patience.lastWords),
        setTimeout(() => destroyAll(open), patience.lastCalls),
      ];
      await new Promise((resolve) => server.close(resolve));
      for (const timer of [hurry, ...timers]) clearTimeout(timer);
    },
  };
}

/** The service has not begun its answer, or the caller has taken in all that there is of it. */
const isAtWork = (answer: ServerResponse | undefined, socket: Socket): boolean =>
  answer?.writableEnded === false && socket.writableLength === 0;

/** As Node says that a call is late. */
const lateError = () => Object.assign(new Error('the call is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const MINUTE = 60_000;

/** Says of each reason why the door was closed to somebody: the first time at once, then once a minute. */
const warnings = (most: number, log: Log, monotonic: () => number) => (reason: string) => {
  let told = Number.NEGATIVE_INFINITY;
  let turnedAway = 0;
  return () => {
    turnedAway += 1;
    if (monotonic() - told < MINUTE) return;
    log.warn({ connections: most, turned_away: turnedAway }, reason);
    told = monotonic();
    turnedAway = 0;
  };
};

const QUIET_TURNS = 3; // of the event loop: one to accept, one to read, one to be sure
const IDLE_LOOK = 20; // milliseconds; a call that was kept alive before the stop leaves its connection open

const turn = () => new Promise((resolve) => setImmediate(resolve));

function keepUntilClosed(open: Set<Socket>, socket: Socket): void {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
}

function destroyAll(sockets: Iterable<Duplex>): void {
  for (const socket of sockets) socket.destroy();
}
