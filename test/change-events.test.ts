import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { productEvents } from '../src/domain/catalogue/product-events.ts';
import { changeProduct } from '../src/domain/catalogue/products.ts';
import { changeChannel } from '../src/domain/channels/channels.ts';
import { cancelOrder, deleteOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { orderEvents } from '../src/domain/orders/order-events.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { changeApp } from '../src/domain/webhooks/apps.ts';
import { bodyOf, missedChanges } from '../src/domain/webhooks/delivery-log.ts';
import { stockEvents } from '../src/domain/webhooks/stock-events.ts';
import type { Id } from '../src/lib/ids.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import type { Receiver } from './receiver.ts';
import { openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Json, openShop, type Shop, until } from './support.ts';
import { appId, deliveries, openWebhookShop, untilDelivered } from './webhook-shop.ts';

const CHANNEL = { key: 'page', name: 'Sale page', app: 'bot' };

/** A shop whose app `bot` receives these events only. */
async function openEventShop(...events: ('order_updated' | 'product_updated')[]) {
  const opened = await openWebhookShop({ cafe: { channels: [CHANNEL, { ...CHANNEL, key: 'other', app: undefined }] } });
  const { shop } = opened;
  await shop.ctx.write((tx) =>
    changeApp(tx, appId(shop), {
      stockAvailableUpdated: false,
      orderUpdated: events.includes('order_updated'),
      productUpdated: events.includes('product_updated'),
    }),
  );
  return opened;
}

const itemsOf = (receiver: Receiver): Json[] => receiver.envelopes.flatMap(({ data }) => data.items);

const untilItem = (receiver: Receiver, what: string, matches: (item: Json) => boolean) =>
  until(what, () => itemsOf(receiver).find(matches));

const latte = (shop: Shop, more: object = {}, token?: string) =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more, token);

const book = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => bookShipment(tx, id, { trackingNumber: 'EX1' }, byCommand(now)));

test('the orders of a linked channel are sent as they change, without personal data', async () => {
  const { shop, receiver } = await openEventShop('order_updated');
  const order = await latte(shop, { external_order_id: 'A-1' });
  await untilItem(receiver, 'the new order is sent', ({ status }) => status === 'open');
  await takePaymentStep(shop, order);
  await book(shop, order);
  const item = await untilItem(receiver, 'its parcel is sent', ({ tracking_numbers }) => tracking_numbers.length > 0);
  const { update_time, ...rest } = item;
  assert.deepEqual(rest, {
    order_id: String(order.id),
    external_order_id: 'A-1',
    status: 'open',
    payment_status: 'paid',
    shipping_status: 'booked',
    paid_amount: '65',
    tracking_numbers: ['EX1'],
  });
  assert.ok(update_time > 0);
  assert.deepEqual(new Set(receiver.envelopes.map(({ event_type }) => event_type)), new Set(['order_updated']));
});

test('orders of other channels, and orders from before the event was turned on, are not sent', async () => {
  const { shop, receiver } = await openEventShop();
  await latte(shop);
  await latte(shop, {}, await shop.bearer('other'));
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { orderUpdated: true }));
  await latte(shop, {}, await shop.bearer('other'));
  const order = await latte(shop);
  await untilItem(receiver, 'the order is sent', () => true);
  await untilDelivered(shop, 1);
  assert.deepEqual(
    itemsOf(receiver).map(({ order_id }) => order_id),
    [String(order.id)],
  );
});

test('a channel that is linked later starts with its next order', async () => {
  const { shop, receiver } = await openEventShop('order_updated');
  const token = await shop.bearer('other');
  await latte(shop, {}, token);
  await shop.ctx.write((tx) => changeChannel(tx, idOf(shop.ids.channels.other?.id), { appId: appId(shop) }));
  const order = await latte(shop, {}, token);
  await untilItem(receiver, 'the order is sent', () => true);
  assert.deepEqual(
    itemsOf(receiver).map(({ order_id }) => order_id),
    [String(order.id)],
  );
});

