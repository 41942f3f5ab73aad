import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeChannel } from '../src/domain/channels/channels.ts';
import { addTestChannel } from '../src/domain/sandbox/sandbox.ts';
import { bodyOf, findDeliveries, missedChanges } from '../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../src/lib/ids.ts';
import { placeOrder } from './order-steps.ts';
import { clockForward, openSandbox, place, storeOf } from './sandbox-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Json, type Shop, until } from './support.ts';
import { appId, countStock, openWebhookShop } from './webhook-shop.ts';

const CHANNEL = { name: 'Sale page', permissions: ['orders.create'], app: 'bot' };
const LIMITED = { ...CHANNEL, own_orders_only: true };

/** An order of each channel, then a change without an order. @returns the ids of the orders */
async function orderByEach(shop: Shop, ...channels: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const channel of channels)
    ids.push(String((await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], {}, await shop.bearer(channel))).id));
  await countStock(shop, 50);
  return ids;
}

const STOCK = 'stock_available_updated';

/** The bodies of the app's deliveries of stock in its delivery log, oldest first. */
const logOf = ({ ctx }: Shop, app: Id): Json[] =>
  findDeliveries(ctx.db, app, { limit: 100 })
    .toReversed()
    .filter(({ eventType }) => eventType === STOCK)
    .map((delivery) => JSON.parse(bodyOf(ctx.db, delivery) ?? ''));

const itemsOf = (bodies: readonly Json[]): Json[] => bodies.flatMap(({ data }) => data.items);

const orderIds = (bodies: readonly Json[]) => itemsOf(bodies).map(({ order_id }) => order_id);

test('an app whose channels see only their own orders gets no order_id of other orders', async () => {
  const { shop, receiver } = await openWebhookShop({
    cafe: {
      channels: [
        { ...LIMITED, key: 'page' },
        { ...LIMITED, key: 'second' },
        { ...CHANNEL, key: 'other', app: undefined },
      ],
    },
  });
  const [first, second] = await orderByEach(shop, 'page', 'second', 'other');
  await until('every change has arrived', () => itemsOf(receiver.envelopes).length === 4);
  assert.deepEqual(orderIds(receiver.envelopes), [first, second, undefined, undefined]);
});

test('an app with a channel that sees all orders, or without a channel, gets every order_id', async () => {
  for (const apps of [
    ['bot', 'bot'],
    [undefined, undefined],
  ]) {
    const [page, all] = apps;
    const channels = [
      { ...LIMITED, key: 'page', app: page },
      { ...CHANNEL, key: 'all', app: all },
      { ...CHANNEL, key: 'other', app: undefined },
    ];
    const { shop, receiver } = await openWebhookShop({ cafe: { channels } });
    const ids = await orderByEach(shop, 'page', 'all', 'other');
    await until('every change has arrived', () => itemsOf(receiver.envelopes).length === 4);
    assert.deepEqual(orderIds(receiver.envelopes), [...ids, undefined]);
  }
});

test('the delivery log shows what was sent, also after the channel may see all orders', async () => {
  const { shop, receiver } = await openWebhookShop({
    cafe: {
      channels: [
        { ...LIMITED, key: 'page' },
        { ...CHANNEL, key: 'other', app: undefined },
      ],
    },
  });
  await receiver.answer({ status: 500 });
  const [own] = await orderByEach(shop, 'page', 'other');
  await until('every change has arrived', () => itemsOf(receiver.envelopes).length === 3);
  await shop.ctx.write((tx) => changeChannel(tx, idOf(shop.ids.channels.page?.id), { ownOrdersOnly: false }));
  const app = appId(shop);
  assert.deepEqual(logOf(shop, app), receiver.envelopes);
  assert.deepEqual(orderIds(logOf(shop, app)), [own, undefined, undefined]);
  await until('the failure is recorded', () => missedChanges(shop.ctx.db, app, 0)[0]?.changes === 3);
});

test('the apps of two test channels get only the order ids of their own channel', async () => {
  const sandbox = await openSandbox();
  const { shop, channel: first } = sandbox;
  const add = { store: storeOf(shop), codes: shop.config.values };
  const second = await runStep(shop, (tx, now) => addTestChannel(tx, add, now));
  const { clientId: client_id } = second.channel;
  const { clientSecret: client_secret = '' } = second;
  const { body } = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
  const call = async (path: string, sent: object) => (await shop.call(path, sent, { token: body.access_token })).body;
  const own = await place(sandbox);
  const other = await place({ ...sandbox, call });
  await shop.order({ products: [{ sku: 'LAT-H', qty: 1 }] }); // of the real store
  clockForward(sandbox);
  const received = ({ channel }: typeof second) =>
    until('both orders are delivered', () => {
      const ofOrders = itemsOf(logOf(shop, channel.appId as Id)).filter(({ reason }) => reason === 'order_reserved');
      return ofOrders.length === 2 && ofOrders.map(({ order_id }) => order_id);
    });
  assert.deepEqual(await received(first), [own.id, undefined]);
  assert.deepEqual(await received(second), [undefined, other.id]);
});
