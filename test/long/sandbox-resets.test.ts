import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Context, openContext } from '../../src/context.ts';
import { storeAddresses } from '../../src/domain/addresses.ts';
import { changeVariant } from '../../src/domain/catalogue/edit-variant.ts';
import { priceTiers, removePriceTier } from '../../src/domain/catalogue/price-tiers.ts';
import { removeWarehouse, warehouses } from '../../src/domain/catalogue/warehouses.ts';
import { cancelOrder, deleteOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { isIndexBehind } from '../../src/domain/orders/list/index-rows.ts';
import { resetSandboxes } from '../../src/domain/sandbox/reset.ts';
import { nextNight, type Reset, resetNow, resetOf } from '../../src/domain/sandbox/reset-state.ts';
import { setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import { removeStoreAddress } from '../../src/domain/store-addresses.ts';
import { sandboxOf } from '../../src/domain/stores.ts';
import { findDeliveries } from '../../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { RECIPIENT } from '../personal-data.ts';
import {
  available,
  clockForward,
  detailOf,
  openSandbox,
  pass,
  place,
  reset,
  untilFilled,
  untilOrder,
} from '../sandbox-steps.ts';
import { sql } from '../sql.ts';
import { runStep } from '../stock-steps.ts';
import { cafe, idOf, type Json, until } from '../support.ts';

test('a reset sandbox has no orders and customers, and the stock and products of its store again', async () => {
  const sandbox = await openSandbox();
  const { shop, storeId, call } = sandbox;
  const orders: Json[] = [];
  for (const [i, note] of [undefined, undefined, 'sandbox:return'].entries())
    orders.push(
      await place(sandbox, { external_order_id: `A${i}`, ship_before_pay: i > 0, shipping_label_note: note }),
    );
  clockForward(sandbox);
  for (const order of orders.slice(1))
    await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  for (let i = 0; i < 4; i += 1) await pass(sandbox, 60_000);
  const { next_cursor: cursor } = await call('/v1/stock/changes', {});
  const { next_cursor: orderCursor } = await call('/v1/order/list', {});
  await shop.load({
    stores: [
      cafe({
        products: [{ key: 'tea', name: 'ชา', variants: [{ key: 't', name: 'ซอง', sku: 'TEA', stock: { bkk: 3 } }] }],
      }),
    ],
  });
  await shop.load({ stores: [{ key: 'cafe', name: 'New name', warehouses: [{ key: 'new', name: 'New' }] }] });
  await reset(sandbox);
  assert.deepEqual(await available(sandbox), { 'LAT-H': 15, 'LAT-I': 10, TEA: 3 });
  assert.equal(sandboxOf(shop.ctx.db, idOf(shop.ids.id))?.name, 'New name (Sandbox)');
  assert.ok((await call('/v1/stock/changes', { cursor })).items.length > 0);
  for (const { id } of orders) assert.equal((await call('/v1/order/detail', { order_id: id })).error, 'not_found');
  assert.deepEqual((await call('/v1/order/list', {})).orders, []);
  const again = await place(sandbox, { external_order_id: 'A0' });
  const changed: Json[] = (await call('/v1/order/list', { cursor: orderCursor })).orders;
  assert.deepEqual(
    changed.map(({ id }) => id),
    [again.id],
  );
  assert.ok(Number(again.id) > Math.max(...orders.map(({ id }) => Number(id))));
  const names = 'SELECT DISTINCT name FROM addresses WHERE store_id = ? AND key IS NULL AND version <= ?';
  const before = sql<{ address: number }>('SELECT recipient_address AS address FROM orders WHERE id = ?');
  const last = shop.ctx.db.get(before, Number(orders.at(-1).id))?.address ?? 0;
  assert.deepEqual(shop.ctx.db.all(sql(names), storeId, last), [{ name: '(erased)' }]);
  assertDatabaseValid(shop.ctx.db);
});

test('sandboxes are reset at 3 a.m. in Bangkok', () => {
  const bangkok = (text: string) => Date.parse(`${text}+07:00`);
  assert.equal(nextNight(bangkok('2026-11-26T02:59:59')), bangkok('2026-11-26T03:00:00'));
  assert.equal(nextNight(bangkok('2026-11-26T03:00:00')), bangkok('2026-11-27T03:00:00'));
});

test('a sandbox is reset within a day', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox);
  sandbox.clock.forward(25 * 3_600_000);
  await until('the order is gone', () => {
    const stage = sql<{ stage: string }>('SELECT stage FROM orders WHERE id = ?');
    return sandbox.shop.ctx.db.get(stage, Number(order.id))?.stage === 'deleted';
  });
});

