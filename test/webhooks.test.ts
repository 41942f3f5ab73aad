import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { changeApp } from '../src/domain/webhooks/apps.ts';
import { bodyText } from '../src/domain/webhooks/body.ts';
import { bodyOf, type Delivery, deliveryOfApp } from '../src/domain/webhooks/delivery-log.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { stockEvents } from '../src/domain/webhooks/stock-events.ts';
import { appError } from './errors.ts';
import { openReceiver } from './receiver.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';
import { appId, countStock, deliveries, lines, openWebhookShop, statuses, untilDelivered } from './webhook-shop.ts';

test('a delivery is one POST to the URL with exactly the documented headers and envelope', async () => {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: `${receiver.url}/stock?shop=1` }];
  const before = Date.now();
  const shop = await openShop({ stores: [cafe({ apps })] });
  await receiver.trust(shop.ids.apps.bot?.webhook_secret);
  await shop.order();
  await untilDelivered(shop, 1);
  const [request] = receiver.received;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.path, '/hook/stock?shop=1');
  assert.deepEqual(request?.headers, {
    host: `127.0.0.1:${receiver.port}`,
    'content-type': 'application/json',
    'content-length': String(request?.body.length),
    'x-service-signature': request?.headers['x-service-signature'],
    'webhook-id': receiver.envelopes[0].request_id,
    'webhook-timestamp': String(Math.floor(receiver.envelopes[0].request_time / 1_000)),
    'webhook-signature': request?.headers['webhook-signature'],
    'user-agent': 'service-webhook/1.0',
    connection: 'close',
  });
  const [envelope] = receiver.envelopes;
  assert.deepEqual(Object.keys(envelope), ['request_id', 'event_type', 'request_time', 'data']);
  assert.deepEqual(Object.keys(envelope.data), ['items']);
  assert.equal(envelope.event_type, 'stock_available_updated');
  assert.match(envelope.request_id, /^[0-9a-f-]{36}$/);
  assert.ok(Number.isInteger(envelope.request_time) && envelope.request_time >= before);
  assert.ok(envelope.request_time <= Date.now());
});

test('an order is announced as order_reserved with its exact order_id', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  clock.forward(1_000);
  const { body } = await shop.order(lines(shop, 'hot', 3));
  clock.forward(100);
  await untilDelivered(shop, 1);
  assert.deepEqual(receiver.items, [
    {
      id: shop.ids.variants.hot,
      sku: 'LAT-H',
      old: 10,
      new: 7,
      warehouse_id: shop.ids.warehouses.bkk,
      update_time: clock.now() - 100,
      reason: 'order_reserved',
      order_id: body.order.id,
    },
  ]);
});

test('a change by a user has user_id and no order_id', async () => {
  const { shop, receiver } = await openWebhookShop();
  const where = { variantId: idOf(shop.ids.variants.iced), warehouseId: idOf(shop.ids.warehouses.bkk) };
  const user = { reason: 'variant_created', userId: idOf('7') } as const;
  await shop.ctx.write((tx) => addOnHand(tx, { ...where, ...user, qty: 5 }, shop.now()));
  await untilDelivered(shop, 1);
  const [item] = receiver.items;
  assert.deepEqual(item, {
    id: shop.ids.variants.iced,
    sku: 'LAT-I',
    old: 10,
    new: 15,
    warehouse_id: shop.ids.warehouses.bkk,
    update_time: item.update_time,
    reason: 'variant_created',
    user_id: '7',
  });
});

test('a change without a known actor has neither order_id nor user_id', async () => {
  const { shop, receiver } = await openWebhookShop();
  await countStock(shop, 11);
  await untilDelivered(shop, 1);
  assert.deepEqual(Object.keys(receiver.items[0]), [
    'id',
    'sku',
    'old',
    'new',
    'warehouse_id',
    'update_time',
    'reason',
  ]);
});

test('a variant without a SKU is announced with an empty SKU', async () => {
  const bare = { key: 'bare', prices: { retail: '1' }, stock: { bkk: 2 } };
  const { shop, receiver } = await openWebhookShop({
    cafe: { products: [{ key: 'p', name: 'Bare', variants: [bare] }] },
  });
  await shop.order(lines(shop, 'bare', 1));
  await untilDelivered(shop, 1);
  assert.equal(receiver.items[0].sku, '');
});

