import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireCursors } from '../src/domain/feeds.ts';
import { cancelOrder, deleteOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { addTestChannel } from '../src/domain/sandbox/sandbox.ts';
import { storeById } from '../src/domain/stores.ts';
import { errorPattern } from './errors.ts';
import { placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop, type ShopOptions } from './support.ts';

const LISTS = { key: 'page', name: 'Sale page', permissions: ['orders.create', 'orders.list'] };

const openListingShop = (options: ShopOptions = {}) =>
  openShop({ stores: [cafe({ channels: [LISTS, { ...LISTS, key: 'other' }] })], ...options });

const list = async (shop: Shop, body: object = {}, status = 200): Promise<Json> => {
  const response = await shop.call('/v1/order/list', body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
};

const idsOf = ({ orders }: Json): number[] => orders.map(({ id }: Json) => Number(id));

const latte = (shop: Shop, more: object = {}, token?: string) =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more, token);

test('the list has the orders of the channel in the order of their last change', async () => {
  const shop = await openListingShop();
  const first = await latte(shop);
  await latte(shop, {}, await shop.bearer('other'));
  const second = await latte(shop);
  const start = await list(shop);
  assert.deepEqual(idsOf(start), [first.id, second.id]);
  await takePaymentStep(shop, first);
  const next = await list(shop, { cursor: start.next_cursor });
  assert.deepEqual(idsOf(next), [first.id]);
  assert.equal(next.orders[0].payment_status, 'paid');
  assert.deepEqual(idsOf(await list(shop)), [second.id, first.id]);
  const { orders, has_more, next_cursor } = await list(shop, { cursor: next.next_cursor });
  assert.deepEqual([orders, has_more, next_cursor], [[], false, next.next_cursor]);
});

test('every change that an order shows is listed', async () => {
  const shop = await openListingShop();
  const order = await latte(shop);
  let { next_cursor: cursor } = await list(shop);
  const steps: Record<string, () => Promise<unknown>> = {
    'a reported payment': async () => {
      const { paymentId } = await notifyPaymentStep(shop, order, '65');
      steps['its confirmation'] = () => confirm(shop, paymentId);
    },
    'its confirmation': async () => {},
    'a parcel': () => runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'EX1' }, byCommand(now))),
    'its cancellation': () => runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now))),
  };
  for (const name of Object.keys(steps)) {
    await steps[name]?.();
    const page = await list(shop, { cursor });
    assert.deepEqual(idsOf(page), [order.id], name);
    cursor = page.next_cursor;
  }
});

test('a list is filtered by status, and its cursor skips the other orders', async () => {
  const shop = await openListingShop();
  const orders = [await latte(shop), await latte(shop), await latte(shop)];
  await runStep(shop, (tx, now) => cancelOrder(tx, orders[1]?.id as never, 'store', byCommand(now)));
  const canceled = await list(shop, { status: 'canceled' });
  assert.deepEqual([idsOf(canceled), canceled.has_more], [[orders[1]?.id], false]);
  const open = await list(shop, { status: 'open', limit: 1 });
  assert.deepEqual([idsOf(open), open.has_more], [[orders[0]?.id], true]);
  const rest = await list(shop, { status: 'open', cursor: open.next_cursor });
  assert.deepEqual([idsOf(rest), rest.has_more], [[orders[2]?.id], false]);
});

test('a list can start at a time', async () => {
  let now = 1_800_000_000_000;
  const shop = await openListingShop({ now: () => now, steadyNow: () => 1_800_000_000_000 });
  const orders: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    orders.push((await latte(shop)).id);
    now += 1_000;
  }
  for (let i = 0; i < 9; i += 1)
    for (const since_time of [1_800_000_000_000 + i * 1_000, 1_800_000_000_000 + i * 1_000 - 500])
      assert.deepEqual(idsOf(await list(shop, { since_time })), orders.slice(i));
  assert.deepEqual(idsOf(await list(shop, { since_time: now })), []);
});

test('a deleted order is in no list', async () => {
  const shop = await openListingShop();
  const { id } = await latte(shop);
  await runStep(shop, (tx, now) => cancelOrder(tx, id, 'store', byCommand(now)));
  await runStep(shop, (tx, now) => deleteOrder(tx, id, byCommand(now)));
  assert.deepEqual(idsOf(await list(shop)), []);
});

