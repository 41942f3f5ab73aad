import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeAddresses } from '../src/domain/addresses.ts';
import { priceTiers } from '../src/domain/catalogue/price-tiers.ts';
import { warehouses } from '../src/domain/catalogue/warehouses.ts';
import { findCourier, listCouriers } from '../src/domain/couriers/couriers.ts';
import { putRange, rangesOf } from '../src/domain/couriers/number-pools.ts';
import { storeById } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { SCREENS } from '../src/office/screens.ts';
import { english } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { sql } from './sql.ts';
import { cafe, idOf, openShop, type Shop, type ShopOptions } from './support.ts';

const storeId = (shop: Shop): Id => idOf(shop.ids.id);

/** Opens a shop and, as its owner, the settings page at that path. */
async function atSettings(at: string, options: ShopOptions = {}): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await openShop(options);
  const browser = await signedIn(shop, { language: 'en' });
  const response = await browser.open(`/settings${at}`);
  assert.equal(response.status, 200, response.text);
  return { shop, browser };
}

const withCouriers = (...couriers: object[]): ShopOptions => ({ stores: [cafe({ couriers })] });
const POOL = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 1000, count: 500 };
const HTTP = { shipping_type: 'kex', adapter: 'http', url: 'https://courier.example/book', secret: 'hush-hush' };

test('staff can open no settings page', async () => {
  const shop = await openShop(withCouriers(POOL));
  const staff = await signedIn(shop, { role: 'staff', store: 'cafe' });
  const mine = SCREENS.filter(({ path }) => path.startsWith('/settings'));
  assert.ok(mine.length > 30);
  for (const { method, path } of mine) {
    const at = path.replace(':type', 'ems').replace(/:\w+/g, '1');
    const response = method === 'GET' ? await staff.open(at) : await staff.send(at, { name: 'x' });
    assert.equal(response.status, 403, `${method} ${at}`);
  }
});

test('the settings overview shows the state of each section', async () => {
  const { browser } = await atSettings('', withCouriers({ ...POOL, given: 480 }));
  for (const part of [
    'Ships from บ้านกาแฟ',
    '2 warehouses, กรุงเทพ first',
    '2 tiers, ปลีก is the default',
    '1 set up Low on tracking numbers',
  ])
    assert.ok(browser.page.text.includes(part), part);
  assert.match(browser.page.text, /Backups Off/);
});

// Store

const STORE = { name: 'บ้านกาแฟ', promptpay_id: '', vat_percent: '0', order_quota: '0' };

test('the store settings are saved together', async () => {
  const { shop, browser } = await atSettings('/store');
  const typed = {
    name: 'ร้านใหม่',
    promptpay_id: '081-234-5678',
    vat_percent: '7',
    order_quota: '1,000',
    sell_below_zero: 'on',
  };
  const response = await browser.send('/settings/store', typed);
  assert.match(response.text, /Saved/);
  const { name, promptpayId, vatPercent, orderQuota, sellBelowZero, codCountsAsReady } = storeById(
    shop.ctx.db,
    storeId(shop),
  );
  assert.deepEqual(
    { name, promptpayId, vatPercent, orderQuota, sellBelowZero, codCountsAsReady },
    {
      name: 'ร้านใหม่',
      promptpayId: '0812345678',
      vatPercent: 7,
      orderQuota: 1000,
      sellBelowZero: true,
      codCountsAsReady: false,
    },
  );
});

test('an invalid store setting shows its error and keeps the typed values', async () => {
  const { shop, browser } = await atSettings('/store');
  const response = await browser.send('/settings/store', {
    ...STORE,
    name: 'ร้านใหม่',
    promptpay_id: '12',
    vat_percent: '7',
  });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-promptpay_id-error"/);
  assert.match(response.html, /name="name"[^>]* value="ร้านใหม่"/);
  assert.equal(storeById(shop.ctx.db, storeId(shop)).name, 'บ้านกาแฟ');
  const wrong = await browser.send('/settings/store', { ...STORE, name: ' ', vat_percent: '101' });
  for (const field of ['name', 'vat_percent']) assert.ok(wrong.html.includes(`id="field-${field}-error"`), field);
});

