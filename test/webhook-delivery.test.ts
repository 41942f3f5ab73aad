import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, test } from 'node:test';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { changeApp } from '../src/domain/webhooks/apps.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { stockEvents } from '../src/domain/webhooks/stock-events.ts';
import { message, messageFromJson, messageToJson } from '../src/lib/messages/message.ts';
import { openReceiver } from './receiver.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, until } from './support.ts';
import { appId, countStock, deliveries, lines, openWebhookShop, statuses, untilDelivered } from './webhook-shop.ts';

const TIMED_OUT = messageToJson(message('webhook_answer_timeout', { millis: 1_000 }));

// Collecting changes

test('changes are collected for 100 ms from the first, and then sent together', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  await countStock(shop, 9);
  clock.forward(60);
  await countStock(shop, 8);
  clock.forward(39);
  await countStock(shop, 7);
  assert.equal(stockEvents.isDue(shop.ctx.db, [], clock.now()), false);
  clock.forward(1);
  assert.equal(stockEvents.isDue(shop.ctx.db, [], clock.now()), true);
  await untilDelivered(shop, 1);
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8, 7],
  );
});

test('a clock that steps back does not delay changes', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  await countStock(shop, 9);
  clock.forward(-3_600_000);
  await untilDelivered(shop, 1);
  assert.equal(receiver.items.length, 1);
});

test('a delivery has at most 100 items, and a full one is sent at once', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  await shop.ctx.write((tx) => {
    const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
    for (let i = 0; i < 230; i += 1) addOnHand(tx, { ...where, qty: 1, reason: 'command_edited' }, clock.now());
  });
  await untilDelivered(shop, 2);
  assert.equal(shop.announcements().length, 30, 'the rest is collected');
  clock.forward(100);
  await untilDelivered(shop, 3);
  assert.deepEqual(receiver.envelopes.map(({ data }) => data.items.length).sort(), [100, 100, 30]);
  const values = receiver.items.map((item) => item.new).sort((a, b) => a - b);
  assert.deepEqual(
    values,
    Array.from({ length: 230 }, (_, i) => 11 + i),
    'each change is sent once',
  );
});

// Switches

test('changes while the event is disabled are not queued', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { stockAvailableUpdated: false }));
  await countStock(shop, 9);
  assert.deepEqual(shop.announcements(), []);
  const { url } = await shop.ctx.write((tx) => changeApp(tx, appId(shop), { stockAvailableUpdated: true }));
  assert.equal(url, receiver.url, 'the switch keeps the URL');
  await countStock(shop, 8);
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[9, 8]],
  );
});

test('changes while the URL is empty are not queued, whatever the event switch', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { url: '' }));
  await countStock(shop, 9);
  assert.deepEqual(shop.announcements(), []);
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { url: receiver.url }));
  await countStock(shop, 8);
  await untilDelivered(shop, 1);
  assert.deepEqual(
    receiver.items.map((item) => [item.old, item.new]),
    [[9, 8]],
  );
});

test('collected changes are dropped when the event is disabled', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  await countStock(shop, 9);
  assert.equal(shop.announcements().length, 1);
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { stockAvailableUpdated: false }));
  clock.forward(100);
  await until('nothing is pending', () => shop.announcements().length === 0);
  assert.deepEqual(deliveries(shop), []);
  assert.deepEqual(receiver.received, []);
});

// Acknowledgment

test('any 2xx acknowledges a delivery, and no other status does', async () => {
  const { shop, receiver } = await openWebhookShop();
  for (const status of [200, 201, 204, 299, 304, 400, 404, 410, 500, 503]) {
    await receiver.answer({ status });
    const { acknowledged, answer } = await ping(shop.ctx, appId(shop));
    assert.deepEqual({ acknowledged, answer }, { acknowledged: status < 300, answer: String(status) });
    assert.equal(statuses(shop)[0], status < 300 ? 'acknowledged' : 'failed');
  }
});

test('the beginning of the response is saved with its delivery, as a line of plain text', async () => {
  const { shop, receiver } = await openWebhookShop();
  const savedResponse = async (body: string | Uint8Array) => {
    await receiver.answer({ status: 500, body });
    const outcome = await ping(shop.ctx, appId(shop));
    assert.deepEqual([outcome.answer, deliveries(shop)[0]?.responseExcerpt], ['500', outcome.responseExcerpt]);
    return outcome.responseExcerpt;
  };
  assert.equal(await savedResponse(''), null);
  assert.equal(await savedResponse(' {"error":\r\n\t"สต็อก"}\u0000\u001b[31m\n'), '{"error": "สต็อก"} [31m');
  assert.equal(await savedResponse(Uint8Array.of(0x61, 0xff, 0xfe, 0x62)), 'a\ufffd\ufffdb');
  assert.equal(await savedResponse('ก'.repeat(499) + '😀'.repeat(1_000)), `${'ก'.repeat(499)}😀`);
  assert.equal(await savedResponse('x'.repeat(1_000_000)), 'x'.repeat(500));
});

test('a body that never ends or breaks off does not affect the status', async () => {
  const { shop, receiver } = await openWebhookShop();
  await receiver.answer({ status: 200, body: 'one mo', afterBody: 'never' });
  const stalled = await ping(shop.ctx, appId(shop));
  assert.deepEqual([stalled.acknowledged, stalled.responseExcerpt], [true, 'one mo']);
  await receiver.answer({ status: 200, body: 'one mo', afterBody: 'wrong' });
  const answered = await ping(shop.ctx, appId(shop));
  assert.deepEqual([answered.acknowledged, answered.answer], [true, '200']);
  assert.deepEqual(statuses(shop), ['acknowledged', 'acknowledged']);
});

