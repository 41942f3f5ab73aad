import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { deductOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { stockAt } from '../src/domain/stock/stock-history.ts';
import { listStock } from '../src/domain/stock/stock-list.ts';
import { readCsv } from '../src/lib/csv.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { adjust, order, stockAtTime } from './stock-history-steps.ts';
import { reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';

test('stock at a past time is the result of the last movement up to that time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [cafe()], now: clock.now });
  const opened = clock.now();
  clock.forward(1_000);
  const orderId = await order(shop, 'LAT-H', 12);
  clock.forward(1_000);
  await adjust(shop, setOnHand, 'hot', { qty: 30 });
  clock.forward(1_000);
  await runStep(shop, (tx, now) => cancelOrder(tx, orderId, 'buyer', byCommand(now)));
  const iced = ['LAT-I', 'bkk', 10, 0];
  assert.deepEqual(stockAtTime(shop, opened - 1), []);
  assert.deepEqual(stockAtTime(shop, opened), [['LAT-H', 'bkk', 10, 0], ['LAT-H', 'cnx', 5, 0], iced]);
  assert.deepEqual(stockAtTime(shop, opened + 999), stockAtTime(shop, opened));
  assert.deepEqual(stockAtTime(shop, opened + 1_000), [['LAT-H', 'bkk', 10, 10], ['LAT-H', 'cnx', 5, 2], iced]);
  assert.deepEqual(stockAtTime(shop, opened + 2_500), [['LAT-H', 'bkk', 30, 10], ['LAT-H', 'cnx', 5, 2], iced]);
  assert.deepEqual(stockAtTime(shop, opened + 9_000), [['LAT-H', 'bkk', 30, 0], ['LAT-H', 'cnx', 5, 0], iced]);
});

test('current stock equals the ledger’s latest state', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  await order(shop, 'DUO', 3);
  await adjust(shop, deductOnHand, 'beans', { qty: 2 });
  const kept = listStock(shop.ctx.db, idOf(shop.ids.id)).filter(({ sku }) => sku !== 'DUO');
  const past = stockAt(shop.ctx.db, idOf(shop.ids.id), shop.now()).map(({ cost, ...row }) => row);
  assert.deepEqual(past, kept);
});

test('variants deleted or made bundles later are in the stock of an earlier time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const opened = clock.now();
  clock.forward(1_000);
  await runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), {}, now));
  clock.forward(1_000);
  await runStep(shop, (tx, now) => {
    deleteVariant(tx, variantId(shop, 'duo'), now);
    deleteVariant(tx, variantId(shop, 'kit'), now);
    deleteVariant(tx, variantId(shop, 'cup'), now);
  });
  const beans = [
    ['BEANS', 'bkk', 20, 0],
    ['BEANS', 'cnx', 4, 0],
  ];
  const cups = [
    ['CUP', 'bkk', 10, 0],
    ['CUP', 'cnx', 8, 0],
  ];
  assert.deepEqual(stockAtTime(shop, opened), [...beans, ...cups, ['KIT', 'bkk', 1, 0]]);
  assert.deepEqual(stockAtTime(shop, opened + 1_000), [...beans, ...cups]);
  assert.deepEqual(stockAtTime(shop, opened + 2_000), beans);
});

test('past stock covers the store’s own goods, and a reseller has none', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  assert.equal(stockAtTime(shop, shop.now()).length, 5);
  assert.deepEqual(stockAtTime(shop, shop.now(), shop.stores.shelf), []);
});

test('files of stock have the cost and the value for roles that see costs; a bookkeeper opens stock on a date', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]); // Today of a store without orders has no figures
  await runStep(shop, (tx, now) => changeVariant(tx, idOf(shop.ids.variants.hot), { cost: baht('25') }, now));
  const owner = await signedIn(shop, { language: 'en', store: 'cafe' });
  for (const path of ['/stock/list.csv', '/stock/past.csv']) {
    const { rows } = readCsv(Buffer.from((await owner.open(path)).html), path);
    assert.deepEqual(
      rows.map(({ cells }) => ['On hand', COST, VALUE].map((column) => cells.get(column))),
      [
        ['10', '25', '250.00'],
        ['5', '25', '125.00'],
        ['10', '', ''],
      ],
      path,
    );
  }
  const bookkeeper = await signedIn(shop, { name: 'books', role: 'bookkeeper', language: 'en', store: 'cafe' });
  assert.match((await bookkeeper.open('/')).html, /href="\/office\/stock\/past"/);
  assert.match((await bookkeeper.open('/stock/past')).text, /LAT-H|ลาเต้ ร้อน/);
  assert.match((await bookkeeper.open('/stock/past.csv')).html, /,25,250\.00/);
  const warehouse = await signedIn(shop, { name: 'ware', role: 'warehouse', language: 'en', store: 'cafe' });
  assert.doesNotMatch((await warehouse.open('/stock/past.csv')).html, /cost/);
});

const COST = 'Average cost';
const VALUE = 'Value (baht)';

test('the ledger file names the order of a return', async () => {
  const shop = await openShop();
  const placed = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await takePaymentStep(shop, placed);
  await pickUpShipment(shop, (await bookOrder(shop, placed)).result);
  await runStep(shop, (tx, now) => returnGoods(tx, placed.id, { lines: [lineOf(placed, 1)] }, byCommand(now)));
  const owner = await signedIn(shop, { language: 'en', store: 'cafe' });
  const path = `/stock/ledger.csv?warehouse=${shop.ctx.db.get(sql<{ id: number }>('SELECT min(id) AS id FROM warehouses'))?.id}`;
  const { rows } = readCsv(Buffer.from((await owner.open(path)).html), 'ledger.csv');
  const returned = rows.find(({ cells }) => /Return/.test(cells.get('Document') ?? ''));
  assert.equal(returned?.cells.get('Order'), '1');
});