test('all invalid fields are reported at once', async () => {
  const { browser } = await atSettings('/store');
  const store = await browser.send('/settings/store', { ...STORE, name: '', vat_percent: 'abc', promptpay_id: '123' });
  for (const field of ['name', 'vat_percent', 'promptpay_id']) assert.ok(hasError(store.html, field), field);
  assert.match(store.text, /Must be a phone number \(10 digits\)/);
  const range = { adapter: 'number_pool', prefix: 'E1', first: '12', count: '0', url: 'ftp://x', tracking_url: 'x' };
  const pool = await browser.send('/settings/couriers/ems', range);
  for (const field of ['prefix', 'first', 'count', 'url', 'tracking_url']) assert.ok(hasError(pool.html, field), field);
  const empty = await browser.send('/settings/couriers/ems', { ...range, prefix: '', first: '', count: '' });
  for (const field of ['prefix', 'first', 'count']) assert.ok(hasError(empty.html, field), field);
  const lower = await browser.send('/settings/couriers/ems', { ...range, prefix: 'ex' });
  assert.equal(hasError(lower.html, 'prefix'), false);
});

const hasError = (html: string, field: string): boolean => html.includes(`id="field-${field}-error"`);

test('VAT without a tax ID shows a warning that links to the address', async () => {
  const { shop, browser } = await atSettings('/store');
  assert.doesNotMatch(browser.page.text, /Tax invoices/);
  const response = await browser.send('/settings/store', { ...STORE, vat_percent: '7' });
  const address = storeAddresses(shop.ctx.db, storeId(shop))[0];
  assert.match(response.text, /Tax invoices cannot be issued/);
  const form = `/settings/addresses/${address?.id}`;
  assert.ok(response.html.includes(`href="/office${form}#field-legal_entity_id"`));
  assert.match((await browser.open(form)).html, /id="field-legal_entity_id"/);
  await browser.send(form, { name: 'บ้านกาแฟ', legal_entity_id: '0105561234567' });
  assert.doesNotMatch((await browser.open('/settings/store')).text, /Tax invoices/);
});

test('waiting COD orders are booked once COD orders count as ready', async () => {
  const { shop, browser } = await atSettings('/store', withCouriers(POOL));
  const cod = { is_cod: true, cod_fee: 0, cod_amount: 65, auto_request_xshipping: true };
  const { body } = await shop.order(cod);
  assert.equal(body.order?.shipments, undefined, JSON.stringify(body));
  await browser.send('/settings/store', { ...STORE, cod_counts_as_ready: 'on' });
  assert.ok(shop.ctx.db.get(sql('SELECT 1 FROM bookings WHERE order_id = ?'), idOf(body.order.id)));
});

test('a suspended store refuses API orders until it is reopened', async () => {
  const { shop, browser } = await atSettings('/store');
  assert.match((await browser.send('/settings/store/suspend')).text, /Partners cannot send orders/);
  assert.equal((await shop.order()).status, 403);
  await browser.send('/settings/store/resume');
  assert.equal((await shop.order()).status, 200);
});

test('the store page shows how much of the order quota is used', async () => {
  const { shop, browser } = await atSettings('/store', { stores: [cafe({ settings: { order_quota: 2 } })] });
  await shop.order();
  assert.match((await browser.open('/settings/store')).text, /Orders this month 1 of 2/);
  await shop.order();
  assert.match((await browser.open('/settings/store')).text, /2 of 2 The quota of this month is used up/);
});

// Addresses

test('an address is added, edited, made primary, removed and restored', async () => {
  const { shop, browser } = await atSettings('/addresses/new');
  const own = () => storeAddresses(shop.ctx.db, storeId(shop));
  await browser.send('/settings/addresses/new', { name: 'โกดัง', telephone: '0811112222', postal_code: '10540' });
  const added = own().find(({ name }) => name === 'โกดัง');
  assert.equal(added?.postal_code, 10540);
  const at = `/settings/addresses/${added?.id}`;
  await browser.open(at);
  await browser.send(at, {
    name: 'โกดังใหม่',
    telephone: '',
    postal_code: '10540',
    branch_type: 'b',
    branch_number: '2',
  });
  const { name, telephone, branch_type } = own().find(({ id }) => id === added?.id) as never;
  assert.deepEqual([name, telephone, branch_type], ['โกดังใหม่', undefined, 'b']);
  await browser.send(`${at}/primary`);
  assert.equal(own().filter(({ is_primary }) => is_primary).length, 2);
  assert.match((await browser.send(`${at}/remove`)).text, /Removed addresses โกดังใหม่/);
  assert.equal(own().length, 1);
  await browser.send(`${at}/restore`);
  assert.equal(own().length, 2);
});

