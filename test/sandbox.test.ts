import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Context, openContext } from '../src/context.ts';
import { storeAddresses } from '../src/domain/addresses.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { priceTiers, removePriceTier } from '../src/domain/catalogue/price-tiers.ts';
import { productByKey } from '../src/domain/catalogue/product-lookup.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { removeWarehouse, warehouses } from '../src/domain/catalogue/warehouses.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { putCourier } from '../src/domain/couriers/couriers.ts';
import { orderCount } from '../src/domain/monitoring/database-facts.ts';
import { cancelOrder, deleteOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { isIndexBehind } from '../src/domain/orders/list/index-rows.ts';
import { trackDue } from '../src/domain/orders/tracking.ts';
import { resetSandboxes } from '../src/domain/sandbox/reset.ts';
import { nextNight, type Reset, resetNow, resetOf } from '../src/domain/sandbox/reset-state.ts';
import { addTestChannel, type TestChannel } from '../src/domain/sandbox/sandbox.ts';
import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { removeStoreAddress } from '../src/domain/store-addresses.ts';
import { findStore, listStores, quotaUsed, sandboxOf, storeById } from '../src/domain/stores.ts';
import { findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { signedIn } from './office.ts';
import { RECIPIENT } from './personal-data.ts';
import { stoppedClock } from './raw-http.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop, type ShopOptions, until } from './support.ts';

interface Sandbox {
  shop: Shop;
  clock: ReturnType<typeof stoppedClock>;
  storeId: Id;
  channel: TestChannel;
  call: (path: string, body: object) => Promise<Json>;
}

const storeOf = (shop: Shop) => storeById(shop.ctx.db, idOf(shop.ids.id));

async function openSandbox(options: ShopOptions = {}): Promise<Sandbox> {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, ...options });
  const store = storeOf(shop);
  const codes = shop.config.values;
  const channel = await runStep(shop, (tx, now) => addTestChannel(tx, { store, codes }, now));
  const storeId = channel.channel.storeId;
  await untilFilled(shop, storeId);
  const { clientId: client_id } = channel.channel;
  const { clientSecret: client_secret = '' } = channel;
  const { body } = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
  const call = async (path: string, sent: object) => (await shop.call(path, sent, { token: body.access_token })).body;
  return { shop, clock, storeId, channel, call };
}

const untilFilled = (shop: Shop, storeId: Id) =>
  until('the sandbox is filled', () => resetOf(shop.ctx.db, storeId)?.step === 'done');

async function reset({ shop, storeId }: Sandbox): Promise<void> {
  await runStep(shop, (tx, now) => resetNow(tx, storeId, now));
  await until('the reset has begun', () => (resetOf(shop.ctx.db, storeId)?.nextTime ?? 0) > shop.now());
  await untilFilled(shop, storeId);
}

const body = (more: object = {}) => ({
  shipping_type: 'flash',
  products: [{ sku: 'LAT-H', qty: 2 }],
  recipient_address: RECIPIENT,
  ...more,
});

async function place({ call }: Sandbox, more: object = {}): Promise<Json> {
  const { order, ...refusal } = await call('/v1/order/create', body(more));
  assert.ok(order, JSON.stringify(refusal));
  return order;
}

const detailOf = async ({ call }: Sandbox, { id }: Json): Promise<Json> =>
  (await call('/v1/order/detail', { order_id: id })).order;

/** Lets the time pass that the simulated owner and courier need. */
async function pass({ shop, clock }: Sandbox, millis: number): Promise<void> {
  clock.forward(millis);
  await trackDue(shop.ctx, adapters(shop.ctx));
}

