import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { assertError } from './endpoints.ts';
import { observeStep, placeOrder } from './order-steps.ts';
import { everyRow, ownRows } from './raw-http.ts';
import { bookOrder, cancelShipmentStep } from './shipment-steps.ts';
import { ledgerEntries } from './stock-steps.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const hot = (qty: number) => ({ sku: 'LAT-H', qty });
const iced = (qty: number) => ({ sku: 'LAT-I', qty });

/** A store with three warehouses with 10, 5 and 20 hot lattes; iced lattes are in the last only. */
const spread = (change: object = {}) =>
  cafe({
    warehouses: ['one', 'two', 'three'].map((key) => ({ key, name: key })),
    products: [
      {
        key: 'latte',
        name: 'ลาเต้',
        variants: [
          { key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { one: 10, two: 5, three: 20 } },
          { key: 'iced', sku: 'LAT-I', prices: { retail: '70' }, stock: { three: 3 } },
        ],
      },
    ],
    ...change,
  });

const reserved = (shop: Shop, variant = 'hot') =>
  ['one', 'two', 'three'].map((warehouse) => shop.stock(variant, warehouse).reserved);

test('an order reserves stock and leaves on hand unchanged', async () => {
  const shop = await openShop();
  await shop.order({ products: [hot(3), iced(2)] });
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 3 });
  assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 5, reserved: 0 });
  assert.deepEqual(shop.stock('iced'), { onHand: 10, reserved: 2 });
});

test('the first warehouse with the whole line supplies it', async () => {
  const shop = await openShop({ stores: [spread()] });
  await shop.order({ products: [hot(8)] });
  assert.deepEqual(reserved(shop), [8, 0, 0]);
  await shop.order({ products: [hot(4)] });
  assert.deepEqual(reserved(shop), [8, 4, 0]);
  await shop.order({ products: [hot(2)] });
  assert.deepEqual(reserved(shop), [10, 4, 0]);
  await shop.order({ products: [hot(2)] });
  assert.deepEqual(reserved(shop), [10, 4, 2]);
  await shop.order({ products: [iced(1)] });
  assert.deepEqual(reserved(shop, 'iced'), [0, 0, 1]);
});

test('a line that no warehouse has in full is split in warehouse order', async () => {
  const shop = await openShop({ stores: [spread()] });
  await shop.order({ products: [hot(27)] });
  assert.deepEqual(reserved(shop), [10, 5, 12]);
});

test('the lines of an order are supplied in sequence', async () => {
  const shop = await openShop({ stores: [spread()] });
  await shop.order({ products: [hot(9), hot(4), hot(2), hot(19)] });
  assert.deepEqual(reserved(shop), [10, 5, 19]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('the stock check adds up lines of the same variant, by id or by SKU', async () => {
  const shop = await openShop();
  const byId = (qty: number) => ({ product_variant_id: shop.ids.variants.hot, qty });
  const place = async (...products: object[]) => shop.order({ products });
  assertError(await place(hot(10), byId(6)), 400, 'invalid_request', 'products[1].qty');
  assertError(await place(iced(1), byId(5), hot(5), byId(6)), 400, 'invalid_request', 'products[3].qty');
  assertError(await place(byId(16), hot(1)), 400, 'invalid_request', 'products[0].qty');
  assert.deepEqual(reservedAtCafe(shop), [0, 0]);
  assert.equal((await place(hot(10), byId(5))).status, 200);
  assert.deepEqual(reservedAtCafe(shop), [10, 5]);
  assertError(await place(hot(1)), 400, 'invalid_request', 'products[0].qty');
});

test('lines of the same variant are reserved and released in one movement per warehouse', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(9), hot(4), hot(1)]); // the second line from Chiang Mai
  const by = `order ${order.id}`;
  const reserved = (warehouse: string) =>
    ledgerEntries(shop, 'hot', warehouse).map(({ before, after, reason }) => [before.reserved, after.reserved, reason]);
  assert.deepEqual(reserved('bkk'), [[0, 10, 'order_reserved']]);
  assert.deepEqual(reserved('cnx'), [[0, 4, 'order_reserved']]);
  const { result } = await bookOrder(shop, order);
  const shipment = await cancelShipmentStep(shop, result);
  assert.deepEqual(shipment.moved, [
    ['hot', 'bkk', 0, -10, 'shipping_canceled', by],
    ['hot', 'cnx', 0, -4, 'shipping_canceled', by],
  ]);
  assert.deepEqual((await bookOrder(shop, order)).moved, [
    ['hot', 'bkk', 0, 10, 'order_reserved', by],
    ['hot', 'cnx', 0, 4, 'order_reserved', by],
  ]);
  const canceled = await observeStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.deepEqual(canceled.moved, [
    ['hot', 'bkk', 0, -10, 'order_canceled', by],
    ['hot', 'cnx', 0, -4, 'order_canceled', by],
  ]);
});

const reservedAtCafe = (shop: Shop) => ['bkk', 'cnx'].map((key) => shop.stock('hot', key).reserved);

