import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeAddresses } from '../src/domain/addresses.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { deriveCustomers, derivedUpTo } from '../src/domain/orders/customers/customer-rows.ts';
import { ordersWithTelephone, recipientsWithTelephone } from '../src/domain/orders/customers/earlier-orders.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { type Hint, hintsOf } from '../src/domain/orders/hints.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { type Id, idText } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { codOrder, moveParcel, openSeller, sendParcel } from './cod-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HOUR = 60 * MINUTE;

const COMPLETE_ADDRESS = {
  name: 'สมชาย ใจดี',
  telephone: '081-234-5678',
  address1: '99/1',
  sub_district: 'สุเทพ',
  district: 'เมืองเชียงใหม่',
  province: 'เชียงใหม่',
  postal_code: 50200,
};

const hints = (shop: Shop, { id }: { id: Id }): Hint[] =>
  hintsOf(shop.ctx.db, existingOrder(shop.ctx.db, id), shop.now());

const hot = (shop: Shop, qty = 1, change: object = {}, token?: string): Promise<PlacedOrder> =>
  placeOrder(shop, [{ sku: 'LAT-H', qty }], { recipient_address: COMPLETE_ADDRESS, ...change }, token);

/** Replaces the first token, which expires after a day. */
async function newToken(shop: Shop): Promise<string> {
  const { client_id = '', client_secret = '' } = { ...shop.ids.channels.page };
  return (await shop.token({ grant_type: 'client_credentials', client_id, client_secret })).body.access_token;
}

const customers = (shop: Shop, telephone: string) => recipientsWithTelephone(shop.ctx.db, idOf(shop.ids.id), telephone);

test('a complete order has no hints', async () => {
  const shop = await openShop();
  assert.deepEqual(hints(shop, await hot(shop)), []);
});

test('two orders of the same goods for a phone number, however it is written, within a day have a hint', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const first = await hot(shop, 2);
  clock.forward(23 * HOUR);
  const token = await newToken(shop);
  const recipient_address = { ...COMPLETE_ADDRESS, name: 'สมชาย', telephone: '+66 81 234 5678' };
  const second = await hot(shop, 2, { recipient_address }, token);
  assert.deepEqual(hints(shop, second), [{ code: 'ordered_twice', orders: [{ id: first.id, orderNumber: 1 }] }]);
  assert.deepEqual(hints(shop, first), [{ code: 'ordered_twice', orders: [{ id: second.id, orderNumber: 2 }] }]);
});

test('the comparison of orders adds up lines of the same variant', async () => {
  const shop = await openShop();
  const first = await hot(shop, 3);
  const second = await placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 1 },
      { sku: 'LAT-H', qty: 2 },
    ],
    { recipient_address: COMPLETE_ADDRESS },
  );
  assert.deepEqual(hints(shop, second), [{ code: 'ordered_twice', orders: [{ id: first.id, orderNumber: 1 }] }]);
});

test('an order with another quantity or phone number, a day later or canceled, is not a duplicate', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const canceled = await hot(shop);
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  const order = await hot(shop);
  assert.deepEqual(hints(shop, await hot(shop, 2)), []);
  assert.deepEqual(
    hints(shop, await hot(shop, 1, { recipient_address: { ...COMPLETE_ADDRESS, telephone: '0899999999' } })),
    [],
  );
  clock.forward(25 * HOUR);
  assert.deepEqual(hints(shop, await hot(shop, 1, {}, await newToken(shop))), []);
  assert.deepEqual(hints(shop, order), []);
});

test('a customer of another store is unknown', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const token = await shop.bearer('page', shop.stores.tea);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: COMPLETE_ADDRESS }, token);
  assert.deepEqual(hints(shop, await hot(shop)), []);
  assert.equal(customers(shop, '0812345678').length, 1);
});

test('the hint about refused COD parcels has their number and that of all COD parcels', async () => {
  const shop = await openSeller();
  const [accepted, refused] = [await codOrder(shop, '100'), await codOrder(shop, '200')];
  await moveParcel(shop, await sendParcel(shop, accepted, 'EX1'), 'delivered');
  await moveParcel(shop, await sendParcel(shop, refused, 'EX2'), 'returning');
  const order = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], {});
  const found = hints(shop, order).find(({ code }) => code === 'cod_refused_before');
  assert.deepEqual(found, { code: 'cod_refused_before', refused: 1, parcels: 2 });
});

test('a COD amount that differs from the balance due is a hint until it is collected', async () => {
  const shop = await openSeller();
  const cod = { is_cod: true, cod_fee: 0, cod_amount: '65', recipient_address: COMPLETE_ADDRESS };
  const order = await hot(shop, 1, cod);
  assert.deepEqual(hints(shop, order), []);
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash', amount: baht('15') }, byCommand(now)));
  assert.deepEqual(hints(shop, order), [{ code: 'cod_unlike_due', codAmount: baht('65'), due: baht('50') }]);
  await runStep(shop, (tx, now) => editOrder(tx, order.id, { codAmount: baht('50') }, byCommand(now)));
  assert.deepEqual(hints(shop, order), []);
});

test('a replay with another body is a hint', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await hot(shop, 1, { external_order_id: 'A-1' });
  await hot(shop, 2, { external_order_id: 'A-1' });
  assert.deepEqual(hints(shop, order), [{ code: 'sent_again_changed', time: clock.now(), from: 'partner' }]);
});