async function untilOrder(sandbox: Sandbox, order: Json, is: string, holds: (order: Json) => boolean): Promise<Json> {
  for (let i = 0; i < 500; i += 1) {
    const detail = await detailOf(sandbox, order);
    if (holds(detail)) return detail;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return assert.fail(`the order never was ${is}`);
}

const available = async ({ call }: Sandbox): Promise<Record<string, number>> => {
  const { products } = await call('/v1/product/list', {});
  const found: Record<string, number> = {};
  for (const { id } of products)
    for (const variant of (await call('/v1/product/detail', { product_id: id })).product.variants)
      found[variant.sku ?? variant.name] = variant.available_qty;
  return found;
};

test('a sandbox has the catalogue, prices and available stock of its store', async () => {
  const tea = {
    key: 'tea',
    name: 'ชา',
    min: '1',
    variants: [
      { key: 'tea', name: 'ซอง', sku: 'TEA', barcodes: ['BOX-1'], prices: { retail: '10' }, stock: { bkk: 7 } },
      { key: 'set', name: 'ชุด', sku: 'SET', prices: { retail: '90' }, bundle: [{ variant: 'tea', qty: 3 }] },
    ],
  };
  const store = cafe();
  const sandbox = await openSandbox({ stores: [{ ...store, products: [...store.products, tea] }] });
  const { shop, call } = sandbox;
  await shop.order({ products: [{ sku: 'LAT-H', qty: 4 }] });
  await reset(sandbox);
  assert.deepEqual(await available(sandbox), { 'LAT-H': 11, 'LAT-I': 10, TEA: 7, SET: 2 });
  const real = (await shop.call('/v1/product/list', {})).body.products;
  const copied = (await call('/v1/product/list', {})).products;
  const comparable = (products: Json[]) => products.map(({ name, min, max, sku }) => ({ name, min, max, sku }));
  assert.deepEqual(comparable(copied), comparable(real));
  assert.notDeepEqual(
    copied.map(({ id }: Json) => id),
    real.map(({ id }: Json) => id),
  );
  const { id } = copied.find(({ name }: Json) => name === 'ชา');
  const { variants } = (await call('/v1/product/detail', { product_id: id })).product;
  assert.deepEqual(variants[0].barcodes, ['BOX-1']);
});

test('an order of the sandbox is paid, booked, delivered and completed without anyone', async () => {
  const sandbox = await openSandbox();
  const { shop, call } = sandbox;
  const order = await place(sandbox, { external_order_id: 'A1' });
  const { total } = await detailOf(sandbox, order);
  await call('/v1/order/payment/notify', { order_id: order.id, method: 'transfer', amount: total });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'paid', ({ payment_status }) => payment_status === 'paid');
  clockForward(sandbox);
  const booked = await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  assert.match(booked.shipments[0].tracking_number, /^TESTD/);
  for (const status of ['shipped', 'shipped', 'shipped', 'delivered']) {
    await pass(sandbox, 60_000);
    assert.equal((await detailOf(sandbox, order)).shipping_status, status);
  }
  assert.equal((await detailOf(sandbox, order)).status, 'completed');
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.equal((await available(sandbox))['LAT-H'], 13);
});

const clockForward = ({ clock }: Sandbox): void => clock.forward(10_000);

test('COD is collected and remitted', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox, { is_cod: true, cod_fee: '0', cod_amount: '130', ship_before_pay: true });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  for (let i = 0; i < 4; i += 1) await pass(sandbox, 60_000);
  clockForward(sandbox);
  const done = await untilOrder(sandbox, order, 'remitted', ({ cod_status }) => cod_status === 'remitted');
  assert.equal(done.status, 'completed');
});

test('notes ask for a rejected payment, a refused booking and a returned parcel', async () => {
  const sandbox = await openSandbox();
  const { call, shop } = sandbox;
  const unpaid = await place(sandbox);
  const report = { order_id: unpaid.id, method: 'transfer', amount: '1', note: 'sandbox:reject' };
  await call('/v1/order/payment/notify', report);
  const refused = await place(sandbox, { ship_before_pay: true, shipping_label_note: 'sandbox:refuse' });
  const returned = await place(sandbox, { ship_before_pay: true, shipping_label_note: 'sandbox:return' });
  clockForward(sandbox);
  await untilOrder(sandbox, unpaid, 'rejected', ({ payments }) => payments[0]?.status === 'rejected');
  await untilOrder(sandbox, returned, 'booked', ({ shipping_status }) => shipping_status === 'booked');
  const state = 'SELECT state FROM bookings WHERE order_id = ?';
  await until(
    'the booking has failed',
    () => shop.ctx.db.get(sql<{ state: string }>(state), Number(refused.id))?.state === 'failed',
  );
  for (let i = 0; i < 5; i += 1) await pass(sandbox, 60_000);
  assert.equal((await detailOf(sandbox, returned)).shipping_status, 'returned');
});

