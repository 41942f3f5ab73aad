import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { basket, customer, PACKED } from './customers.ts';
import { type Day, type DayOrder, totalOf } from './day.ts';

// Forty orders: from the partner's API, typed into the form of the office, and pasted from a chat.

const recordOrder = ({ orders }: Day, order: Omit<DayOrder, 'total'>): void => {
  orders.push({ ...order, total: totalOf(order.lines) });
};

export async function connectPartner(day: Day, { id, secret }: { id: string; secret: string }): Promise<void> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const response = await fetch(`${day.store.url}/oauth/token`, { method: 'POST', body });
  day.token = ((await response.json()) as { access_token: string }).access_token;
}

async function callPartnerApi({ store, token }: Day, path: string, body: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(store.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { order: { id: string } };
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

/** Orders 1 to 24: fourteen are paid by transfer, ten on delivery. They appear in the list without a reload. */
export async function createPartnerOrders(day: Day): Promise<void> {
  const { page, checkPage } = day;
  await page.goto('/office/orders');
  await checkPage('orders-none');
  for (let number = 1; number <= 24; number += 1) {
    const lines = number <= 3 ? PACKED : basket(number);
    const kind = number > 14 ? 'cod' : 'transfer';
    const { order } = await callPartnerApi(day, '/v1/order/create', {
      external_order_id: `FB-${number}`,
      shipping_type: kind === 'cod' ? 'flash' : 'ems',
      products: lines.map(([{ sku }, qty]) => ({ sku, qty })),
      recipient_address: { ...customer(number), postal_code: 10900 },
      auto_request_xshipping: false,
      ...(kind === 'cod' && { is_cod: true, cod_fee: 0, cod_amount: totalOf(lines) }),
    });
    recordOrder(day, { id: order.id, lines, kind });
  }
  await page.getByText('#24', { exact: true }).first().waitFor({ timeout: 30_000 });
  await checkPage('orders-arrived');
}

/** Orders 25 to 32, typed by the owner: the first four are paid already. */
export async function enterTypedOrders(day: Day): Promise<void> {
  for (let number = 25; number <= 32; number += 1) {
    const lines = basket(number);
    const isPaid = number <= 28;
    await day.time('an order in the form', () =>
      enterOrder(day, number, { lines, isPaid, isChecked: number === 25 }, async (page) => {
        const { name, telephone, address1, sub_district, district, postal_code } = customer(number);
        const typed = { name, telephone, address1, sub_district, district, postal_code };
        for (const [field, value] of Object.entries(typed)) await page.locator(`[name=${field}]`).fill(value);
      }),
    );
    if (isPaid) day.money.received += totalOf(lines);
  }
}

/** Orders 33 to 40, whose addresses come from a chat: four are paid on delivery. */
export async function enterPastedOrders(day: Day): Promise<void> {
  for (let number = 33; number <= 40; number += 1) {
    const isCod = number <= 36;
    await day.time('an order with a pasted address', () =>
      enterOrder(day, number, { lines: basket(number), isCod, isChecked: number === 33 }, async (page) => {
        const { name, telephone, address1, sub_district, district, province, postal_code } = customer(number);
        const chat = `${name}\n${address1} แขวง${sub_district} เขต${district} ${province} ${postal_code}\nโทร ${telephone}`;
        await page.locator('[name=paste]').fill(chat);
        await page.locator(`[name=postal_code][value="${postal_code}"]`).waitFor();
        assert.equal(await page.locator('[name=name]').inputValue(), name);
      }),
    );
  }
}

interface Entry {
  lines: DayOrder['lines'];
  isPaid?: boolean;
  isCod?: boolean;
  /** Whether to check the pages of this order. */
  isChecked: boolean;
}

async function enterOrder(
  day: Day,
  number: number,
  entry: Entry,
  enterAddress: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, checkPage } = day;
  await page.goto('/office/orders/new');
  if (entry.isChecked) await checkPage('order-form-empty');
  for (const [at, [{ sku, name }, qty]] of entry.lines.entries()) {
    await page.locator('#field-find').fill(sku);
    await page.keyboard.press('Enter');
    await page.locator('#order-lines').getByText(name).waitFor();
    await page.locator('#order-lines [name=qty]').nth(at).fill(String(qty));
  }
  await enterAddress(page);
  if (entry.isCod) {
    await page.locator('[name=shipping_type]').selectOption('flash');
    await page.locator('[name=is_cod]').check();
  }
  if (entry.isPaid) await page.locator('[name=paid]').check();
  await page.locator('#order-sums .main').getByText(totalOf(entry.lines).toLocaleString('en')).waitFor();
  if (entry.isChecked) await checkPage('order-form');
  await page.locator('[name=step][value=save]').click();
  await page.waitForURL(/\/office\/orders\/\d+$/);
  await page.locator('main').getByText(`#${number}`).first().waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  if (entry.isChecked) await checkPage('order-created');
  recordOrder(day, { id, lines: entry.lines, kind: entry.isCod ? 'cod' : 'transfer' });
}
