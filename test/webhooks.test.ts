import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { addOnHand, setOnHand } from '../src/domain/stock/adjust.ts';
import type { Reason } from '../src/domain/stock/reasons.ts';
import { changeApp, resetWebhookSecret } from '../src/domain/webhooks/apps.ts';
import { ping } from '../src/domain/webhooks/deliver.ts';
import { appsDue, claimDelivery, type Delivery, listDeliveries } from '../src/domain/webhooks/deliveries.ts';
import { Refusal } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { cafe, idOf, type Json, openShop, type Shop, type ShopOptions, until } from './support.ts';
import { stoppedClock } from './wire.ts';

/** A shop whose one app, `bot`, has its receiver. */
async function openWired(options: ShopOptions & { cafe?: object } = {}): Promise<{ shop: Shop; receiver: Receiver }> {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const shop = await openShop({ stores: [cafe({ apps, ...options.cafe })], ...options });
  await receiver.trust(shop.ids.apps.bot?.webhook_secret);
  return { shop, receiver };
}

const appId = (shop: Shop, key = 'bot'): Id => idOf(shop.ids.apps[key]?.id);

/** Newest first. */
const deliveries = (shop: Shop, app = 'bot'): Delivery[] => listDeliveries(shop.ctx.db, appId(shop, app), 1_000);

const statuses = (shop: Shop, app = 'bot') => deliveries(shop, app).map(({ status }) => status);

const settled = (shop: Shop, count: number, app = 'bot') =>
  until(`${count} deliveries to ${app} are over`, () => {
    const over = deliveries(shop, app).filter(({ status }) => status !== 'sending');
    return over.length >= count && over;
  });

/** Counts `qty` hot lattes in Bangkok; the first change of available from 10. */
const count = (shop: Shop, qty: number, reason: Reason = 'command_edited') =>
  shop.ctx.write((db) =>
    setOnHand(
      db,
      { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk), qty, reason },
      shop.now(),
    ),
  );

const lines = (shop: Shop, variant: string, qty: number) => ({
  products: [{ product_variant_id: shop.ids.variants[variant], qty }],
});

// What a request says