test('webhooks of a sandbox without a receiver are recorded and not sent', async () => {
  const sandbox = await openSandbox();
  const { shop, channel } = sandbox;
  await place(sandbox);
  clockForward(sandbox);
  const appId = channel.channel.appId as Id;
  const deliveries = await until('every event is delivered', () => {
    const found = findDeliveries(shop.ctx.db, appId, { limit: 10 });
    const isDone = found.every(({ status }) => status === 'acknowledged');
    return new Set(found.map(({ eventType }) => eventType)).size === 3 && isDone && found;
  });
  assert.deepEqual([...new Set(deliveries.map(({ responseExcerpt }) => responseExcerpt))], ['simulated']);
});

test('a sandbox does not count for --store, quotas, figures and metrics', async () => {
  const sandbox = await openSandbox({ stores: [cafe({ settings: { order_quota: 1 } })] });
  const { shop, storeId } = sandbox;
  for (let i = 0; i < 3; i += 1) await place(sandbox);
  assert.equal(findStore(shop.ctx.db).id, idOf(shop.ids.id));
  assert.equal(listStores(shop.ctx.db).length, 1);
  assert.equal(findStore(shop.ctx.db, 'cafe-sandbox').id, storeId);
  assert.equal(quotaUsed(shop.ctx.db, idOf(shop.ids.id), shop.now()), 0);
  assert.equal(orderCount(shop.ctx.db), 0);
  assert.equal((await shop.order()).status, 200);
  assert.equal(orderCount(shop.ctx.db), 1);
});

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
  assert.ok(Number(again.id) > Math.max(...orders.map(({ id }) => Number(id))));
  const names = 'SELECT DISTINCT name FROM addresses WHERE store_id = ? AND key IS NULL AND version <= ?';
  const before = sql<{ address: number }>('SELECT recipient_address AS address FROM orders WHERE id = ?');
  const last = shop.ctx.db.get(before, Number(orders.at(-1).id))?.address ?? 0;
  assert.deepEqual(shop.ctx.db.all(sql(names), storeId, last), [{ name: '(erased)' }]);
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
});

test('a sandbox follows deleted products and variants, and changed bundles', async () => {
  const variant = (key: string, more: object) => ({ key, name: key, sku: key, prices: { retail: '1' }, ...more });
  const product = (variants: object[]) => ({ key: 'p', name: 'P', variants });
  const box = (qty: number) => variant('box', { bundle: [{ variant: 'a', qty }] });
  const first = [variant('a', { stock: { bkk: 12 } }), variant('b', { stock: { bkk: 1 } }), box(2)];
  const sandbox = await openSandbox({ stores: [cafe({ products: [product(first)] })] });
  const { shop } = sandbox;
  assert.deepEqual(await available(sandbox), { a: 12, b: 1, box: 6 });
  await runStep(shop, (tx, now) => deleteVariant(tx, idOf(shop.ids.variants.b), now));
  await shop.load({ stores: [cafe({ products: [product([box(3)])] })] });
  await reset(sandbox);
  assert.deepEqual(await available(sandbox), { a: 12, box: 4 });
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
});

test('sandboxes are reset at three in the night', () => {
  const bangkok = (text: string) => Date.parse(`${text}+07:00`);
  assert.equal(nextNight(bangkok('2026-11-26T02:59:59')), bangkok('2026-11-26T03:00:00'));
  assert.equal(nextNight(bangkok('2026-11-26T03:00:00')), bangkok('2026-11-27T03:00:00'));
});

test('a sandbox is reset when its time has come', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox);
  sandbox.clock.forward(25 * 3_600_000);
  await until('the order is gone', () => {
    const stage = sql<{ stage: string }>('SELECT stage FROM orders WHERE id = ?');
    return sandbox.shop.ctx.db.get(stage, Number(order.id))?.stage === 'deleted';
  });
});

