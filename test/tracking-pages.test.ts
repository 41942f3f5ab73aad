import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putCourier, replaceCourier } from '../src/domain/couriers/couriers.ts';
import { numberDoubt } from '../src/domain/couriers/number-format.ts';
import { removeCourier } from '../src/domain/couriers/set-up.ts';
import { message } from '../src/lib/messages/message.ts';
import { shipmentsOf } from './booking-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const setPattern = (shop: Shop, shippingType: string, tracking_url?: string) =>
  runStep(shop, (tx) => putCourier(tx, idOf(shop.ids.id), shippingType, { adapter: 'manual', tracking_url }));

const placeParcels = (shop: Shop, shippingType: string): Promise<PlacedOrder> =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { shipping_type: shippingType });

const pagesOf = async (shop: Shop, order: PlacedOrder) =>
  (await shipmentsOf(shop, order)).map(({ tracking_url }) => tracking_url);

test('the tracking page of a parcel follows the pattern of its courier, and the courier’s own page stays', async () => {
  const permissions = ['orders.create', 'orders.read', 'orders.list'];
  const shop = await openShop({ stores: [cafe({ channels: [{ key: 'page', name: 'Page', permissions }] })] });
  await setPattern(shop, 'kex', 'https://old.example/{number}');
  const order = await placeParcels(shop, 'kex');
  const [lineId] = order.lines;
  assert.ok(lineId);
  const trackingUrl = 'https://kex.example/own';
  await bookOrder(shop, order, { trackingNumber: 'K#1', lines: [{ lineId, qty: 1 }] });
  await bookOrder(shop, order, { trackingNumber: 'K2', trackingUrl });
  assert.deepEqual(await pagesOf(shop, order), ['https://old.example/K%231', trackingUrl]);
  await setPattern(shop, 'kex', 'https://new.example/?n={number}');
  assert.deepEqual(await pagesOf(shop, order), ['https://new.example/?n=K%231', trackingUrl]);
  const { body } = await shop.call('/v1/order/list', {});
  const [listed] = body.orders;
  assert.equal(listed.shipments[0].tracking_url, 'https://new.example/?n=K%231');
  const stored = shop.ctx.db.all(sql<{ url: string | null }>('SELECT tracking_url AS url FROM shipments ORDER BY id'));
  assert.deepEqual(stored, [{ url: null }, { url: trackingUrl }]);
});

test('without its courier a parcel has no tracking page, unless Thailand Post carries it', async () => {
  const shop = await openShop();
  for (const [type, without] of [
    ['kex', undefined],
    ['ems', 'https://track.thailandpost.co.th/?trackNumber=ems-1'],
  ] as const) {
    await setPattern(shop, type, 'https://shop.example/{number}');
    const order = await placeParcels(shop, type);
    await bookOrder(shop, order, { trackingNumber: `${type}-1` });
    assert.deepEqual(await pagesOf(shop, order), [`https://shop.example/${type}-1`]);
    await runStep(shop, (tx) => replaceCourier(tx, idOf(shop.ids.id), type, { adapter: 'manual' }));
    assert.deepEqual(await pagesOf(shop, order), [without]);
    await setPattern(shop, type, 'https://shop.example/{number}');
    await runStep(shop, (tx) => removeCourier(tx, idOf(shop.ids.id), type));
    assert.deepEqual(await pagesOf(shop, order), [without]);
  }
});

test('a number is doubtful if it has other first letters or another length than each example of its courier', async () => {
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  await runStep(shop, (tx) => {
    putCourier(tx, storeId, 'flash', { adapter: 'manual', number_example: 'TH0147ABCD7Z 64-1234' });
    putCourier(tx, storeId, 'kex', { adapter: 'manual' });
    putCourier(tx, storeId, 'jt', { adapter: 'simulated', number_example: 'JT1' } as never);
  });
  const doubtOf = (shippingType: string, trackingNumber: string | null) =>
    numberDoubt(shop.ctx.db, storeId, { shippingType, trackingNumber });
  for (const number of ['TH9999XXXX1A', 'th-9999xxxx1a', '999999'])
    assert.equal(doubtOf('flash', number), undefined, number);
  for (const number of ['TH9999XXXX1', 'KE9999XXXX1A', '9999999'])
    assert.deepEqual(doubtOf('flash', number), message('tracking_number_unlike', { number, example: 'TH0147ABCD7Z' }));
  for (const type of ['kex', 'best', 'jt']) assert.equal(doubtOf(type, 'anything'), undefined, type);
  assert.equal(doubtOf('flash', null), undefined);
});

test('a number of Thailand Post is doubtful if it is unlike an S10 number, or has a wrong check digit', async () => {
  const shop = await openShop();
  const doubtOf = (trackingNumber: string) =>
    numberDoubt(shop.ctx.db, idOf(shop.ids.id), { shippingType: 'ems', trackingNumber })?.key;
  assert.deepEqual(['EX123456785TH', 'ex123456785th', '0G123456789TH'].map(doubtOf), [undefined, undefined, undefined]);
  assert.deepEqual(['EX123456789TH', '820012345678'].map(doubtOf), ['s10_check_digit', 'tracking_number_unlike']);
  const gateway = { adapter: 'http', url: 'https://courier.example', secret: 'hush' } as const;
  await runStep(shop, (tx) => putCourier(tx, idOf(shop.ids.id), 'ems', gateway));
  assert.equal(doubtOf('820012345678'), undefined, 'the gateway gives its own numbers');
});
