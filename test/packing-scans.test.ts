import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedPieces } from '../src/domain/orders/packing-rows.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { opened, scan } from './packing-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change, sql } from './sql.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Scans that are sent again because their response was lost, and scans of several units.

async function openPacking(qty = 9) {
  const variants = [{ key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 50 } }];
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'latte', name: 'ลาเต้', variants }] })] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty }]);
  const device = async (name: string): Promise<Browser> => {
    const browser = await signedIn(shop, { name, role: 'packer', store: 'cafe', language: 'en' });
    await browser.open(`/orders/${order.id}/pack`);
    return browser;
  };
  /** A scan as a page sends it. */
  const scan = (browser: Browser, sender: string, number: number) =>
    browser.send(`/orders/${order.id}/pack`, { code: 'LAT-H', scan_sender: sender, scan_number: String(number) });
  return { shop, order, device, scan };
}

const packed = (shop: Shop, { id }: PlacedOrder) => [...packedPieces(shop.ctx.db, id).values()];

const senders = (shop: Shop) =>
  shop.ctx.db.all(sql<{ sender: string }>('SELECT sender FROM packing_scans')).map(({ sender }) => sender);

test('a scan that is sent again counts once, although another device has scanned since', async () => {
  const { shop, order, device, scan } = await openPacking();
  const malee = await device('malee');
  const ploy = await device('ploy');
  await scan(malee, 'a', 1);
  await scan(ploy, 'b', 1);
  assert.match((await scan(malee, 'a', 1)).text, /2 of 9 packed/);
  assert.match((await scan(ploy, 'b', 1)).text, /2 of 9 packed/);
  await scan(malee, 'a', 2);
  await scan(malee, 'a', 1);
  assert.deepEqual(packed(shop, order), [3]);
});

test('a repeated scan of a packed order shows that it is packed, on each device', async () => {
  const { device, scan } = await openPacking(2);
  const malee = await device('malee');
  const ploy = await device('ploy');
  await scan(malee, 'a', 1);
  assert.match((await scan(ploy, 'b', 1)).text, /Order packed/);
  for (const [browser, sender] of [
    [malee, 'a'],
    [ploy, 'b'],
  ] as const)
    assert.match((await scan(browser, sender, 1)).text, /Order packed/);
});

test('only the last scans of the latest 20 pages are kept, and none when the goods have left', async () => {
  const { shop, order, device, scan } = await openPacking(30);
  const malee = await device('malee');
  for (let page = 1; page <= 22; page += 1) await scan(malee, `page-${page}`, 1);
  assert.equal(senders(shop).length, 20);
  assert.ok(!senders(shop).includes('page-2'));
  const { result } = await bookOrder(shop, order);
  await pickUpShipment(shop, result);
  assert.deepEqual(senders(shop), []);
});

test('a quantity before a code packs as many pieces, unless the order needs fewer of them', async () => {
  const { shop, browser, at } = await opened([
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 7 },
  ]);
  await browser.open(at);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE variants SET shelf_location = 'A-03-2' WHERE sku = 'LAT-I'`)));
  assert.match((await scan(browser, at, '2*LAT-H')).text, /LAT-H 2 \/ 3 .*LAT-I Shelf location A-03-2 0 \/ 7/);
  const refused = async (code: string, key: 'code_units_too_many' | 'code_one_too_many', params: object) => {
    const response = await scan(browser, at, code);
    assert.equal(response.status, 422);
    assert.match(errorAt(response, 'code') ?? '', officePattern(key, params));
  };
  await refused('2xlat-h', 'code_units_too_many', { code: 'lat-h', units: 1 });
  await scan(browser, at, 'LAT-H');
  await refused('2 * LAT-H', 'code_one_too_many', { code: 'LAT-H' });
  assert.equal(errorAt(await scan(browser, at, '2*TEA'), 'code'), 'TEA is not in this order');
  assert.match(
    (await scan(browser, at, '0*LAT-I')).text,
    /0\*LAT-I is not in this order .*LAT-I Shelf location A-03-2 0 \/ 7/,
  );
  const last = await scan(browser, at, '7xLAT-I');
  assert.equal(last.path, `${at.replace(/pack$/, '')}packed`);
  const number = await browser.send(last.path, { tracking_number: '7xLAT-I' });
  assert.match(errorAt(number, 'tracking_number') ?? '', /7xLAT-I/);
});

test('a code that looks like a quantity and a code is a code', async () => {
  const sized = { key: 'v', sku: '3X5', prices: { retail: '1' }, stock: { bkk: 5 } };
  const plain = { key: 'w', sku: '5', prices: { retail: '1' }, stock: { bkk: 5 } };
  const products = [{ key: 'p', name: 'แผ่น', variants: [sized, { ...plain, name: 'ใบ' }] }];
  const { browser, at } = await opened(
    [
      { sku: '3X5', qty: 1 },
      { sku: '5', qty: 3 },
    ],
    { stores: [cafe({ products })] },
  );
  await browser.open(at);
  assert.match((await scan(browser, at, '3X5')).text, /3X5 1 \/ 1 .* 0 \/ 3/);
});
