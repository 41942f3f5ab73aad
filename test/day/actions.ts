import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Day, DayOrder } from './day.ts';

// Actions of the owner on several orders at once.

/** The orders whose numbers are in the range, inclusive. */
export const orderRange = ({ orders }: Day, from: number, to = from): DayOrder[] => {
  const found = orders.slice(from - 1, to);
  assert.equal(found.length, to - from + 1);
  return found;
};

/** Selects orders in a list, and expands the actions. */
export async function select(page: Page, list: string, orders: readonly DayOrder[]): Promise<void> {
  await page.goto(list);
  for (const { id } of orders) await page.locator(`input[name=ids][value="${id}"]`).check();
  const more = page.locator('.bulk > .menu:not([open]) > summary');
  if (await more.isVisible()) await more.click();
}

/** Starts a bulk action, confirms its preview and waits for its end. */
export async function applyInBulk(
  { page, checkPage }: Day,
  action: 'paid' | 'book' | 'deliver',
  orders: number,
): Promise<void> {
  const button = action === 'book' ? '[formaction$="/orders/book"]' : `.bulk [name=action][value=${action}]`;
  await page.locator(`${button}:visible`).click();
  await page.waitForURL(/\/orders(\/bulk\/\d+)?(\?.*)?$/);
  if (!page.url().includes('/bulk/')) return;
  await checkPage(`bulk-${action}-preview`);
  await page.locator('form[action*="/run"] [type=submit]').click();
  await page.locator('.notice.good').getByText(String(orders)).waitFor();
  await checkPage(`bulk-${action}-done`);
}

/** Requests the file of a print button for the selected orders, as the button does. */
export async function printSelected({ page, store }: Day, what: string): Promise<Buffer> {
  const button = page.locator(`[formaction$="/orders/print/${what}"]:visible`);
  assert.equal(await button.isVisible(), true);
  const form = (await page.locator('form.orders').evaluate((element) => {
    const data = new (globalThis as never as { FormData: new (form: unknown) => Iterable<[string, string]> }).FormData(
      element,
    );
    return [...data];
  })) as [string, string][];
  const response = await page.request.post(`/office/orders/print/${what}`, {
    headers: { Origin: store.url, 'Content-Type': 'application/x-www-form-urlencoded' },
    data: new URLSearchParams(form).toString(),
  });
  assert.equal(
    response.headers()['content-type'],
    'application/pdf',
    await response.text().then((text) => text.slice(0, 500)),
  );
  return response.body();
}

/** A USB scanner types a code and Enter into the field with the focus. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.locator('main input:focus').waitFor();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