test('a sandbox cannot be loaded, and its couriers stay simulated', async () => {
  const { shop, storeId } = await openSandbox();
  await assert.rejects(
    shop.load({ stores: [{ key: 'cafe-sandbox', name: 'X' }] }),
    /stores\[0\]\.key.*cafe-sandbox is a sandbox/,
  );
  await assert.rejects(
    runStep(shop, (tx) => putCourier(tx, storeId, 'flash', { adapter: 'manual' })),
    /simulated/,
  );
});

test('the owner adds a test channel with one button and opens the sandbox', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const page = await browser.open('/partners/sandbox');
  const added = await browser.send('/partners/sandbox', {});
  assert.match(added.text, /Test channel added/);
  const codeOf = (id: string) => new RegExp(`id="${id}"[^>]*>([^<]+)<`).exec(added.html)?.[1] ?? '';
  const token = await shop.token({
    grant_type: 'client_credentials',
    client_id: codeOf('client-id'),
    client_secret: codeOf('secret'),
  });
  assert.equal(token.status, 200, page.text);
  const sandbox = sandboxOf(shop.ctx.db, idOf(shop.ids.id));
  await untilFilled(shop, sandbox?.id as Id);
  await browser.open('/partners/sandbox');
  assert.match((await browser.open('/partners/sandbox')).text, /Ready with 1 product/);
  await browser.send('/store', { store_id: String(sandbox?.id) });
  const home = await browser.open('/');
  assert.match(home.text, /orders, products and stock here are not real/);
});

test('a reset leaves orders that came after its start, and erases every trace of those before', async () => {
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
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
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
  assert.deepEqual(checkDatabase(ctx.db).problems, []);
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

test('a report that cannot be confirmed is rejected, and delays no other', async () => {
  const sandbox = await openSandbox();
  const order = await place(sandbox);
  for (const [i, amount] of ['90000000000', '90000000000', '1'].entries())
    await sandbox.call('/v1/order/payment/notify', {
      ...{ order_id: order.id, method: 'transfer', amount, external_payment_id: `P${i}` },
    });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'reviewed', ({ payments }) =>
    payments.every(({ status }: Json) => status !== 'notified'),
  );
});

test('a COD order is booked if COD counts as ready', async () => {
  const sandbox = await openSandbox({ stores: [cafe({ settings: { cod_counts_as_ready: true } })] });
  const order = await place(sandbox, { is_cod: true, cod_fee: '0', cod_amount: '130' });
  clockForward(sandbox);
  await untilOrder(sandbox, order, 'booked', ({ shipping_status }) => shipping_status === 'booked');
});

test('two test channels have their own apps and do not see the orders of each other', async () => {
  const sandbox = await openSandbox();
  const { shop } = sandbox;
  const added = await runStep(shop, (tx, now) =>
    addTestChannel(tx, { store: storeOf(shop), codes: shop.config.values }, now),
  );
  assert.equal(added.channel.storeId, sandbox.storeId);
  assert.notEqual(added.channel.appId, sandbox.channel.channel.appId);
  assert.notEqual(added.webhookSecret, sandbox.channel.webhookSecret);
  assert.equal(added.channel.ownOrdersOnly, true);
});

test('neither a sandbox nor a store pulls products of the other', async () => {
  const { shop, storeId } = await openSandbox();
  const ofStore = idOf(shop.ids.products.latte);
  const ofSandbox = productByKey(shop.ctx.db, storeId, 'latte')?.id as Id;
  const pull = (store: Id, sourceId: Id) =>
    runStep(shop, (tx, now) => pullProduct(tx, store, { sourceId, key: 'pulled' }, now));
  await assert.rejects(pull(storeId, ofStore), /sandbox/);
  await assert.rejects(pull(idOf(shop.ids.id), ofSandbox), /sandbox/);
});

test('an account of one store opens its sandbox, and its accounts and backups stay those of the store', async () => {
  const { shop, storeId } = await openSandbox();
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  await browser.send('/store', { store_id: String(storeId) });
  assert.match((await browser.open('/products')).text, /orders, products and stock here are not real/);
  assert.doesNotMatch((await browser.open('/settings/accounts')).text, /not real/);
  const other = await signedIn(shop, { name: 'packer', role: 'packer', language: 'en', store: 'cafe' });
  await other.send('/store', { store_id: String(storeId) });
  assert.match((await other.open('/')).text, /not real/);
});