test('of several primary addresses, the default sender is marked', async () => {
  const { shop, browser } = await atSettings('/addresses');
  await browser.send('/settings/addresses/new', { name: 'โกดัง', is_primary: 'on' });
  const { text } = await browser.open('/settings/addresses');
  assert.match(text, /บ้านกาแฟ Default sender Primary .*โกดัง Primary/);
  assert.equal(text.match(/Default sender/g)?.length, 1);
  const { body } = await shop.order();
  const response = await shop.call('/v1/order/detail', { order_id: body.order.id });
  assert.equal(response.body.order.sender_address.name, 'บ้านกาแฟ');
});

test('an invalid address shows an error at each field', async () => {
  const { browser } = await atSettings('/addresses/new');
  const response = await browser.send('/settings/addresses/new', { name: '', email: 'nobody', postal_code: '123' });
  assert.equal(response.status, 422);
  for (const field of ['name', 'postal_code']) assert.ok(response.html.includes(`id="field-${field}-error"`), field);
  const email = await browser.send('/settings/addresses/new', { name: 'ร้าน', email: 'nobody' });
  assert.match(email.html, /id="field-email-error"/);
});

test('an address lists what its labels would lack, such as a valid phone number', async () => {
  const { shop, browser } = await atSettings('/addresses/new');
  const whole = {
    address1: '9',
    sub_district: 'บางรัก',
    district: 'บางรัก',
    province: 'กรุงเทพมหานคร',
    postal_code: '10500',
  };
  const list = await browser.send('/settings/addresses/new', { name: 'โกดัง', telephone: '12', ...whole });
  assert.match(list.text, /โกดัง Missing on labels: Phone/);
  const added = storeAddresses(shop.ctx.db, storeId(shop)).find(({ name }) => name === 'โกดัง');
  const page = await browser.open(`/settings/addresses/${added?.id}`);
  assert.match(page.text, /Missing on labels: Phone/);
  assert.match(page.text, /Too short: a Thai phone number has 9 or 10 digits/);
  await browser.send(`/settings/addresses/${added?.id}`, { name: 'โกดัง', telephone: '๐๒-๑๒๓-๔๕๖๗', ...whole });
  assert.doesNotMatch((await browser.open(`/settings/addresses/${added?.id}`)).text, /Missing on labels|Too short/);
});

// Warehouses and tiers

