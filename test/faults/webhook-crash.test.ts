import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDatabase } from '../../src/domain/check-database.ts';
import type { Delivery } from '../../src/domain/webhooks/delivery-log.ts';
import { ping } from '../../src/domain/webhooks/delivery-worker.ts';
import { sendingThread } from '../../src/domain/webhooks/sending-thread.ts';
import { stockEvents } from '../../src/domain/webhooks/stock-events.ts';
import type { Id } from '../../src/lib/ids.ts';
import { message } from '../../src/lib/messages/message.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { kill, serveInProcess } from '../separate-server.ts';
import { tamper } from '../sql.ts';
import { stoppedClock } from '../stopped-clock.ts';
import { until } from '../support.ts';
import { appId, countStock, deliveries, lines, openWebhookShop, statuses, untilDelivered } from '../webhook-shop.ts';

test('a delivery interrupted by a crash is unknown and never sent again', async () => {
  const { shop, receiver } = await openWebhookShop();
  await receiver.answer({});
  const { child, order } = await serveInProcess(shop);
  const first = await order();
  await until('the delivery arrives', () => receiver.received.length === 1);
  await kill(child);
  await receiver.answer({ status: 200 });
  await shop.start();
  assert.deepEqual(statuses(shop), ['unknown']);
  const second = (await shop.order()).body.order;
  await untilDelivered(shop, 2);
  await shop.stop();
  await shop.start();
  const third = (await shop.order()).body.order;
  await untilDelivered(shop, 3);
  assert.deepEqual(statuses(shop), ['acknowledged', 'acknowledged', 'unknown']);
  assert.deepEqual(
    receiver.items.map(({ order_id }) => order_id),
    [first.id, second.id, third.id],
  );
});

test('a delivery marked but not begun before a crash is not sent', async () => {
  const { shop, receiver } = await openWebhookShop({ now: stoppedClock().now });
  await countStock(shop, 9);
  const claimed = await shop.ctx.write((tx) => stockEvents.claim(tx, [], shop.now() + 100));
  assert.deepEqual(
    claimed.map((claim) => claim.appId),
    [appId(shop)],
  );
  assert.deepEqual(shop.announcements(), []);
  await shop.stop();
  await shop.start();
  assert.deepEqual(statuses(shop), ['unknown']);
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.deepEqual(receiver.items, []);
});

test('a delivery not marked before a crash is sent once after the restart', async () => {
  const { shop, receiver } = await openWebhookShop();
  const { child, order } = await serveInProcess(shop, Date.now());
  const { id } = await order();
  await kill(child);
  assert.deepEqual(receiver.received, []);
  await shop.start();
  await untilDelivered(shop, 1);
  await shop.stop();
  await shop.start();
  assert.ok((await ping(shop.ctx, appId(shop))).acknowledged);
  assert.deepEqual(
    receiver.items.map(({ order_id }) => order_id),
    [id],
  );
});

test('stopping waits for deliveries in flight and leaves the others for the next start', async () => {
  const clock = stoppedClock();
  const { shop, receiver } = await openWebhookShop({ now: clock.now });
  await receiver.answer({ status: 200, after: 400 });
  await countStock(shop, 9);
  clock.forward(100);
  await until('the request is in flight', () => receiver.received.length === 1);
  await countStock(shop, 8);
  await shop.stop();
  await receiver.answer({ status: 200 });
  await shop.start();
  assert.deepEqual(statuses(shop), ['acknowledged']);
  clock.forward(100);
  await untilDelivered(shop, 2);
  assert.deepEqual(
    receiver.items.map((item) => item.new),
    [9, 8],
  );
});

test('every delivery is saved with URL, request id, number of items, time and response', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.order(lines(shop, 'hot', 12));
  await untilDelivered(shop, 1);
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

test('deliveries in flight in a failed thread are unknown, and the error is reported', async () => {
  const failing = Promise.withResolvers<[ids: number[], unknown: boolean, error: Error | undefined]>();
  const thread = sendingThread({ allow_networks: ['no network'], require_https: false }, (ended, why) =>
    failing.resolve([ended.map(({ id }) => id), ended.every(({ outcome }) => outcome === undefined), why]),
  );
  const delivery = {
    url: 'http://127.0.0.1:9/',
    requestId: 'r',
    requestTime: 1,
    secrets: ['x'],
    head: '{"data":{"items":[',
    items: '',
  };
  thread.send([1, 2].map((id) => ({ ...delivery, id: id as Id, appId: 1 as Id })));
  const [ids, unknown, error] = await failing.promise;
  assert.deepEqual([ids, unknown], [[1, 2], true]);
  assert.ok(error instanceof Error);
  await thread.stop();
});

test('check reports missing changes, and apps with wrong subscriptions', async () => {
  const { shop } = await openWebhookShop({ now: stoppedClock().now });
  for (const qty of [9, 8, 7]) await countStock(shop, qty);
  const { db } = shop.ctx;
  assertDatabaseValid(db);
  tamper(shop.ctx, 'DELETE FROM available_changes WHERE id = 2');
  tamper(shop.ctx, 'UPDATE apps SET last_announced = 4');
  assert.deepEqual(checkDatabase(db).problems, [
    message('changes_missing', { store: 1 as Id }),
    message('app_ahead_of_changes', { app: 1 as Id }),
  ]);
});
