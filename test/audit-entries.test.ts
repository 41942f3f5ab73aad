import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, auditEntries } from '../src/domain/audit/audit-log.ts';
import type { AuditEvent } from '../src/domain/audit/events.ts';
import { liftBlock, recordFailure } from '../src/domain/channels/throttle.ts';
import { openFolder, openFolderOf } from './cli.ts';
import { openCourier } from './courier-server.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { cafe, idOf, openShop, type Shop, temporaryFolder } from './support.ts';

/** The events in the audit log, oldest first. */
const eventsOf = ({ ctx }: Pick<Shop, 'ctx'>): AuditEvent[] =>
  auditEntries(ctx.db, { limit: 1_000, offset: 0 })
    .map(({ event }) => event)
    .reverse();

async function openOffice() {
  const { url } = await openCourier();
  const courier = { shipping_type: 'kex', adapter: 'http', url, secret: 'hush-hush' };
  const pool = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 100, count: 10 };
  const shop = await openShop({
    stores: [cafe({ couriers: [courier, pool] })],
    config: { backup: { folder: temporaryFolder() } },
  });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/me');
  return { shop, browser };
}

/** Entries that a form adds to the audit log. */
async function added(shop: Shop, browser: Browser, path: string, fields: Parameters<Browser['send']>[1] = {}) {
  const before = eventsOf(shop).length;
  const { status, text } = await browser.send(path, fields);
  const events = eventsOf(shop).slice(before);
  if (status >= 400) assert.fail(`${path} answers ${status}: ${text}`);
  await browser.open('/me');
  return events;
}

const KEEP = { keep_old_for: '1d' };

test('changes of secrets, warehouses, price tiers, addresses and backups in the office have entries', async () => {
  const { shop, browser } = await openOffice();
  const { channels, apps, warehouses, price_tiers, addresses } = shop.ids;
  const versionOf = async (page: string) =>
    /name="version" value="([^"]*)"/.exec((await browser.open(page)).html)?.[1] ?? '';
  const channel = `/partners/channels/${channels.page?.id}`;
  const app = `/partners/apps/${apps.bot?.id}`;
  const kex = '/settings/couriers/kex';
  for (const [page, reset, end] of [
    [channel, 'client_secret_reset', 'old_client_secret_ended'],
    [app, 'webhook_secret_reset', 'old_webhook_secret_ended'],
    [kex, 'courier_secret_reset', 'old_courier_secret_ended'],
  ] as const) {
    const version = await versionOf(page);
    const resetEvents = await added(shop, browser, `${page}/secret`, { version, ...KEEP });
    assert.ok(resetEvents.includes(reset), page);
    assert.deepEqual(await added(shop, browser, `${page}/end-old-secret`), [end]);
    assert.deepEqual(await added(shop, browser, `${page}/end-old-secret`), []);
  }
  const warehouse = `/settings/warehouses/${warehouses.cnx}`;
  for (const [path, fields, event] of [
    [`${channel}/switch`, {}, 'channel_changed'],
    [`${channel}/revoke-tokens`, {}, 'tokens_revoked'],
    [`${warehouse}/up`, {}, 'warehouse_changed'],
    [`/settings/tiers/${price_tiers.vip}/default`, {}, 'price_tier_changed'],
    [`/settings/addresses/${addresses.shop}/ordinary`, {}, 'store_address_changed'],
    [`/settings/addresses/${addresses.shop}/remove`, {}, 'store_address_changed'],
    ['/settings/backups', {}, 'backup_made'],
    ['/settings/backups/settings', { every_hours: '12', keep: '7' }, 'backup_settings_changed'],
    ['/settings/backups/reset', {}, 'backup_settings_changed'],
    ['/settings/web-address', { address: 'https://shop.example' }, 'web_address_changed'],
    ['/settings/backups/copy', {}, 'data_exported'],
    ['/settings/couriers/kex/remove', {}, 'courier_removed'],
    ['/language', { language: 'th' }, 'account_changed'],
  ] as const)
    assert.deepEqual(await added(shop, browser, path, fields), [event], path);
});

test('every downloaded CSV file and database has an entry, an example file has none', async () => {
  const { shop, browser } = await openOffice();
  await browser.send('/settings/backups');
  await browser.open('/settings/backups');
  const [name] = /raan-[\w-]+\.db/.exec(browser.page.html) ?? [];
  for (const [path, entries] of [
    ['/orders.csv', 1],
    ['/products.csv', 1],
    ['/settings/audit.csv', 1],
    [`/settings/backups/${name}`, 1],
    ['/products/example.csv', 0],
    ['/orders', 0],
  ] as const) {
    const before = eventsOf(shop).length;
    assert.equal((await browser.open(path)).status, 200, path);
    assert.deepEqual(eventsOf(shop).slice(before), Array(entries).fill('data_exported'), path);
  }
});