test('warehouses are added, renamed and reordered', async () => {
  const { shop, browser } = await atSettings('/warehouses');
  const names = () => warehouses(shop.ctx.db, storeId(shop)).map(({ name }) => name);
  await browser.send('/settings/warehouses', { name: 'ภูเก็ต' });
  assert.deepEqual(names(), ['กรุงเทพ', 'เชียงใหม่', 'ภูเก็ต']);
  const id = warehouses(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/warehouses/${id}/up`);
  await browser.send(`/settings/warehouses/${id}/up`);
  await browser.send(`/settings/warehouses/${id}`, { name: 'ภูเก็ต 2' });
  assert.deepEqual(names(), ['ภูเก็ต 2', 'กรุงเทพ', 'เชียงใหม่']);
  assert.match(browser.page.text, /ภูเก็ต 2 First/);
});

test('a warehouse with stock cannot be removed, and its page says why', async () => {
  const { shop, browser } = await atSettings('/warehouses');
  const response = await browser.send(`/settings/warehouses/${shop.ids.warehouses.cnx}/remove`);
  assert.equal(response.status, 422);
  assert.ok(response.text.includes(english('warehouse_has_stock', { warehouse: 'เชียงใหม่', variants: 1 })));
  assert.match(response.html, /name="name"[^>]* value="เชียงใหม่"/);
});

test('names of warehouses and price tiers are unique, ignoring spaces', async () => {
  const { shop, browser } = await atSettings('/warehouses');
  const tiersBefore = priceTiers(shop.ctx.db, storeId(shop)).length;
  for (const [list, name, own, other, taken] of [
    ['warehouses', ' เชียงใหม่ ', shop.ids.warehouses.bkk, shop.ids.warehouses.cnx, 'warehouse_name_taken'],
    ['tiers', 'ตัวแทน', shop.ids.price_tiers.retail, shop.ids.price_tiers.vip, 'price_tier_name_taken'],
  ] as const) {
    await browser.open(`/settings/${list}`);
    const added = await browser.send(`/settings/${list}`, { name });
    assert.equal(added.status, 422);
    assert.match(added.html, /id="field-name-error"/);
    const renamed = await browser.send(`/settings/${list}/${own}`, { name });
    assert.match(renamed.html, /id="field-name-error"/);
    assert.ok(renamed.text.includes(english(taken)));
    assert.equal((await browser.send(`/settings/${list}/${other}`, { name })).status, 200);
  }
  assert.equal(warehouses(shop.ctx.db, storeId(shop)).length, 2);
  assert.equal(priceTiers(shop.ctx.db, storeId(shop)).length, tiersBefore);
});

test('a removed warehouse cannot be restored while its name is in use', async () => {
  const { shop, browser } = await atSettings('/warehouses');
  await browser.send('/settings/warehouses', { name: 'ชั่วคราว' });
  const id = warehouses(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/warehouses/${id}/remove`);
  await browser.send('/settings/warehouses', { name: 'ชั่วคราว' });
  const response = await browser.send(`/settings/warehouses/${id}/restore`);
  assert.equal(response.status, 422);
  assert.match(response.text, /another warehouse is named ชั่วคราว/i);
});