test('a page has at most 500 lines, unless a single order has more', async () => {
  const shop = await openListingShop();
  const ofLines = (lines: number) =>
    placeOrder(shop, Array.from({ length: lines }, () => ({ sku: 'LAT-I', qty: 1, price: 1 })).slice(0, lines), {});
  await shop.load({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const orders = [await ofLines(300), await ofLines(150), await ofLines(100), await ofLines(600), await ofLines(1)];
  const pages: number[][] = [];
  let cursor: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const page: Json = await list(shop, { cursor });
    pages.push(idsOf(page));
    cursor = page.next_cursor;
    hasMore = page.has_more;
  }
  const [a, b, c, long, last] = orders.map(({ id }) => id);
  assert.deepEqual(pages, [[a, b], [c], [long], [last]]);
});

test('a cursor of another channel, of the sandbox or of another store is rejected, although it has the same number', async () => {
  const shop = await openShop({
    stores: [
      cafe({ channels: [LISTS, { ...LISTS, key: 'other' }] }),
      cafe({ key: 'bar', name: 'Bar', channels: [LISTS] }),
    ],
  });
  const { ctx } = shop;
  const store = storeById(ctx.db, idOf(shop.ids.id));
  const { channel, clientSecret = '' } = await ctx.write((tx) =>
    addTestChannel(tx, { store, codes: ctx.config.values }, ctx.now()),
  );
  const sandboxToken = { grant_type: 'client_credentials', client_id: channel.clientId, client_secret: clientSecret };
  const own = await shop.bearer();
  const others = {
    'another channel': await shop.bearer('other'),
    'another store': await shop.bearer('page', shop.stores.bar),
    'the sandbox': (await shop.token(sandboxToken)).body.access_token,
  };
  const read = async (token: string, body: object = {}): Promise<Json> => shop.call('/v1/order/list', body, { token });
  const assertNoneIsValid = async () => {
    const { body } = await read(own);
    for (const [name, token] of Object.entries(others)) {
      const { next_cursor } = (await read(token)).body;
      assert.notEqual(next_cursor, body.next_cursor, name);
      const { status, body: answer } = await read(own, { cursor: next_cursor });
      assert.deepEqual([status, answer.error], [400, 'invalid_request'], name);
      assert.match(answer.error_description, errorPattern('cursor_of_another_channel', { path: 'cursor' }), name);
    }
    assert.equal((await read(own, { cursor: body.next_cursor })).status, 200);
  };
  await assertNoneIsValid();
  await ctx.write(expireCursors);
  await assertNoneIsValid();
  await latte(shop);
  await assertNoneIsValid();
});

test('a cursor stays valid after a restart and a load of the store file', async () => {
  const shop = await openListingShop();
  await latte(shop);
  const { next_cursor: cursor } = await list(shop);
  const { id } = await latte(shop);
  await shop.stop();
  await shop.start();
  await shop.load({ stores: [cafe({ channels: [LISTS] })] });
  assert.deepEqual(idsOf(await list(shop, { cursor })), [id]);
});

test('a store file that is loaded into another database makes a store with other cursors', async () => {
  const cursors = await Promise.all(
    [1, 2].map(async () => {
      const shop = await openListingShop();
      await latte(shop);
      return (await list(shop)).next_cursor;
    }),
  );
  assert.notEqual(cursors[0], cursors[1]);
});

test('malformed cursors and cursors of other feeds are unknown, not expired', async () => {
  const shop = await openListingShop();
  const { next_cursor } = await list(shop);
  const unknown = errorPattern('not_a_cursor', { path: 'cursor' });
  for (const cursor of ['', 's1-0', 'o1', 'o1-0', 'o1-0-', 'A-1', `${next_cursor}-1`, next_cursor.toUpperCase()])
    assert.match((await list(shop, { cursor }, 400)).error_description, unknown, cursor);
});

test('an order list needs its permission, at most one starting point and a cursor of its own feed', async () => {
  const shop = await openListingShop();
  const { next_cursor: cursor } = await list(shop);
  for (const [body, field] of [
    [{ cursor, since_time: 1_800_000_000_000 }, 'since_time'],
    [{ cursor: `${cursor}1` }, 'cursor'],
    [{ since_time: 1_800_000_000 }, 'since_time'],
    [{ status: 'paid' }, 'status'],
    [{ limit: 101 }, 'limit'],
    [{ offset: 0 }, 'offset'],
  ] as const)
    assert.match((await list(shop, body, 400)).error_description, new RegExp(`^${field}`), JSON.stringify(body));
  const plain = await openShop();
  assert.equal((await list(plain, {}, 403)).error, 'access_denied');
});