test('the signature covers the raw bytes, including Thai ones, in lower-case hex', async () => {
  const thai = { key: 'thai', sku: 'ลาเต้-☕', prices: { retail: '1' }, stock: { bkk: 2 } };
  const { shop, receiver } = await openWebhookShop({
    cafe: { products: [{ key: 'p', name: 'Thai', variants: [thai] }] },
  });
  await shop.order(lines(shop, 'thai', 1));
  await untilDelivered(shop, 1);
  const [request] = receiver.received;
  assert.ok(request?.signed);
  assert.match(request.headers['x-service-signature'] ?? '', /^[0-9a-f]{64}$/);
  const secret = shop.ids.apps.bot?.webhook_secret as string;
  assert.equal(request.headers['x-service-signature'], createHmac('sha256', secret).update(request.body).digest('hex'));
  assert.equal(receiver.items[0].sku, 'ลาเต้-☕');
  assert.equal(
    bodyOf(shop.ctx.db, deliveries(shop)[0] as Delivery),
    request.body.toString('utf8'),
    'the body in the delivery log is the signed body',
  );
});

test('every delivery has its own request id and connection', async () => {
  const { shop, receiver } = await openWebhookShop();
  for (const qty of [9, 8, 7]) {
    await countStock(shop, qty);
    await untilDelivered(shop, 10 - qty);
  }
  assert.equal(new Set(receiver.envelopes.map(({ request_id }) => request_id)).size, 3);
  assert.deepEqual(
    receiver.received.map(({ connection }) => connection),
    [1, 2, 3],
  );
});

test('every app signs with its own secret and has its own request id', async () => {
  const [receiver, otherReceiver] = [await openReceiver(), await openReceiver()];
  const apps = [
    { key: 'one', name: 'One', url: receiver.url },
    { key: 'two', name: 'Two', url: otherReceiver.url },
  ];
  const shop = await openShop({ stores: [cafe({ apps })] });
  await receiver.trust(shop.ids.apps.one?.webhook_secret);
  await otherReceiver.trust(shop.ids.apps.two?.webhook_secret);
  await shop.order();
  await untilDelivered(shop, 1, 'one');
  await untilDelivered(shop, 1, 'two');
  assert.ok(receiver.received[0]?.signed);
  assert.ok(otherReceiver.received[0]?.signed);
  assert.notEqual(shop.ids.apps.one?.webhook_secret, shop.ids.apps.two?.webhook_secret);
  assert.notEqual(receiver.envelopes[0].request_id, otherReceiver.envelopes[0].request_id);
  assert.deepEqual(receiver.items, otherReceiver.items);
});

test('each claimed delivery keeps its own row, even if another step of the group commit fails', async () => {
  const keys = Array.from({ length: 20 }, (_, i) => `app-${i}`);
  const apps = keys.map((key) => ({ key, name: key, url: 'http://127.0.0.1:9/' }));
  const clock = stoppedClock();
  const shop = await openShop({ stores: [cafe({ apps })], now: clock.now });
  await shop.order();
  const { write, db } = shop.ctx;
  const claiming = write((tx) => stockEvents.claim(tx, [], clock.now() + 100));
  const failing = write(() => {
    throw new Error('another step');
  });
  await assert.rejects(failing, /another step/);
  const claims = await claiming;
  assert.equal(new Set(claims.map((claim) => claim.appId)).size, 20);
  for (const claim of claims) {
    const { requestId, itemCount, status } = deliveryOfApp(db, claim.appId, claim.id);
    assert.deepEqual(
      [JSON.parse(bodyText({ ...claim, items: '' })).request_id, itemCount, status],
      [requestId, 1, 'sending'],
    );
  }
});

test('after a change of the secret, deliveries are signed with the new one only', async () => {
  const { shop, receiver } = await openWebhookShop();
  await countStock(shop, 9);
  await untilDelivered(shop, 1);
  const { webhookSecret } = await shop.ctx.write((tx) => resetWebhookSecret(tx, appId(shop), { now: shop.now() }));
  await countStock(shop, 8);
  await untilDelivered(shop, 2);
  await receiver.trust(webhookSecret);
  await countStock(shop, 7);
  await untilDelivered(shop, 3);
  assert.deepEqual(
    receiver.received.map(({ signed }) => signed),
    [true, false, true],
  );
});

test('a test ping is a signed delivery without items', async () => {
  const { shop, receiver } = await openWebhookShop();
  const outcome = await ping(shop.ctx, appId(shop));
  assert.deepEqual({ ...outcome, millis: 0 }, { acknowledged: true, answer: '200', responseExcerpt: null, millis: 0 });
  const [envelope] = receiver.envelopes;
  assert.ok(receiver.received[0]?.signed);
  assert.equal(envelope.event_type, 'stock_available_updated');
  assert.deepEqual(envelope.data, { items: [] });
  assert.deepEqual(statuses(shop), ['acknowledged']);
});

test('a test ping is sent even if the event is disabled', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { stockAvailableUpdated: false }));
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.equal(receiver.received.length, 1);
});

test('a test ping of an app without a URL is refused and saves nothing', async () => {
  const shop = await openShop();
  await assert.rejects(ping(shop.ctx, appId(shop)), appError({ code: 'invalid_request', key: 'app_without_url' }));
  assert.deepEqual(deliveries(shop), []);
});
