import assert from 'node:assert/strict';
import { follow, send } from '../browser/user-actions.ts';
import { PASSWORD } from '../office.ts';
import { photo } from '../sample-photos.ts';
import type { Day } from './day.ts';
import { COFFEE, CUP, GOODS, type Goods } from './goods.ts';

// The store before its first order: owner, products, couriers, money, partners.

export const FIRST_NUMBER = 12_345_678;
export const PREFIX = 'EX';

/** The setup wizard, from the link that `raan serve` prints. */
export async function firstRun(day: Day): Promise<{ id: string; secret: string }> {
  const { page, store, checkPage, language } = day;
  await page.goto(store.firstRunLink);
  assert.equal(await page.locator('html').getAttribute('lang'), language);
  await checkPage('first-run-owner');
  await send(page, '/first-run/owner', { name: 'malee', password: PASSWORD, again: PASSWORD });
  await checkPage('first-run-store');
  const address = { telephone: '0812345678', address1: '9/1 ถ.นิมมานเหมินท์', sub_district: 'สุเทพ', district: 'เมือง' };
  const place = { ...address, province: 'เชียงใหม่', postal_code: '50200' };
  await send(page, '/first-run/store', { name: 'หมอกเช้า กาแฟและชา', ...place, warehouse: 'หน้าร้าน' });
  await checkPage('first-run-product');
  const { name, price, stock, sku } = COFFEE;
  await send(page, '/first-run/product', { name, price: String(price), qty: String(stock), sku });
  await checkPage('first-run-payments');
  await follow(page, '/office/first-run/channel');
  await checkPage('first-run-channel');
  await send(page, '/first-run/channel', { name: 'Sale page' });
  await checkPage('first-run-ready');
  const textOf = async (id: string) => (await page.locator(id).textContent()) ?? '';
  const credentials = { id: await textOf('#client-id'), secret: await textOf('#client-secret') };
  await send(page, /\/secret\/copied$/);
  await checkPage('today-new');
  return credentials;
}

/** One product by its form, the others from a CSV file; the first one gets its barcode. */
export async function addProducts({ page, checkPage, time }: Day): Promise<void> {
  await page.goto('/office/products/new');
  await checkPage('product-new');
  const picture = { name: 'cup.jpg', mimeType: 'image/jpeg', buffer: await photo({ color: '#8a5a3c' }) };
  const { name, price, stock, sku, ean } = CUP;
  const fields = { name, sku, barcodes: ean, price: String(price), opening: String(stock), low_at: '10', cost: '60' };
  await time('add a product', () => send(page, '/products/new', { ...fields, picture }));
  await checkPage('product');
  await page.goto('/office/products/import');
  await checkPage('import');
  const file = { name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf(GOODS.slice(2))) };
  await send(page, '/products/import', { file });
  await page.locator('form[action$="/apply"]').waitFor();
  await checkPage('import-preview');
  await send(page, /\/products\/import\/\d+\/apply$/);
  await page.locator('.notice.good').waitFor();
  await checkPage('import-done');
  await page.goto('/office/products');
  await checkPage('products');
  await page.getByRole('link', { name: COFFEE.name }).first().click();
  await page.waitForURL(/\/products\/\d+$/);
  await send(page, /\/products\/\d+\/details$/, { barcodes: COFFEE.ean });
}

const csvOf = (goods: readonly Goods[]): string =>
  [
    'ชื่อสินค้า,SKU,บาร์โค้ด,ราคา,คงเหลือ',
    ...goods.map(({ name, sku, ean, price, stock }) => [name, sku, ean, price, stock].join()),
  ].join('\n');

/** EMS numbers that the store has bought, and a courier that collects COD. */
export async function addCouriers({ page, checkPage }: Day): Promise<void> {
  await page.goto('/office/settings/couriers/new?shipping_type=ems');
  await checkPage('courier-methods');
  await page.goto('/office/settings/couriers/new?shipping_type=ems&adapter=number_pool');
  const range = { prefix: PREFIX, first: String(FIRST_NUMBER), count: '100' };
  await send(page, '/settings/couriers/ems', range);
  await checkPage('numbers-confirmation');
  await send(page, '/settings/couriers/ems');
  await checkPage('courier');
  await page.goto('/office/settings/couriers/new?shipping_type=flash&adapter=manual');
  await send(page, '/settings/couriers/flash');
  await page.goto('/office/settings/couriers');
  await checkPage('couriers');
}

/** Payment methods, and details for tax invoices. */
export async function addPayments({ page, checkPage }: Day): Promise<void> {
  await page.goto('/office/settings/payments');
  await send(page, '/settings/payments', { bank: '004', number: '123-4-56789-0', name: 'มาลี ใจงาม' });
  await send(page, '/settings/payments/promptpay', { promptpay_id: '0812345678' });
  await checkPage('payments');
  await page.goto('/office/settings/store');
  await send(page, '/settings/store', { vat_percent: '7' });
  await checkPage('settings-store');
  await page.goto('/office/settings/addresses');
  await follow(page, /\/settings\/addresses\/\d+$/);
  await send(page, /\/settings\/addresses\/\d+$/, { legal_entity_id: '0505564001236', branch_type: 'h' });
  await page.goto('/office/settings');
  await checkPage('settings');
}

/** An app that receives changes of stock. */
export async function addApp({ page, checkPage, receiver }: Day): Promise<void> {
  await page.goto('/office/partners/apps/new');
  await send(page, '/partners/apps/new', { name: 'Chat bot', url: receiver.url, stock_available_updated: true });
  await checkPage('app-secret');
  const codes = await page.locator('main code').allTextContents();
  await receiver.trust(codes.find((code) => !code.startsWith('whsec_'))); // that one is for Standard Webhooks
  await send(page, /\/secret\/copied$/);
  await checkPage('app');
}
