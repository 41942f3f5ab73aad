import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertError } from './endpoints.ts';
import { cafe, openShop } from './support.ts';

const endless = (change: object = {}) => cafe({ settings: { sell_below_zero: true }, ...change });

/** 1/10,000 baht as the shortest decimal text, implemented independently. */
function baht(units: bigint): string {
  const digits = units.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}

/** An amount as clients send it: a number, or a string with additional zeros. */
const written = fc
  .record({ units: fc.oneof(fc.bigInt(0n, 99_999_999n), fc.bigInt(0n, 10n ** 13n)), form: fc.nat(3) })
  .map(({ units, form }) => {
    const text = baht(units);
    const padded = text.includes('.') ? text.padEnd(text.indexOf('.') + 5, '0') : `${text}.0`;
    return { units, sent: [text, padded, `000${text}`, Number(text)][form] };
  });

const MAX_UNITS = 10n ** 15n - 1n; // in 1/10,000 baht

test('totals are exact to 1/10,000 baht, or refused above the largest amount', async () => {
  const shop = await openShop({ stores: [endless()] });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ price: written, qty: fc.integer({ min: 1, max: 90 }) }), { minLength: 1, maxLength: 8 }),
      fc.tuple(written, written, written, written),
      async (lines, [discount, shipping, other, codFee]) => {
        const { status, body } = await shop.order({
          products: lines.map(({ price, qty }) => ({ sku: 'LAT-H', qty, price: price.sent })),
          discount: discount.sent,
          shipping_fee: shipping.sent,
          other_fee: other.sent,
          is_cod: true,
          cod_fee: codFee.sent,
          cod_amount: 0,
        });
        const amounts = lines.map(({ price, qty }) => price.units * BigInt(qty));
        const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
        const total = subtotal - discount.units + shipping.units + other.units + codFee.units;
        const isExact = [...amounts, subtotal, total].every((units) => units <= MAX_UNITS);
        assert.equal(status, isExact ? 200 : 400, JSON.stringify(body));
        if (!isExact) return;
        const { order } = body;
        assert.deepEqual(
          order.products.map(({ amount }: { amount: string }) => amount),
          amounts.map(baht),
        );
        assert.deepEqual([order.subtotal, order.total], [baht(subtotal), baht(total > 0n ? total : 0n)]);
        assert.deepEqual([order.discount, order.cod_fee], [baht(discount.units), baht(codFee.units)]);
      },
    ),
    { numRuns: 150 },
  );
});

