import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { firstRunLink } from '../../src/domain/accounts/first-run.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import type { Id } from '../../src/lib/ids.ts';
import { PASSWORD } from '../office.ts';
import { ONE_PIXEL } from '../one-pixel.ts';
import { sql } from '../sql.ts';
import { openShop, type Shop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  DESK,
  openWindow,
  PHONE,
  saveScreenshot,
  type WindowOptions,
} from './browser.ts';
import { changesPage, follow, send } from './user-actions.ts';

// A store's day in the browser, from setup to the COD payout.

type View = Required<Pick<WindowOptions, 'size' | 'language' | 'javaScript'>>;

const VIEWS: (View & { where: string })[] = [
  { where: 'on a phone, in Thai', size: PHONE, language: 'th', javaScript: true },
  { where: 'on a desktop, in English, without scripts', size: DESK, language: 'en', javaScript: false },
];

for (const { where, ...view } of VIEWS)
  browserTest(`a store’s day works ${where}`, async (t) => {
    const shop = await openShop({ stores: [] });
    const page = await openWindow(shop, view);
    const day = { shop, page, ...view, checkPage: pageChecker(page, view) };
    let partner: Partner | undefined;
    await t.test('the setup wizard creates the owner, the store, a product and a partner', async () => {
      partner = await firstRun(day);
    });
    await t.test('a courier with a number pool and an app are set up', () => setUp(day));
    await t.test('a new partner order appears without a reload', () => orderAppears(day, partner as Partner));
    await t.test('its payment is confirmed and a tracking number requested', () => payAndBook(day));
    await t.test('its label is printed and the parcel delivered', () => deliver(day));
    await t.test('a COD order is paid out by a payout file', () => remit(day, partner as Partner));
    await t.test('returned items are restocked', () => returnGoods(day));
    await t.test('stock is counted', () => count(day));
    await t.test('a failing app is reached from Today', () => findFailure(day));
    await closeWindow(page);
  });

interface Day extends View {
  shop: Shop;
  page: Page;
  /** Checks the page for overflow and accessibility. */
  checkPage: (name: string) => Promise<void>;
}

const pageChecker =
  (page: Page, { size, language, javaScript }: View) =>
  async (name: string) => {
    await saveScreenshot(page, `day-${language}-${size.width}-${name}`);
    await assertNoOverflow(page);
    if (javaScript) await assertNoViolations(page);
  };

async function switchLanguage(page: Page, language: string): Promise<void> {
  const current = () => page.locator('html').getAttribute('lang');
  if ((await current()) !== language) await send(page, '/language');
  assert.equal(await current(), language);
}

interface Partner {
  id: string;
  secret: string;
}

async function firstRun({ shop, page, language, checkPage }: Day): Promise<Partner> {
  const key = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
  await page.goto(`/office/first-run?key=${key}`);
  await switchLanguage(page, language);
  await checkPage('first-run-owner');
  await send(page, '/first-run/owner', { name: 'malee', password: PASSWORD, again: 'กาแฟเย็นแก้วเล็ก 2' });
  assert.equal(await page.locator('[name=name]').inputValue(), 'malee'); // typed text stays
  await checkPage('first-run-owner-error');
  await send(page, '/first-run/owner', { password: PASSWORD, again: PASSWORD });
  await switchLanguage(page, language);
  await checkPage('first-run-store');
  const address = { telephone: '0812345678', address1: '9/1 ถ.นิมมานเหมินท์', sub_district: 'สุเทพ' };
  const place = { district: 'เมือง', province: 'เชียงใหม่', postal_code: '50200' };
  await send(page, '/first-run/store', { name: 'บ้านกาแฟ', ...address, ...place, warehouse: 'หน้าร้าน' });
  await checkPage('first-run-product');
  await send(page, '/first-run/product', { name: 'กาแฟคั่วกลาง', price: '220', qty: '50', sku: 'HB-M250' });
  await checkPage('first-run-payments');
  await follow(page, '/office/first-run/channel');
  await checkPage('first-run-channel');
  await send(page, '/first-run/channel', { name: 'Sale page' });
  await checkPage('first-run-ready');
  const textOf = async (id: string) => (await page.locator(id).textContent()) ?? '';
  return { id: await textOf('#client-id'), secret: await textOf('#client-secret') };
}

async function setUp({ page, checkPage }: Day): Promise<void> {
  await page.goto('/office');
  await checkPage('today-new');
  await page.goto('/office/settings/couriers/new?shipping_type=ems&adapter=number_pool');
  await send(page, '/settings/couriers/ems', { prefix: 'EX', first: '12345678', count: '200' });
  await checkPage('numbers'); // preview of the first and last number
  await send(page, '/settings/couriers/ems');
  await checkPage('courier');
  await page.goto('/office/partners/apps/new');
  await send(page, '/partners/apps/new', {
    name: 'Chat bot',
    url: 'http://127.0.0.1:9/hook',
    stock_available_updated: true,
  });
  await checkPage('app-added');
}

