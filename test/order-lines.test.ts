import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { NO_ID } from '../src/lib/ids.ts';
import { ZERO } from '../src/lib/money.ts';
import { assertError } from './endpoints.ts';
import { errorPattern } from './errors.ts';
import { assertRefuses, placeOrder } from './order-steps.ts';
import { markDeleted } from './raw-http.ts';
import { cafe, openShop } from './support.ts';

test('qty is an integer from 1 to 1,000,000,000', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const order = (qty: unknown) => shop.order({ products: [{ sku: 'LAT-H', qty, price: 0 }] });
  for (const qty of [0, -1, 1.5, '1', 1_000_000_001])
    assertError(await order(qty), 400, 'invalid_request', 'products[0].qty');
  for (const qty of [1, 1_000_000_000]) assert.equal((await order(qty)).body.order?.products[0].qty, qty);
});

test('qty has the same range in edits of existing and new lines', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const [lineId = NO_ID] = order.lines;
  for (const qty of [0, -1, 1.5, Number.NaN, 1_000_000_001])
    for (const [expected, change] of [
      [
        { key: 'not_a_whole_number_between', path: 'line 1.qty', params: { least: 1, most: 1000000000 } },
        { set: [{ lineId, qty }] },
      ],
      [
        { key: 'not_a_whole_number_between', path: 'products[0].qty', params: { least: 1 } },
        { add: [{ sku: 'LAT-H', qty, price: ZERO }] },
      ],
    ] as const)
      await assertRefuses(shop, expected, (tx, now) => editOrder(tx, order.id, change, byCommand(now)));
});

test('a variant of another store is treated as unknown', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other' })] });
  const answer = async (product_variant_id: string | undefined) => {
    const { status, body } = await shop.order({ products: [{ product_variant_id, qty: 1 }] });
    return { status, body };
  };
  const absent = await answer('999999');
  assertError(
    { ...absent, headers: (await shop.order({ x: 1 })).headers },
    400,
    'invalid_request',
    'products[0].product_variant_id',
  );
  const { hot } = shop.ids.variants;
  const foreign = shop.stores.other?.variants.hot;
  for (const id of [foreign, '0', `0${hot}`, `${hot}0000000`, '9'.repeat(40), '18446744073709551617'])
    assert.deepEqual(await answer(id), absent, id);
});

test('a SKU must match exactly', async () => {
  const variants = ['A-1', 'a-1', 'A 1', 'กาแฟ', 'caf\u00e9', '%'].map((sku) => ({
    key: sku,
    sku,
    prices: { retail: 1 },
    stock: { bkk: 10 },
  }));
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'p', name: 'p', variants }] })] });
  const order = (sku: string) => shop.order({ products: [{ sku, qty: 1 }] });
  for (const { sku } of variants) assert.equal((await order(sku)).body.order?.products[0].sku, sku);
  for (const sku of ['A-1 ', ' A-1', 'A1', 'A_1', 'ก', 'cafe\u0301', 'Caf\u00e9', '_', '', '*'])
    assertError(await order(sku), 400, 'invalid_request', 'products[0].sku');
});

test('a SKU of several variants is refused and the message lists them', async () => {
  const variant = (key: string) => ({ key, sku: 'SAME', prices: { retail: 1 }, stock: { bkk: 9 } });
  const products = ['p', 'q', 'r'].map((key) => ({ key, name: key, variants: [variant(`${key}1`)] }));
  const shop = await openShop({ stores: [cafe({ products }), cafe({ key: 'other', products: products.slice(0, 1) })] });
  const order = () => shop.order({ products: [{ sku: 'SAME', qty: 1 }] });
  const sharedBy = (...variants: (string | undefined)[]) =>
    errorPattern('sku_ambiguous', { path: ['products', 0, 'sku'], variants });
  const { p1, q1, r1 } = shop.ids.variants;
  assertError(await order(), 400, 'invalid_request', 'products[0].sku');
  assert.match((await order()).body.error_description, sharedBy(p1, q1, r1));
  await markDeleted(shop, 'products', shop.ids.products.p);
  assert.match((await order()).body.error_description, sharedBy(q1, r1));
  await markDeleted(shop, 'variants', q1);
  assert.equal((await order()).body.order.products[0].product_variant_id, r1);
});

test('a deleted product or variant cannot be ordered', async () => {
  const shop = await openShop();
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  assertError(await shop.order(), 400, 'invalid_request', 'products[0].product_variant_id');
  assertError(await shop.order({ products: [{ sku: 'LAT-H', qty: 1 }] }), 400, 'invalid_request', 'products[0].sku');
  assert.equal((await shop.order({ products: [{ sku: 'LAT-I', qty: 1 }] })).status, 200);
  await markDeleted(shop, 'products', shop.ids.products.latte);
  assertError(await shop.order({ products: [{ sku: 'LAT-I', qty: 1 }] }), 400, 'invalid_request', 'products[0].sku');
});

test('order numbers have no gaps, except after refusals', async () => {
  const shop = await openShop();
  const numbers: string[] = [];
  for (const sku of ['LAT-H', 'absent', 'LAT-H', 'LAT-I', 'absent', 'LAT-H']) {
    const { status, body } = await shop.order({ products: [{ sku, qty: 1 }] });
    if (status === 200) numbers.push(body.order.order_number);
  }
  assert.deepEqual(numbers, ['1', '2', '3', '4']);
});

test('an order may have thousands of lines', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const products = Array.from({ length: 5_000 }, (_, i) => ({ sku: i % 2 ? 'LAT-H' : 'LAT-I', qty: 1, price: 1 }));
  const { body } = await shop.order({ products });
  assert.equal(body.order.products.length, 5_000);
  assert.equal(body.order.total, '5000');
});
