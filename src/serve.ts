import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type App, createApp, type Door } from './app.ts';
import { baseUrl, type Config } from './config.ts';
import { PATIENCE, type Patience, serverOptions, watchConnections } from './connections.ts';
import type { Context } from './context.ts';
import { requireKeys } from './domain/backups/s3/copies.ts';
import { callLog } from './domain/channels/calls.ts';
import { addressSubject, requestLimits } from './domain/channels/throttle.ts';
import { adapters } from './domain/couriers/adapters/adapters.ts';
import { startJobs } from './jobs.ts';
import { readCertificate, renewCertificate } from './lib/certificate.ts';
import { Fault } from './lib/errors.ts';
import { networks } from './lib/networks.ts';
import type { Bindings } from './lib/request.ts';
import { answerParserErrors, failureReply, unreadableReply } from './parser-errors.ts';
import type { Begin } from './watch/calls.ts';
import { startWatching, type Watching } from './watch/watching.ts';

export interface Serving {
  /** Where it answers, e.g. `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the metrics are, if they have an address of their own. */
  readonly metricsAddress: string | undefined;
  /**
   * Lets the calls and deliveries that are under way end, for 8 s at most, then stops. The context stays open. What others
   * have been asked and have not answered by then is left as a crash would leave it.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the context's database until `stop`.
 *
 * @throws Fault where another server holds the database or the port, or the keys of the backups' bucket are missing
 */
export async function serve(ctx: Context, patience: Patience = PATIENCE): Promise<Serving> {
  requireKeys(ctx.config);
  ctx.holdServingLock();
  const partners = { limits: requestLimits(ctx.monotonic), calls: callLog() };
  const adapterOf = adapters(ctx);
  let own: string | undefined; // the system is asked for it once
  const base = () => {
    own ??= baseUrl(ctx.config) ?? addressOf(server);
    return own;
  };
  const { server, ready, end } = openServer(ctx, patience);
  const watching = await startWatching(ctx);
  const app = createApp(ctx, { ...partners, adapterOf, base, metricsPage: watching.metricsPage });
  const listener = requestListener(ctx, app, { begin: watching.beginOf(app.routes), unreadable: watching.unreadable });
  const connections = watchConnections(server, listener, { patience, ready, holderOf: holders(ctx.config), ...ctx });
  answerParserErrors(server, { callOn: connections.callOn, told: watching.unreadable });
  await listen(server, ctx.config.listen);
  const jobs = await startJobs(ctx, partners, adapterOf);
  return {
    address: addressOf(server),
    metricsAddress: watching.metricsAddress,
    stop: async () => {
      await connections.close();
      await jobs.stop(patience.lastJobs);
      await watching.stop();
      end();
    },
  };
}

/** The server, by TLS where the config names a certificate; `end` ends what looks after it. */
function openServer({ config: { listen }, log, now }: Context, patience: Patience) {
  if (listen.tls_cert === '')
    return { server: createServer(serverOptions(patience)), ready: 'connection', end: () => {} } as const;
  const used = readCertificate(listen);
  const server = createTlsServer({ ...serverOptions(patience), ...used, handshakeTimeout: patience.headers });
  const end = renewCertificate(server, { files: listen, used, every: patience.renewal, now, log });
  return { server, ready: 'secureConnection', end } as const;
}

/**
 * Hands calls to the app: one of the partner API straight in by its door, every other as a request of the library's. What
 * that cannot read as one gets our answer and not its own.
 */
function requestListener(
  { log }: Context,
  { fetch, doors }: App,
  { begin, unreadable }: { begin: Begin; unreadable: Watching['unreadable'] },
): RequestListener {
  let newest: IncomingMessage | undefined; // an unreadable request is answered before any other comes in
  const failed = (error: unknown) => log.error({ err: error }, 'a call failed outside of its handler');
  const listener = getRequestListener(
    (request, call) => {
      begin(call as Bindings);
      return fetch(request, call);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError) return unreadableReply(newest, unreadable);
        failed(error);
        return failureReply();
      },
      hostname: 'localhost',
    },
  );
  return (incoming, outgoing) => {
    const door = doorTo(doors, incoming);
    if (door) {
      const call = { incoming, outgoing };
      begin(call);
      door(call).catch((error) => {
        failed(error);
        outgoing.destroy();
      });
    } else {
      newest = incoming;
      listener(incoming, outgoing);
    }
  };
}

/** A host that the library takes as it stands too; every other it reads as a URL's, and refuses what cannot be one. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** The door that a call goes in by as it stands; whatever is unusual about it, the library knows what it means. */
function doorTo(doors: App['doors'], { method, url = '', headers }: IncomingMessage): Door | undefined {
  const isPlain = method === 'POST' && (headers.host === undefined || PLAIN_HOST.test(headers.host));
  return isPlain ? doors.get(url) : undefined;
}

/** Whose connection it is; a proxy, known or on this machine, has those of all who come through it. */
function holders({ listen }: Config): (address: string) => string | undefined {
  const isShared = networks([...listen.trusted_proxies, '127.0.0.0/8', '::1']);
  return (address) => (isShared(address) ? undefined : addressSubject(address));
}

const BACKLOG = 2_048; // who knocks at once; the system has its own bound too

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Fault(listenFault(error, host, port))));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use by another program; stop it, or set another listen.port in the config`;
  if (error.code === 'EACCES')
    return `this user may not listen on port ${port}; set a listen.port above 1023 in the config`;
  return `cannot listen on ${host} port ${port}: ${error.message}; mend listen.host and listen.port in the config`;
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
