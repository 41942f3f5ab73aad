import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Id } from '../../src/lib/ids.ts';
import { assertBookedOnce, openBookingShop } from '../booking-steps.ts';
import { english } from '../errors.ts';
import { assertNotBlocking } from '../event-loop.ts';
import { rowCount, sql } from '../sql.ts';
import { cafe, openShop, type Shop } from '../support.ts';

// An order has as many lines as fit into a body of 1 MB. It must not block other calls.

const MAX_LINES = 43_000;

const openOversellingShop = () => openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });

const reserved = (shop: Shop) => shop.stock('hot').reserved + shop.stock('hot', 'cnx').reserved;

const linesOf = (count: number) => Array.from({ length: count }, () => ({ sku: 'LAT-H', qty: 1 }));

/** The lines of the longest order, as text, because serializing them during a test would block this thread. */
const LONG_ORDER = `"products":${JSON.stringify(linesOf(MAX_LINES))}}`;

const longOrder = (shop: Shop, id: string): string =>
  JSON.stringify({ ...shop.orderBody(), external_order_id: id, products: undefined }).replace(/}$/, `,${LONG_ORDER}`);

/** A call whose response is not parsed, because parsing would block this thread. */
async function rawCall(shop: Shop, path: string, body: object | string): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(shop.url + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { Authorization: `Bearer ${await shop.bearer()}`, 'Content-Type': 'application/json' },
  });
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) parts.push(part);
  return { status: response.status, bytes: Buffer.concat(parts) };
}

test('an order of as many lines as fit into a body blocks no other call', async () => {
  const shop = await openOversellingShop();
  let made = 0;
  const create = () => {
    made += 1;
    return rawCall(shop, '/v1/order/create', longOrder(shop, `big-${made}`));
  };
  const created = await assertNotBlocking('order create', create);
  assert.equal(created.status, 200);
  const { order, request_id } = JSON.parse(created.bytes.toString());
  assert.ok(request_id);
  assert.equal(order.products.length, MAX_LINES);
  assert.equal(order.total, String(65 * MAX_LINES));
  assert.equal(reserved(shop), made * MAX_LINES);
  const detail = () => rawCall(shop, '/v1/order/detail', { order_id: order.id });
  const read = await assertNotBlocking('order detail', detail);
  assert.deepEqual(JSON.parse(read.bytes.toString()).order, order);
  const replay = () =>
    rawCall(shop, '/v1/order/create', { ...shop.orderBody(), external_order_id: order.external_order_id });
  const again = await assertNotBlocking('a replay', replay);
  assert.equal(JSON.parse(again.bytes.toString()).order.id, order.id);
});

test('calls are answered while a long order is created', async () => {
  const shop = await openOversellingShop();
  await shop.call('/v1/product/list', {});
  let isCreated = false;
  let answered = 0;
  const creating = rawCall(shop, '/v1/order/create', longOrder(shop, 'a')).then((created) => {
    isCreated = true;
    return created;
  });
  while (!isCreated) {
    assert.equal((await shop.call('/v1/product/list', {})).status, 200);
    answered += 1;
  }
  assert.equal((await creating).status, 200);
  assert.ok(answered > 5, `${answered} calls were answered`);
  assert.equal((await shop.order()).status, 200);
  assert.equal(reserved(shop), MAX_LINES + 1);
});

test('an order of many lines is rejected as a whole, with the same errors as a short one', async () => {
  const shop = await openShop();
  const many = linesOf(2_000);
  const refused = await shop.order({ products: many });
  assert.equal(refused.status, 400);
  assert.match(refused.body.error_description, /products\[15\]\.qty/);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  const unknown = await shop.order({ products: [...many, { sku: 'x', qty: 1 }], external_order_id: 'a' });
  assert.match(unknown.body.error_description, /products\[2000\]\.sku/);
  const wrong = await shop.order({ products: [...many, { sku: 'x', qty: 0 }] });
  assert.match(wrong.body.error_description, /products\[2000\]\.qty/);
  const { body } = await shop.call('/v1/order/create', `{"products": [${'1,'.repeat(10_000)}`);
  assert.equal(body.error_description, english('body_not_json'));
  assert.equal((await shop.call('/v1/order/detail', { order_id: '1' })).status, 404);
});

test('an order of many lines needs the permission of its channel', async () => {
  const shop = await openShop({
    stores: [cafe({ channels: [{ key: 'page', name: 'Page', permissions: ['addresses.read'] }] })],
  });
  const { status, body } = await shop.order({ products: linesOf(2_000) });
  assert.deepEqual([status, body.error], [403, 'access_denied']);
});

test('an order of many lines records its changes of stock for webhooks like a short one', async () => {
  const app = {
    key: 'bot',
    name: 'Bot',
    url: 'https://bot.example.com/hook',
    events: { stock_available_updated: true },
  };
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true }, apps: [app] })] });
  const { body } = await shop.order({ products: linesOf(2_000) });
  const changes = shop.ctx.db.all(sql('SELECT order_id, old_qty, new_qty FROM available_changes ORDER BY id'));
  const order_id = Number(body.order.id);
  assert.deepEqual(changes, [
    { order_id, old_qty: 10, new_qty: -1_985 },
    { order_id, old_qty: 5, new_qty: 0 },
  ]);
});

test('an order of many lines is created and shown if its courier has a secret', async () => {
  const { shop, courier } = await openBookingShop({ settings: { sell_below_zero: true } });
  const { body } = await shop.order({ products: linesOf(2_000), ship_before_pay: true });
  await assertBookedOnce(shop, courier, { id: Number(body.order.id) as Id, lines: [] });
});

test('an order of many lines that fails inside the transaction gets server_error and leaves nothing; the next one succeeds', async () => {
  const shop = await openOversellingShop();
  shop.ctx.connection.exec(
    `CREATE TRIGGER full BEFORE INSERT ON order_lines WHEN (SELECT count(*) FROM order_lines) = 1500
     BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
  );
  shop.ctx.log.level = 'silent';
  const refused = await shop.order({ products: linesOf(2_000) });
  assert.deepEqual([refused.status, refused.body.error], [500, 'server_error']);
  assert.equal(reserved(shop), 0);
  assert.equal(rowCount(shop.ctx.db, 'orders'), 0);
  shop.ctx.connection.exec('DROP TRIGGER full');
  assert.equal((await shop.order({ products: linesOf(2_000) })).status, 200);
});
