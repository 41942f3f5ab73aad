import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { firstRunLink, needsFirstRun } from '../src/domain/accounts/first-run.ts';
import { addAccountWithPassword } from '../src/domain/accounts/one-time-passwords.ts';
import { storeAddresses } from '../src/domain/addresses.ts';
import { bankAccounts } from '../src/domain/bank-accounts.ts';
import { priceTiers } from '../src/domain/catalogue/price-tiers.ts';
import { countProducts, listProducts } from '../src/domain/catalogue/product-list.ts';
import { warehouses } from '../src/domain/catalogue/warehouses.ts';
import { listChannels } from '../src/domain/channels/channels.ts';
import { listStock } from '../src/domain/stock/stock-list.ts';
import { addStore, listStores, storeById } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { CONCURRENT } from './cli.ts';
import { officePattern } from './errors.ts';
import { OWNER, openLink, openStore, openWizard, STORE } from './first-run-steps.ts';
import { Browser, errorAt, PASSWORD } from './office.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop } from './support.ts';

const unescaped = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

suite('the first run', CONCURRENT, () => {
  test('an invalid phone number is refused in the store step', async () => {
    const { shop, browser } = await openWizard();
    const wrong = await browser.send('/first-run/store', { ...STORE, telephone: '12' });
    assert.equal(wrong.status, 422);
    assert.match(errorAt(wrong, 'telephone') ?? '', officePattern('input_not_a_telephone', {}, 'th'));
    assert.deepEqual(listStores(shop.ctx.db), []);
  });

  test('the wizard leads from the one-time link to a working API call', async () => {
    const { shop, browser } = await openWizard();
    const { db } = shop.ctx;
    const owner = accountByName(db, 'มาลี');
    assert.deepEqual([owner.role, owner.storeId, owner.mustChangePassword], ['owner', null, false]);

    assert.equal((await browser.send('/first-run/store', STORE)).path, '/first-run/product');
    const [store] = listStores(db);
    assert.deepEqual([store?.key, store?.name, store?.codCountsAsReady], ['main', 'ร้านมาลี', true]);
    const [address] = storeAddresses(db, store?.id as Id);
    const { telephone, postal_code, name, is_primary } = address ?? assert.fail();
    assert.deepEqual([name, telephone, postal_code, is_primary], ['ร้านมาลี', '081 234 5678', 10110, true]);
    assert.deepEqual(
      warehouses(db, store?.id as Id).map((warehouse) => warehouse.name),
      ['หน้าร้าน'],
    );
    assert.deepEqual(
      priceTiers(db, store?.id as Id).map(({ key, isDefault }) => [key, isDefault]),
      [['retail', true]],
    );

    const product = { name: 'ลาเต้', price: '65', qty: '20', sku: 'LAT-1' };
    const broken = new File(['no picture'], 'latte.jpg');
    const refused = await browser.send('/first-run/product', { ...product, picture: broken });
    assert.deepEqual([refused.status, errorAt(refused, 'picture')?.startsWith('latte.jpg')], [422, true]);
    const picture = new File([ONE_PIXEL], 'latte.png');
    assert.equal((await browser.send('/first-run/product', { ...product, picture })).path, '/first-run/payments');
    const payments = {
      promptpay_id: '081-234-5678',
      promptpay_name: 'ร้านมาลี',
      bank: '004',
      number: '123-4-56789-0',
      name: 'มาลี ใจดี',
    };
    assert.equal((await browser.send('/first-run/payments', payments)).path, '/first-run/channel');
    const { promptpayId, promptpayName } = storeById(db, store?.id as Id);
    assert.deepEqual([promptpayId, promptpayName], ['0812345678', 'ร้านมาลี']);
    assert.deepEqual(
      bankAccounts(db, store?.id as Id).map(({ bank, number, name }) => [bank, number, name]),
      [['004', '1234567890', 'มาลี ใจดี']],
    );
    assert.match((await browser.open('/products')).html, /<img[^>]* src="\/pictures\//);
    const nextSteps = await browser.open('/first-run/channel');
    assert.match(nextSteps.text, /เพิ่มสินค้าพร้อมรูป เสร็จแล้ว สร้างคำสั่งซื้อแรก .* เชื่อมต่อคู่ค้า \(ไม่บังคับ\)/);
    const response = await browser.send('/first-run/channel', { name: 'เพจ' });
    assert.equal(response.status, 200);
    const [channel] = listChannels(db, store?.id as Id);
    assert.ok(channel && response.text.includes(channel.clientId));
    assert.equal(channel.ownOrdersOnly, true);
    const [, client_secret = ''] = /id="client-secret">([^<]+)</.exec(response.html) ?? [];
    const token = await shop.token({ grant_type: 'client_credentials', client_id: channel.clientId, client_secret });
    assert.equal(token.status, 200);
    const [, trial = ''] = /-d '(\{"shipping_type.*?\})'; echo/.exec(unescaped(response.html)) ?? [];
    const order = await shop.call('/v1/order/create', trial, { token: token.body.access_token });
    assert.deepEqual([order.status, order.body.order.subtotal], [200, '130']);
    assert.ok(response.text.includes(`${shop.url}/v1/product/list`));
    assert.equal((await browser.open('/')).path, '/');
    assert.equal((await browser.open('/first-run')).path, '/', 'all steps are done');
  });

  test('the link works once; a missing, wrong or older key is refused', async () => {
    const { shop, browser, key } = await openLink();
    const newer = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
    for (const path of ['/first-run', '/first-run?key=', '/first-run?key=wrong', `/first-run?key=${key}`])
      assert.equal((await browser.open(path)).status, 403, path);
    assert.equal((await browser.send('/first-run/owner', { key, ...OWNER })).status, 403);
    await browser.open(`/first-run?key=${newer}`);
    assert.equal((await browser.send('/first-run/owner', { key: newer, ...OWNER })).path, '/first-run/store');
    const stranger = new Browser(shop.url);
    assert.equal((await stranger.open(`/first-run?key=${newer}`)).path, '/sign-in');
    assert.equal((await stranger.send('/first-run/owner', { key: newer, ...OWNER, name: 'other' })).status, 403);
    assert.equal((await stranger.open('/first-run/store')).path.startsWith('/sign-in'), true);
  });

  test('the link works for 24 hours, and a new one works after that', async () => {
    const clock = stoppedClock();
    const shop = await openShop({ stores: [], now: clock.now });
    const link = () => shop.ctx.write((tx) => firstRunLink(tx, clock.now()));
    const old = await link();
    clock.forward(86_400_000);
    const browser = new Browser(shop.url);
    const expired = await browser.open(`/first-run?key=${old}`);
    assert.equal(expired.status, 403);
    assert.match(expired.text, /ใช้ได้ครั้งเดียวภายใน 24 ชั่วโมง/);
    const key = await link();
    await browser.open(`/first-run?key=${key}`);
    clock.forward(86_400_000 - 1);
    assert.equal((await browser.send('/first-run/owner', { key, ...OWNER })).path, '/first-run/store');
  });

  test('an invalid password or username is an error at its field and creates no account', async () => {
    const { shop, browser, key } = await openLink();
    for (const [change, field] of [
      [{ again: 'another one' }, 'again'],
      [{ password: 'short', again: 'short' }, 'password'],
      [{ password: 'password123', again: 'password123' }, 'password'],
      [{ password: '99 มาลี มาลี', again: '99 มาลี มาลี' }, 'password'],
      [{ name: '\u200b' }, 'name'],
    ] as const) {
      const response = await browser.send('/first-run/owner', { key, ...OWNER, ...change });
      assert.equal(response.status, 422);
      assert.match(response.html, new RegExp(`id="field-${field}-error"`));
      assert.equal(response.html.includes(PASSWORD), false);
      if (field !== 'name') assert.match(response.html, /value="มาลี"/);
    }
    assert.equal(needsFirstRun(shop.ctx.db), true);
  });

  test('each step can be left and reopened, and shows the saved values', async () => {
    const { shop, browser } = await openWizard();
    await browser.send('/sign-out');
    await browser.send('/sign-in', { name: 'มาลี', password: PASSWORD, to: '' });
    assert.equal(browser.page.path, '/first-run/store', 'without a store there is no other page');
    await browser.send('/first-run/store', STORE);
    assert.equal((await browser.open('/first-run')).path, '/first-run/product');
    const again = await browser.open('/first-run/store');
    for (const value of Object.values(STORE)) assert.ok(again.html.includes(`value="${value}"`), value);
    await browser.send('/first-run/store', { ...STORE, name: 'มาลีกาแฟ', address1: '2 ถ.สุขุมวิท' });
    const [store, ...more] = listStores(shop.ctx.db);
    assert.deepEqual([store?.name, more], ['มาลีกาแฟ', []]);
    const [address, ...others] = storeAddresses(shop.ctx.db, store?.id as Id);
    assert.deepEqual([address?.name, address?.address1, others], ['มาลีกาแฟ', '2 ถ.สุขุมวิท', []]);
    const latte = { name: 'ลาเต้', price: '65', qty: '0', sku: 'LAT-1' };
    await browser.send('/first-run/product', latte);
    const twice = await browser.send('/first-run/product', latte);
    assert.match(errorAt(twice, 'sku') ?? '', officePattern('sku_taken', { variant: 'ลาเต้' }, 'th'));
    assert.match((await browser.open('/first-run/product')).text, /ร้านมีสินค้าแล้ว 1 รายการ/);
    assert.equal((await browser.open('/first-run')).path, '/first-run/payments');
    await browser.send('/first-run/payments', { promptpay_id: '0812345678' });
    assert.equal((await browser.open('/first-run')).path, '/first-run/channel');
    assert.match((await browser.open('/first-run/payments')).html, /value="0812345678"/);
  });

  test('the address of the store is optional, but a partly filled one has an error at each missing field', async () => {
    const { shop, store, browser } = await openStore();
    assert.deepEqual(storeAddresses(shop.ctx.db, store), []);
    await browser.open('/first-run/store');
    const partly = { address1: 'จอม', telephone: '', sub_district: '', district: ' ', province: '', postal_code: '' };
    const response = await browser.send('/first-run/store', { ...STORE, ...partly });
    const errors = Object.keys(partly).map((field) => errorAt(response, field));
    const places = ['กรอกตำบล/แขวง', 'กรอกอำเภอ/เขต', 'กรอกจังหวัด', 'กรอกรหัสไปรษณีย์'];
    assert.deepEqual([response.status, errors], [422, [undefined, 'กรอกเบอร์โทร', ...places]]);
    assert.deepEqual(storeAddresses(shop.ctx.db, store), []);
  });

  test('submitting the store step twice at once creates one store', async () => {
    const { shop, browser } = await openWizard();
    await Promise.all([browser.send('/first-run/store', STORE), browser.send('/first-run/store', STORE)]);
    assert.equal(listStores(shop.ctx.db).length, 1);
  });

  test('an invalid store is not created, and each error is at its field', async () => {
    const { shop, browser } = await openWizard();
    const response = await browser.send('/first-run/store', { ...STORE, name: ' ', postal_code: '101' });
    assert.equal(response.status, 422);
    assert.match(response.text, /รหัสไปรษณีย์ 5 หลัก/);
    for (const field of ['name', 'postal_code']) assert.match(response.html, new RegExp(`id="field-${field}-error"`));
    assert.match(response.html, /value="1 ถ.สุขุมวิท"/);
    assert.deepEqual(listStores(shop.ctx.db), []);
  });

  test('the example fills the form and saves nothing', async () => {
    const { shop, browser } = await openWizard();
    assert.match((await browser.open('/first-run/store?example=1')).html, /value="50200"/);
    assert.deepEqual(listStores(shop.ctx.db), []);
  });

  test('the example products are added to the store with stock in its warehouse', async () => {
    const { shop, browser, store } = await openStore();
    const response = await browser.send('/first-run/product/demo');
    assert.equal(response.path, '/first-run/payments');
    assert.match(response.text, /เพิ่มสินค้าตัวอย่าง 41 รายการแล้ว/);
    assert.deepEqual(
      listStores(shop.ctx.db).map(({ name }) => name),
      ['ร้านมาลี'],
    );
    assert.deepEqual(
      priceTiers(shop.ctx.db, store).map(({ name }) => name),
      ['ปลีก', 'ตัวแทน', 'VIP'],
    );
    const row = listStock(shop.ctx.db, store).find(({ sku }) => sku === 'DC-L250');
    assert.deepEqual([row?.warehouseKey, row?.onHand], ['main', 100]);
    assert.equal(listChannels(shop.ctx.db, store).length, 0);
    assert.equal((await browser.send('/first-run/product/demo')).path, '/first-run/payments', 'a repeat adds nothing');
    assert.equal(countProducts(shop.ctx.db, store), 41);
  });

  test('the example file can be imported; an invalid file reports every error and changes nothing', async () => {
    const { shop, browser, store } = await openStore();
    const example = await browser.open('/first-run/product/example.csv');
    assert.match(example.headers.get('content-disposition') ?? '', /products\.csv/);
    await browser.open('/first-run/product');
    const faulty = example.html.replace('250,20', 'free,many');
    const refused = await browser.send('/first-run/product/file', { file: new File([faulty], 'goods.csv') });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /แถว 2 .*ราคา/);
    assert.match(refused.text, /แถว 2 .*คงเหลือ/);
    assert.equal(countProducts(shop.ctx.db, store), 0);
    const none = await browser.send('/first-run/product/file', { file: new File([], '') });
    assert.deepEqual([none.status, /id="field-file-error"/.test(none.html)], [422, true]);
    const response = await browser.send('/first-run/product/file', { file: new File([example.html], 'goods.csv') });
    assert.equal(response.path, '/first-run/payments');
    const { products } = listProducts(shop.ctx.db, store, { limit: 9, offset: 0, sortBy: 'id', descending: false });
    assert.deepEqual(
      products.map(({ name }) => name),
      ['เสื้อยืดคอกลม', 'หมวกแก๊ป'],
    );
    assert.match(response.text, /นำเข้าแล้ว · เพิ่มสินค้า 2 รายการ/);
    const cheaper = new File([example.html.replaceAll('250,20', '240,20')], 'goods.csv');
    const changed = await browser.send('/first-run/product/file', { file: cheaper });
    assert.match(changed.text, /นำเข้าแล้ว · แก้ตัวเลือก \d+ แบบ/);
  });

  test('the partner step links to a secret that was not copied', async () => {
    const { shop, browser, store } = await openStore();
    await browser.open('/first-run/channel');
    const made = await browser.send('/first-run/channel', { name: 'เพจ' });
    assert.doesNotMatch(made.text, /order\/create/, 'there is nothing to order yet');
    const [, secret = ''] = /id="client-secret">([^<]+)</.exec(made.html) ?? [];
    const again = await browser.open('/first-run/channel');
    assert.ok(secret.length > 20 && !again.html.includes(secret));
    assert.match(again.text, /มีการเชื่อมต่อแล้ว/);
    const [, back = ''] = /href="\/office([^"]+\/secret)"/.exec(again.html) ?? [];
    assert.ok((await browser.open(back)).html.includes(secret));
    assert.equal((await browser.send(`${back}/copied`)).path, '/');
    assert.doesNotMatch((await browser.open('/first-run/channel')).html, /\/secret"/);
    assert.equal(listChannels(shop.ctx.db, store).length, 1);
  });

  test('an owner with a one-time password chooses a password before the store step', async () => {
    const shop = await openShop({ stores: [] });
    const { password } = await addAccountWithPassword(shop.ctx, { name: 'owner', role: 'owner', storeId: null });
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    const first = await browser.send('/sign-in', { name: 'owner', password, to: '' });
    assert.equal(first.path, '/me/password');
    assert.equal((await browser.open('/first-run/store')).path, '/me/password');
    const response = await browser.send('/me/password', { password: PASSWORD, again: PASSWORD });
    assert.equal(response.path, '/first-run/store');
  });

  test('the wizard works on the current store', async () => {
    const { shop, browser } = await openStore();
    await shop.ctx.write((tx) => addStore(tx, { key: 'two', name: 'สอง' }, 1));
    await browser.open('/');
    await browser.send('/store', { store_id: '2' });
    assert.match((await browser.open('/first-run/store')).html, /value="สอง"/);
    await browser.send('/first-run/store', { name: 'สองใหม่', warehouse: 'หลังร้าน' });
    assert.deepEqual(
      listStores(shop.ctx.db).map(({ name }) => name),
      ['ร้านมาลี', 'สองใหม่'],
    );
    assert.deepEqual(
      warehouses(shop.ctx.db, 2 as Id).map(({ name }) => name),
      ['หลังร้าน'],
    );
  });
});
