import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { type CodSearch, listCodParcels } from '../src/domain/orders/payments/cod-parcels.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { moneyText } from '../src/lib/money.ts';
import { codOrder, openSeller, remitRows, sendCodOrder, sendParcel, setCodStatus } from './cod-steps.ts';
import { placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const listed = (shop: Shop, search: Partial<CodSearch> = {}) =>
  listCodParcels(shop.ctx.db, idOf(shop.ids.id), { limit: 50, offset: 0, ...search });

const sums = (shop: Shop, search: Partial<CodSearch> = {}) =>
  listed(shop, search).sums.map(({ codStatus, count, amount }) => [codStatus, count, moneyText(amount)]);

const numbers = (shop: Shop, search: Partial<CodSearch> = {}) =>
  listed(shop, search).parcels.map(({ trackingNumber }) => trackingNumber);

test('the list contains the parcels with COD, newest first, each with its own status', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  const split = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, split, 'A1', { qty: 1, cod: '60', at: 'delivered' });
  await sendParcel(shop, split, 'A2');
  await sendCodOrder(shop, '50', 'B', { at: 'returned' });
  await sendCodOrder(shop, '70', 'C', { at: 'delivered' });
  await remitRows(shop, [['C', '70']]);
  await setCodStatus(shop, await sendCodOrder(shop, '80', 'D'), 'collected');
  const canceled = await sendParcel(shop, await codOrder(shop, '90'), 'E', { at: 'booked' });
  await runStep(shop, (tx, now) => cancelShipment(tx, canceled.id, byCommand(now)));
  await sendParcel(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), 'F');

  const { parcels } = listed(shop);
  assert.deepEqual(
    parcels.map((parcel) => [parcel.trackingNumber, parcel.codStatus, parcel.orderCodStatus, parcel.deliverTime]),
    [
      ['D', 'collected', 'collected', null],
      ['C', 'remitted', 'remitted', clock.now()],
      ['B', 'failed', 'failed', null],
      ['A2', 'pending', 'pending', null],
      ['A1', 'collected', 'pending', clock.now()],
    ],
  );
  assert.deepEqual(sums(shop), [
    ['collected', 2, '140'],
    ['failed', 1, '50'],
    ['pending', 1, '40'],
    ['remitted', 1, '70'],
  ]);
  assert.deepEqual(sums(shop, { codStatus: 'failed' }), [['failed', 1, '50']]);
});

test('the list is filtered by status and courier and paged, and its totals cover all pages', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'A', { at: 'delivered' });
  await sendCodOrder(shop, '60', 'B');
  const flash = await codOrder(shop, '70', { shipping_type: 'flash' });
  await sendParcel(shop, flash, 'C', { at: 'delivered' });
  assert.deepEqual(numbers(shop, { codStatus: 'collected' }), ['C', 'A']);
  assert.deepEqual(numbers(shop, { codStatus: 'pending' }), ['B']);
  assert.deepEqual(numbers(shop, { codStatus: 'failed' }), []);
  assert.deepEqual(numbers(shop, { shippingType: 'flash' }), ['C']);
  assert.deepEqual(numbers(shop, { codStatus: 'collected', shippingType: 'ems' }), ['A']);
  const page = { limit: 1, offset: 1 };
  assert.deepEqual(numbers(shop, page), ['B']);
  assert.deepEqual(sums(shop, page), [
    ['collected', 2, '120'],
    ['pending', 1, '60'],
  ]);
});

test('the list covers one store', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  await sendCodOrder(shop, '50', 'A');
  assert.deepEqual(numbers(shop), ['A']);
  const others = listCodParcels(shop.ctx.db, idOf(shop.stores.tea?.id), { limit: 50, offset: 0 });
  assert.deepEqual(others, { parcels: [], sums: [] });
});
