import assert from 'node:assert/strict';
import { changesPage, follow, send } from '../browser/user-actions.ts';
import { textOf, unspaced } from '../pdf-reader.ts';
import { applyInBulk, orderRange, select } from './actions.ts';
import type { Day, DayOrder } from './day.ts';
import { CUP } from './goods.ts';
import { codOrders, flashNumber, move } from './shipping.ts';

// COD payouts, a return, a refund and the stock count.

const SHORTFALL = 20;
const REFUND = 100;
const MISSING = 2;

/** Seven COD parcels arrive and are paid out, one of them short; the eighth is refused. */
export async function collectCod(day: Day): Promise<void> {
  const { page, checkPage } = day;
  const arrived = codOrders(day).slice(0, 7);
  await day.time('7 parcels delivered in bulk', async () => {
    await select(page, '/office/orders?tab=on_the_way', arrived);
    await applyInBulk(day, 'deliver', arrived.length);
  });
  await page.goto('/office/orders/cod');
  await checkPage('cod');
  await page.goto('/office/orders/cod/remit');
  const rows = arrived.map((order, i) => `${flashNumber(order)},${order.total - (i === 0 ? SHORTFALL : 0)}`);
  const buffer = Buffer.from(['Tracking Number,COD Amount', ...rows].join('\n'));
  await send(page, '/orders/cod/remit', { file: { name: 'payout.csv', mimeType: 'text/csv', buffer } });
  await checkPage('payout-review');
  await send(page, '/orders/cod/remit/apply');
  await checkPage('payout-applied');
  for (const { total } of arrived.slice(1)) day.money.received += total;
}

/** A refused parcel is returned and its items are restocked. */
export async function restockReturn(day: Day): Promise<void> {
  const { page, checkPage } = day;
  const refused = codOrders(day)[7] as DayOrder;
  await move(day, refused, 'returning');
  await move(day, refused, 'returned');
  await page.goto('/office');
  await checkPage('today-returned');
  await follow(page, /tab=returning/);
  await checkPage('orders-returning');
  await page.goto(`/office/stock/return/${refused.id}`);
  await checkPage('return');
  const quantities = page.locator('[name=qty]');
  for (const [at, [, qty]] of refused.lines.entries()) await quantities.nth(at).fill(String(qty));
  await send(page, `/stock/return/${refused.id}`);
  await checkPage('returned');
  for (const [{ sku }, qty] of refused.lines) day.stock.returned[sku] = (day.stock.returned[sku] ?? 0) + qty;
  await page.goto(`/office/orders/${refused.id}`);
  await checkPage('order-returned');
}

/** After its tax invoice is printed, an order is partly refunded with a credit note. */
export async function refund(day: Day): Promise<void> {
  const { page, checkPage, store } = day;
  const [order] = orderRange(day, 4) as [DayOrder];
  await move(day, order, 'delivered');
  await postForm(day, `/orders/${order.id}/receipt`);
  const receipt = await postForm(day, `/orders/${order.id}/receipt/print`);
  assert.ok((await textOf(receipt)).includes(unspaced('ใบกำกับภาษี')));
  await page.goto(`/office/orders/${order.id}`);
  await send(page, `/orders/${order.id}/refund`, { amount: String(REFUND), reason: 'defective', note: 'ถุงมีรอย' });
  await checkPage('order-refunded');
  const form = page.locator(`form[action*="/orders/${order.id}/refund-documents/"]`).first();
  const path = ((await form.getAttribute('action')) ?? '').replace('/office', '');
  assert.ok((await textOf(await postForm(day, path))).includes(unspaced('ใบลดหนี้')), store.url);
  day.money.refunded += REFUND;
}

/** Posts a form without fields. @returns the PDF in the response */
async function postForm({ page, store }: Day, path: string): Promise<Buffer> {
  const csrf = (await page.locator('main [name=csrf]').first().inputValue()) ?? '';
  const response = await page.request.post(`/office${path}`, { headers: { Origin: store.url }, form: { csrf } });
  assert.equal(
    response.headers()['content-type'],
    'application/pdf',
    await response.text().then((text) => text.slice(0, 500)),
  );
  return response.body();
}

/** Shipped pieces of a product: everything that was ordered, because all parcels were handed over. */
const soldOf = ({ orders }: Day, wanted: string): number =>
  orders.flatMap(({ lines }) => lines).reduce((sum, [{ sku }, qty]) => sum + (sku === wanted ? qty : 0), 0);

/** Pieces on hand in the evening. */
export const expectedStock = (day: Day, { sku, stock }: { sku: string; stock: number }): number =>
  stock - soldOf(day, sku) + (day.stock.returned[sku] ?? 0) - (day.stock.missing[sku] ?? 0);

/** Counts the cups: two are missing. */
export async function countStock(day: Day): Promise<void> {
  const { page, checkPage } = day;
  await page.goto('/office/stock/counts');
  await checkPage('counts');
  await send(page, '/stock/counts');
  day.stock.missing[CUP.sku] = MISSING;
  const counted = expectedStock(day, CUP);
  await page.locator('#field-scan').fill(CUP.ean);
  await page.locator('#field-scan_qty').fill(String(counted));
  await changesPage(page, () => page.keyboard.press('Enter'));
  await checkPage('count');
  await send(page, /^\/stock\/counts\/\d+\/commit$/);
  await checkPage('count-done');
}