test('a store that allows negative stock takes the shortage from its first warehouse', async () => {
  const shop = await openShop({ stores: [spread({ settings: { sell_below_zero: true } })] });
  assert.equal((await shop.order({ products: [hot(40)] })).status, 200);
  assert.deepEqual(reserved(shop), [15, 5, 20]);
  assert.equal((await shop.order({ products: [hot(1)] })).status, 200);
  assert.deepEqual(reserved(shop), [16, 5, 20]);
  assert.equal((await shop.order({ products: [iced(5)] })).status, 200);
  assert.deepEqual(reserved(shop, 'iced'), [2, 0, 3]);
  const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
  assert.deepEqual(
    body.product.variants.map(({ available_qty }: Json) => available_qty),
    [-6, -2],
  );
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a shortage in one warehouse reduces what the others can supply', async () => {
  const shop = await openShop({ stores: [spread({ settings: { sell_below_zero: true } })] });
  await shop.order({ products: [hot(40)] }); // 5 short in the first
  const restocked = { key: 'hot', stock: { three: 28 } };
  const products = [{ key: 'latte', name: 'ลาเต้', variants: [restocked] }];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings: { sell_below_zero: false }, products }] });
  assertError(await shop.order({ products: [hot(4)] }), 400, 'invalid_request', 'products[0].qty');
  assert.equal((await shop.order({ products: [hot(3)] })).status, 200);
  assert.deepEqual(reserved(shop), [15, 5, 23]);
});

test('a quantity above the maximum is refused, and the error names the line', async () => {
  const million = {
    key: 'million',
    sku: 'MILLION',
    prices: { retail: 0 },
    bundle: [{ variant: 'bean', qty: 1_000_000 }],
  };
  const bean = { key: 'bean', sku: 'BEAN', prices: { retail: 0 }, stock: { cnx: 9 } };
  const products = [{ key: 'beans', name: 'เมล็ด', variants: [bean, million] }];
  const shop = await openShop({ stores: [cafe({ products, settings: { sell_below_zero: true } })] });
  const order = (...lines: readonly (readonly [sku: string, qty: number])[]) =>
    shop.order({ products: lines.map(([sku, qty]) => ({ sku, qty })) });
  assertError(await order(['MILLION', 1_000_000_000]), 400, 'invalid_request', 'products[0].qty');
  assertError(await order(['MILLION', 999_999], ['MILLION', 2]), 400, 'invalid_request', 'products[1].qty');
  assert.equal((await order(['BEAN', 1_000_000], ['MILLION', 999_999])).status, 200);
  assert.deepEqual(shop.stock('bean', 'cnx'), { onHand: 9, reserved: 9 });
  assert.deepEqual(shop.stock('bean'), { onHand: 0, reserved: 999_999_999_991 });
  assertError(await order(['BEAN', 1]), 400, 'invalid_request', 'products[0].qty');
});

test('a variant without stock can be ordered only in a store that allows negative stock', async () => {
  const products = [{ key: 'new', name: 'ใหม่', variants: [{ key: 'new', sku: 'NEW', prices: { retail: 1 } }] }];
  const shop = await openShop({ stores: [cafe({ products })] });
  assertError(await shop.order({ products: [{ sku: 'NEW', qty: 1 }] }), 400, 'invalid_request', 'products[0].qty');
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings: { sell_below_zero: true } }] });
  assert.equal((await shop.order({ products: [{ sku: 'NEW', qty: 1 }] })).status, 200);
  assert.deepEqual(shop.stock('new'), { onHand: 0, reserved: 1 });
});

test('a store without warehouses refuses orders, and the error names the line', async () => {
  const products = [{ key: 'new', name: 'ใหม่', variants: [{ key: 'new', sku: 'NEW', prices: { retail: 1 } }] }];
  for (const sell_below_zero of [false, true]) {
    const shop = await openShop({ stores: [cafe({ warehouses: [], products, settings: { sell_below_zero } })] });
    assertError(await shop.order({ products: [{ sku: 'NEW', qty: 1 }] }), 400, 'invalid_request', 'products[0]');
  }
});

test('a refused order writes nothing', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { order_quota: 1 } })] });
  await shop.order();
  const before = ownRows(shop);
  for (const [change, status] of [
    [{ products: [hot(1), hot(99)] }, 400],
    [{ products: [hot(1), { sku: 'absent', qty: 1 }] }, 400],
    [{ products: [hot(1)], sender_address_id: '999' }, 400],
    [{ products: [hot(1)], recipient_address: null, recipient_address_id: '999' }, 400],
    [{ products: [{ ...hot(2), price: '99999999999' }] }, 400],
    [{ products: [hot(1)], external_order_id: 'A-1' }, 403],
    [{}, 403],
  ] as const)
    assert.equal((await shop.order(change)).status, status);
  assert.deepEqual(ownRows(shop), before);
});

test('five hundred concurrent orders for a stock of a hundred sell exactly a hundred', async () => {
  const variants = [{ key: 'hot', sku: 'LAT-H', prices: { retail: 1 }, stock: { bkk: 70, cnx: 30 } }];
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants }] })] });
  const token = await shop.bearer();
  const responses = await Promise.all(Array.from({ length: 500 }, () => shop.order({}, { token })));
  const made = responses.filter(({ status }) => status === 200);
  assert.equal(made.length, 100);
  for (const response of responses.filter(({ status }) => status !== 200))
    assertError(response, 400, 'invalid_request', 'products[0].qty');
  assert.equal(new Set(made.map(({ body }) => body.order.id)).size, 100);
  assert.deepEqual(reservedAtCafe(shop), [70, 30]);
  assert.equal(everyRow(shop).orders?.length, 100);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});