test('a delivery is one POST to the URL with exactly the headers and the envelope of the specification', async () => {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: `${receiver.url}/stock?shop=1` }];
  const before = Date.now();
  const shop = await openShop({ stores: [cafe({ apps })] });
  await receiver.trust(shop.ids.apps.bot?.webhook_secret);
  await shop.order();
  await settled(shop, 1);
  const [request] = receiver.received;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.path, '/hook/stock?shop=1');
  assert.deepEqual(request?.headers, {
    host: `127.0.0.1:${receiver.port}`,
    'content-type': 'application/json',
    'content-length': String(request?.body.length),
    'x-service-signature': request?.headers['x-service-signature'],
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

test('an order is announced as order_reserved with its order_id, to the letter', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  clock.forward(1_000);
  const { body } = await shop.order(lines(shop, 'hot', 3));
  clock.forward(100);
  await settled(shop, 1);
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

test('a change by a user carries user_id and no order_id', async () => {
  const { shop, receiver } = await openWired();
  const where = { variantId: idOf(shop.ids.variants.iced), warehouseId: idOf(shop.ids.warehouses.bkk) };
  const user = { reason: 'variant_created', userId: idOf('7') } as const;
  await shop.ctx.write((db) => addOnHand(db, { ...where, ...user, qty: 5 }, shop.now()));
  await settled(shop, 1);
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

test('a change that nobody is known to have caused carries neither order_id nor user_id', async () => {
  const { shop, receiver } = await openWired();
  await count(shop, 11);
  await settled(shop, 1);
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

test('a variant without a SKU is announced with an empty one', async () => {
  const bare = { key: 'bare', prices: { retail: '1' }, stock: { bkk: 2 } };
  const { shop, receiver } = await openWired({ cafe: { products: [{ key: 'p', name: 'Bare', variants: [bare] }] } });
  await shop.order(lines(shop, 'bare', 1));
  await settled(shop, 1);
  assert.equal(receiver.items[0].sku, '');
});

test('the signature is over the raw bytes, Thai ones included, in lower-case hex', async () => {
  const thai = { key: 'thai', sku: 'ลาเต้-☕', prices: { retail: '1' }, stock: { bkk: 2 } };
  const { shop, receiver } = await openWired({ cafe: { products: [{ key: 'p', name: 'Thai', variants: [thai] }] } });
  await shop.order(lines(shop, 'thai', 1));
  await settled(shop, 1);
  const [request] = receiver.received;
  assert.ok(request?.signed);
  assert.match(request.headers['x-service-signature'] ?? '', /^[0-9a-f]{64}$/);
  const secret = shop.ids.apps.bot?.webhook_secret as string;
  assert.equal(request.headers['x-service-signature'], createHmac('sha256', secret).update(request.body).digest('hex'));
  assert.equal(receiver.items[0].sku, 'ลาเต้-☕');
  assert.equal(deliveries(shop)[0]?.body, request.body.toString('utf8'), 'what is kept is what was signed');
});

test('every delivery has a request id and a connection of its own', async () => {
  const { shop, receiver } = await openWired();
  for (const qty of [9, 8, 7]) {
    await count(shop, qty);
    await settled(shop, 10 - qty);
  }
  assert.equal(new Set(receiver.envelopes.map(({ request_id }) => request_id)).size, 3);
  assert.deepEqual(
    receiver.received.map(({ connection }) => connection),
    [1, 2, 3],
  );
});

test('every app signs with its own secret and gets its own request id', async () => {
  const [one, two] = [await openReceiver(), await openReceiver()];
  const apps = [
    { key: 'one', name: 'One', url: one.url },
    { key: 'two', name: 'Two', url: two.url },
  ];
  const shop = await openShop({ stores: [cafe({ apps })] });
  await one.trust(shop.ids.apps.one?.webhook_secret);
  await two.trust(shop.ids.apps.two?.webhook_secret);
  await shop.order();
  await settled(shop, 1, 'one');
  await settled(shop, 1, 'two');
  assert.ok(one.received[0]?.signed);
  assert.ok(two.received[0]?.signed);
  assert.notEqual(shop.ids.apps.one?.webhook_secret, shop.ids.apps.two?.webhook_secret);
  assert.notEqual(one.envelopes[0].request_id, two.envelopes[0].request_id);
  assert.deepEqual(one.items, two.items);
});

test('a changed secret signs from then on, and the old one no longer', async () => {
  const { shop, receiver } = await openWired();
  await count(shop, 9);
  await settled(shop, 1);
  const { webhookSecret } = await shop.ctx.write((db) => resetWebhookSecret(db, appId(shop)));
  await count(shop, 8);
  await settled(shop, 2);
  await receiver.trust(webhookSecret);
  await count(shop, 7);
  await settled(shop, 3);
  assert.deepEqual(
    receiver.received.map(({ signed }) => signed),
    [true, false, true],
  );
});

test('a test ping is a signed delivery without items', async () => {
  const { shop, receiver } = await openWired();
  const outcome = await ping(shop.ctx, appId(shop));
  assert.deepEqual({ ...outcome, millis: 0 }, { acknowledged: true, answer: '200', millis: 0 });
  const [envelope] = receiver.envelopes;
  assert.ok(receiver.received[0]?.signed);
  assert.equal(envelope.event_type, 'stock_available_updated');
  assert.deepEqual(envelope.data, { items: [] });
  assert.deepEqual(statuses(shop), ['acknowledged']);
});

test('a test ping goes out although the event is switched off', async () => {
  const { shop, receiver } = await openWired();
  await shop.ctx.write((db) => changeApp(db, appId(shop), { stockAvailableUpdated: false }));
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.equal(receiver.received.length, 1);
});

test('a test ping of an app without a URL is refused and leaves nothing behind', async () => {
  const shop = await openShop();
  await assert.rejects(ping(shop.ctx, appId(shop)), Refusal);
  assert.deepEqual(deliveries(shop), []);
});

// What is announced

test('old and new are the available quantity of the variant in that one warehouse', async () => {
  const { shop, receiver } = await openWired();
  await shop.order(lines(shop, 'hot', 12));
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.warehouse_id, item.old, item.new]),
    [
      [shop.ids.warehouses.bkk, 10, 0],
      [shop.ids.warehouses.cnx, 5, 3],
    ],
  );
});

test('two lines of one variant are two changes that follow one another', async () => {
  const { shop, receiver } = await openWired();
  const line = { product_variant_id: shop.ids.variants.hot, qty: 2 };
  await shop.order({ products: [line, line] });
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [
      [10, 8],
      [8, 6],
    ],
  );
  assert.ok(receiver.items[0].update_time < receiver.items[1].update_time);
});

test('below zero is announced as it is', async () => {
  const { shop, receiver } = await openWired({ cafe: { settings: { sell_below_zero: true } } });
  await shop.order(lines(shop, 'iced', 12));
  await settled(shop, 1);
  assert.deepEqual([receiver.items[0].old, receiver.items[0].new], [10, -2]);
});

test('a cancelled order is announced as order_canceled with its order_id', async () => {
  const { shop, receiver } = await openWired();
  const { order } = (await shop.order(lines(shop, 'hot', 4))).body;
  await settled(shop, 1);
  await shop.ctx.write((db) => cancelOrder(db, idOf(order.id), 'buyer', shop.now()));
  await settled(shop, 2);
  const { reason, order_id, old, new: now } = receiver.items[1];
  assert.deepEqual({ reason, order_id, old, now }, { reason: 'order_canceled', order_id: order.id, old: 6, now: 10 });
  assert.equal('user_id' in receiver.items[1], false);
});

test('an order cancelled by the system is announced as order_canceled_by_system', async () => {
  const { shop, receiver } = await openWired();
  const { order } = (await shop.order()).body;
  await shop.ctx.write((db) => cancelOrder(db, idOf(order.id), 'system', shop.now()));
  const [, item] = await until('both changes came', () => receiver.items.length === 2 && receiver.items);
  assert.deepEqual([item.reason, item.order_id], ['order_canceled_by_system', order.id]);
});

test('the opening stock of the first load is not announced, and that of later loads is', async () => {
  const { shop, receiver } = await openWired();
  assert.deepEqual(shop.outbox(), []);
  const cold = { key: 'cold', name: 'ปั่น', sku: 'LAT-C', prices: { retail: '80' }, stock: { bkk: 4, cnx: 0 } };
  const hot = { key: 'hot', stock: { bkk: 12, cnx: 5 } };
  await shop.load({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants: [cold, hot] }], apps: [] })] });
  await until('both changes came', () => receiver.items.length >= 2);
  const { cafe: loaded } = shop.stores;
  const cold_id = shop.ctx.db.get<{ id: number }>(`SELECT id FROM variants WHERE key = 'cold'`)?.id;
  assert.deepEqual(
    receiver.items.map(({ id, reason, old, new: now, ...rest }) => [id, reason, old, now, Object.keys(rest)]),
    [
      [String(cold_id), 'variant_created', 0, 4, ['sku', 'warehouse_id', 'update_time']],
      [loaded?.variants.hot, 'command_edited', 10, 12, ['sku', 'warehouse_id', 'update_time']],
    ],
  );
});

