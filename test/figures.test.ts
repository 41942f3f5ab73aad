import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { query } from '../src/db/statement.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { openCod } from '../src/domain/figures/cod.ts';
import { failingApps, lowPools } from '../src/domain/figures/shortages-and-failures.ts';
import { withSnapshot } from '../src/domain/figures/snapshot.ts';
import { stockValue } from '../src/domain/figures/stock-value.ts';
import { listCodParcels } from '../src/domain/orders/payments/cod-parcels.ts';
import { type DeliveryResult, saveDeliveryResults, startPing } from '../src/domain/webhooks/deliveries.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import {
  cancelParcel,
  codOrder,
  moveParcel,
  openSeller,
  remitRows,
  sendCodOrder,
  sendParcel,
  setCodStatus,
} from './cod-steps.ts';
import { placeOrder } from './order-steps.ts';
import { openReceiver } from './receiver.ts';
import { reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const storeId = (shop: Shop) => idOf(shop.ids.id);

const worthOf = (shop: Shop, id = storeId(shop)) => withSnapshot(shop.ctx.db, (snapshot) => stockValue(snapshot, id));

// Stock

test('the stock value is the cost of all warehouses; stock without a cost is counted separately', async () => {
  const shop = await openShop({
    stores: [
      cafe({
        products: [
          {
            key: 'latte',
            name: 'ลาเต้',
            variants: [
              { key: 'hot', sku: 'LAT-H', cost: '12.3456', stock: { bkk: 10, cnx: 5 } },
              { key: 'iced', sku: 'LAT-I', cost: '0', stock: { bkk: 1 } },
              { key: 'gift', sku: 'GIFT', stock: { bkk: 3, cnx: 4 } },
              { key: 'none', sku: 'NONE' },
              { key: 'gone', sku: 'GONE', cost: '99', stock: { bkk: 1 } },
              { key: 'duo', sku: 'DUO', cost: '500', bundle: [{ variant: 'hot', qty: 2 }] },
            ],
          },
        ],
      }),
    ],
  });
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'gone'), now));
  assert.deepEqual(await worthOf(shop), {
    value: baht('185.184'),
    pieces: 16,
    withoutCost: { variants: 1, pieces: 7 },
  });
});

test('the stock value of very many variants comes from one snapshot, without blocking other requests', async () => {
  const variants = Array.from({ length: 2_500 }, (_, i) => ({ key: `v${i}`, cost: '1', stock: { bkk: 1 } }));
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'many', name: 'ชา', variants }] })] });
  const value = worthOf(shop);
  const isFirst = await Promise.race([value.then(() => false), setImmediate(true)]);
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'v2499'), now));
  assert.deepEqual([isFirst, (await value).value], [true, baht('2500')]);
  assert.equal((await worthOf(shop)).value, baht('2499'));
});

test('a stock value above the largest amount is not shown, and one just below is exact', async () => {
  const worth = async (cost: string, onHand: number) => {
    const variants = [{ key: 'hot', cost, stock: { bkk: onHand } }];
    const shop = await openShop({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants }] })] });
    return (await worthOf(shop)).value;
  };
  assert.equal(await worth('99999999999.9999', 1_000_000_000), undefined);
  assert.equal(await worth('100', 1_000_000_000), undefined);
  assert.equal(await worth('99.9999', 1_000_000_000), baht('99999900000'));
  assert.equal(await worth('33333333333.3333', 3), baht('99999999999.9999'));
});

test('a reseller of another store’s stock has no stock value', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const none = { value: 0, pieces: 0, withoutCost: { variants: 0, pieces: 0 } };
  assert.deepEqual(await worthOf(shop, idOf(shop.stores.shelf?.id)), none);
});

// COD

test('COD to collect and to be paid out equals pending and collected in the parcel list', async () => {
  const shop = await openSeller();
  const agree = (step: string) => {
    const { sums } = listCodParcels(shop.ctx.db, storeId(shop), { limit: 1, offset: 0 });
    const listed = (wanted: string) => {
      const { count: parcels = 0, amount = 0 } = sums.find(({ codStatus }) => codStatus === wanted) ?? {};
      return { parcels, amount };
    };
    const wanted = { toCollect: listed('pending'), toRemit: listed('collected') };
    assert.deepEqual(openCod(shop.ctx.db, storeId(shop)), wanted, step);
    return [wanted.toCollect.parcels, wanted.toRemit.parcels];
  };
  assert.deepEqual(agree('nothing'), [0, 0]);
  await sendCodOrder(shop, '100', 'A1', { at: 'booked' });
  await sendCodOrder(shop, '200', 'A2', { at: 'delivered' });
  await sendCodOrder(shop, '300', 'A3', { at: 'returned' });
  const collected = await sendCodOrder(shop, '400', 'A4');
  await setCodStatus(shop, collected, 'collected');
  const failed = await sendCodOrder(shop, '500', 'A5');
  await setCodStatus(shop, failed, 'failed');
  assert.deepEqual(agree('one parcel each'), [1, 2]);

  const half = await codOrder(shop, '600', { qty: 2 });
  await sendParcel(shop, half, 'B1', { qty: 1, cod: '300', at: 'delivered' });
  const back = await sendParcel(shop, half, 'B2', { qty: 1, cod: '300' });
  assert.deepEqual(agree('one of two delivered'), [2, 3]);
  await moveParcel(shop, back, 'returned');
  assert.deepEqual(agree('the other came back'), [1, 3]);

  const dropped = await sendParcel(shop, await codOrder(shop, '700'), 'C1', { at: 'booked' });
  await cancelParcel(shop, dropped);
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await remitRows(shop, [
    ['A2', '200'],
    ['B1', '300'],
  ]);
  assert.deepEqual(agree('paid out'), [1, 1]);
  assert.equal(openCod(shop.ctx.db, idOf('77')).toCollect.parcels, 0);
});

