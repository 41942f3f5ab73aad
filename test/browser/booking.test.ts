import assert from 'node:assert/strict';
import { advanceUntilBooking, openBookingShop, readyOrder, untilBooking } from '../booking-steps.ts';
import { browserTest, closeWindow, openWindow } from './browser.ts';

browserTest('the order page follows an open booking without losing typed text or open details', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.always({ status: 500, body: {}, takesEffect: false });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'uncertain');
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en' });
  await page.goto(`/office/orders/${order.id}`);
  const poll = page.locator('#shipping [hx-get]');
  await page.locator('#shipping').getByRole('button', { name: 'Add tracking number' }).click();
  const number = page.locator('#field-shipments-tracking_number');
  await number.fill('EX12');
  await page.locator('#field-private_note').fill('half a word');
  await page.locator('#field-private_note').blur();
  for (const tries of [2, 3]) {
    await advanceUntilBooking(shop, clock, order, (booking) => booking.tries >= tries);
    await page
      .locator('#shipping')
      .getByText(new RegExp(`[${tries}-9] attempts`))
      .waitFor();
    assert.deepEqual([await number.isVisible(), await number.inputValue()], [true, 'EX12']);
  }
  assert.equal(await poll.count(), 1);
  assert.equal(await page.locator('#tools a[href$="/label.pdf"]').count(), 0);

  courier.always({});
  await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'booked');
  await page.locator('#shipping').getByText('CX000001').waitFor();
  await page.locator('#states').getByText('Awaiting handover').waitFor();
  await page.locator('#tools a[href$="/label.pdf"]').waitFor();
  await page.locator('#history').getByText('CX000001').waitFor();
  assert.equal(await poll.count(), 0);
  assert.equal(await page.locator('#field-private_note').inputValue(), 'half a word');
  await closeWindow(page);
});