test('an app is told of its own store only', async () => {
  const receiver = await openReceiver();
  const tea = cafe({ key: 'tea', apps: [{ key: 'tea-bot', name: 'Tea bot', url: receiver.url }] });
  const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] }), tea] });
  await shop.order();
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map(({ id }) => id),
    [shop.ids.variants.hot],
  );
  assert.deepEqual(shop.outbox(), []);
});

test('what is rolled back is never announced', async () => {
  const { shop, receiver } = await openWired();
  await assert.rejects(
    shop.ctx.write((db) => {
      const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
      addOnHand(db, { ...where, qty: 90, reason: 'command_edited' }, shop.now());
      throw new Error('after all not');
    }),
    /after all not/,
  );
  await count(shop, 9);
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[10, 9]],
  );
});

// Gathering

test('changes wait for 100 ms from the first, and then go together', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  await count(shop, 9);
  clock.forward(60);
  await count(shop, 8);
  clock.forward(39);
  await count(shop, 7);
  assert.deepEqual(appsDue(shop.ctx.db, clock.now()), []);
  clock.forward(1);
  assert.deepEqual(appsDue(shop.ctx.db, clock.now()), [appId(shop)]);
  await settled(shop, 1);
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8, 7],
  );
});

test('a clock that steps back holds no changes up', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  await count(shop, 9);
  clock.forward(-3_600_000);
  await settled(shop, 1);
  assert.equal(receiver.items.length, 1);
});

