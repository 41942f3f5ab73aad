import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putStoreAddress, type StoreAddress, storeAddresses } from '../src/domain/addresses.ts';
import { changeBackupSettings } from '../src/domain/backups/settings.ts';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { PLACE } from './booking-steps.ts';
import { codOrder, sendParcel } from './cod-steps.ts';
import { type PageResponse, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOWHERE = 'http://127.0.0.1:9/hook';

async function openStore(change: object = {}) {
  const clock = stoppedClock();
  const settings = { sell_below_zero: true };
  return { shop: await openShop({ stores: [cafe({ settings, ...change })], now: clock.now }), clock };
}

/** Text, color and link of each task. */
const tasks = ({ html }: PageResponse) =>
  [...html.matchAll(/<a href="([^"]+)" class="duty (\w+)">(.*?)<\/a>/g)].map(([, href, tone, inside = '']) => [
    ...[
      inside
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      tone,
      href?.replace(/&amp;/g, '&'),
    ],
  ]);

const taskOf = (response: PageResponse, label: string) => tasks(response).find(([text]) => text?.includes(label));

const order = (shop: Shop, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);

test('a store without orders shows the first steps, and which of them are done', async () => {
  const { shop } = await openStore({ products: [], channels: [], apps: [] });
  const { text, html } = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.match(
    text,
    /Set up your store Add products .* Complete the sender address .* Set up payments .* Set up a courier .* Connect a partner .* Set the web address of the store .* Schedule backups .* Create your first order/,
  );
  assert.doesNotMatch(text, /Done/);
  assert.doesNotMatch(html, /class="bars/);

  const stocked = await openStore();
  const response = await (await signedIn(stocked.shop, { language: 'en' })).open('/');
  assert.match(
    response.text,
    /Add products Done Complete the sender address Missing on labels: .* Edit sender address Set up payments .* Connect a partner Done Set the web address of the store .* Schedule backups .* Create your first order/,
  );
});

test('a first step that is done has no button, and a store with orders has a month for the settings that are left', async () => {
  const buttonsOf = ({ html }: PageResponse) => {
    const [, card = ''] = /<section class="card start"([\s\S]*?)<\/section>/.exec(html) ?? [];
    return [...card.matchAll(/href="\/office([^"]*)"/g)].map(([, path]) => path);
  };
  const empty = await openStore({ products: [], channels: [], apps: [] });
  assert.deepEqual(buttonsOf(await signedIn(empty.shop).then((browser) => browser.open('/'))), [
    '/products/new',
    '/products/import',
    '/settings/addresses/1',
    '/settings/payments#field-promptpay_id',
    '/settings/payments',
    '/settings/couriers',
    '/partners',
    '/settings/web-address',
    '/settings/backups',
    '/orders/new',
  ]);
  const { shop, clock } = await openStore();
  const browser = await signedIn(shop);
  const setUp = async () => buttonsOf(await browser.open('/')).filter((path) => path?.startsWith('/settings'));
  const open = ['/settings/couriers', '/settings/web-address', '/settings/backups'];
  const payments = ['/settings/payments#field-promptpay_id', '/settings/payments'];
  assert.deepEqual(await setUp(), ['/settings/addresses/1', ...payments, ...open]);
  const [sender] = storeAddresses(shop.ctx.db, idOf(shop.ids.id));
  await shop.ctx.write((tx) => {
    putStoreAddress(tx, idOf(shop.ids.id), { ...(sender as StoreAddress), ...PLACE }, shop.now());
    putBankAccount(tx, idOf(shop.ids.id), { bank: '004', number: '1234567890', name: 'ร้าน' });
    changeBackupSettings(tx, { everyHours: 24, keep: 7 });
  });
  Object.assign(shop.ctx.config.listen, { base_url: 'https://shop.example' }); // the server keeps its own origin
  assert.deepEqual(await setUp(), ['/settings/couriers']);
  await order(shop);
  const page = await browser.open('/');
  assert.deepEqual(buttonsOf(page), ['/settings/couriers']);
  assert.match(page.text, /ยังไม่ได้ตั้งค่า/);
  clock.forward(31 * DAY);
  const later = await (await signedIn(shop, { name: 'somchai' })).open('/');
  assert.doesNotMatch(later.html, /class="card start"|class="bars/);
});

test('a store without orders shows only tasks with a count', async () => {
  const variants = [{ key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 2 }, low_stock_threshold: 2 }];
  const products = [{ key: 'latte', name: 'ลาเต้', variants }];
  const { shop } = await openStore({ products, apps: [{ key: 'bot', name: 'Chat bot', url: NOWHERE }] });
  await ping(shop.ctx, idOf(shop.ids.apps.bot?.id));
  const browser = await signedIn(shop, { language: 'en' });
  const response = await browser.open('/');
  assert.match(response.text, /Set up your store/);
  assert.deepEqual(
    tasks(response).map(([text]) => text),
    ['1 App not receiving updates Chat bot'],
  );
  assert.match(response.text, /Low stock ลาเต้ LAT-H Available 2/);
  assert.equal(tasks(await browser.open('/today/to-do', { 'HX-Request': 'true' })).length, 1);
});

test('tasks are counted and link to where they are done', async () => {
  const { shop, clock } = await openStore();
  await notifyPaymentStep(shop, await order(shop, { ship_before_pay: false }), '65');
  await order(shop, { ship_before_pay: false });
  await order(shop, { ship_deadline_time: shop.now() + HOUR });
  await order(shop);
  await sendParcel(shop, await codOrder(shop, '1250.50'), 'A1', { at: 'delivered' });
  clock.forward(2 * HOUR);
  const response = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.deepEqual(tasks(response), [
    ['1 Payments to review', 'waiting', '/office/orders/slips'],
    ['1 Unpaid', 'waiting', '/office/orders?tab=unpaid'],
    ['2 To pack', 'waiting', '/office/orders?tab=to_pack'],
    ['1 Overdue', 'bad', '/office/orders?late=1'],
  ]);
  assert.match(
    response.text,
    /No other tasks Awaiting handover Tracking number request failed Returns to restock Overpaid Shipped short, not refunded Items returned, not refunded App not receiving updates Low on tracking numbers/,
  );
});

test('failing apps and low number pools are shown to the owner, low stock to everyone', async () => {
  const variants = [{ key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 3 }, low_stock_threshold: 2 }];
  const { shop } = await openStore({
    products: [{ key: 'latte', name: 'ลาเต้', variants }],
    couriers: [{ shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 30, given: 25 }],
    apps: [{ key: 'bot', name: 'Chat bot', url: NOWHERE }],
  });
  await order(shop);
  await ping(shop.ctx, idOf(shop.ids.apps.bot?.id));
  const app = `/office/partners/apps/${shop.ids.apps.bot?.id}`;
  const owner = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.deepEqual(taskOf(owner, 'App not'), ['1 App not receiving updates Chat bot', 'bad', app]);
  assert.deepEqual(taskOf(owner, 'tracking'), [
    '1 Low on tracking numbers Thailand Post EMS',
    'bad',
    '/office/settings/couriers/ems',
  ]);
  assert.match(owner.text, /Low stock ลาเต้ LAT-H Available 2 Alert at 2/);
  const staff = await (await signedIn(shop, { name: 'nok', role: 'staff', store: 'cafe', language: 'en' })).open('/');
  assert.equal(tasks(staff).length, 1);
  assert.doesNotMatch(staff.text, /Chat bot|Low on tracking numbers/);
  assert.match(staff.text, /Low stock ลาเต้ LAT-H Available 2/);
});