test('price tiers are added, renamed, made the default, and removed once unused', async () => {
  const { shop, browser } = await atSettings('/tiers');
  const tiers = () => priceTiers(shop.ctx.db, storeId(shop)).map(({ name, isDefault }) => [name, isDefault]);
  await browser.send('/settings/tiers', { name: 'ขายส่ง' });
  const spare = priceTiers(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/tiers/${spare}`, { name: 'ส่ง' });
  assert.deepEqual(tiers(), [
    ['ปลีก', true],
    ['ตัวแทน', false],
    ['ส่ง', false],
  ]);
  assert.equal((await browser.send(`/settings/tiers/${shop.ids.price_tiers.vip}/remove`)).status, 422);
  await browser.send(`/settings/tiers/${spare}/remove`);
  await browser.send(`/settings/tiers/${shop.ids.price_tiers.vip}/default`);
  assert.deepEqual(tiers(), [
    ['ปลีก', false],
    ['ตัวแทน', true],
  ]);
});

test('settings of another store are not found', async () => {
  const tea = { ...cafe({ products: [], couriers: [POOL] }), key: 'tea' };
  const shop = await openShop({ stores: [cafe(), tea] });
  const browser = await signedIn(shop, { store: 'cafe' });
  const other = shop.stores.tea as Shop['ids'];
  await browser.open('/settings/warehouses');
  const places = [
    `/settings/addresses/${other.addresses.shop}`,
    `/settings/warehouses/${other.warehouses.bkk}`,
    `/settings/tiers/${other.price_tiers.vip}`,
    '/settings/couriers/ems',
    '/settings/couriers/ems/numbers.csv',
  ];
  for (const at of places) assert.equal((await browser.open(at)).status, 404, at);
  await browser.open('/settings/warehouses');
  for (const at of [
    `${places[0]}/remove`,
    `${places[0]}/primary`,
    `${places[1]}/remove`,
    `${places[1]}/up`,
    `${places[2]}/default`,
    `${places[3]}/remove`,
    `${places[3]}/secret`,
    `${places[3]}/ranges/1/remove`,
  ])
    assert.equal((await browser.send(at, { name: 'x' })).status, 404, at);
  assert.deepEqual(
    warehouses(shop.ctx.db, idOf(other.id)).map(({ key }) => key),
    ['bkk', 'cnx'],
  );
});

// Couriers

test('an HTTP courier gets a secret that only its own page shows', async () => {
  const { shop, browser } = await atSettings('/couriers/new?shipping_type=kex&adapter=http');
  const response = await browser.send('/settings/couriers/kex', {
    adapter: 'http',
    url: 'https://courier.example/book',
  });
  const secret = /<code id="secret">([\w-]{43})<\/code>/.exec(response.html)?.[1] ?? '';
  const { settings } = findCourier(shop.ctx.db, storeId(shop), 'kex') as never;
  assert.deepEqual(settings, { adapter: 'http', url: 'https://courier.example/book', secret });
  for (const at of ['', '.csv', '/kex'])
    assert.ok(!(await browser.open(`/settings/couriers${at}`)).html.includes(secret));
});

test('no page shows a stored secret or token, and an empty field keeps it', async () => {
  const flash = {
    shipping_type: 'flash',
    adapter: 'flash',
    url: 'https://flash.example',
    merchant_id: 'AA1',
    secret: 'hush-flash',
  };
  const pool = { ...POOL, token: 'hush-token', secret: 'hush-back' };
  const { shop, browser } = await atSettings('/couriers', withCouriers(flash, pool, HTTP));
  for (const at of ['', '.csv', '/flash', '/ems', '/kex'])
    assert.ok(!(await browser.open(`/settings/couriers${at}`)).html.includes('hush'), at);
  await browser.open('/settings/couriers/flash');
  await browser.send('/settings/couriers/flash', {
    adapter: 'flash',
    url: 'https://new.example',
    merchant_id: 'AA1',
    secret: '',
  });
  await browser.send('/settings/couriers/ems', { adapter: 'number_pool', token: '', warn_below: '20' });
  const settings = (type: string) =>
    findCourier(shop.ctx.db, storeId(shop), type)?.settings as never as Record<string, unknown>;
  assert.deepEqual([settings('flash').url, settings('flash').secret], ['https://new.example', 'hush-flash']);
  assert.deepEqual(
    [settings('ems').token, settings('ems').secret, settings('ems').warn_below],
    ['hush-token', 'hush-back', 20],
  );
  await browser.send('/settings/couriers/ems', { adapter: 'number_pool', drop_token: 'on' });
  assert.equal(settings('ems').token, undefined);
});

test('a second SHIPPOP courier starts with the account of the first, and a new API key is that of both', async () => {
  const ems = {
    ...{ shipping_type: 'ems', adapter: 'shippop', url: 'https://mkpservice.shippop.com', courier_code: 'EMST' },
    ...{ email: 'shop@example.com', secret: 'hush-key' },
  };
  const { shop, browser } = await atSettings('/couriers/new?shipping_type=kex&adapter=shippop', withCouriers(ems));
  const { html } = browser.page;
  assert.match(html, /name="email"[^>]* value="shop@example.com"/);
  assert.match(html, /name="courier_code"[^>]* value="KRYX"/);
  assert.ok(!html.includes('hush'));
  const typed = { adapter: 'shippop', url: ems.url, email: ems.email, courier_code: 'KRYX', parcel_size: '20x15x10' };
  const settings = (type: string) =>
    findCourier(shop.ctx.db, storeId(shop), type)?.settings as never as Record<string, unknown>;
  assert.match(
    (await browser.send('/settings/couriers/kex', { ...typed, courier_code: 'kerry', parcel_size: '20' })).html,
    /id="field-courier_code-error"[\s\S]*id="field-parcel_size-error"/,
  );
  await browser.send('/settings/couriers/kex', { ...typed, secret: '' });
  assert.deepEqual(settings('kex'), { ...typed, secret: 'hush-key' });
  await browser.send('/settings/couriers/kex', { ...typed, secret: 'hush-new' });
  assert.deepEqual([settings('kex').secret, settings('ems').secret], ['hush-new', 'hush-new']);
  const other = await browser.send('/settings/couriers/jt', { ...typed, email: 'other@example.com', secret: '' });
  assert.match(other.html, /id="field-secret-error"/);
});

test('a secret reset is not repeated when its page is reloaded', async () => {
  const { shop, browser } = await atSettings('/couriers/kex', withCouriers(HTTP));
  const storedSecret = () => {
    const [kex] = listCouriers(shop.ctx.db, storeId(shop));
    return kex?.settings.adapter === 'http' ? kex.settings.secret : undefined;
  };
  const version = /name="version" value="([^"]+)"/.exec((await browser.open('/settings/couriers/kex')).html)?.[1] ?? '';
  const response = await browser.send('/settings/couriers/kex/secret', { version });
  const secret = storedSecret();
  assert.notEqual(secret, HTTP.secret);
  assert.ok(secret !== undefined && response.html.includes(secret));
  const reloaded = await browser.send('/settings/couriers/kex/secret', { version });
  assert.deepEqual([reloaded.path, storedSecret()], ['/settings/couriers/kex/secret', secret]);
  await browser.send('/settings/couriers/kex/secret/copied');
  const late = await browser.send('/settings/couriers/kex/secret', { version });
  assert.deepEqual([late.path, storedSecret()], ['/settings/couriers/kex', secret]);
});

test('a missing courier setting is an error at its field', async () => {
  const { shop, browser } = await atSettings('/couriers/new?shipping_type=flash&adapter=flash');
  const send = (typed: object) =>
    browser.send('/settings/couriers/flash', { adapter: 'flash', url: '', merchant_id: '', secret: '', ...typed });
  assert.match((await send({})).html, /id="field-url-error"/);
  assert.match((await send({ url: 'ftp://x', merchant_id: 'A' })).html, /id="field-url-error"/);
  const response = await send({ url: 'https://x.example', merchant_id: 'AA1' });
  assert.match(response.html, /id="field-secret-error"/);
  assert.match(response.html, /name="merchant_id"[^>]* value="AA1"/);
  assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  assert.equal((await browser.send('/settings/couriers/nonsense', { adapter: 'manual' })).status, 404);
});

/** Submits a range, then confirms the numbers that the page shows. */
async function submitRange(browser: Browser, action: string, typed: Record<string, string>): Promise<Browser['page']> {
  const shown = await browser.send(action, typed);
  const checked = /name="checked" value="([^"]*)"/.exec(shown.html)?.[1];
  assert.ok(checked !== undefined, shown.text);
  return browser.send(action, { ...typed, checked });
}

test('serial numbers have exactly 8 digits, and a range is saved only after its numbers are confirmed', async () => {
  const { shop, browser } = await atSettings('/couriers/new?shipping_type=ems&adapter=number_pool');
  const typed = { adapter: 'number_pool', prefix: 'EX', first: '1234567', count: '500' };
  const short = await browser.send('/settings/couriers/ems', typed);
  assert.equal(short.status, 422);
  assert.match(short.html, /id="field-first-error"[^>]*>\s*Must be exactly 8 digits/);
  const shown = await browser.send('/settings/couriers/ems', { ...typed, first: '01234567' });
  assert.match(shown.text, /First EX012345675TH · Last EX012350661TH · 500 numbers/);
  assert.match(shown.html, /name="first"[^>]* value="01234567"/);
  assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  const checked = /name="checked" value="([^"]*)"/.exec(shown.html)?.[1] ?? '';
  const other = await browser.send('/settings/couriers/ems', { ...typed, first: '01234568', checked });
  assert.match(other.text, /First EX012345689TH/);
  assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  await browser.send('/settings/couriers/ems', { ...typed, first: '01234567', checked });
  assert.equal(listCouriers(shop.ctx.db, storeId(shop)).length, 1);
});

test('a range can be edited until one of its numbers is used', async () => {
  const { shop, browser } = await atSettings('/couriers/ems', withCouriers(POOL));
  const pool = findCourier(shop.ctx.db, storeId(shop), 'ems')?.id as Id;
  const range = () => rangesOf(shop.ctx.db, pool)[0];
  const at = () => `/settings/couriers/ems/ranges/${range()?.id}`;
  assert.match((await browser.open(at())).html, /name="first"[^>]* value="00001000"/);
  await submitRange(browser, at(), { prefix: 'EX', first: '10000000', count: '200' });
  assert.deepEqual([range()?.first, range()?.count, rangesOf(shop.ctx.db, pool).length], [10_000_000, 200, 1]);
  await shop.ctx.write((tx) =>
    putRange(tx, pool, { prefix: 'EX', first: 10_000_000, count: 200, cod: false, given: 1 }),
  );
  await browser.open(at());
  const refused = await submitRange(browser, at(), { prefix: 'EX', first: '20000000', count: '200' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /used numbers \(1\), so it cannot be changed/);
  assert.equal(range()?.first, 10_000_000);
  assert.doesNotMatch((await browser.open('/settings/couriers/ems')).html, /\/ranges\/\d/);
});

test('a courier is shown without its code', async () => {
  const { browser } = await atSettings('/couriers/ems', withCouriers(POOL));
  assert.doesNotMatch(browser.page.text, /\(ems\)/);
  assert.doesNotMatch((await browser.open('/settings/couriers/new')).text, /\(ems\)/);
});

test('a number pool is set up with one range, gets another, and shows how many numbers are left', async () => {
  const { shop, browser } = await atSettings('/couriers/new?shipping_type=ems&adapter=number_pool');
  const first = { prefix: 'ex', first: '12345678', count: '1000' };
  await submitRange(browser, '/settings/couriers/ems', {
    adapter: 'number_pool',
    warn_below: '',
    token: '',
    url: '',
    tracking_url: '',
    ...first,
  });
  const second = { prefix: 'EY', first: '00000500', count: '50', cod: 'on' };
  const more = await submitRange(browser, '/settings/couriers/ems/ranges', second);
  assert.match(more.text, /Not COD: 1,000 left COD: 50 left/);
  const shared = { prefix: 'EX', first: '12345700', count: '5' };
  const overlap = await submitRange(browser, '/settings/couriers/ems/ranges', shared);
  assert.equal(overlap.status, 422);
  assert.match(overlap.text, /overlaps the range/);
  const pool = findCourier(shop.ctx.db, storeId(shop), 'ems');
  const ranges = () => rangesOf(shop.ctx.db, pool?.id as Id);
  assert.equal(ranges().length, 2);
  const { html } = await browser.open('/settings/couriers/ems/numbers.csv');
  assert.match(html, /EX123456785TH,EX123466779TH,,1000,0,1000/);
  await browser.open('/settings/couriers/ems');
  await browser.send(`/settings/couriers/ems/ranges/${ranges()[1]?.id}/remove`);
  assert.equal(ranges().length, 1);
  const only = await browser.send(`/settings/couriers/ems/ranges/${ranges()[0]?.id}/remove`);
  assert.equal(only.status, 422);
});

test('a courier with open bookings or used numbers cannot be removed', async () => {
  const { shop, browser } = await atSettings('/couriers', withCouriers({ ...POOL, given: 3 }, HTTP));
  assert.match((await browser.send('/settings/couriers/ems/remove')).text, /used numbers \(3\)/);
  const order = await shop.order({ shipping_type: 'kex', ship_before_pay: true, auto_request_xshipping: true });
  assert.equal(order.status, 200, JSON.stringify(order.body));
  assert.match((await browser.send('/settings/couriers/kex/remove')).text, /Open bookings of kex: 1/);
  assert.equal(listCouriers(shop.ctx.db, storeId(shop)).length, 2);
});

test('an unused courier is removed with its numbers', async () => {
  const { shop, browser } = await atSettings('/couriers', withCouriers(POOL));
  await browser.send('/settings/couriers/ems/remove');
  assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  assert.match(browser.page.text, /No couriers set up/);
});

// Lists

test('every list downloads as CSV, and formulas in names are escaped', async () => {
  const { browser } = await atSettings('/warehouses', withCouriers(POOL));
  await browser.send('/settings/warehouses', { name: '=1+1' });
  const file = async (list: string) => (await browser.open(`/settings/${list}.csv`)).html;
  assert.match(await file('warehouses'), /3,\d+,warehouse-\w+,'=1\+1/);
  assert.match(await file('addresses'), /true,บ้านกาแฟ,/);
  assert.match(await file('tiers'), /retail,ปลีก,true/);
  assert.match(await file('couriers'), /ems,Thailand Post EMS,number_pool/);
  assert.equal((await browser.open('/settings/backups.csv')).status, 200);
});
