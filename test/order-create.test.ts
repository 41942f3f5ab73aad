import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from './endpoints.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, openShop } from './support.ts';

test('an order contains the requested and the derived fields', async () => {
  const { now } = stoppedClock();
  const shop = await openShop({ now });
  const { ids } = shop;
  const sender = {
    id: ids.addresses.shop,
    name: 'บ้านกาแฟ',
    telephone: '021234567',
    postal_code: 10110,
    is_primary: true,
  };
  const { status, body } = await shop.order({
    external_order_id: 'A-1',
    products: [
      { sku: 'LAT-H', qty: 2 },
      { product_variant_id: ids.variants.iced, qty: 1, price: '45.50' },
    ],
    is_cod: true,
    cod_fee: 10,
    cod_amount: '999',
    channel: 'line',
    discount: '5.25',
    shipping_fee: 40,
    other_fee: '0.0001',
    ship_before_pay: true,
    auto_request_xshipping: false,
    shipping_label_note: 'ระวังแตก',
    private_note: 'ลับ',
    order_time: now() - 1,
    expiration_time: now() + 1_000,
    ship_deadline_time: now() + 2_000,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const { id, recipient_address, products } = body.order;
  assert.deepEqual(body.order, {
    id,
    order_number: '1',
    external_order_id: 'A-1',
    status: 'open',
    payment_status: 'unpaid',
    shipping_status: 'unshipped',
    cod_status: 'pending',
    shipping_type: 'ems',
    channel: 'line',
    products: [
      {
        id: products[0].id,
        product_id: ids.products.latte,
        product_variant_id: ids.variants.hot,
        name: 'ลาเต้',
        variant_name: 'ร้อน',
        sku: 'LAT-H',
        qty: 2,
        price: '65',
        amount: '130',
      },
      {
        id: products[1].id,
        product_id: ids.products.latte,
        product_variant_id: ids.variants.iced,
        name: 'ลาเต้',
        variant_name: 'เย็น',
        sku: 'LAT-I',
        qty: 1,
        price: '45.5',
        amount: '45.5',
      },
    ],
    recipient_address: { id: recipient_address.id, name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    sender_name: 'บ้านกาแฟ',
    sender_address: sender,
    subtotal: '175.5',
    discount: '5.25',
    shipping_fee: '40',
    other_fee: '0.0001',
    is_cod: true,
    cod_fee: '10',
    cod_amount: '999',
    total: '220.2501',
    paid_amount: '0',
    ship_before_pay: true,
    auto_request_xshipping: false,
    shipping_label_note: 'ระวังแตก',
    order_time: now() - 1,
    expiration_time: now() + 1_000,
    ship_deadline_time: now() + 2_000,
    create_time: now(),
    update_time: now(),
    payments: [],
  });
  for (const text of [id, recipient_address.id, products[0].id, products[1].id]) assert.match(text, /^[1-9][0-9]*$/);
});

test('missing optional fields get their defaults', async () => {
  const { now } = stoppedClock();
  const shop = await openShop({ now });
  const { order } = (await shop.order()).body;
  const { sender_name, discount, shipping_fee, other_fee, is_cod, ship_before_pay, auto_request_xshipping } = order;
  assert.equal(sender_name, 'บ้านกาแฟ');
  assert.deepEqual([discount, shipping_fee, other_fee], ['0', '0', '0']);
  assert.deepEqual([is_cod, ship_before_pay, auto_request_xshipping], [false, false, true]);
  assert.equal(order.order_time, now());
  const optional = ['cod_fee', 'cod_amount', 'cod_status', 'channel', 'external_order_id', 'shipping_label_note'];
  for (const name of [...optional, 'expiration_time', 'ship_deadline_time', 'paid_time', 'cancel_time', 'shipments'])
    assert.equal(name in order, false, name);
});

test('a custom sender_name is on the order', async () => {
  const shop = await openShop();
  assert.equal((await shop.order({ sender_name: 'ร้านน้องสาว' })).body.order.sender_name, 'ร้านน้องสาว');
});

test('a missing required field is refused with its path', async () => {
  const shop = await openShop();
  for (const field of ['shipping_type', 'products', 'recipient_address'])
    assertError(await shop.order({ [field]: undefined }), 400, 'invalid_request', field);
  assertError(await shop.order({ products: [{ sku: 'LAT-H' }] }), 400, 'invalid_request', 'products[0].qty');
  assertError(await shop.order({ recipient_address: {} }), 400, 'invalid_request', 'recipient_address.name');
  assertError(await shop.order({ products: [] }), 400, 'invalid_request', 'products');
});

test('a request with both or neither of two exclusive fields is refused', async () => {
  const shop = await openShop();
  const { hot } = shop.ids.variants;
  assertError(await shop.order({ products: [{ qty: 1 }] }), 400, 'invalid_request', 'products[0]');
  assertError(
    await shop.order({ products: [{ qty: 1, sku: 'LAT-H', product_variant_id: hot }] }),
    400,
    'invalid_request',
    'products[0]',
  );
  assertError(
    await shop.order({ recipient_address_id: shop.ids.addresses.shop }),
    400,
    'invalid_request',
    'recipient_address_id',
  );
  assertError(await shop.order({ recipient_address: null }), 400, 'invalid_request', 'recipient_address_id');
  const line = { qty: 1, sku: 'LAT-H', product_variant_id: null };
  const known = { recipient_address: null, recipient_address_id: shop.ids.addresses.shop };
  assert.equal((await shop.order({ products: [line], ...known })).status, 200);
});

test('documented courier codes and those of the config are accepted, other codes are refused', async () => {
  const shop = await openShop({
    config: { values: { shipping_types: ['bike'] } },
    stores: [cafe({ settings: { sell_below_zero: true } })],
  });
  const codes =
    'ems register parcel spx_pickup spx_dropoff flash flash_bulky kex jt best ninjavan dhl inter_express nim_express lalamove store_pickup other bike';
  for (const shipping_type of codes.split(' '))
    assert.equal((await shop.order({ shipping_type })).body.order?.shipping_type, shipping_type);
  for (const shipping_type of ['made_up', 'EMS', ' ems', '', 'toString', '__proto__'])
    assertError(await shop.order({ shipping_type }), 400, 'invalid_request', 'shipping_type');
});

test('documented sales channels and those of the config are accepted, other channels are refused', async () => {
  const shop = await openShop({
    config: { values: { channels: ['radio'] } },
    stores: [cafe({ settings: { sell_below_zero: true } })],
  });
  const codes =
    'sales_page facebook instagram line tiktok shopee lazada website chat_bot phone walk_in erp other radio';
  for (const channel of codes.split(' ')) assert.equal((await shop.order({ channel })).body.order?.channel, channel);
  for (const channel of ['made_up', 'LINE', ''])
    assertError(await shop.order({ channel }), 400, 'invalid_request', 'channel');
});

test('lengths are counted in characters, not in bytes or UTF-16 units', async () => {
  const shop = await openShop();
  for (const [field, most] of [
    ['external_order_id', 128],
    ['shipping_label_note', 1_000],
    ['private_note', 1_000],
  ] as const)
    for (const letter of ['x', 'ก', '🥤']) {
      const longest = letter.repeat(most);
      assert.equal((await shop.order({ [field]: longest })).status, 200);
      assertError(await shop.order({ [field]: `${longest}x` }), 400, 'invalid_request', field);
    }
  assertError(await shop.order({ external_order_id: '' }), 400, 'invalid_request', 'external_order_id');
});

test('times have millisecond precision and may be in the past', async () => {
  const shop = await openShop();
  const times = {
    order_time: 100_000_000_000,
    ship_deadline_time: 99_999_999_999_999,
    expiration_time: 1_500_000_000_123,
  };
  const { order } = (await shop.order(times)).body;
  for (const [field, time] of Object.entries(times)) assert.equal(order[field], time);
});
