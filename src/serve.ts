import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type App, createApp, type DirectRoute } from './app.ts';
import { baseUrl, type Config } from './config.ts';
import { manageConnections, serverOptions, TIMEOUTS, type Timeouts } from './connections.ts';
import type { Context, ServerContext } from './context.ts';
import { requireKeys } from './domain/backups/bucket.ts';
import { callLog } from './domain/channels/calls.ts';
import { addressSubject, requestLimits } from './domain/channels/throttle.ts';
import { adapters } from './domain/couriers/adapters/adapters.ts';
import { requireSealingKeys } from './domain/secrets/key-changes.ts';
import { startJobs } from './jobs.ts';
import { readCertificate, renewCertificate } from './lib/certificate.ts';
import { networks } from './lib/networks.ts';
import { listenAt } from './lib/port.ts';
import { STRICT_TRANSPORT_SECURITY as HSTS } from './lib/private-headers.ts';
import type { Bindings } from './lib/request-bindings.ts';
import { namesOneHost } from './lib/request-host.ts';
import { type Monitoring, startMonitoring } from './monitoring/monitoring.ts';
import type { OnRequest } from './monitoring/request-events.ts';
import {
  answerParserErrors,
  answerUnreadableRequest,
  serverErrorResponse,
  unreadableRequestResponse,
} from './parser-errors.ts';

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Address of the separate metrics server. */
  readonly metricsAddress: string | undefined;
  /**
   * Finishes requests and deliveries in progress, for 8 s at most. Outbound requests without a response by then are
   * left as after a crash. The context stays open.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the database of the context until `stop`.
 *
 * @throws OperatorError if another server uses the database or the port, the keys of the backup bucket or
 * the key of the secrets is missing
 */
export async function serve(ctx: ServerContext, timeouts: Timeouts = TIMEOUTS): Promise<RunningServer> {
  requireKeys(ctx.config);
  requireSealingKeys(ctx.db);
  ctx.acquireServingLock();
  const partners = { limits: requestLimits(ctx.monotonic), calls: callLog() };
  const adapterOf = adapters(ctx);
  let ownAddress: string | undefined; // cached, because asking the system is a system call
  const base = () => {
    ownAddress ??= baseUrl(ctx.config) ?? addressOf(server);
    return ownAddress;
  };
  const { server, ready, stopRenewal } = openServer(ctx, timeouts);
  const monitoring = await startMonitoring(ctx);
  const { onUnparsed } = monitoring;
  const app = createApp(ctx, { ...partners, adapterOf, base, metricsPage: monitoring.metricsPage });
  const listener = requestListener(ctx, app, { onRequest: monitoring.onRequest(app.routes), onUnparsed });
  const connections = manageConnections(server, listener, { timeouts, ready, limitKeyOf: holders(ctx.config), ...ctx });
  answerParserErrors(server, { requestOn: (socket) => connections.requestOn(socket), onUnparsed });
  await listenAt(server, ctx.config.listen);
  const jobs = await startJobs(ctx, partners, adapterOf);
  return {
    address: addressOf(server),
    metricsAddress: monitoring.metricsAddress,
    stop: async () => {
      await connections.close();
      await app.stop();
      await jobs.stop(timeouts.shutdownJobs);
      await monitoring.stop();
      stopRenewal();
    },
  };
}

/** An HTTPS server if the config has a certificate, else an HTTP server. */
function openServer({ config: { listen }, log, now }: Context, timeouts: Timeouts) {
  if (listen.tls_cert === '')
    return { server: createServer(serverOptions(timeouts)), ready: 'connection', stopRenewal: () => {} } as const;
  const used = readCertificate(listen);
  const server = createTlsServer({ ...serverOptions(timeouts), ...used, handshakeTimeout: timeouts.headers });
  const stopRenewal = renewCertificate(server, {
    files: listen,
    used,
    every: timeouts.certificateCheckEvery,
    now,
    log,
  });
  return { server, ready: 'secureConnection', stopRenewal } as const;
}

/** Passes partner API requests to their direct route and all others to Hono. */
function requestListener(
  { log }: Context,
  { fetch: answer, directRoutes }: App,
  { onRequest, onUnparsed }: { onRequest: OnRequest; onUnparsed: Monitoring['onUnparsed'] },
): RequestListener {
  let newest: IncomingMessage | undefined; // node-server reports a RequestError before the next request starts
  const logError = (error: unknown) => log.error({ err: error }, 'request failed outside of its handler');
  const honoListener = getRequestListener(
    (request, call) => {
      onRequest(call as Bindings);
      return answer(request, call);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError) return unreadableRequestResponse(newest, onUnparsed);
        logError(error);
        return serverErrorResponse();
      },
      hostname: 'localhost',
    },
  );
  return (incoming, outgoing) => {
    if (incoming.socket instanceof TLSSocket) outgoing.setHeader(HSTS.name, HSTS.value);
    const route = findDirectRoute(directRoutes, incoming);
    if (!namesOneHost(incoming)) answerUnreadableRequest({ incoming, outgoing }, onUnparsed);
    else if (route) {
      const call = { incoming, outgoing };
      onRequest(call);
      route(call).catch((error) => {
        logError(error);
        outgoing.destroy();
      });
    } else {
      newest = incoming;
      honoListener(incoming, outgoing);
    }
  };
}

/** Host headers that node-server accepts without parsing them as a URL. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** The direct route of a request. Unusual requests are left to Hono and node-server. */
function findDirectRoute(
  routes: App['directRoutes'],
  { method, url = '', headers }: IncomingMessage,
): DirectRoute | undefined {
  const isPlain = method === 'POST' && (headers.host === undefined || PLAIN_HOST.test(headers.host));
  return isPlain ? routes.get(url) : undefined;
}

/** The client that a connection counts for; undefined for proxies, whose connections serve many clients. */
function holders({ listen }: Config): (address: string) => string | undefined {
  const isShared = networks([...listen.trusted_proxies, '127.0.0.0/8', '::1']);
  return (address) => (isShared(address) ? undefined : addressSubject(address));
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
