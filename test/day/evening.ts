import assert from 'node:assert/strict';
import type { Day } from './day.ts';
import { GOODS } from './goods.ts';
import { expectedStock } from './returns.ts';
import { codOrders } from './shipping.ts';

// The figures of the day, and whether partners and the ledger agree.

/** The figures of the pages agree with what the script did. */
export async function checkFigures(day: Day): Promise<void> {
  const { page, checkPage, store } = day;
  const sales = day.orders.reduce((sum, { total }) => sum + total, 0);
  await page.goto('/office');
  await checkPage('today-evening');
  const today = page.locator('.sums dl').first();
  assert.match((await today.innerText()).replaceAll(',', ''), new RegExp(`฿${sales}\\b[\\s\\S]*\\b40\\b`));
  const outstanding = codOrders(day)
    .slice(8)
    .reduce((sum, { total }) => sum + total, 0);
  assert.match(
    (await page.locator('section:has(#cod)').innerText()).replaceAll(',', ''),
    new RegExp(`฿${outstanding}\\b`),
  );
  await page.goto('/office/reports');
  await checkPage('reports');
  await page
    .locator('tbody tr')
    .filter({ hasText: sales.toLocaleString('en') })
    .first()
    .waitFor();
  await page.goto('/office/stock');
  await checkPage('stock');
  await page.goto('/office/customers');
  await checkPage('customers');
  const { stock } = await store.run('stock', 'list');
  for (const goods of GOODS)
    assert.equal(
      stock.find(({ sku }: { sku: string }) => sku === goods.sku)?.on_hand,
      expectedStock(day, goods),
      goods.sku,
    );
  await checkMoney(day);
}

async function checkMoney({ store, money }: Day): Promise<void> {
  const { orders } = await store.run('order', 'list', '--limit', '100');
  assert.equal(orders.length, 40);
  const sumOf = (field: string) =>
    orders.reduce((sum: number, order: Record<string, string>) => sum + Number(order[field] ?? 0), 0);
  const refunded = sumOf('refunded_amount'); // an order's paid amount is what is left after refunds
  assert.deepEqual({ received: sumOf('paid_amount') + refunded, refunded }, money);
}

/** The receiver got every change of stock once: the changes of a variant are a chain without gaps. */
export async function checkDeliveries(day: Day): Promise<void> {
  const { page, receiver, store } = day;
  await page.goto('/office/partners/apps/1/deliveries');
  await day.checkPage('deliveries');
  await receiver.caughtUp();
  assert.ok(receiver.received.every(({ signed }) => signed));
  const { stock } = await store.run('stock', 'list');
  for (const [sku, changes] of Map.groupBy(receiver.items, (item) => item.sku)) {
    const inOrder = changes.toSorted((a, b) => a.update_time - b.update_time);
    for (const [i, { old }] of inOrder.entries())
      if (i > 0) assert.equal(old, inOrder[i - 1].new, JSON.stringify(inOrder));
    assert.equal(inOrder.at(-1)?.new, stock.find((row: { sku: string }) => row.sku === sku)?.available_qty);
  }
}

/** The commands that check the data find no damage. */
export async function verifyData({ store }: Day): Promise<void> {
  await store.run('stock', 'verify');
  await store.run('doctor');
}
