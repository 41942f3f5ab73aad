import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { addPriceTier, priceTiers, removePriceTier } from '../src/domain/catalogue/price-tiers.ts';
import { setTierOfCustomer, tierOfCustomer } from '../src/domain/orders/customers/customer-tier.ts';
import { separateCustomer } from '../src/domain/orders/customers/merge.ts';
import { erasePerson } from '../src/domain/privacy/erase.ts';
import { exportPerson } from '../src/domain/privacy/export.ts';
import { personOfCustomer } from '../src/domain/privacy/person.ts';
import { type Id, idText } from '../src/lib/ids.ts';
import { moneyText, ZERO } from '../src/lib/money.ts';
import { cancel, customerOf, HOME, MOBILE, merge, orderOf, storeOf } from './customer-steps.ts';
import { appError } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const tierId = (shop: Shop, key: string): Id =>
  priceTiers(shop.ctx.db, storeOf(shop)).find((tier) => tier.key === key)?.id as Id;

/** The customer with this telephone after its tier is set. */
async function setTier(shop: Shop, telephone: string, tier: Id | undefined): Promise<Id> {
  const customer = (await customerOf(shop, telephone))?.id as Id;
  await runStep(shop, (tx) => setTierOfCustomer(tx, { storeId: storeOf(shop), customer }, tier));
  return customer;
}

async function tierNameOf(shop: Shop, telephone: string): Promise<string | undefined> {
  const customer = await customerOf(shop, telephone);
  return customer && tierOfCustomer(shop.ctx.db, customer)?.key;
}

const selectedTier = ({ page: { html } }: Browser): string =>
  /<option value="(\d+)" selected/.exec(/<select[^>]*name="tier"[\s\S]*?<\/select>/.exec(html)?.[0] ?? '')?.[1] ?? '';

/** Two customers; the first buys at the prices of vip. */
async function openWholesale() {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await orderOf(shop, HOME, 'บ้าน');
  const vip = tierId(shop, 'vip');
  return { shop, vip, customer: await setTier(shop, MOBILE, vip) };
}

test('the page of a customer sets the price tier and resets it to the default one', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  const at = `/customers/${(await customerOf(shop, MOBILE))?.id}`;
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await browser.open(at);
  const saved = await browser.send(`${at}/price-tier`, { price_tier_id: idText(tierId(shop, 'vip')) });
  assert.match(saved.text, /Price tier saved/);
  assert.match(saved.html, /<option value="\d+" selected="">ตัวแทน/);
  assert.equal(await tierNameOf(shop, MOBILE), 'vip');
  await browser.send(`${at}/price-tier`, { price_tier_id: '' });
  assert.equal(await tierNameOf(shop, MOBILE), undefined);
  assert.equal((await browser.send(`${at}/price-tier`, { price_tier_id: '999' })).status, 422);
});

test('the audit log has each change of the price tier of a customer', async () => {
  const { shop, vip, customer } = await openWholesale();
  await setTier(shop, MOBILE, vip);
  await setTier(shop, MOBILE, undefined);
  const entries = auditEntries(shop.ctx.db, { event: 'customer_price_tier_changed', limit: 9, offset: 0 });
  assert.deepEqual(
    entries.map(({ subjectId, detail }) => [subjectId, detail.priceTierId]),
    [
      [customer, [vip, null]],
      [customer, [null, vip]],
    ],
  );
  const owner = await signedIn(shop, { language: 'en' });
  const { text } = await owner.open('/settings/audit');
  assert.match(text, /Price tier of a customer changed/);
  assert.match(text, /Price tier: ตัวแทน/);
});

