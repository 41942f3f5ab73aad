import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { createApp } from './app.ts';
import { baseUrl } from './config.ts';
import type { Context } from './context.ts';
import { callLog } from './domain/channels/calls.ts';
import { requestLimits } from './domain/channels/throttle.ts';
import { adapters } from './domain/couriers/adapters/adapters.ts';
import { startJobs } from './jobs.ts';
import { Fault } from './lib/errors.ts';
import { answerParserErrors, failureReply, unreadableReply } from './parser-errors.ts';

export interface Serving {
  /** Where it answers, e.g. `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Lets the calls and deliveries that are under way end, then stops. The context stays open. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the context's database until `stop`.
 *
 * @throws Fault where another server holds the database or the port
 */
export async function serve(ctx: Context): Promise<Serving> {
  ctx.holdServingLock();
  const partners = { limits: requestLimits(ctx.monotonic), calls: callLog() };
  const adapterOf = adapters(ctx);
  const base = () => baseUrl(ctx.config) ?? addressOf(server);
  const app = createApp(ctx, { ...partners, adapterOf, base });
  const listener = requestListener(ctx, app);
  const server = createServer({ requireHostHeader: false }, listener); // a call without one gets our answer, not Node's
  server.on('checkExpectation', listener); // an Expect that is not known is let pass
  answerParserErrors(server);
  await listen(server, ctx.config.listen);
  const jobs = await startJobs(ctx, partners, adapterOf);
  return {
    address: addressOf(server),
    stop: async () => {
      await close(server);
      await jobs.stop();
    },
  };
}

/** Hands calls to the app. What the library cannot read as a request gets our answer and not its own. */
function requestListener(ctx: Context, app: ReturnType<typeof createApp>): RequestListener {
  let newest: IncomingMessage | undefined; // an unreadable request is answered before any other comes in
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      if (error instanceof RequestError) return unreadableReply(newest);
      ctx.log.error({ err: error }, 'a call failed outside of its handler');
      return failureReply();
    },
    hostname: 'localhost',
  });
  return (incoming, outgoing) => {
    newest = incoming;
    listener(incoming, outgoing);
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Fault(listenFault(error, host, port))));
    server.listen(port, host, resolve);
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
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const LAST_CALLS = 5_000; // milliseconds that calls under way have to end
const IDLE_CHECK = 20; // milliseconds; a call that ends while we close leaves its connection open for more

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), LAST_CALLS);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
    server.close(() => {
      clearTimeout(last);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