test('a delivery has at most 100 items, and a hundred need not wait', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  await shop.ctx.write((db) => {
    const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
    for (let i = 0; i < 230; i += 1) addOnHand(db, { ...where, qty: 1, reason: 'command_edited' }, clock.now());
  });
  await settled(shop, 2);
  assert.equal(shop.outbox().length, 30, 'the rest gathers');
  clock.forward(100);
  await settled(shop, 3);
  assert.deepEqual(receiver.envelopes.map(({ data }) => data.items.length).sort(), [100, 100, 30]);
  const told = receiver.items.map((item) => item.new).sort((a, b) => a - b);
  assert.deepEqual(
    told,
    Array.from({ length: 230 }, (_, i) => 11 + i),
    'each change once',
  );
});

// Switches

test('changes made while the event is switched off are not kept for later', async () => {
  const { shop, receiver } = await openWired();
  await shop.ctx.write((db) => changeApp(db, appId(shop), { stockAvailableUpdated: false }));
  await count(shop, 9);
  assert.deepEqual(shop.outbox(), []);
  const { url } = await shop.ctx.write((db) => changeApp(db, appId(shop), { stockAvailableUpdated: true }));
  assert.equal(url, receiver.url, 'the switch keeps the URL');
  await count(shop, 8);
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[9, 8]],
  );
});

test('changes made while the URL is empty are not kept for later, whatever the switch says', async () => {
  const { shop, receiver } = await openWired();
  await shop.ctx.write((db) => changeApp(db, appId(shop), { url: '' }));
  await count(shop, 9);
  assert.deepEqual(shop.outbox(), []);
  await shop.ctx.write((db) => changeApp(db, appId(shop), { url: receiver.url }));
  await count(shop, 8);
  await settled(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[9, 8]],
  );
});

test('changes that still gather when the event is switched off are dropped', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  await count(shop, 9);
  assert.equal(shop.outbox().length, 1);
  await shop.ctx.write((db) => changeApp(db, appId(shop), { stockAvailableUpdated: false }));
  clock.forward(100);
  await until('the outbox is empty', () => shop.outbox().length === 0);
  assert.deepEqual(deliveries(shop), []);
  assert.deepEqual(receiver.received, []);
});

// Acknowledgement

test('any 2xx acknowledges a delivery, and no other answer does', async () => {
  const { shop, receiver } = await openWired();
  for (const status of [200, 201, 204, 299, 304, 400, 404, 410, 500, 503]) {
    await receiver.answer({ status });
    const { acknowledged, answer } = await ping(shop.ctx, appId(shop));
    assert.deepEqual({ acknowledged, answer }, { acknowledged: status < 300, answer: String(status) });
    assert.equal(statuses(shop)[0], status < 300 ? 'acknowledged' : 'failed');
  }
});

test('a delivery that failed is never sent again, not even after a restart', async () => {
  const { shop, receiver } = await openWired();
  await receiver.answer({ status: 500 });
  await count(shop, 9);
  await settled(shop, 1);
  await receiver.answer({ status: 200 });
  await count(shop, 8);
  await settled(shop, 2);
  await shop.stop();
  await shop.start();
  await count(shop, 7);
  await settled(shop, 3);
  assert.deepEqual(statuses(shop), ['acknowledged', 'acknowledged', 'failed']);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8, 7],
  );
});

test('a redirect is a failure and is not followed', async () => {
  const { shop, receiver } = await openWired();
  const elsewhere = await openReceiver();
  for (const status of [301, 302, 303, 307, 308]) {
    await receiver.answer({ status, headers: { Location: elsewhere.url } });
    const { acknowledged, answer } = await ping(shop.ctx, appId(shop));
    assert.deepEqual({ acknowledged, answer }, { acknowledged: false, answer: String(status) });
  }
  await shop.ctx.write((db) => changeApp(db, appId(shop), { url: elsewhere.url }));
  await count(shop, 9);
  await settled(shop, 6);
  assert.deepEqual(
    elsewhere.envelopes.map(({ data }) => data.items.length),
    [1],
    'nothing came before the app was moved there',
  );
});