test('a store with one price tier shows none on the page of a customer', async () => {
  const [retail] = cafe().price_tiers;
  const [coffee] = cafe().products;
  const variants = [{ key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' } }];
  const shop = await openShop({ stores: [cafe({ price_tiers: [retail], products: [{ ...coffee, variants }] })] });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  await press(browser, 'save', { ...RECIPIENT, sku: 'LAT-H', qty: '1' });
  const { html } = await browser.open(`/customers/${(await customerOf(shop, RECIPIENT.telephone))?.id}`);
  assert.doesNotMatch(html, /price_tier_id/);
});

test('an order created from the page of a customer starts with the price tier, and its prices', async () => {
  const { shop, vip, customer } = await openWholesale();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(`/orders/new?customer=${customer}`);
  assert.equal(selectedTier(browser), idText(vip));
  await press(browser, 'count', { sku: 'LAT-H', qty: '1' });
  assert.match(browser.page.text, /Total ฿60/);
  await press(browser, 'save');
  assert.equal(moneyText(orders(shop)[0]?.total ?? ZERO), '60');
});

test('a customer chosen in the form of a new order selects the price tier; the next one without a tier resets it', async () => {
  const { shop, vip } = await openWholesale();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  const choose = async (typed: { name?: string; telephone?: string }, verb: string) => {
    await press(browser, 'customer', { name: '', telephone: '', ...typed });
    const [, step = ''] = new RegExp(`value="(${verb} \\d+)"`).exec(browser.page.html) ?? [];
    await press(browser, step);
    return selectedTier(browser);
  };
  await press(browser, 'count', { sku: 'LAT-H', qty: '1' });
  assert.equal(await choose({ name: 'สมหญิง' }, 'customer'), idText(vip));
  assert.match(browser.page.text, /Total ฿60/);
  assert.equal(await choose({ telephone: HOME }, 'use'), '');
  assert.match(browser.page.text, /Total ฿65/);
  assert.equal(await choose({ telephone: MOBILE }, 'use'), idText(vip));
  await press(browser, 'count', { tier: '' });
  assert.equal(selectedTier(browser), '', 'the user can change it');
});

test('a price tier that was selected by hand stays when a customer without a tier is chosen', async () => {
  const { shop, vip } = await openWholesale();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  await press(browser, 'customer', { telephone: HOME, tier: idText(vip) });
  await press(browser, /value="(use \d+)"/.exec(browser.page.html)?.[1] ?? '');
  assert.equal(value(browser.page.html, 'name'), 'บ้าน');
  assert.equal(selectedTier(browser), idText(vip));
});

test('merged customers have the price tier of the main one, or else of the other', async () => {
  const { shop } = await openWholesale();
  await merge(shop, MOBILE, HOME);
  assert.equal(await tierNameOf(shop, HOME), 'vip');
  const separated = (await customerOf(shop, HOME))?.members[1]?.id as Id;
  await runStep(shop, (tx) => separateCustomer(tx, storeOf(shop), separated));
  assert.deepEqual([await tierNameOf(shop, MOBILE), await tierNameOf(shop, HOME)], ['vip', 'vip']);
  const spare = await runStep(shop, (tx) => addPriceTier(tx, storeOf(shop), { key: 'spare', name: 'สำรอง' }));
  await setTier(shop, HOME, spare);
  await merge(shop, MOBILE, HOME);
  assert.equal(await tierNameOf(shop, HOME), 'spare');
});

test('customers of a deleted price tier get the default one again', async () => {
  const { shop } = await openWholesale();
  const spare = await runStep(shop, (tx) => addPriceTier(tx, storeOf(shop), { key: 'spare', name: 'สำรอง' }));
  await setTier(shop, HOME, spare);
  await runStep(shop, (tx) => removePriceTier(tx, storeOf(shop), spare));
  assert.deepEqual([await tierNameOf(shop, HOME), await tierNameOf(shop, MOBILE)], [undefined, 'vip']);
});

test('the price tier of another store is refused', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  await orderOf(shop, MOBILE);
  const foreign = shop.ctx.db.get(sql<{ id: Id }>('SELECT max(id) AS id FROM price_tiers'))?.id;
  await assert.rejects(setTier(shop, MOBILE, foreign), appError({ key: 'unknown_price_tier', path: 'price_tier_id' }));
});

test('the CSV file of the customers and the export of a customer name the price tier', async () => {
  const { shop, customer } = await openWholesale();
  const browser = await signedIn(shop, { language: 'en' });
  const rows: string[][] = parse((await browser.open('/customers.csv')).html, { bom: true });
  const column = rows[0]?.indexOf('Price tier') ?? -1;
  assert.deepEqual(
    rows.slice(1).map((row) => row[column]),
    ['ปลีก', 'ตัวแทน'],
  );
  const person = personOfCustomer(shop.ctx.db, storeOf(shop), customer);
  assert.equal((await exportPerson(shop.ctx, storeOf(shop), person)).price_tier, 'ตัวแทน');
});

test('an erased customer has no price tier', async () => {
  const { shop, customer } = await openWholesale();
  for (const { id } of orders(shop)) await cancel(shop, { id } as Parameters<typeof cancel>[1]);
  await erasePerson(shop.ctx, storeOf(shop), personOfCustomer(shop.ctx.db, storeOf(shop), customer));
  await customerOf(shop, HOME);
  assert.equal(shop.ctx.db.get(sql('SELECT 1 FROM customers WHERE price_tier_id IS NOT NULL')), undefined);
});