// Problems

test('a number pool is low below the threshold of its store', async () => {
  const ems = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 30 };
  const couriers = [
    { ...ems, warn_below: 30 },
    { ...ems, prefix: 'EY', count: 29, cod: true },
    { ...ems, shipping_type: 'register', prefix: 'RX', given: 25 },
    { ...ems, shipping_type: 'parcel', prefix: 'PX' },
    { shipping_type: 'kex', adapter: 'manual' },
  ];
  const shop = await openShop({ stores: [cafe({ couriers })] });
  assert.deepEqual(lowPools(shop.ctx.db, storeId(shop)), [
    { shippingType: 'ems', cod: true, left: 29 },
    { shippingType: 'register', cod: false, left: 5 },
  ]);
});

test('an app counts as failing after a recent failed delivery', async () => {
  const receiver = await openReceiver();
  const clock = stoppedClock();
  const apps = [
    { key: 'bot', name: 'Chat bot', url: receiver.url },
    { key: 'fine', name: 'Fine', url: receiver.url },
  ];
  const shop = await openShop({ stores: [cafe({ apps })], now: clock.now });
  const [bot, fine] = ['bot', 'fine'].map((key) => idOf(shop.ids.apps[key]?.id)) as [Id, Id];
  const failing = () => failingApps(shop.ctx.db, storeId(shop), shop.now() - DAY);
  await receiver.answer({ status: 500 });
  await ping(shop.ctx, bot);
  const problem = { appId: bot, name: 'Chat bot', failed: 1 };
  assert.deepEqual(failing(), [problem]);
  clock.forward(DAY);
  await receiver.answer({ status: 200 });
  await ping(shop.ctx, bot);
  await ping(shop.ctx, fine);
  assert.deepEqual(failing(), [problem]);
  clock.forward(1);
  assert.deepEqual(failing(), []);
});

const acknowledgments = query<{ name: string; time: number | null }>(
  { reads: ['apps'] },
  'SELECT name, acknowledge_time AS time FROM apps ORDER BY id',
);

test('the last acknowledgment of an app belongs to its last sent delivery, in whatever order they end', async () => {
  const apps = ['bot', 'erp', 'dead'].map((key) => ({ key, name: key, url: 'http://127.0.0.1:9/' }));
  const shop = await openShop({ stores: [cafe({ apps })] });
  const { write, db } = shop.ctx;
  const sent = async (key: string, time: number) =>
    (await write((tx) => startPing(tx, idOf(shop.ids.apps[key]?.id), time))).id;
  const outcome = (acknowledged: boolean) => ({
    acknowledged,
    answer: acknowledged ? '200' : '500',
    responseExcerpt: null,
    millis: 1,
  });
  const [acknowledged, failed] = [outcome(true), outcome(false)];
  const early = await sent('bot', 1_000);
  const ended: DeliveryResult[] = [
    { id: await sent('bot', 2_000), outcome: acknowledged },
    { id: await sent('bot', 3_000), outcome: failed },
    { id: await sent('erp', 5_000), outcome: acknowledged },
    { id: await sent('erp', 6_000), outcome: failed },
    { id: await sent('erp', 7_000), outcome: undefined },
    { id: await sent('dead', 8_000), outcome: failed },
  ];
  await write((tx) => saveDeliveryResults(tx, ended));
  await write((tx) => saveDeliveryResults(tx, [{ id: early, outcome: acknowledged }]));
  assert.deepEqual(
    db.all(acknowledgments).map(({ name, time }) => [name, time]),
    [
      ['bot', 2_000],
      ['erp', 5_000],
      ['dead', null],
    ],
  );
});

test('oversold stock is worth nothing and reduces no other value', async () => {
  const variants = [
    { key: 'hot', sku: 'LAT-H', cost: '10', stock: { bkk: 2 } },
    { key: 'iced', cost: '10', stock: { bkk: 5 } },
  ];
  const products = [{ key: 'latte', name: 'ลาเต้', variants }];
  const shop = await openShop({ stores: [cafe({ products, settings: { sell_below_zero: true } })] });
  await sendParcel(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 7, price: 1 }]), 'A1');
  assert.equal(shop.stock('hot').onHand, -5);
  assert.equal((await worthOf(shop)).value, baht('50'));
});