test('each change of an order is sent at most once, also if the receiver fails', async () => {
  const { shop, receiver } = await openEventShop('order_updated');
  await receiver.answer({ status: 500 });
  await latte(shop);
  await untilDelivered(shop, 1);
  await receiver.answer({ status: 200 });
  const second = await latte(shop);
  await untilItem(receiver, 'the second order is sent', ({ order_id }) => order_id === String(second.id));
  assert.equal(itemsOf(receiver).length, 2);
  const [, failed] = deliveries(shop);
  assert.equal(failed?.status, 'failed');
  assert.deepEqual(JSON.parse(bodyOf(shop.ctx.db, failed as never) ?? ''), receiver.envelopes[0]);
  assert.deepEqual(missedChanges(shop.ctx.db, appId(shop), 0), []);
});

test('a deleted order is not sent and does not block others', async () => {
  const { shop, receiver } = await openEventShop('order_updated');
  const order = await latte(shop);
  await untilItem(receiver, 'the order is sent', () => true);
  await runStep(shop, (tx, now) => {
    cancelOrder(tx, order.id, 'store', byCommand(now));
    deleteOrder(tx, order.id, byCommand(now));
  });
  const next = await latte(shop);
  await untilItem(receiver, 'the next order is sent', ({ order_id }) => order_id === String(next.id));
  assert.equal(itemsOf(receiver).length, 2);
});

test('changed and deleted products are sent, changes of stock are not', async () => {
  const { shop, receiver } = await openEventShop('product_updated');
  const product = idOf(shop.ids.products.latte);
  await latte(shop);
  await runStep(shop, (tx, now) => changeProduct(tx, product, { description: 'นมสด' }, now));
  const changed = await untilItem(receiver, 'the product is sent', () => true);
  assert.deepEqual([changed.product_id, changed.deleted], [String(product), false]);
  await runStep(shop, (tx, now) => deleteProduct(tx, product, now));
  await untilItem(receiver, 'its deletion is sent', ({ deleted }) => deleted);
  assert.equal(itemsOf(receiver).length, 2);
});

test('an app receives only the events that are on', async () => {
  const { shop, receiver } = await openEventShop('order_updated', 'product_updated');
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { stockAvailableUpdated: true }));
  await latte(shop);
  await runStep(shop, (tx, now) => changeProduct(tx, idOf(shop.ids.products.latte) as Id, { description: 'x' }, now));
  await until('all three arrived', () => new Set(receiver.envelopes.map(({ event_type }) => event_type)).size === 3);
  await shop.ctx.write((tx) => changeApp(tx, appId(shop), { orderUpdated: false, productUpdated: false }));
  const { length } = receiver.envelopes;
  await latte(shop);
  await until('the stock event arrived', () => receiver.envelopes.length > length);
  assert.equal(receiver.envelopes.at(-1)?.event_type, 'stock_available_updated');
});

test('the polls for events find their rows by index', async () => {
  const shop = await openShop();
  const polls = new Set<string>();
  const note = (message: unknown) => {
    const { sql } = message as { sql: string };
    if (sql.includes('FROM apps a')) polls.add(sql);
  };
  preparations.subscribe(note);
  const connection = openTestDatabase(shop.config.database);
  for (const { isWaiting, isDue, claim } of [stockEvents, orderEvents, productEvents]) {
    isWaiting(connection);
    isDue(connection, [], 0);
    connection.write((tx) => claim(tx, [], 0));
  }
  preparations.unsubscribe(note);
  connection.close();
  assert.equal(polls.size, 9);
  const steps = planSteps(shop.config.database, polls);
  assert.deepEqual([...new Set(steps.filter((step) => step.startsWith('SCAN ')))].sort(), [
    'SCAN a',
    'SCAN json_each VIRTUAL TABLE INDEX 1:',
  ]);
});
