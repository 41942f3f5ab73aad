import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { addresses } from './api/addresses.ts';
import { type ApiContext, callLogger } from './api/call-log.ts';
import { courierWebhooks } from './api/courier-webhooks.ts';
import { docs } from './api/docs.ts';
import { health, type MetricsPage, metrics, ready } from './api/health-and-metrics.ts';
import { largeCalls } from './api/large-calls/call-thread.ts';
import { lineWebhook } from './api/line-webhook.ts';
import { orders } from './api/orders.ts';
import { pictures } from './api/pictures.ts';
import { products } from './api/products.ts';
import { type ApiCall, type FailureReply, reply, requestId, v1Failure } from './api/reply.ts';
import { stock } from './api/stock.ts';
import { tokenEndpoint } from './api/token.ts';
import type { PartnerCall } from './api/v1-endpoint.ts';
import type { Context } from './context.ts';
import type { PartnerMemory } from './domain/channels/calls.ts';
import type { FindAdapter } from './domain/couriers/adapters/adapters.ts';
import { AppError, type ErrorCode, notFound } from './lib/errors.ts';
import { message } from './lib/messages/message.ts';
import { describe } from './lib/messages/messages.ts';
import { PRIVATE_HEADERS } from './lib/private-headers.ts';
import { type Bindings, requestIdIn } from './lib/request-bindings.ts';
import type { Office } from './office/office.ts';

export interface Served extends PartnerMemory {
  adapterOf: FindAdapter;
  /** The base URL of this service, known once it listens. */
  base: () => string;
  /** Metrics to serve to requests with the token of the config. */
  metricsPage?: MetricsPage | undefined;
}

/** Responds to a POST to one path of the partner API, also with all errors. */
export type DirectRoute = (call: Bindings) => Promise<void>;

export interface App {
  fetch: Hono<{ Bindings: Bindings }>['fetch'];
  routes: readonly { path: string; method: string }[];
  /**
   * The partner API by path, also routed by `fetch`. These routes bypass Hono and node-server
   * (docs/architecture.md#kept-for-speed).
   */
  directRoutes: ReadonlyMap<string, DirectRoute>;
  /** Ends the threads of large calls and large requests. */
  stop: () => Promise<unknown>;
}

/**
 * The route map. Direct routes respond to errors of partner API calls, `onError` to all others. A path has one handler and
 * no middleware, so that Hono composes no chain and a known path with another method ends in `notFound`.
 */
export function createApp(ctx: Context, served: Served): App {
  const { limits, calls, adapterOf, base, metricsPage } = served;
  const app = new Hono<{ Bindings: Bindings }>();
  const api: ApiContext = { ...ctx, logCall: callLogger(ctx, calls), largeCalls: largeCalls(ctx) };
  const replyTo = failureReplies(api);
  app.route('/oauth/token', tokenEndpoint(api, limits));
  const directRoutes = makeDirectRoutes(
    [...orders(api), ...addresses(api), ...products(api, base), ...stock(api)],
    replyTo,
  );
  for (const [path, route] of directRoutes) app.post(path, (c) => route(c.env).then(() => RESPONSE_ALREADY_SENT));
  app.route('/pictures', pictures(ctx));
  app.route('/couriers', courierWebhooks(ctx, adapterOf));
  app.route('/alerts', lineWebhook(ctx));
  app.route('/healthz', health());
  app.route('/readyz', ready(ctx));
  if (metricsPage) app.route('/metrics', metrics(metricsPage, ctx.config.metrics.token));
  app.route('/', docs(ctx.config.values, base));
  const office = lazyOffice(ctx);
  app.all('/office/*', office.handle);
  app.all('/o/*', lazyBuyerPages(ctx));
  const routesAt = routeFinder(app);
  app.notFound((c) => {
    const routes = routesAt(c.req.path);
    if (routes.length === 0)
      return isBrowserAtRoot(c) ? officeRedirect(c) : failureResponse(c, errorReply(notFound('unknown_path')));
    const Allow = routes.map(({ method }) => method).join(', ');
    return failureResponse(
      c,
      errorReply(new AppError('method_not_allowed', 'method_not_allowed', { allowed: Allow }), { Allow }),
    );
  });
  app.onError((error, c) => failureResponse(c, replyTo(error, c.env, c.req.path)));
  return {
    fetch: app.fetch,
    routes: app.routes,
    directRoutes,
    stop: () => Promise.all([api.largeCalls.stop(), office.stop()]),
  };
}

