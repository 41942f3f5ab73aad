import type { Context } from '../context.ts';
import type { Metrics } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { type OnRequest, type RequestListener, requestEvents, type UnparsedRequest } from './request-events.ts';
import { requestLog } from './request-log.ts';

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
  const listeners = [requests?.listener, metrics?.listener].filter((one): one is RequestListener => one !== undefined);
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
export function routeMatcher(patterns: readonly string[]): (url: string) => string {
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
