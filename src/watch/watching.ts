import type { Context } from '../context.ts';
import { type Begin, type Listener, type Unreadable, watchCalls } from './calls.ts';
import type { Metrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { routeNames } from './routes.ts';
import { type MetricsServer, serveMetrics } from './serve-metrics.ts';

export interface Watching {
  /** Where the config has them served at the service's own address. */
  metricsPage: Metrics | undefined;
  /** Where they have an address of their own. */
  metricsAddress: string | undefined;
  /** What is to be told of each call that comes to one of these routes or to none. */
  beginOf: (routes: readonly { path: string }[]) => Begin;
  /** To be told of what never reaches the app. */
  unreadable: (message: Unreadable) => void;
  stop: () => Promise<void>;
}

/**
 * The log of calls and the metrics, as far as the config wants them: what it does not want costs nothing.
 *
 * @throws Fault where the metrics' own address cannot be had
 */
export async function startWatching(ctx: Context): Promise<Watching> {
  const { metrics: wanted, log } = ctx.config;
  const metrics = wanted.host !== '' || wanted.token !== '' ? await loadMetrics(ctx) : undefined;
  const server: MetricsServer | undefined =
    metrics && wanted.host !== '' ? await serveMetrics(metrics, wanted, ctx.log) : undefined;
  const calls = log.requests && ctx.log.isLevelEnabled('info') ? requestLog(ctx.now) : undefined;
  const listeners = [calls?.listener, metrics?.listener].filter((one): one is Listener => one !== undefined);
  const watched = watchCalls(listeners, ctx.monotonic);
  return {
    metricsPage: wanted.token === '' ? undefined : metrics,
    metricsAddress: server?.address,
    beginOf: (routes) => watched.beginWith(routeNames(routes.map(({ path }) => path))),
    unreadable: watched.unreadable,
    stop: async () => {
      await server?.stop();
      calls?.end();
    },
  };
}

/** Their library is loaded only for those who want them: everyone else starts sooner. */
async function loadMetrics(ctx: Context): Promise<Metrics> {
  const { openMetrics } = await import('./metrics.ts');
  return openMetrics(ctx);
}
