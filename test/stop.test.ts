import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createApp } from '../src/app.ts';
import { callLog } from '../src/domain/channels/calls.ts';
import { requestLimits } from '../src/domain/channels/throttle.ts';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { bookingOf, httpOf, openBookingShop, readyOrder } from './booking-steps.ts';
import { openFolder } from './cli.ts';
import { openCourier } from './courier-server.ts';
import { memoryLog } from './memory-log.ts';
import { assertDescribed } from './openapi-checks.ts';
import { openRawConnection } from './raw-connection.ts';
import { responsesIn } from './raw-http.ts';
import { openPartner } from './remote-partner.ts';
import { type ApiResponse, cafe, type Json, openShop, until } from './support.ts';

const CALLS = 500;
const CONFIG = 'listen.port = 0\nlog.level = "error"\n';

/** The raw HTTP request of an order. */
function orderText(token: string, variant: string, expect = ''): { head: string; body: string } {
  const body = JSON.stringify({
    shipping_type: 'ems',
    products: [{ product_variant_id: variant, qty: 1 }],
    recipient_address: { name: 'สมชาย ใจดี' },
  });
  const head = [
    'POST /v1/order/create HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(expect ? [`Expect: ${expect}`] : []),
  ];
  return { head: `${head.join('\r\n')}\r\n\r\n`, body };
}

test(`${CALLS} requests in flight at SIGTERM are answered and saved, and every connection is closed`, async () => {
  const folder = openFolder({ config: CONFIG });
  const stores = await folder.load({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const server = await folder.start('serve', '--json');
  const { address } = server.json;
  const { channels, variants } = stores.cafe as Json;
  const { token } = await openPartner(address, channels.page);
  const lines = await Promise.all(Array.from({ length: CALLS }, () => openRawConnection(address)));
  const started = lines.slice(CALLS / 2);
  const { head, body } = orderText(token, variants.hot, '100-continue');
  await Promise.all(started.map((line) => line.exchange(head, /^HTTP\/1\.1 100 Continue\r\n\r\n$/)));
  const idle = await openRawConnection(address);
  await idle.exchange('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  const whole = orderText(token, variants.hot);
  const start = performance.now();
  for (const line of lines.slice(0, CALLS / 2)) line.write(whole.head + whole.body);
  const ended = server.end('SIGTERM');
  await idle.end; // the stop has started
  for (const line of started) line.write(body);
  const answers = await Promise.all(lines.map((line) => line.end));
  assert.deepEqual(await ended, { status: 0, stderr: '' });
  assert.ok(performance.now() - start < 8_000);
  for (const [i, text] of answers.entries()) {
    const [answer, ...more] = responsesIn(Buffer.from(text, 'latin1')).filter(({ status }) => status !== 100);
    assert.equal(answer?.status, 200, text);
    assert.deepEqual(more, []);
    await assertDescribed({ method: 'POST', path: '/v1/order/create', ...(answer as ApiResponse) });
    if (i >= CALLS / 2) assert.equal(answer?.headers.get('connection'), 'close');
  }
  assert.equal(folder.rows('SELECT id FROM orders').length, CALLS);
});

test('idle connections do not delay a stop, used or unused', async () => {
  const shop = await openShop({ timeouts: { shutdownReceive: 50 } });
  const used = await openRawConnection(shop.url);
  await used.exchange('POST /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  const silent = await openRawConnection(shop.url);
  const half = await openRawConnection(shop.url);
  half.write('POST /nowhere HT');
  const start = performance.now();
  await shop.stop();
  assert.ok(performance.now() - start < 2_000);
  await Promise.all([used.end, silent.end, half.end]);
});

test('an incomplete request is cut off and does not delay a stop', async () => {
  const shop = await openShop({ timeouts: { shutdownRequests: 100 } });
  const line = await openRawConnection(shop.url);
  const { head } = orderText(await shop.bearer(), '1', '100-continue');
  await line.exchange(head, /100 Continue/);
  await shop.stop();
  assert.doesNotMatch(await line.end, /200 OK/);
});

test('a request that continues after the stop fails without a log line', async () => {
  const shop = await openShop();
  const { log, lines } = memoryLog();
  const ctx = { ...shop.ctx, log };
  const memory = { limits: requestLimits(ctx.monotonic), calls: callLog() };
  const { directRoutes } = createApp(ctx, { ...memory, adapterOf: adapters(ctx), base: () => shop.url });
  const incoming = new IncomingMessage(new Socket());
  incoming.headers.authorization = `Bearer ${await shop.bearer()}`;
  incoming.push(null);
  await shop.stop();
  const outgoing = new ServerResponse(incoming);
  await directRoutes.get('/v1/product/list')?.({ incoming, outgoing });
  assert.equal(outgoing.statusCode, 500);
  assert.deepEqual(lines, []);
});

test('a silent courier does not delay a stop; after the restart it gets the same request with the same key', async () => {
  const { shop, courier } = await openBookingShop({}, { timeouts: { shutdownJobs: 100 } });
  shop.ctx.log.level = 'silent';
  courier.next({ responseDelay: 30_000 });
  const order = await readyOrder(shop);
  await until('the courier gets a request', () => courier.count('book') === 1);
  const start = performance.now();
  await shop.stop();
  assert.ok(performance.now() - start < 2_000);
  await shop.start();
  await until('it is booked', () => bookingOf(shop, order)?.state === 'booked');
  assert.equal(courier.bookings.size, 1);
  await courier.stop();
});

test('the program exits with 0 within 8 s although a courier never answers', async () => {
  const courier = await openCourier();
  courier.always({ responseDelay: 60_000 });
  const folder = openFolder({ config: `${CONFIG}couriers.allow_networks = ["127.0.0.0/8"]\n` });
  const stores = await folder.load({ stores: [cafe({ couriers: [httpOf(courier)] })] });
  const server = await folder.start('serve', '--json');
  const { channels, variants } = stores.cafe as Json;
  const { call } = await openPartner(server.json.address, channels.page);
  const products = [{ product_variant_id: variants.hot, qty: 1 }];
  const wanted = { shipping_type: 'ems', products, recipient_address: { name: 'สมชาย' } };
  await call('/v1/order/create', { ...wanted, ship_before_pay: true, auto_request_xshipping: true });
  await until('the courier gets a request', () => courier.count('book') === 1);
  const start = performance.now();
  assert.equal((await server.end()).status, 0);
  assert.ok(performance.now() - start < 8_000);
  await courier.stop();
});

test('a second signal ends the program at once', async () => {
  const folder = openFolder({ config: CONFIG });
  const stores = await folder.load({ stores: [cafe()] });
  const server = await folder.start('serve', '--json');
  const { token } = await openPartner(server.json.address, (stores.cafe as Json).channels.page);
  const line = await openRawConnection(server.json.address);
  await line.exchange(orderText(token, '1', '100-continue').head, /100 Continue/);
  const other = await openRawConnection(server.json.address);
  const start = performance.now();
  server.end('SIGTERM');
  await other.end; // closed: the stop has started
  assert.equal((await server.end('SIGTERM')).status, null);
  assert.ok(performance.now() - start < 4_000);
});
