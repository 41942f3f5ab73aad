import type { Context } from '../context.ts';
import { openBufferedLog } from '../lib/log.ts';
import { requestIdIn } from '../lib/request-bindings.ts';
import type { Metrics } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { type OnRequest, type RequestListener, requestEvents, type UnparsedRequest } from './request-events.ts';

export interface Monitoring {
  /** Metrics to serve with a token at the address of the service. */
  metricsPage: Metrics | undefined;
  /** Address of the separate metrics server. */
  metricsAddress: string | undefined;
  onRequest: (routes: readonly { path: string }[]) => OnRequest;
  onUnparsed: (request: UnparsedRequest) => void;
  stop: () => Promise<void>;
}

/**
 * Starts the request log and the metrics that the config enables. Disabled ones cost nothing.
 *
 * @throws OperatorError if the metrics server cannot listen
 */
export async function startMonitoring(ctx: Context): Promise<Monitoring> {
  const { metrics: config, log } = ctx.config;
  const metrics = config.host !== '' || config.token !== '' ? await loadMetrics(ctx) : undefined;
  const server: MetricsServer | undefined =
    metrics && config.host !== '' ? await serveMetrics(metrics, config, ctx.log) : undefined;
  const requests = log.requests && ctx.log.isLevelEnabled('info') ? requestLog(ctx.now) : undefined;
  const listeners = [requests?.listener, metrics?.listener].filter((listener) => listener !== undefined);
  const events = requestEvents(listeners, ctx.monotonic);
  return {
    metricsPage: config.token === '' ? undefined : metrics,
    metricsAddress: server?.address,
    onRequest: (routes) => events.onRequest(routeMatcher(routes.map(({ path }) => path))),
    onUnparsed: events.onUnparsed,
    stop: async () => {
      await server?.stop();
      requests?.end();
    },
  };
}

/** The metrics library is loaded only if it is needed, so that other servers start sooner. */
async function loadMetrics(ctx: Context): Promise<Metrics> {
  const { openMetrics } = await import('./metrics.ts');
  return openMetrics(ctx);
}

/** For requests without a route; their paths would be unlimited label values. */
const NO_ROUTE = 'none';

/** Finds the route pattern of a URL. @param patterns of the router, such as `/pictures/:name/:file` and `/office/*` */
function routeMatcher(patterns: readonly string[]): (url: string) => string {
  const exact = new Set(patterns);
  const wildcards = patterns
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({
      pattern,
      regex: new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  return (url) => {
    if (exact.has(url)) return url;
    const path = url.replace(/[?#].*$/s, '');
    if (exact.has(path)) return path;
    return wildcards.find(({ regex }) => regex.test(path))?.pattern ?? NO_ROUTE;
  };
}

/**
 * Logs one JSON line per request. The only client data in it is the request id: paths, queries, bodies, headers and
 * addresses may contain tokens, names and telephone numbers. The line is built by hand, in a third of the time of pino.
 */
function requestLog(now: () => number): { listener: RequestListener; end: () => void } {
  const { write, end } = openBufferedLog();
  const start = lineStart();
  return {
    listener: ({ call, method, route, status, millis }) => {
      const id = 'incoming' in call ? requestIdIn(call) : call.requestId;
      const channelField = call.channelId === undefined ? '' : `,"channel":"${call.channelId}"`;
      const methodField = method === '' ? '' : `,"method":"${method}"`;
      const tenths = Math.round(millis * 10);
      write(
        `${start(now())}${quoted(id)}${channelField}${methodField},"route":"${route}","status":${status},"ms":${Math.floor(tenths / 10)}.${tenths % 10}}\n`,
      );
    },
    end,
  };
}

/** Caches the text for requests of the same millisecond, because formatting a large number is slow. */
function lineStart(): (time: number) => string {
  let last = 0;
  let text = '';
  return (time) => {
    if (time !== last) {
      last = time;
      text = `{"level":30,"time":${time},"request_id":`;
    }
    return text;
  };
}

const quoted = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id) : `"${id}"`);