test('amounts are returned in their shortest form', async () => {
  const shop = await openShop({ stores: [endless()] });
  for (const [sent, shown] of [
    [0.1, '0.1'],
    ['0.10', '0.1'],
    ['590.00', '590'],
    [590.5, '590.5'],
    ['0000590', '590'],
    ['0.0001', '0.0001'],
    [0, '0'],
    [-0, '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    [1e5, '100000'],
    ['99999999999.9999', '99999999999.9999'],
    [`${'0'.repeat(50)}1`, '1'],
  ])
    assert.equal((await shop.order({ shipping_fee: sent })).body.order?.shipping_fee ?? sent, shown);
});

test('amounts without an exact representation are refused with their path', async () => {
  const shop = await openShop();
  const wrong = [
    '100000000000',
    100_000_000_000,
    '0.00001',
    0.00001,
    0.1 + 0.2,
    '1.00000',
    1e21,
    1e-7,
    '1e2',
    'Infinity',
  ];
  for (const value of wrong) {
    for (const field of ['discount', 'shipping_fee', 'other_fee'])
      assertError(await shop.order({ [field]: value }), 400, 'invalid_request', field);
    const products = [{ sku: 'LAT-H', qty: 1, price: value }];
    assertError(await shop.order({ products }), 400, 'invalid_request', 'products[0].price');
  }
});

test('no amount may be negative', async () => {
  const shop = await openShop();
  for (const value of [-1, '-1', '-0.0001']) {
    for (const field of ['discount', 'shipping_fee', 'other_fee'])
      assertError(await shop.order({ [field]: value }), 400, 'invalid_request', field);
    const products = [{ sku: 'LAT-H', qty: 1, price: value }];
    assertError(await shop.order({ products }), 400, 'invalid_request', 'products[0].price');
    assertError(await shop.order({ is_cod: true, cod_fee: value, cod_amount: 0 }), 400, 'invalid_request', 'cod_fee');
    assertError(
      await shop.order({ is_cod: true, cod_fee: 0, cod_amount: value }),
      400,
      'invalid_request',
      'cod_amount',
    );
  }
});

test('an order total may be the largest amount, and not more', async () => {
  const shop = await openShop({ stores: [endless()] });
  const line = (price: string, qty = 1) => ({ sku: 'LAT-H', qty, price });
  const most = '99999999999.9999';
  assert.equal((await shop.order({ products: [line(most)] })).body.order?.total, most);
  const products = [line('99999999999'), line('0.9999')];
  assert.equal((await shop.order({ products })).body.order?.total, most);
  assertError(await shop.order({ products: [line(most, 2)] }), 400, 'invalid_request', 'products[0]');
  assertError(
    await shop.order({ products: [line('1'), line('99999999999', 1_000_000_000)] }),
    400,
    'invalid_request',
    'products[1]',
  );
  assertError(await shop.order({ products: [line(most), line('0.0001')] }), 400, 'invalid_request', 'products');
  assertError(await shop.order({ products: [line(most)], shipping_fee: '0.0001' }), 400, 'invalid_request', 'products');
});

test('fees that a discount cancels out do not exceed the largest amount', async () => {
  const shop = await openShop({ stores: [endless()] });
  const products = [{ sku: 'LAT-H', qty: 1, price: '99999999999.9999' }];
  const { body } = await shop.order({ products, shipping_fee: 50, discount: 50 });
  assert.equal(body.order?.total, '99999999999.9999');
});

test('a discount above the subtotal gives a total of 0, and an order of 0 is paid', async () => {
  const shop = await openShop();
  for (const change of [{ discount: 1_000 }, { discount: 65 }, { products: [{ sku: 'LAT-H', qty: 1, price: 0 }] }]) {
    const { order } = (await shop.order(change)).body;
    assert.deepEqual([order.total, order.payment_status, order.paid_amount], ['0', 'paid', '0']);
    assert.equal(order.paid_time, order.create_time);
    assert.equal(order.status, 'open');
  }
  const { order } = (await shop.order({ discount: '64.9999' })).body;
  assert.deepEqual([order.total, order.payment_status, 'paid_time' in order], ['0.0001', 'unpaid', false]);
});

test('cod_fee and cod_amount require is_cod', async () => {
  const shop = await openShop();
  const both = { cod_fee: 10, cod_amount: 75 };
  assertError(await shop.order({ is_cod: true }), 400, 'invalid_request', 'cod_fee');
  assertError(await shop.order({ is_cod: true, cod_amount: 75 }), 400, 'invalid_request', 'cod_fee');
  assertError(await shop.order({ is_cod: true, cod_fee: 10 }), 400, 'invalid_request', 'cod_amount');
  for (const is_cod of [false, null, undefined]) {
    assertError(await shop.order({ is_cod, ...both }), 400, 'invalid_request', 'cod_fee');
    assertError(await shop.order({ is_cod, cod_fee: 0 }), 400, 'invalid_request', 'cod_fee');
    assertError(await shop.order({ is_cod, cod_amount: 0 }), 400, 'invalid_request', 'cod_amount');
    assert.equal((await shop.order({ is_cod, cod_fee: null, cod_amount: null })).body.order?.is_cod, false);
  }
  const { order } = (await shop.order({ is_cod: true, ...both })).body;
  assert.deepEqual([order.cod_fee, order.cod_amount, order.cod_status, order.total], ['10', '75', 'pending', '75']);
});

test('cod_amount and the total are independent', async () => {
  const shop = await openShop();
  const { order } = (await shop.order({ is_cod: true, cod_fee: '0', cod_amount: '1234.5' })).body;
  assert.deepEqual([order.total, order.cod_amount, order.cod_fee], ['65', '1234.5', '0']);
});

const MENU = [
  {
    key: 'menu',
    name: 'เมนู',
    variants: [
      { key: 'both', sku: 'both', prices: { retail: '65', vip: '60' } },
      { key: 'default', sku: 'default', prices: { retail: '70' } },
      { key: 'own', sku: 'own', prices: { vip: '50' } },
      { key: 'none', sku: 'none' },
      { key: 'free', sku: 'free', prices: { vip: 0, retail: 9 } },
    ],
  },
];

test('a price comes from the line, the channel’s tier, the default tier, or is missing', async () => {
  const channels = [
    { key: 'page', name: 'page' },
    { key: 'agent', name: 'agent', price_tier: 'vip' },
  ];
  const shop = await openShop({ stores: [endless({ products: MENU, channels })] });
  const agent = await shop.bearer('agent');
  const price = async (sku: string, change: object, token?: string) => {
    const answer = await shop.order({ products: [{ sku, qty: 1, ...change }] }, token === undefined ? {} : { token });
    if (answer.status === 400) assertError(answer, 400, 'invalid_request', 'products[0].price');
    return answer.body.order?.products[0].price;
  };
  const skus = ['both', 'default', 'own', 'none', 'free'];
  const prices = (change: object, token?: string) => Promise.all(skus.map((sku) => price(sku, change, token)));
  assert.deepEqual(await prices({}), ['65', '70', undefined, undefined, '9']);
  assert.deepEqual(await prices({}, agent), ['60', '70', '50', undefined, '0']);
  assert.deepEqual(await prices({ price: null }, agent), ['60', '70', '50', undefined, '0']);
  assert.deepEqual(await prices({ price: '1.5' }, agent), ['1.5', '1.5', '1.5', '1.5', '1.5']);
  assert.deepEqual(await prices({ price: 0 }), ['0', '0', '0', '0', '0']);
});
