import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveMetrics } from '../src/monitoring/metrics-server.ts';
import { operatorError } from './errors.ts';
import { memoryLog } from './memory-log.ts';
import { insertChange } from './pending-announcements.ts';
import { credentials, raw } from './raw-http.ts';
import { change, sql, tamper } from './sql.ts';
import { openShop, type Shop, type ShopOptions, until } from './support.ts';

const TOKEN = 'a-token-for-the-metrics';

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|-?Na[Nn])$/; // prom-client writes the mean of no values as Nan
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;

/** A strict parser: every sample follows its HELP and TYPE, and no series repeats. */
function samplesIn(text: string): Sample[] {
  assert.ok(text.endsWith('\n'));
  const samples: Sample[] = [];
  const seen = new Set<string>();
  const families = new Set<string>();
  let family = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, help] = /^# HELP (\S+) \S/.exec(line) ?? [];
    const [, typed] = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (help) {
      assert.ok(!families.has(help), line);
      families.add(help);
      family = help;
      continue;
    }
    if (typed) {
      assert.equal(typed, family);
      continue;
    }
    const [, name = '', inside = '', value = ''] = SAMPLE.exec(line) ?? assert.fail(`no sample: ${line}`);
    assert.match(name, new RegExp(`^${family}(_bucket|_sum|_count)?$`));
    assert.ok(!seen.has(`${name}{${inside}}`), `twice: ${line}`);
    seen.add(`${name}{${inside}}`);
    const labels = [...inside.matchAll(LABEL)];
    assert.equal(labels.map(([whole]) => whole).join(''), inside, line);
    samples.push({
      name,
      labels: Object.fromEntries(labels.map(([, label, text]) => [label, text])),
      value: Number(value.replace('+Inf', 'Infinity')),
    });
  }
  return samples;
}

const metricsShop = (options: ShopOptions = {}): Promise<Shop> =>
  openShop({ ...options, config: { metrics: { token: TOKEN }, ...options.config } });

async function read(shop: Shop): Promise<Sample[]> {
  const response = await fetch(`${shop.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return samplesIn(await response.text());
}

/** The value of the series with this name and labels; 0 if there is none. */
function amount(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  assert.ok(found.length <= 1, `${found.length} series are ${name}`);
  return found[0]?.value ?? 0;
}

test('requests are counted by route, method and status, never by path', async () => {
  const shop = await metricsShop();
  assert.equal((await shop.order()).status, 200);
  assert.equal((await shop.order({ products: [] })).status, 400);
  await shop.send('/pictures/some-name/full.jpg', {});
  await shop.send('/nowhere/0812345678?q=secret', {});
  await fetch(`${shop.url}/office/sign-in`);
  const calls = (samples: Sample[], route: string, method: string, status: number) =>
    amount(samples, 'raan_http_request_duration_seconds_count', { route, method, status: String(status) });
  const samples = await read(shop);
  assert.equal(calls(samples, '/v1/order/create', 'POST', 200), 1);
  assert.equal(calls(samples, '/v1/order/create', 'POST', 400), 1);
  assert.equal(calls(samples, '/pictures/:name/:file', 'GET', 404), 1);
  assert.equal(calls(samples, 'none', 'GET', 404), 1);
  assert.equal(calls(samples, '/office/sign-in', 'GET', 200), 1);
  assert.doesNotMatch(JSON.stringify(samples), /some-name|0812345678|secret/);
  assert.equal(calls(await read(shop), '/metrics', 'GET', 200), 1);
});

test('each unreadable request is counted once', async () => {
  const shop = await metricsShop();
  const calls = (samples: Sample[], route: string, method: string, status: number) =>
    amount(samples, 'raan_http_request_duration_seconds_count', { route, method, status: String(status) });
  const requestHead = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
  await raw(shop, 'nonsense\r\n\r\n');
  await raw(shop, `${requestHead}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
  await raw(shop, `GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`);
  await raw(shop, `CONNECT elsewhere:443 HTTP/1.1\r\nHost: a\r\n\r\n`);
  const bearer = `Authorization: Bearer ${await shop.bearer()}\r\n`;
  await raw(shop, `${requestHead}${bearer}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`);
  const samples = await read(shop);
  for (const [route, method, status] of [
    ['unreadable', 'other', 400],
    ['unreadable', 'other', 431],
    ['unreadable', 'GET', 400],
    ['unreadable', 'other', 405],
    ['/v1/product/list', 'POST', 400],
  ] as const)
    assert.equal(calls(samples, route, method, status), 1, `${route} ${status}`);
  assert.equal(calls(samples, '/v1/product/list', 'POST', 499), 0);
});

