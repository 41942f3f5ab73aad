import assert from 'node:assert/strict';
import type { Id } from '../../src/lib/ids.ts';
import { advanceUntilBooking, openBookingShop, readyOrder, untilBooking } from '../booking-steps.ts';
import { placeOrder } from '../order-steps.ts';
import { bookOrder } from '../shipment-steps.ts';
import { openShop, type Shop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';
import { scan } from './user-actions.ts';

browserTest('an order can be packed with only a scanner, despite misreads', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  await bookOrder(shop, order);
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en' });
  await page.goto('/office/orders/pack');
  await scan(page, 'EX123456785TH');
  await page.getByText('LAT-H').waitFor();
  await scan(page, 'WRONG-1');
  await page.getByText('WRONG-1').waitFor();
  await scan(page, 'LAT-H');
  await page.getByText('1 / 1').waitFor();
  assert.equal(await page.locator('#field-code').inputValue(), '');
  await scan(page, 'LAT-I');
  await page.getByText('Label ready to print').waitFor();
  await scan(page, '77');
  await page.getByText('Order 77 not found').waitFor();
  await scan(page, String(await nextOrder(shop)));
  await page.getByText('0 / 2').waitFor();
  await closeWindow(page);
});

browserTest('each scan and Skip load one page, and the field for codes keeps the focus', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, size: PHONE, language: 'en' });
  await page.goto('/office/orders/pack');
  const shown: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image' && response.ok()) shown.push(new URL(response.url()).pathname);
  });
  const shows = async (text: string, path: string) => {
    await page.getByText(text, { exact: true }).waitFor();
    assert.deepEqual(shown.splice(0), [`/office/orders/${path}`]);
    assert.match(String(await page.evaluate('document.activeElement.id')), /^field-(code|tracking_number)$/);
  };
  await scan(page, '1');
  await shows('0 / 2', '1/pack');
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await shows('0 / 1', '2/pack');
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await shows('0 / 2', '1/pack');
  await scan(page, 'LAT-H');
  await shows('1 / 2', '1/pack');
  await page.getByRole('button', { name: '−1' }).click();
  await shows('0 / 2', '1/pack');
  await page.getByRole('button', { name: '+1' }).click();
  await shows('1 / 2', '1/pack');
  await scan(page, 'LAT-H');
  await shows('No tracking number yet', '1/packed');
  await page.getByRole('link', { name: 'Pack #2' }).click();
  await shows('0 / 1', '2/pack');
  await closeWindow(page);
});

const nextOrder = async (shop: Shop): Promise<Id> => (await placeOrder(shop, [{ sku: 'LAT-I', qty: 2 }])).id;

browserTest('the next-step button unfolds its form', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en' });
  await page.goto(`/office/orders/${order.id}`);
  const amount = page.locator('#field-payments-amount');
  assert.equal(await amount.isVisible(), false);
  await page.locator('#tools a.main').click();
  await amount.waitFor();
  await closeWindow(page);
});

browserTest('a tracking number appears as soon as the courier issues it', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.always({ status: 500, body: {}, takesEffect: false });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'uncertain');
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en' });
  await page.goto(`/office/orders/${order.id}`);
  await page.getByText('Requesting tracking number').waitFor();
  await page.locator('#field-private_note').fill('half a word');
  courier.always({});
  await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'booked');
  await page.locator('#shipping').getByText('CX000001').waitFor();
  await page.locator('#states').getByText('Awaiting handover').waitFor();
  assert.equal(await page.locator('#shipping [hx-get]').count(), 0);
  assert.equal(await page.locator('#field-private_note').inputValue(), 'half a word');
  page.on('dialog', (dialog) => dialog.accept()); // leaves the half-typed note
  await page.locator('#shipping summary', { hasText: 'Hand over' }).click();
  await page.locator('#shipping form[action$="/pick-up"] [type=submit]').click();
  await page.getByRole('status').getByText('Parcel handed over').waitFor();
  await closeWindow(page);
});

browserTest('on a computer without a camera the scanner says so, and codes can still be typed', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en' });
  await page.goto('/office/orders/pack');
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('This device has no camera').waitFor();
  await assertNoViolations(page);
  await page.locator('#field-code').fill('77');
  await page.keyboard.press('Enter');
  await page.getByText('Order 77 not found').waitFor();
  await closeWindow(page);
});
