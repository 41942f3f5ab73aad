import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { refusesBooking } from './shipment-steps.ts';
import { cafe, openShop } from './support.ts';

// A scanner easily reads a product or an order instead of a tracking number.

const BARCODE = '8850123456787';

async function opened() {
  const stored = (sku: string, barcodes: string[] = []) => ({
    key: sku,
    name: sku,
    variants: [{ key: sku, sku, barcodes, prices: { retail: '10' }, stock: { bkk: 5 } }],
  });
  const shop = await openShop({ stores: [cafe({ products: [stored('MUG'), stored('TEA', [BARCODE])] })] });
  const order = await placeOrder(shop, [{ sku: 'MUG', qty: 1 }]);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await browser.open('/orders/numbers');
  const parcels = () => existingOrder(shop.ctx.db, order.id).shipments.length;
  return { shop, order, browser, parcels };
}

test('a code of any product of the store is no tracking number, wherever it is entered', async () => {
  const { shop, order, browser, parcels } = await opened();
  for (const code of ['MUG', 'mug', '2*MUG', 'TEA', BARCODE])
    for (const path of [`/orders/numbers/${order.id}`, `/orders/${order.id}/packed`, `/orders/${order.id}/shipments`]) {
      const refused = await browser.send(path, { tracking_number: code });
      assert.equal(refused.status, 422, `${code} ${path}`);
      assert.match(refused.text, officePattern('tracking_number_is_item', { code }), path);
    }
  assert.equal(parcels(), 0);
  await refusesBooking(
    shop,
    order,
    { key: 'tracking_number_is_item', params: { code: 'TEA' } },
    { trackingNumber: 'TEA' },
  );
});

test('a number of an order is no tracking number on the page of the order either', async () => {
  const { order, browser, parcels } = await opened();
  const refused = await browser.send(`/orders/${order.id}/shipments`, { tracking_number: '#1' });
  assert.match(refused.text, officePattern('tracking_number_is_order', { code: '#1' }));
  assert.equal(parcels(), 0);
});