test('missing label data is a hint, except for orders that the buyer picks up', async () => {
  const shop = await openShop();
  const { address1: _, ...less } = COMPLETE_ADDRESS;
  const short = { recipient_address: { ...less, district: undefined } };
  assert.deepEqual(hints(shop, await hot(shop, 1, short)), [
    { code: 'address_incomplete', fields: ['address1', 'district'] },
  ]);
  assert.deepEqual(hints(shop, await hot(shop, 2, { ...short, shipping_type: 'store_pickup' })), []);
});

test('a missed shipping deadline is a hint until everything is shipped', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const deadline = clock.now() + HOUR;
  const order = await hot(shop, 1, { ship_deadline_time: deadline });
  assert.deepEqual(hints(shop, order), []);
  clock.forward(2 * HOUR);
  assert.deepEqual(hints(shop, order), [{ code: 'deadline_passed', deadline }]);
  await sendParcel(shop, order, 'EX1');
  assert.deepEqual(hints(shop, order), []);
});

test('reserved goods that are not on hand are a hint', async () => {
  const shop = await openSeller();
  assert.deepEqual(hints(shop, await hot(shop, 17)), [
    { code: 'below_zero', lines: [{ name: 'ลาเต้ ร้อน', available: -2 }] },
  ]);
});

test('an order that is not open has no hints', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.notDeepEqual(hints(shop, order), []);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.deepEqual(hints(shop, order), []);
});

test('unrefunded money of a canceled order is a hint until it is refunded', async () => {
  const shop = await openShop();
  const order = await hot(shop);
  await takePaymentStep(shop, order, '65');
  assert.deepEqual(hints(shop, order), []);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.deepEqual(hints(shop, order), [{ code: 'money_kept', amount: baht('65') }]);
  await refund(shop, order, { amount: baht('60') });
  assert.deepEqual(hints(shop, order), [{ code: 'money_kept', amount: baht('5') }]);
  await refund(shop, order);
  assert.deepEqual(hints(shop, order), []);
});

// Customers by phone number

test('a customer found by phone number has each address once, newest first', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const first = clock.now();
  await hot(shop);
  clock.forward(HOUR);
  await hot(shop, 1, { recipient_address: { ...COMPLETE_ADDRESS, name: 'สมชาย  ใจดี', telephone: '0812345678' } }); // the same
  clock.forward(HOUR);
  await hot(shop, 1, { recipient_address: { ...COMPLETE_ADDRESS, address1: 'ที่ทำงาน' } });
  const found = customers(shop, '+66 81 234-5678');
  assert.deepEqual(
    found.map(({ address, orders, lastOrderTime }) => [address.address1, orders, lastOrderTime]),
    [
      ['ที่ทำงาน', 1, first + 2 * HOUR],
      ['99/1', 2, first + HOUR],
    ],
  );
  assert.deepEqual(customers(shop, '0812345679'), []);
  assert.deepEqual(customers(shop, 'สมชาย'), []);
});

test('an address replaced by an order edit is not suggested', async () => {
  const shop = await openShop();
  const order = await hot(shop);
  await runStep(shop, (tx, now) =>
    editOrder(tx, order.id, { recipientAddress: { ...COMPLETE_ADDRESS, address1: 'ใหม่' } }, byCommand(now)),
  );
  assert.deepEqual(
    customers(shop, COMPLETE_ADDRESS.telephone).map(({ address }) => address.address1),
    ['ใหม่'],
  );
});

test('orders of a phone number are found newest first, whether their customers are derived or not', async () => {
  const shop = await openShop();
  const telephones = ['0812345678', '+66 81-234-5678', '0812345679', '081/234/5678'];
  for (const telephone of telephones) await hot(shop, 1, { recipient_address: { ...COMPLETE_ADDRESS, telephone } });
  const { db, write } = shop.ctx;
  const orderIds = (most: number) => ordersWithTelephone(db, idOf(shop.ids.id), COMPLETE_ADDRESS.telephone, most);
  for (let derived = 0; derived <= telephones.length; derived += 1) {
    assert.equal(derivedUpTo(db), derived);
    assert.deepEqual(
      [orderIds(9), orderIds(2)],
      [
        [4, 2, 1],
        [4, 2],
      ],
    );
    await write((tx) => deriveCustomers(tx, 1));
  }
});

test('orders to the store’s own address belong to no customer and have no hint', async () => {
  const telephone = '021234567';
  const addresses = [{ key: 'shop', name: 'บ้านกาแฟ', telephone }];
  const shop = await openShop({ stores: [cafe({ addresses }), { key: 'second', name: 'ร้านสอง' }] });
  const storeId = idOf(shop.ids.id);
  const [own] = storeAddresses(shop.ctx.db, storeId);
  assert(own);
  const toShop = { recipient_address: undefined, recipient_address_id: idText(own.id), shipping_type: 'store_pickup' };
  const orders = [await hot(shop, 1, toShop), await hot(shop, 1, toShop)];
  for (const isDerived of [false, true]) {
    for (const order of orders) assert.deepEqual(hints(shop, order), []);
    assert.deepEqual(customers(shop, telephone), []);
    if (!isDerived) await shop.ctx.write((tx) => deriveCustomers(tx, 9));
  }
});