type FailureReplyOf = (error: unknown, call: Bindings, path: string) => FailureReply;

const makeDirectRoutes = (calls: readonly PartnerCall[], replyTo: FailureReplyOf): ReadonlyMap<string, DirectRoute> =>
  new Map(
    calls.map(({ path, handle }) => [
      path,
      (call) => handle(call).catch((error) => v1Failure(call, replyTo(error, call, path))),
    ]),
  );

/** Makes the error response and adds it to the call log of the channel. */
const failureReplies =
  ({ db, log, logCall }: ApiContext): FailureReplyOf =>
  (error, call, path) => {
    const isExpected = error instanceof AppError;
    if (!isExpected && db.isOpen) log.error({ err: error, request_id: requestIdIn(call) }, 'request failed');
    const reply = isExpected ? errorReply(error) : SERVER_ERROR;
    logCall(call, path, reply.status, reply.body);
    return reply;
  };

const SERVER_ERROR: FailureReply = {
  status: 500,
  body: { error: 'server_error', error_description: describe(message('server_failed')) },
  headers: {},
};

const failureResponse = (c: ApiCall, { status, body, headers }: FailureReply): Response =>
  reply(c, body, status, headers);

/** A person has typed the address of the store. */
const isBrowserAtRoot = ({ req }: ApiCall): boolean =>
  req.path === '/' && req.method === 'GET' && /\btext\/html\b/.test(req.header('Accept') ?? '');

const officeRedirect = (c: ApiCall): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: '/office', 'X-Request-Id': requestId(c), ...PRIVATE_HEADERS },
  });

/** The office, loaded at its first request so that the server starts sooner. */
function lazyOffice(ctx: Context) {
  let opened: Promise<Office> | undefined;
  const open = async () => {
    const { office } = await import('./office/office.ts');
    return office(ctx, { statusOf: (code) => ERROR_RESPONSES[code].status });
  };
  const handle = async (c: ApiCall) => {
    opened ??= open();
    return (await opened).routes.fetch(c.req.raw, c.env);
  };
  return { handle, stop: async () => (await opened)?.stop() };
}

/** The pages of buyers, loaded at the first request. */
function lazyBuyerPages(ctx: Context) {
  let opened: Promise<{ fetch: App['fetch'] }> | undefined;
  const open = async () => (await import('./office/buyer/buyer-pages.tsx')).buyerPages(ctx);
  return async (c: ApiCall) => {
    opened ??= open();
    return (await opened).fetch(c.req.raw, c.env);
  };
}

/** Finds the routes of a path, with any method. */
function routeFinder(app: Hono<{ Bindings: Bindings }>) {
  const routes = app.routes.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`),
  }));
  return (path: string) => routes.filter(({ pattern }) => pattern.test(path));
}

/** Status and error code of the response to each AppError (docs/partner-api.md#errors). */
const ERROR_RESPONSES: Record<ErrorCode, { status: number; error: string }> = {
  invalid_request: { status: 400, error: 'invalid_request' },
  method_not_allowed: { status: 405, error: 'invalid_request' },
  body_too_large: { status: 413, error: 'invalid_request' },
  unsupported_grant_type: { status: 400, error: 'unsupported_grant_type' },
  invalid_client: { status: 401, error: 'invalid_client' },
  invalid_token: { status: 401, error: 'invalid_token' },
  access_denied: { status: 403, error: 'access_denied' },
  quota_exceeded: { status: 403, error: 'quota_exceeded' },
  not_found: { status: 404, error: 'not_found' },
  slow_down: { status: 429, error: 'slow_down' },
};

function errorReply(problem: AppError, more: Record<string, string> = {}): FailureReply {
  const { status, error } = ERROR_RESPONSES[problem.code];
  const headers = { ...more };
  if (problem.code === 'invalid_token') headers['WWW-Authenticate'] = 'Bearer';
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  return { status, body: { error, error_description: describe(problem) }, headers };
}