test('exports, backups and lifted blocks of the command line have entries', async () => {
  const shop = await openShop();
  const folder = openFolderOf(shop);
  const before = eventsOf(shop).length;
  await folder.runCommand('product', 'export', '--out', folder.path('p.csv'));
  await folder.runCommand('dump');
  assert.equal((await folder.runCommand('backup', folder.path('b.db'))).status, 0);
  const clientId = shop.ids.channels.page?.client_id ?? '';
  for (let i = 0; i < 10; i += 1)
    await shop.ctx.write((tx) => recordFailure(tx, [`client ${clientId}`], shop.ctx.steadyNow()));
  assert.equal((await folder.runCommand('unblock', clientId)).status, 0);
  assert.deepEqual(eventsOf(shop).slice(before), [
    'data_exported',
    'data_exported',
    'backup_made',
    'client_unblocked',
  ] satisfies AuditEvent[]);
  await assert.rejects(shop.ctx.write((tx) => liftBlock(tx, idOf(shop.ids.id), clientId, shop.now())));
});

test('a restore has an entry in the restored database', async () => {
  const folder = openFolder();
  await folder.load({ stores: [cafe()] });
  await folder.runCommand('backup', folder.path('b.db'));
  assert.equal((await folder.runCommand('restore', folder.path('b.db'))).status, 0);
  const { entries } = await folder.runCommandJson('audit', '--event', 'database_restored');
  assert.deepEqual([entries.length, entries[0].detail.from], [1, 'b.db']);
});

for (const language of ['th', 'en'] as const)
  test(`the audit log shows readable names of fields and values (${language})`, async () => {
    const { shop, browser } = await openOffice();
    const { page } = shop.ids.channels;
    await browser.open(`/partners/channels/${page?.id}`);
    await browser.send(`/partners/channels/${page?.id}`, {
      name: 'Line',
      permissions: 'orders.create',
      own_orders_only: 'on',
      price_tier: shop.ids.price_tiers.vip ?? '',
      expire_time: '2030-01-01T00:00',
    });
    await browser.open('/settings/store');
    await browser.send('/settings/store', {
      name: 'ร้าน',
      sell_below_zero: 'on',
      vat_percent: '7',
      order_quota: '1000',
    });
    await browser.send('/language', { language });
    const { html, text } = await browser.open('/settings/audit');
    const details = [...html.matchAll(/<td[^>]*data-label="[^"]*"[^>]*>([^<]*)/g)].map(([, cell]) => cell).join('\n');
    assert.doesNotMatch(details, /[a-z][A-Z]|[a-z]_[a-z]/);
    for (const shown of language === 'th'
      ? [
          'วิธีเข้าสู่ระบบ: รหัสผ่าน',
          'เห็นเฉพาะคำสั่งซื้อของการเชื่อมต่อนี้: ไม่ → ใช่',
          'ระดับราคา: ว่าง → ตัวแทน',
          'ขายต่อเมื่อสินค้าหมด: ไม่ → ใช่',
          ': 0 → 1,000',
        ]
      : [
          'Only its own orders: no → yes',
          'Price tier: empty → ตัวแทน',
          'Continue selling when out of stock: no → yes',
          ': 0 → 1,000',
          'Create orders, Read orders, Read store addresses → Create orders',
          'Method: Password',
        ])
      assert.ok(text.includes(shown), `${shown} in ${text}`);
  });

test('an entry whose field has no label fails the suite', async () => {
  const { ctx } = await openShop();
  const add = ctx.write((tx) => audit(tx, 'signed_in', { storeId: null, detail: { shoeSize: 42 } }));
  await assert.rejects(add, /no label for: signed_in\.shoeSize/);
});

test('payments that staff record, review and refund have entries, and a bookkeeper sees only these', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { ship_before_pay: false });
  const seller = await signedIn(shop, { language: 'en', role: 'staff', store: 'cafe' });
  const at = `/orders/${id}`;
  const payment = async () => /payments\/(\d+)\/reject/.exec((await seller.open(at)).html)?.[1];
  const add = () => seller.send(`${at}/payments/notify`, { amount: '100', method: 'transfer', note: 'สมชาย' });
  await seller.open(at);
  await seller.send(`${at}/payments`, { amount: '30', method: 'cash', note: '' });
  await add();
  await seller.send(`${at}/payments/${await payment()}/reject`, { reason: 'สมชายโอนไม่ครบ' });
  await add();
  await seller.send(`${at}/payments/${await payment()}/confirm`);
  await seller.send(`${at}/refund`, { amount: '5', method: 'cash', note: '' });
  const bookkeeper = await signedIn(shop, { name: 'boon', language: 'en', role: 'bookkeeper', store: 'cafe' });
  const { text } = await bookkeeper.open('/reports/log');
  const entry = (event: string, method: string, amount: string) =>
    `#1 Partially refunded ${event} malee ${method} ${amount}`;
  const entries = [
    entry('Payment refunded', 'Cash', '−฿5.00'),
    entry('Payment confirmed', 'Bank transfer', '฿100.00'),
    entry('Payment submitted', 'Bank transfer', '฿100.00'),
    entry('Payment rejected', 'Bank transfer', '฿100.00'),
    entry('Payment submitted', 'Bank transfer', '฿100.00'),
    entry('Payment recorded', 'Cash', '฿30.00'),
  ];
  assert.match(text, new RegExp(entries.join(' .*')));
  assert.doesNotMatch(text, /สมชาย|127\.0\.0\.1|Account added/);
  assert.match((await bookkeeper.open('/reports/log.csv')).html, /,malee,Payment recorded,1,สมชาย ใจดี,30\.00,Cash,/);
  assert.equal((await bookkeeper.open('/settings/audit')).status, 403);
});
