import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { diskSpace, orderCount } from '../domain/monitoring/database-facts.ts';
import { queues } from '../domain/monitoring/readiness.ts';
import type { RequestListener } from './request-events.ts';

/** Metrics in the text format of Prometheus. */
export interface Metrics {
  listener: RequestListener;
  contentType: string;
  text: () => Promise<string>;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMIT_STEPS = [1, 2, 4, 8, 16, 32, 64];

/** Gauges with a counter's suffix, which promtool rejects. Other default metrics give the same numbers by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Creates the metrics and subscribes to the events of the context. */
export function openMetrics(ctx: Context): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // process memory, CPU, event loop lag, garbage collection
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  countCommitsAndDeliveries(ctx, registry);
  const collectors = [diskCollector(ctx), databaseCollector(ctx)];
  const { listener, flush } = countRequests(registry);
  return {
    listener,
    contentType: registry.contentType,
    text: async () => {
      flush();
      const collected = collectors.map((collect) => collect().catch((error) => logAndOmit(ctx, error)));
      return (await Promise.all([registry.metrics(), ...collected])).join('');
    },
  };
}

function countRequests(registry: Registry): { listener: RequestListener; flush: () => void } {
  const seconds = new Histogram({
    name: 'raan_http_request_duration_seconds',
    help: 'Duration of requests by route, method and status, from the first byte received to the last byte sent',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'raan_token_requests_total',
    help: 'Requests for bearer tokens',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['issued', 'refused']) tokens.inc({ outcome }, 0);
  const durations = batchedSeries<RequestLabels>(({ route, method, status }, millis) =>
    seconds.observe({ route, method, status }, millis / 1_000),
  );
  const seriesOf = seriesCache(durations.open);
  return {
    flush: durations.flush,
    listener: ({ route, method, status, millis }) => {
      seriesOf(route, method, status)(millis);
      if (route === '/oauth/token') tokens.inc({ outcome: status === 200 ? 'issued' : 'refused' });
    },
  };
}

/** Adds a value to a series. */
type Add = (value: number) => void;

const BATCH = 512; // values

/** Batches the values of each series: one value alone costs prom-client 10 µs, in a batch 1 µs. */
function batchedSeries<Labels>(observe: (labels: Labels, value: number) => void) {
  const flushes: (() => void)[] = [];
  return {
    open: (labels: Labels): Add => {
      const batch: number[] = [];
      const flush = () => {
        for (const value of batch) observe(labels, value);
        batch.length = 0;
      };
      flushes.push(flush);
      return (value) => {
        batch.push(value);
        if (batch.length === BATCH) flush();
      };
    },
    flush: () => {
      for (const flush of flushes) flush();
    },
  };
}

interface RequestLabels {
  route: string;
  method: string;
  status: number;
}

const METHODS = ['GET', 'POST', 'HEAD'];

/** Finds the series of a request by its route and a number: a fast key, because every request needs it. */
function seriesCache(open: (labels: RequestLabels) => Add) {
  const routes = new Map<string, Map<number, Add>>();
  return (route: string, sentMethod: string, status: number): Add => {
    let ofRoute = routes.get(route);
    if (!ofRoute) {
      ofRoute = new Map();
      routes.set(route, ofRoute);
    }
    const method = METHODS.indexOf(sentMethod);
    const key = status * METHODS.length * 2 + method;
    let series = ofRoute.get(key);
    if (!series) {
      series = open({ route, method: METHODS[method] ?? 'other', status });
      ofRoute.set(key, series);
    }
    return series;
  };
}

/** Counts commits and webhook deliveries as they happen. */
function countCommitsAndDeliveries(ctx: Context, registry: Registry): void {
  const steps = new Histogram({
    name: 'raan_commit_steps',
    help: 'Writes per commit',
    buckets: COMMIT_STEPS,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'raan_commit_duration_seconds',
    help: 'Duration of commits until they are on disk',
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  ctx.watch.committed = (count, millis) => {
    steps.observe(count);
    seconds.observe(millis / 1_000);
  };
  const deliveries = new Counter({
    name: 'raan_webhook_deliveries_total',
    help: 'Webhooks sent',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['acknowledged', 'failed']) deliveries.inc({ outcome }, 0);
  ctx.watch.delivered = (acknowledged) => deliveries.inc({ outcome: acknowledged ? 'acknowledged' : 'failed' });
}

/** A broken database must not hide the other metrics. */
function logAndOmit(ctx: Context, error: unknown): string {
  ctx.log.error({ err: error }, 'collecting some metrics failed');
  return '';
}

/** Reads current values, at each scrape. */
type Collector = () => Promise<string>;

const gaugesOf =
  (registry: Registry) =>
  (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

function diskCollector(ctx: Context): Collector {
  const registry = new Registry();
  const gauge = gaugesOf(registry);
  const database = gauge('raan_database_bytes', 'Size of the database file');
  const wal = gauge('raan_wal_bytes', 'Size of the write-ahead log');
  const free = gauge('raan_disk_free_bytes', 'Free space on the disk of the database');
  const damages = gauge('raan_database_damages', 'Damaged tables and indexes that the last check found');
  return async () => {
    damages.set(ctx.damage.problems.length);
    const space = await diskSpace(ctx.config.database);
    database.set(space.database);
    wal.set(space.wal);
    free.set(space.free);
    return registry.metrics();
  };
}

function databaseCollector(ctx: Context): Collector {
  const registry = new Registry();
  const gauge = gaugesOf(registry);
  const length = gauge('raan_queue_length', 'Items waiting in a queue: webhooks, bookings, cancellations', 'queue');
  const age = gauge('raan_queue_oldest_age_seconds', 'Age of the oldest item of a queue', 'queue');
  const overdue = gauge('raan_queue_overdue_seconds', 'How long the oldest item of a queue is overdue', 'queue');
  const help = 'Orders in the database';
  const orders = new Counter({ name: 'raan_orders_created_total', help, registers: [registry] });
  return async () => {
    for (const queue of queues(ctx.db, ctx.now())) {
      length.set({ queue: queue.name }, queue.length);
      age.set({ queue: queue.name }, queue.age / 1_000);
      overdue.set({ queue: queue.name }, queue.overdue / 1_000);
    }
    orders.reset();
    orders.inc(orderCount(ctx.db));
    return registry.metrics();
  };
}
