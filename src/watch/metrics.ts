import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { queues } from '../domain/watch/queues.ts';
import { spaceOf } from '../domain/watch/space.ts';
import { ordersMade } from '../domain/watch/work.ts';
import type { Listener } from './calls.ts';
import { type Add, gather } from './gather.ts';

/** What the service tells of itself in Prometheus' text form. */
export interface Metrics {
  listener: Listener;
  contentType: string;
  text: () => Promise<string>;
}

const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMIT_STEPS = [1, 2, 4, 8, 16, 32, 64];

/** What the library calls totals and are none, which Prometheus’ own check complains of; others tell the same by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Listens to the context from now on. */
export function openMetrics(ctx: Context): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // the process: memory, processor, event-loop delay, collections
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  watchWork(ctx, registry);
  const states = [ofDisk(ctx), ofDatabase(ctx)];
  const { listener, flush } = watchAnswers(registry);
  return {
    listener,
    contentType: registry.contentType,
    text: async () => {
      flush();
      const read = states.map((state) => state().catch((error) => leftOut(ctx, error)));
      return (await Promise.all([registry.metrics(), ...read])).join('');
    },
  };
}

function watchAnswers(registry: Registry): { listener: Listener; flush: () => void } {
  const seconds = new Histogram({
    name: 'raan_http_request_duration_seconds',
    help: 'Calls by route, method and status, from their first byte to the last of their answer',
    labelNames: ['route', 'method', 'status'],
    buckets: CALL_SECONDS,
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'raan_token_requests_total',
    help: 'Bearer tokens asked for, issued or refused',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['issued', 'refused']) tokens.inc({ outcome }, 0);
  const durations = gather<Call>(({ route, method, status }, millis) =>
    seconds.observe({ route, method, status }, millis / 1_000),
  );
  const seriesOf = seriesFinder(durations.series);
  return {
    flush: durations.flush,
    listener: ({ route, method, status, millis }) => {
      seriesOf(route, method, status)(millis);
      if (route === '/oauth/token') tokens.inc({ outcome: status === 200 ? 'issued' : 'refused' });
    },
  };
}

interface Call {
  route: string;
  method: string;
  status: number;
}

const METHODS = ['GET', 'POST', 'HEAD'];

/** Looked for by each call, so by a number and a text that is always the same one. */
function seriesFinder(open: (call: Call) => Add) {
  const known = new Map<string, Map<number, Add>>();
  return (route: string, sent: string, status: number): Add => {
    let ofRoute = known.get(route);
    if (!ofRoute) {
      ofRoute = new Map();
      known.set(route, ofRoute);
    }
    const method = METHODS.indexOf(sent);
    const key = status * METHODS.length * 2 + method;
    let series = ofRoute.get(key);
    if (!series) {
      series = open({ route, method: METHODS[method] ?? 'other', status });
      ofRoute.set(key, series);
    }
    return series;
  };
}

/** Commits and deliveries, as they come. */
function watchWork(ctx: Context, registry: Registry): void {
  const steps = new Histogram({
    name: 'raan_commit_steps',
    help: 'Writes that shared one commit',
    buckets: COMMIT_STEPS,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'raan_commit_duration_seconds',
    help: 'Commits, from their begin until they are on the disk',
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  ctx.watch.committed = (count, millis) => {
    steps.observe(count);
    seconds.observe(millis / 1_000);
  };
  const deliveries = new Counter({
    name: 'raan_webhook_deliveries_total',
    help: 'Webhooks sent, acknowledged or failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['acknowledged', 'failed']) deliveries.inc({ outcome }, 0);
  ctx.watch.delivered = (acknowledged) => deliveries.inc({ outcome: acknowledged ? 'acknowledged' : 'failed' });
}

/** A database that is dead takes no more with it than what it holds. */
function leftOut(ctx: Context, error: unknown): string {
  ctx.log.error({ err: error }, 'some metrics cannot be told');
  return '';
}

/** Reads its own metrics anew each time. */
type State = () => Promise<string>;

const gauges =
  (registry: Registry) =>
  (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

function ofDisk(ctx: Context): State {
  const registry = new Registry();
  const gauge = gauges(registry);
  const database = gauge('raan_database_bytes', 'Size of the database file');
  const wal = gauge('raan_wal_bytes', 'Size of the write-ahead log');
  const free = gauge('raan_disk_free_bytes', 'Space left on the disk of the database');
  return async () => {
    const space = await spaceOf(ctx.config.database);
    database.set(space.database);
    wal.set(space.wal);
    free.set(space.free);
    return registry.metrics();
  };
}

function ofDatabase(ctx: Context): State {
  const registry = new Registry();
  const gauge = gauges(registry);
  const length = gauge('raan_queue_length', 'What waits for apps (webhooks) and for couriers', 'queue');
  const age = gauge('raan_queue_oldest_age_seconds', 'How long ago the oldest of a queue was put into it', 'queue');
  const overdue = gauge('raan_queue_overdue_seconds', 'How long the oldest of a queue is overdue', 'queue');
  const help = 'Orders that the database holds, however they came';
  const orders = new Counter({ name: 'raan_orders_created_total', help, registers: [registry] });
  return async () => {
    for (const queue of queues(ctx.db, ctx.now())) {
      length.set({ queue: queue.name }, queue.length);
      age.set({ queue: queue.name }, queue.age / 1_000);
      overdue.set({ queue: queue.name }, queue.overdue / 1_000);
    }
    orders.reset();
    orders.inc(ordersMade(ctx.db));
    return registry.metrics();
  };
}