test('an https receiver is never spoken to in the clear', async () => {
  const { shop, receiver } = await openWired();
  await shop.ctx.write((db) => changeApp(db, appId(shop), { url: receiver.url.replace('http:', 'https:') }));
  assert.equal((await ping(shop.ctx, appId(shop))).acknowledged, false);
  assert.deepEqual(receiver.received, []);
});

// What takes its seconds, side by side

describe('in their own time', { concurrency: true }, () => {
  test('an expired order is announced as order_canceled_by_system with its order_id', async () => {
    const { shop, receiver } = await openWired();
    const { order } = (await shop.order({ ...lines(shop, 'hot', 2), expiration_time: Date.now() - 1 })).body;
    const [, item] = await until('both changes came', () => receiver.items.length === 2 && receiver.items);
    assert.deepEqual([item.reason, item.order_id, item.old, item.new], ['order_canceled_by_system', order.id, 8, 10]);
    assert.equal('user_id' in item, false);
  });

  test('an answer within the second acknowledges, and one after it comes too late', async () => {
    const { shop, receiver } = await openWired();
    await receiver.answer({ status: 200, after: 500 });
    const slow = ping(shop.ctx, appId(shop));
    await until('the first is there', () => receiver.received.length === 1);
    await receiver.answer({ status: 200, after: 5_000 });
    const late = ping(shop.ctx, appId(shop));
    assert.ok((await slow).acknowledged);
    const { acknowledged, answer, millis } = await late;
    assert.deepEqual({ acknowledged, answer }, { acknowledged: false, answer: 'no answer within 1000 ms' });
    assert.ok(millis >= 990 && millis < 5_000, `${millis} ms`);
  });

  test('a receiver that answers never, hangs up or is not there is a failure with its reason', async () => {
    const { shop, receiver } = await openWired();
    await receiver.answer({});
    const never = ping(shop.ctx, appId(shop));
    await until('it is there', () => receiver.received.length === 1);
    await receiver.answer({ hangUp: true });
    assert.deepEqual(await ping(shop.ctx, appId(shop)).then(({ acknowledged }) => acknowledged), false);
    const { port } = await unusedPort();
    await shop.ctx.write((db) => changeApp(db, appId(shop), { url: `http://127.0.0.1:${port}/` }));
    await ping(shop.ctx, appId(shop));
    await never;
    const [gone, hungUp, unanswered] = deliveries(shop);
    assert.deepEqual([gone?.status, hungUp?.status, unanswered?.status], ['failed', 'failed', 'failed']);
    assert.match(gone?.answer ?? '', /ECONNREFUSED/);
    assert.match(hungUp?.answer ?? '', /socket hang up|ECONNRESET/);
    assert.equal(unanswered?.answer, 'no answer within 1000 ms');
    for (const { millis } of deliveries(shop)) assert.ok(Number.isInteger(millis));
  });

  test('a receiver that cannot be connected to is given up after 3 seconds', async () => {
    const receiver = await openReceiver({ backlog: 1 });
    const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] })] });
    receiver.freeze();
    const fillers = [1, 2, 3, 4].map(() => net.connect(receiver.port, '127.0.0.1').on('error', () => {}));
    after(() => {
      for (const filler of fillers) filler.destroy();
    });
    await until('its backlog is full', () => fillers.filter(({ connecting }) => !connecting).length >= 2);
    const { acknowledged, answer, millis } = await ping(shop.ctx, appId(shop));
    assert.deepEqual({ acknowledged, answer }, { acknowledged: false, answer: 'no connection within 3000 ms' });
    assert.ok(millis >= 2_990 && millis < 6_000, `${millis} ms`);
  });

  test('a dead receiver does not delay another app', async () => {
    const clock = stoppedClock();
    const [dead, alive] = [await openReceiver(), await openReceiver()];
    const apps = [
      { key: 'dead', name: 'Dead', url: dead.url },
      { key: 'alive', name: 'Alive', url: alive.url },
    ];
    const shop = await openShop({ stores: [cafe({ apps })], now: clock.now });
    await dead.answer({});
    const started = performance.now();
    for (let round = 1; round <= 8; round += 1) {
      await count(shop, 10 + round);
      clock.forward(100);
      await until(`change ${round} came`, () => alive.items.length === round);
      assert.ok(statuses(shop, 'dead').filter((status) => status === 'sending').length <= 4, 'a few in flight');
    }
    const took = performance.now() - started;
    assert.ok(took < 4_000, `${took} ms for eight rounds, none of which waits a second for the dead one`);
    await settled(shop, 8, 'alive');
    assert.deepEqual(statuses(shop, 'alive'), Array(8).fill('acknowledged'));
    await until('the dead one has had everything', () => dead.items.length === 8);
  });
});