test('a failed delivery is never sent again, not even after a restart', async () => {
  const { shop, receiver } = await openWebhookShop();
  await receiver.answer({ status: 500 });
  await countStock(shop, 9);
  await untilDelivered(shop, 1);
  await receiver.answer({ status: 200 });
  await countStock(shop, 8);
  await untilDelivered(shop, 2);
  await shop.stop();
  await shop.start();
  await countStock(shop, 7);
  await untilDelivered(shop, 3);
  assert.deepEqual(statuses(shop), ['acknowledged', 'acknowledged', 'failed']);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8, 7],
  );
});

test('a redirect is a failure and is not followed', async () => {
  const { shop, receiver } = await openWebhookShop();
  const elsewhere = await openReceiver();
  for (const status of [301, 302, 303, 307, 308]) {
    await receiver.answer({ status, headers: { Location: elsewhere.url } });
    const { acknowledged, answer } = await ping(shop.ctx, appId(shop));
    assert.deepEqual({ acknowledged, answer }, { acknowledged: false, answer: String(status) });
  }
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { url: elsewhere.url }));
  await countStock(shop, 9);
  await untilDelivered(shop, 6);
  assert.deepEqual(
    elsewhere.envelopes.map(({ data }) => data.items.length),
    [1],
    'nothing arrives before the app is moved there',
  );
});

test('an https receiver is never contacted over plain http', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { url: receiver.url.replace('http:', 'https:') }));
  assert.equal((await ping(shop.ctx, appId(shop))).acknowledged, false);
  assert.deepEqual(receiver.received, []);
});

// Timeouts, in parallel

describe('timing of deliveries', { concurrency: true }, () => {
  test('an expired order is announced as order_canceled_by_system with its order_id', async () => {
    const { shop, receiver } = await openWebhookShop();
    const { order } = (await shop.order({ ...lines(shop, 'hot', 2), expiration_time: Date.now() - 1 })).body;
    const [, item] = await until('both changes arrive', () => receiver.items.length === 2 && receiver.items);
    assert.deepEqual([item.reason, item.order_id, item.old, item.new], ['order_canceled_by_system', order.id, 8, 10]);
    assert.equal('user_id' in item, false);
  });

  test('a response within the second acknowledges a delivery, a later one does not', async () => {
    const { shop, receiver } = await openWebhookShop();
    await receiver.answer({ status: 200, after: 500 });
    const slow = ping(shop.ctx, appId(shop));
    await until('the first ping arrives', () => receiver.received.length === 1);
    await receiver.answer({ status: 200, after: 5_000 });
    const late = ping(shop.ctx, appId(shop));
    assert.ok((await slow).acknowledged);
    const { acknowledged, answer, millis } = await late;
    assert.deepEqual({ acknowledged, answer }, { acknowledged: false, answer: TIMED_OUT });
    assert.ok(millis >= 990 && millis < 5_000, `${millis} ms`);
  });

  test('a receiver that does not answer, disconnects or refuses is a failure with its reason', async () => {
    const { shop, receiver } = await openWebhookShop();
    await receiver.answer({});
    const never = ping(shop.ctx, appId(shop));
    await until('the ping arrives', () => receiver.received.length === 1);
    await receiver.answer({ disconnect: true });
    assert.deepEqual(await ping(shop.ctx, appId(shop)).then(({ acknowledged }) => acknowledged), false);
    const { port } = await unusedPort();
    await shop.ctx.write((tx) => changeApp(tx, appId(shop), { url: `http://127.0.0.1:${port}/` }));
    await ping(shop.ctx, appId(shop));
    await never;
    const [gone, hungUp, unanswered] = deliveries(shop);
    assert.deepEqual([gone?.status, hungUp?.status, unanswered?.status], ['failed', 'failed', 'failed']);
    assert.equal(messageFromJson(gone?.answer ?? '').key, 'webhook_connection_refused');
    assert.match(messageFromJson(hungUp?.answer ?? '').key, /^webhook_connection_(closed|lost)$/);
    assert.equal(unanswered?.answer, TIMED_OUT);
    for (const { millis } of deliveries(shop)) assert.ok(Number.isInteger(millis));
  });

  test('a connection attempt ends after 3 seconds', async () => {
    const receiver = await openReceiver({ backlog: 1, hasProcess: true });
    const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] })] });
    receiver.freeze();
    const fillers = [1, 2, 3, 4].map(() => net.connect(receiver.port, '127.0.0.1').on('error', () => {}));
    after(() => {
      for (const filler of fillers) filler.destroy();
    });
    await until('its backlog is full', () => fillers.filter(({ connecting }) => !connecting).length >= 2);
    const { acknowledged, answer, millis } = await ping(shop.ctx, appId(shop));
    assert.deepEqual(
      { acknowledged, answer },
      { acknowledged: false, answer: messageToJson(message('webhook_connect_timeout', { millis: 3_000 })) },
    );
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
      await countStock(shop, 10 + round);
      clock.forward(100);
      await until(`change ${round} came`, () => alive.items.length === round);
      assert.ok(statuses(shop, 'dead').filter((status) => status === 'sending').length <= 4, 'a few in flight');
    }
    const took = performance.now() - started;
    assert.ok(took < 4_000, `${took} ms for eight rounds, none of which waits a second for the dead one`);
    await untilDelivered(shop, 8, 'alive');
    assert.deepEqual(statuses(shop, 'alive'), Array(8).fill('acknowledged'));
    await until('the dead app has all its deliveries', () => dead.items.length === 8);
  });
});

/** A port without a listener. */
async function unusedPort(): Promise<{ port: number }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return { port };
}
