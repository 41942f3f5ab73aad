import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedPieces } from '../src/domain/orders/packing-rows.ts';
import { type Browser, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Scans that are sent again because their response was lost.

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