test('tokens, orders, commits and their sizes are counted', async () => {
  const shop = await metricsShop();
  await shop.token(credentials(shop));
  await shop.token({ ...credentials(shop), client_secret: 'wrong' });
  const before = await read(shop);
  for (let i = 0; i < 3; i += 1) assert.equal((await shop.order()).status, 200);
  const samples = await read(shop);
  assert.equal(amount(samples, 'raan_token_requests_total', { outcome: 'issued' }), 2);
  assert.equal(amount(samples, 'raan_token_requests_total', { outcome: 'refused' }), 1);
  assert.equal(amount(samples, 'raan_orders_created_total'), 3);
  for (const name of ['raan_commit_steps', 'raan_commit_duration_seconds'])
    assert.ok(amount(samples, `${name}_count`) >= amount(before, `${name}_count`) + 3, name);
  assert.ok(amount(samples, 'raan_commit_steps_sum') >= 3);
});

test('queues, disk and process show current values', async () => {
  const shop = await metricsShop();
  const samples = await read(shop);
  for (const name of ['raan_database_bytes', 'raan_wal_bytes', 'raan_disk_free_bytes', 'process_resident_memory_bytes'])
    assert.ok(amount(samples, name) > 0, name);
  assert.ok(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds'));
  for (const queue of ['webhooks', 'bookings', 'cancellations']) {
    assert.ok(samples.some(({ name, labels }) => name === 'raan_queue_length' && labels.queue === queue));
    assert.equal(amount(samples, 'raan_queue_overdue_seconds', { queue }), 0);
  }
});

test('deliveries are counted by outcome', async () => {
  const shop = await metricsShop();
  const bot = Number(shop.ids.apps.bot?.id);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE apps SET url = 'http://127.0.0.1:9/' WHERE id = ?`), bot));
  tamper(shop.ctx, insertChange(1, 1));
  await until('the delivery has failed', () =>
    shop.ctx.db.get(sql(`SELECT 1 FROM webhook_deliveries WHERE status = 'failed'`)),
  );
  assert.equal(amount(await read(shop), 'raan_webhook_deliveries_total', { outcome: 'failed' }), 1);
});

test('a wrong token gets 401; without a token in the config there is no page', async () => {
  const shop = await metricsShop();
  for (const given of ['', 'Bearer ', 'Bearer wrong', TOKEN, `Basic ${TOKEN}`, `Bearer ${await shop.bearer()}`]) {
    const { status, headers } = await shop.send('/metrics', { headers: { Authorization: given } });
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer']);
  }
  assert.equal((await shop.send('/metrics', { method: 'POST' })).status, 405);
  assert.equal((await (await openShop()).send('/metrics', {})).status, 404);
});

test('the metrics server needs no token and serves nothing else', async () => {
  const shop = await openShop({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
  const own = shop.metricsAddress ?? '';
  const response = await fetch(`${own}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(amount(samplesIn(await response.text()), 'raan_orders_created_total'), 0);
  assert.equal((await fetch(`${own}/v1/order/create`)).status, 404);
  assert.equal((await fetch(`${own}/metrics`, { method: 'POST' })).status, 405);
  assert.equal((await shop.send('/metrics', {})).status, 404);
});

test('a broken database hides only its own metrics', async () => {
  const shop = await metricsShop();
  await shop.order();
  const whole = await read(shop);
  const { log, lines } = memoryLog();
  Object.assign(shop.ctx.log, { error: log.error.bind(log) });
  shop.ctx.db.get = () => {
    throw new Error('the database is gone');
  };
  const left = await read(shop);
  const namesOf = (samples: Sample[]) => new Set(samples.map(({ name }) => name));
  assert.deepEqual(
    [...namesOf(whole)].filter((name) => !namesOf(left).has(name)),
    ['raan_queue_length', 'raan_queue_oldest_age_seconds', 'raan_queue_overdue_seconds', 'raan_orders_created_total'],
  );
  assert.deepEqual(
    lines.filter(({ job }) => !job).map(({ msg, err }) => [msg, err.message]),
    [['collecting some metrics failed', 'the database is gone']],
  );
});

test('failed collection gets 500 and is logged', async (t) => {
  const { log, lines } = memoryLog();
  const text = () => Promise.reject(new Error('the database is gone'));
  const metrics = { contentType: 'text/plain', listener: () => {}, text };
  const { address, stop } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, log);
  t.after(stop);
  assert.equal((await fetch(`${address}/metrics`)).status, 500);
  assert.deepEqual(
    lines.map(({ msg, err }) => [msg, err.message]),
    [['collecting metrics failed', 'the database is gone']],
  );
});

test('an address in use is one clear error', async () => {
  const shop = await openShop({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
  const port = Number(new URL(shop.metricsAddress ?? '').port);
  await assert.rejects(
    openShop({ config: { metrics: { host: '127.0.0.1', port } } }),
    operatorError({ key: 'cannot_serve_metrics', params: { host: '127.0.0.1', port } }),
  );
});