test('COD and low stock have a card instead of a tile, and several failing apps have one tile', async () => {
  const variants = [{ key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 1 }, low_stock_threshold: 2 }];
  const apps = ['Chat bot', 'Sheet'].map((name, at) => ({ key: `app${at}`, name, url: NOWHERE }));
  const { shop } = await openStore({ products: [{ key: 'latte', name: 'ลาเต้', variants }], apps });
  await sendParcel(shop, await codOrder(shop, '1250.50'), 'A1', { at: 'delivered' });
  for (const key of ['app0', 'app1']) await ping(shop.ctx, idOf(shop.ids.apps[key]?.id));
  const response = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.deepEqual(tasks(response), [['2 App not receiving updates Chat bot, Sheet', 'bad', '/office/partners/apps']]);
  assert.match(
    response.text,
    /Low stock ลาเต้ LAT-H Available 0 Alert at 2 Cash on delivery \(COD\) COD awaiting payout ฿1,250.50 1 parcel COD pending ฿0/,
  );
});

test('only the owner sees the stock value', async () => {
  const variants = [
    { key: 'hot', sku: 'LAT-H', cost: '12.34', prices: { retail: '65' }, stock: { bkk: 100 } },
    { key: 'iced', stock: { bkk: 7 } },
  ];
  const { shop } = await openStore({ products: [{ key: 'latte', name: 'ลาเต้', variants }] });
  await order(shop);
  const owner = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.match(owner.text, /Stock value at cost ฿1,234 107 units 1 variant has no cost \(7 units\)/);
  const staff = await (await signedIn(shop, { name: 'nok', role: 'staff', store: 'cafe', language: 'en' })).open('/');
  assert.doesNotMatch(staff.text, /1,234|cost/);
});