// Restart and crash

/** A server process on the shop's database, which nobody else may serve then. */
async function serveApart(shop: Shop, time?: number): Promise<{ child: ChildProcess; order: () => Promise<Json> }> {
  const token = await shop.bearer();
  await shop.stop();
  const args = [JSON.stringify(shop.config), ...(time === undefined ? [] : [String(time)])];
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), args, { execArgv: [], stdio: 'inherit' });
  after(() => child.kill('SIGKILL'));
  const [{ address }] = await once(child, 'message');
  const order = async () => {
    const response = await fetch(`${address}/v1/order/create`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(shop.orderBody()),
    });
    const body = (await response.json()) as Json;
    assert.equal(response.status, 200, JSON.stringify(body));
    return body.order;
  };
  return { child, order };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('a delivery that a crash cut short is unknown and is never sent again', async () => {
  const { shop, receiver } = await openWired();
  await receiver.answer({});
  const { child, order } = await serveApart(shop);
  const first = await order();
  await until('the delivery is there', () => receiver.received.length === 1);
  await kill(child);
  await receiver.answer({ status: 200 });
  await shop.start();
  assert.deepEqual(statuses(shop), ['unknown']);
  const second = (await shop.order()).body.order;
  await settled(shop, 2);
  await shop.stop();
  await shop.start();
  const third = (await shop.order()).body.order;
  await settled(shop, 3);
  assert.deepEqual(statuses(shop), ['acknowledged', 'acknowledged', 'unknown']);
  assert.deepEqual(
    receiver.items.map(({ order_id }) => order_id),
    [first.id, second.id, third.id],
  );
});

test('a crash between the mark and the first byte sends nothing later', async () => {
  const { shop, receiver } = await openWired({ now: stoppedClock().now });
  await count(shop, 9);
  const claimed = await shop.ctx.write((db) => claimDelivery(db, appId(shop), shop.now()));
  assert.ok(claimed);
  assert.deepEqual(shop.outbox(), []);
  await shop.stop();
  await shop.start();
  assert.deepEqual(statuses(shop), ['unknown']);
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.deepEqual(receiver.items, []);
});

test('a crash before the mark loses nothing: the restart sends it, once', async () => {
  const { shop, receiver } = await openWired();
  const { child, order } = await serveApart(shop, Date.now());
  const { id } = await order();
  await kill(child);
  assert.deepEqual(receiver.received, []);
  await shop.start();
  await settled(shop, 1);
  await shop.stop();
  await shop.start();
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.deepEqual(
    receiver.items.map(({ order_id }) => order_id),
    [id],
  );
});

test('stopping waits for the deliveries under way and leaves what has not begun for later', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWired({ now: clock.now });
  await receiver.answer({ status: 200, after: 400 });
  await count(shop, 9);
  clock.forward(100);
  await until('it is under way', () => receiver.received.length === 1);
  await count(shop, 8);
  await shop.stop();
  await receiver.answer({ status: 200 });
  await shop.start();
  assert.deepEqual(statuses(shop), ['acknowledged']);
  clock.forward(100);
  await settled(shop, 2);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8],
  );
});

test('every delivery is kept with its URL, request id, number of items, time and answer', async () => {
  const { shop, receiver } = await openWired();
  await shop.order(lines(shop, 'hot', 12));
  await settled(shop, 1);
  const [kept] = deliveries(shop);
  const [envelope] = receiver.envelopes;
  const { url, requestId, eventType, itemCount, requestTime, status, answer } = kept as Delivery;
  assert.deepEqual(
    { url, requestId, eventType, itemCount, requestTime, status, answer },
    {
      url: receiver.url,
      requestId: envelope.request_id,
      eventType: 'stock_available_updated',
      itemCount: 2,
      requestTime: envelope.request_time,
      status: 'acknowledged',
      answer: '200',
    },
  );
});

/** A port that nobody listens on. */
async function unusedPort(): Promise<{ port: number }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return { port };
}
