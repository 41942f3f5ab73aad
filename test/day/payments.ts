import assert from 'node:assert/strict';
import { assertNoOverflow, assertNoViolations, closeWindow, openGuestWindow } from '../browser/browser.ts';
import { send } from '../browser/user-actions.ts';
import { slipCode, slipPicture } from '../slip-pictures.ts';
import { applyInBulk, orderRange, select } from './actions.ts';
import type { Day, DayOrder } from './day.ts';

// Transfers: slips from buyers and from chats, payments confirmed one by one and in bulk.

const slipOf = async (order: DayOrder) => ({
  name: 'slip.jpg',
  mimeType: 'image/jpeg',
  buffer: await slipPicture(slipCode(`20261126A${order.id.padStart(11, '0')}`), { quality: 85 }),
});

/** Orders 37 to 40: the owner pastes links into chats, and the buyers upload slips on the linked pages. */
export async function sendBuyerSlips(day: Day): Promise<void> {
  for (const order of orderRange(day, 37, 40)) {
    const { page, checkPage, store } = day;
    await page.goto(`/office/orders/${order.id}`);
    await day.time('a link for the buyer', () => send(page, `/orders/${order.id}/buyer-link`));
    const link = (await page.locator('#buyer-link-address').getAttribute('href')) ?? '';
    assert.ok(link.startsWith(store.url));
    const isFirst = order === day.orders[36];
    if (isFirst) await checkPage('order-with-buyer-link');
    const buyer = await openGuestWindow(store.url, day);
    await buyer.goto(link);
    if (isFirst) await checkPage('buyer', buyer);
    await buyer.setInputFiles('[type=file]', await slipOf(order));
    await buyer.click('button[type=submit]');
    await buyer.locator('[role=status]').waitFor();
    if (isFirst) await checkPage('buyer-sent', buyer);
    await assertNoOverflow(buyer);
    await assertNoViolations(buyer);
    await closeWindow(buyer);
  }
}

/** Orders 29 to 32: slips from chats; a slip that was used before is refused. */
export async function addChatSlips(day: Day): Promise<void> {
  const { page, checkPage } = day;
  const [first, ...others] = orderRange(day, 29, 32) as [DayOrder, ...DayOrder[]];
  for (const order of [first, ...others]) {
    await page.goto(`/office/orders/${order.id}`);
    if (order === others[0]) {
      await send(page, `/orders/${order.id}/payments/notify`, { slip: await slipOf(first) });
      await page
        .locator(
          `[role=alert] a[href="/office/orders/${first.id}"], .error a[href="/office/orders/${first.id}"], main a[href="/office/orders/${first.id}"]`,
        )
        .first()
        .waitFor();
      await checkPage('slip-used-before');
      await page.goto(`/office/orders/${order.id}`);
    }
    const slip = await slipOf(order);
    await day.time('a slip from a chat', () => send(page, `/orders/${order.id}/payments/notify`, { slip }));
    if (order === first) await checkPage('order-slip');
  }
}

/** Confirms the reported payments one by one, and marks 14 other orders as paid in bulk. */
export async function confirmPayments(day: Day): Promise<void> {
  const { page, checkPage } = day;
  await page.goto('/office');
  await checkPage('today-slips');
  await page.goto('/office/orders?tab=to_confirm');
  await checkPage('orders-to-confirm');
  const withSlip = [...orderRange(day, 29, 32), ...orderRange(day, 37, 40)].reverse(); // newest first, as in the list
  await page.getByRole('link', { name: '#40', exact: true }).click();
  for (const order of withSlip) {
    await page.waitForURL(new RegExp(`/office/orders/${order.id}(\\?[^#]*)?(#payments)?$`));
    await day.time('a payment confirmed', () => send(page, /\/payments\/\d+\/confirm$/));
    if (order === withSlip[0]) await checkPage('payment-confirmed');
    day.money.received += order.total;
    const isLast = order === withSlip.at(-1);
    if (!isLast) await page.locator('main a[href$="#payments"]:not([href^="#"])').first().click();
  }
  const inBulk = orderRange(day, 1, 14);
  await day.time('14 payments in bulk', async () => {
    await select(page, '/office/orders?tab=unpaid', inBulk);
    await checkPage('orders-unpaid-selected');
    await applyInBulk(day, 'paid', inBulk.length);
  });
  for (const { total } of inBulk) day.money.received += total;
}
