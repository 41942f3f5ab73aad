import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { SCREENS } from '../src/office/screens.ts';
import { COMMAND_PATHS } from '../src/office/search/commands.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { RECIPIENT } from './personal-data.ts';
import { sql } from './sql.ts';
import { openShop, until } from './support.ts';

const searchPath = (text: string) => `/search?${new URLSearchParams({ q: text })}`;

test('the search finds orders, products, partners and commands, and leads to them', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { external_order_id: 'EXT-77' });
  const browser = await signedIn(shop, { language: 'en' });
  const latte = shop.ids.products.latte;
  await until('the customer is derived', () => shop.ctx.db.get(sql('SELECT 1 FROM customers')));
  for (const [text, href] of [
    ['#1', `/office/orders/${id}`],
    ['EXT-77', `/office/orders/${id}`],
    [RECIPIENT.telephone, `/office/orders/${id}`],
    [RECIPIENT.name.slice(0, 6), `/office/orders/${id}`],
    [RECIPIENT.name.slice(0, 6), '/office/customers/1'],
    ['lat-h', `/office/products/${latte}`],
    ['เต้', `/office/products/${latte}`],
    ['sale p', `/office/partners/channels/${shop.ids.channels.page?.id}`],
    ['chat bot', `/office/partners/apps/${shop.ids.apps.bot?.id}`],
    ['new order', '/office/orders/new'],
    ['receive goods', '/office/stock/receive'],
    ['พร้อมเพย์', '/office/settings/payments'],
    ['คืนเงิน', '/office/orders'],
    ['refund', '/office/orders'],
    ['เปลี่ยนรหัสผ่าน', '/office/me'],
    ['change password', '/office/me'],
    ['ใบปะหน้า', '/office/orders'],
    ['ส่วนลด', '/office/orders/new'],
    ['เพิ่มลูกค้า', '/office/customers'],
    ['เช็คสลิป', '/office/orders/slips'],
  ] as const)
    assert.ok((await browser.open(searchPath(text))).html.includes(`<a href="${href}"`), text);
  assert.match((await browser.open(searchPath('nothing at all'))).text, /No results for “nothing at all”/);
});

test('the search shows an account only what it may open', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  assert.match((await packer.open(searchPath(RECIPIENT.name))).text, /No results/);
  const { text } = await packer.open(searchPath('#1'));
  assert.match(text, /Orders #1/);
  assert.ok(!text.includes(RECIPIENT.name));
  for (const word of ['LAT-H', 'sale page', 'settings'])
    assert.match((await packer.open(searchPath(word))).text, /No results|#1/, word);
  const counting = { name: 'counter', permissions: ['stock'], store: 'cafe', language: 'en' } as const;
  const { html } = await (await signedIn(shop, counting)).open(searchPath('LAT-H'));
  assert.match(html, /<a href="\/office\/stock\/variants\/\d+"/);
  assert.doesNotMatch(html, /\/office\/(products|orders)/);
});

test('a canceled order is found as canceled, not as unshipped', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(searchPath('#1'))).text, /Unshipped ฿65/);
  await shop.ctx.write((tx) => cancelOrder(tx, id, 'buyer', byCommand(shop.now())));
  assert.match((await browser.open(searchPath('#1'))).text, /Canceled ฿65/);
});

test('a product has its picture and price in the results, found by its SKU or by its name', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const bySku = await browser.open(searchPath('lat-h'));
  assert.match(bySku.text, /LAT-H ฿65/);
  assert.match(bySku.html, /<span class="thumb" aria-hidden="true">ล<\/span>/);
  assert.match((await browser.open(searchPath('ล'))).text, /ลาเต้ ฿65/);
});

test('the search dialog gets its results as options, without the rest of the page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/search?q=latte', { 'HX-Request': 'true' });
  assert.doesNotMatch(html, /<html/);
  const commands = await browser.open('/search', { 'HX-Request': 'true' });
  assert.match(commands.html, /role="option"[^>]*><svg .*?<\/svg><span class="hit"><span>Create order/);
});

test('the search dialog offers the last three orders and a few commands before anything is typed', async () => {
  const shop = await openShop();
  for (let i = 0; i < 4; i += 1) await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/search', { 'HX-Request': 'true' });
  const options = [...html.matchAll(/<span class="hit"><span>([^<]*)/g)].map(([, title = '']) => title);
  assert.deepEqual(
    options.slice(0, 4).map((title) => title.split(' ')[0]),
    ['#4', '#3', '#2', 'Create'],
  );
  assert.ok(options.length <= 10, options.join());
});

test('every area and every page of the settings is a command', async () => {
  const browser = await signedIn(await openShop());
  const linked = async (path: string, links: RegExp) =>
    [...(await browser.open(path)).html.matchAll(links)].map(([, link = '']) => link || '/');
  const areas = await linked('/', /<a href="\/office(?!\/search)([^"?#]*)"[^>]*><svg[^>]*>.*?<\/svg><span>/g);
  const settings = await linked('/settings', /<a href="\/office(\/settings\/[^"?#]*)"/g);
  assert.ok(areas.includes('/customers') && settings.includes('/settings/alerts'), `${areas} ${settings}`);
  assert.deepEqual(
    [...areas, ...settings].filter((path) => !COMMAND_PATHS.includes(path)),
    [],
  );
});

test('every command of the search leads to a page', () => {
  const pages = new Set(SCREENS.filter(({ method }) => method === 'GET').map(({ path }) => path));
  assert.deepEqual(
    COMMAND_PATHS.filter((path) => !pages.has(path)),
    [],
  );
});