/** An order of the partner, through the API. */
async function orderByApi(shop: Shop, { id, secret }: Partner, more: object): Promise<string> {
  const { body } = await shop.token({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const answer = await shop.call(
    '/v1/order/create',
    {
      shipping_type: 'ems',
      products: [{ sku: 'HB-M250', qty: 2 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0898765432', address1: '99/1', postal_code: 50200 },
      ...more,
    },
    { token: body.access_token },
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.order.id;
}

async function orderAppears({ shop, page, javaScript, checkPage }: Day, partner: Partner): Promise<void> {
  await page.goto('/office/orders');
  await checkPage('orders-none');
  await orderByApi(shop, partner, { external_order_id: 'FB-1' });
  if (!javaScript) await page.reload();
  await page.getByText('สมชาย ใจดี').first().waitFor({ timeout: 15_000 });
  await checkPage('orders');
}

async function payAndBook({ page, javaScript, checkPage }: Day): Promise<void> {
  await page.goto('/office/orders/1');
  await checkPage('order');
  const slip = { name: 'slip.png', mimeType: 'image/png', buffer: ONE_PIXEL };
  await send(page, '/orders/1/payments/notify', { method: 'transfer', slip });
  await checkPage('order-slip');
  await page.goto('/office');
  await follow(page, '/office/orders/slips');
  await checkPage('slips');
  await page.goto('/office/orders/1');
  await send(page, '/orders/1/payments/1/confirm');
  await waitForElement(page, '#shipping .parcel', javaScript); // the next job run books the parcel
  await checkPage('order-booked');
}

/** Waits for an element; without JavaScript by reloading. */
async function waitForElement(page: Page, selector: string, javaScript: boolean): Promise<void> {
  for (let i = 0; !javaScript && i < 100 && (await page.locator(selector).count()) === 0; i += 1) {
    await page.waitForTimeout(100);
    await page.reload();
  }
  await page.locator(selector).first().waitFor();
}

async function deliver({ shop, page, checkPage }: Day): Promise<void> {
  const label = await page.request.get('/office/orders/1/label.pdf');
  assert.equal((await label.body()).subarray(0, 5).toString(), '%PDF-');
  await send(page, /^\/orders\/1\/shipments\/\d+\/pick-up$/);
  await send(page, /^\/orders\/1\/shipments\/\d+\/move$/, { to: 'delivered' });
  await checkPage('order-delivered');
  const { status, shippingStatus } = existingOrder(shop.ctx.db, 1 as Id);
  assert.deepEqual([status, shippingStatus, onHand(shop)], ['completed', 'delivered', 48]);
}

async function remit({ shop, page, checkPage }: Day, partner: Partner): Promise<void> {
  const cod = { is_cod: true, cod_fee: 0, cod_amount: 440, ship_before_pay: true };
  const id = await orderByApi(shop, partner, { ...cod, shipping_type: 'lalamove', external_order_id: 'FB-2' });
  await page.goto(`/office/orders/${id}`);
  await send(page, `/orders/${id}/shipments`, { tracking_number: 'LM000001', ship: true });
  await send(page, new RegExp(`^/orders/${id}/shipments/\\d+/move$`), { to: 'delivered' });
  await page.goto('/office');
  await checkPage('today');
  await follow(page, '/office/orders/cod?status=collected');
  await checkPage('cod');
  await page.goto('/office/orders/cod/remit');
  const file = {
    name: 'paid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Tracking Number,COD Amount\nLM000001,440\n'),
  };
  await send(page, '/orders/cod/remit', { file });
  await checkPage('remit-preview');
  await send(page, '/orders/cod/remit/apply');
  await checkPage('remitted');
  const order = shop.ctx.db.get(
    sql<{ cod: string; status: string }>('SELECT cod_status AS cod, status FROM orders WHERE id = ?'),
    Number(id),
  );
  assert.deepEqual(order, { cod: 'remitted', status: 'completed' });
}

async function returnGoods({ shop, page, checkPage }: Day): Promise<void> {
  await page.goto('/office/orders/1');
  await send(page, '/orders/1/return', { qty: '1' });
  await checkPage('order-returned');
  const { status, lines } = existingOrder(shop.ctx.db, 1 as Id);
  assert.deepEqual([status, lines[0]?.qty, onHand(shop)], ['completed', 2, 47]); // two units of each order were shipped
}

async function count({ shop, page, checkPage }: Day): Promise<void> {
  await page.goto('/office/stock/counts');
  await send(page, '/stock/counts', {});
  await page.locator('#field-scan').fill('HB-M250');
  await page.locator('#field-scan_qty').fill('40');
  await changesPage(page, () => page.keyboard.press('Enter'));
  await checkPage('count');
  await send(page, /^\/stock\/counts\/\d+\/commit$/);
  await checkPage('count-done');
  assert.equal(onHand(shop), 40);
}

const onHand = (shop: Shop) => shop.ctx.db.get(sql<{ n: number }>('SELECT sum(on_hand) AS n FROM current_stock'))?.n;

async function findFailure({ page, checkPage }: Day): Promise<void> {
  await page.goto('/office');
  await checkPage('today-failing');
  await follow(page, /\/office\/partners\/apps\/\d+$/);
  await checkPage('app-failing');
  await follow(page, /\/office\/partners\/apps\/\d+\/deliveries$/);
  await checkPage('deliveries');
}