test('sales are shown as a chart, as totals and as a table', async () => {
  const { shop, clock } = await openStore();
  await order(shop);
  clock.forward(HOUR);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 2 }]);
  const { html, text } = await (await signedIn(shop, { language: 'en' })).open('/');
  assert.equal(html.match(/<rect class="day"/g)?.length, 60);
  assert.equal(html.match(/<rect class="rise"/g)?.length, 2);
  assert.match(html, /<title>11 Nov 2026: ฿205, 2 orders<\/title>/);
  assert.match(text, /Today ฿205 2 orders Yesterday ฿0 0 orders 30 days ฿205 2 orders/);
  assert.match(
    text,
    /Day Orders Sales \(baht\) 11 Nov 2026 2 205.00 10 Nov 2026 0 0.00 .* 13 Oct 2026 0 0.00 Export Export to Excel Export to CSV/,
  );
  assert.match(text, /Best sellers, last 30 days ลาเต้ เย็น LAT-I 2 units ฿140 ลาเต้ ร้อน LAT-H 1 unit ฿65/);
  for (const id of html.match(/aria-labelledby="([^"]+)"/g)?.flatMap((found) => found.slice(17, -1).split(' ')) ?? [])
    assert.equal(html.split(` id="${id}"`).length, 2, id);
});

test('the task list can be refreshed without its page', async () => {
  const { shop } = await openStore();
  await order(shop);
  const browser = await signedIn(shop, { language: 'en' });
  const part = await browser.open('/today/to-do', { 'HX-Request': 'true' });
  assert.match(part.html, /^<div id="today-live"[^>]*><section class="to-do"/);
  assert.equal(tasks(part).length, 1);
  assert.equal((await browser.open('/today/to-do')).path, '/');
});

test('a store sees no figures of another store', async () => {
  const { shop } = await openStore();
  await shop.load({ stores: [cafe({ key: 'bar', name: 'บาร์', apps: [] })] });
  await order(shop);
  const { text } = await (await signedIn(shop, { store: 'bar', language: 'en' })).open('/');
  assert.match(text, /Set up your store/);
});

test('packers and the warehouse open packing from the menu and from the tile; roles with products find the orders there', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const current = /href="\/office([^"]*)" aria-current="page"/;
  const packer = await signedIn(shop, { role: 'packer', store: 'cafe', language: 'en' });
  assert.match((await packer.open('/')).html, /href="\/office\/orders\/pack" class="duty/);
  for (const [path, area] of [
    ['/orders', '/orders'],
    ['/orders/pack', '/orders/pack'],
    [`/orders/${order.id}/pack`, '/orders/pack'],
    [`/orders/${order.id}`, '/orders'],
  ] as const)
    assert.equal(current.exec((await packer.open(path)).html)?.[1], area, path);
  const warehouse = await signedIn(shop, { name: 'ploy', role: 'warehouse', store: 'cafe', language: 'en' });
  assert.match((await warehouse.open('/')).html, /href="\/office\/orders\/pack" class="duty/);
  const staff = await signedIn(shop, { name: 'nok', role: 'staff', store: 'cafe', language: 'en' });
  assert.match((await staff.open('/')).html, /href="\/office\/orders\?tab=to_pack" class="duty/);
});