test('a reset keeps orders created after its start and erases every trace of earlier orders', async () => {
  const sandbox = await openSandbox();
  const { shop, storeId, call } = sandbox;
  const note = 'call Zebedee 0899999999';
  const person = { ...RECIPIENT, name: 'Zebedee', telephone: '0899999999' };
  const order = await place(sandbox, { private_note: note, recipient_address: person, external_order_id: 'A1' });
  const gone = await place(sandbox, { recipient_address: person, external_order_id: 'A2' });
  await runStep(shop, (tx, now) => cancelOrder(tx, gone.id, 'store', byCommand(now)));
  await runStep(shop, (tx, now) => deleteOrder(tx, gone.id, byCommand(now)));
  await until('the orders are indexed', () => !isIndexBehind(shop.ctx.db));
  await runStep(shop, (tx, now) => resetNow(tx, storeId, now));
  await until('the reset has begun', () => (resetOf(shop.ctx.db, storeId)?.nextTime ?? 0) > shop.now());
  const later = await place(sandbox, { external_order_id: 'A1' });
  await untilFilled(shop, storeId);
  assert.equal((await detailOf(sandbox, later)).recipient_address.name, RECIPIENT.name);
  await place(sandbox, { external_order_id: 'A2' });
  assert.equal((await call('/v1/order/detail', { order_id: order.id })).error, 'not_found');
  const found = sql<object>('SELECT 1 FROM order_search WHERE order_search MATCH ?');
  assert.deepEqual(shop.ctx.db.all(found, '"t0899999999"'), []);
  const texts = sql<object>('SELECT 1 FROM orders WHERE private_note = ?');
  assert.deepEqual(shop.ctx.db.all(texts, note), []);
  assertDatabaseValid(shop.ctx.db);
});

test('a reset that fails at any transaction is completed by the next one', async () => {
  const sandbox = await openSandbox();
  const { shop, storeId } = sandbox;
  for (let i = 0; i < 3; i += 1) await place(sandbox, { external_order_id: `A${i}` });
  await shop.stop();
  const ctx = { ...openContext(shop.config, { create: false }), now: shop.now };
  after(() => ctx.close());
  await ctx.write((tx) => resetNow(tx, storeId, shop.now()));
  const isDone = ({ step, nextTime }: Reset) => step === 'done' && nextTime > shop.now();
  for (let failing = 0; !isDone(resetOf(ctx.db, storeId) as Reset); failing += 1) {
    let left = failing;
    const write: Context['write'] = (step, stamp) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('the process ends here')) : ctx.write(step, stamp);
    };
    await resetSandboxes({ ...ctx, log: { ...ctx.log, error: () => {} } as never, write });
    assert.ok(failing < 100);
  }
  const left = sql<{ count: number }>(`SELECT count(*) AS count FROM orders WHERE stage <> 'deleted'`);
  assert.equal(ctx.db.get(left)?.count, 0);
  assertDatabaseValid(ctx.db);
});

test('a reset of an unchanged sandbox announces nothing', async () => {
  const sandbox = await openSandbox();
  const { shop, channel } = sandbox;
  const newest = () => findDeliveries(shop.ctx.db, channel.channel.appId as Id, { limit: 100 }).length;
  clockForward(sandbox);
  await until('the new product is announced', () => newest() > 0);
  const before = newest();
  await reset(sandbox);
  const order = await place(sandbox);
  clockForward(sandbox);
  const ofOrder = await until('the order is announced', () => newest() > before && newest());
  assert.ok(ofOrder - before <= 2, `${ofOrder - before} deliveries for order ${order.id}`);
});

test('a sandbox loses the warehouses, price tiers and addresses that its store has removed', async () => {
  const addresses = [{ key: 'old', ...RECIPIENT, is_primary: true }];
  const sandbox = await openSandbox({ stores: [cafe({ addresses })] });
  const { shop, storeId, call } = sandbox;
  assert.equal((await call('/v1/store/address/list', {})).addresses.length, 1);
  const { variants, warehouses: places, price_tiers: tiers } = shop.ids;
  await runStep(shop, (tx, now) => {
    const source = idOf(shop.ids.id);
    const place = { variantId: idOf(variants.hot), warehouseId: idOf(places.cnx) };
    setOnHand(tx, { ...place, qty: 0, reason: 'command_edited' }, now);
    removeWarehouse(tx, source, idOf(places.cnx), now);
    changeVariant(tx, idOf(variants.hot), { prices: new Map([[idOf(tiers.retail), 650_000 as Money]]) }, now);
    removePriceTier(tx, source, idOf(tiers.vip));
    const [old] = storeAddresses(tx, source);
    removeStoreAddress(tx, source, old?.id as Id, now);
  });
  await reset(sandbox);
  assert.deepEqual((await call('/v1/store/address/list', {})).addresses, []);
  assert.deepEqual(
    warehouses(shop.ctx.db, storeId).map(({ key }) => key),
    ['bkk'],
  );
  assert.deepEqual(
    priceTiers(shop.ctx.db, storeId).map(({ key }) => key),
    ['retail'],
  );
});
