import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../src/domain/orders/history.ts';
import { moneyText, ZERO } from '../src/lib/money.ts';
import { derive } from './customer-steps.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { filled, orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { placeOrder } from './order-steps.ts';
import { markDeleted } from './raw-http.ts';
import { cafe, openShop } from './support.ts';

test('an order is created without JavaScript: products are searched and added, totals shown, the order saved', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  await press(browser, 'look', { find: 'ลาเต้' });
  assert.match(browser.page.text, /ลาเต้ ร้อน LAT-H พร้อมขาย 15/);
  await press(browser, `add ${shop.ids.variants.hot}`);
  await press(browser, `add ${shop.ids.variants.hot}`);
  await press(browser, `add ${shop.ids.variants.iced}`);
  assert.deepEqual([value(browser.page.html, 'qty'), value(browser.page.html, 'qty', 1)], ['2', '1']);
  await press(browser, 'count', { discount: '10', shipping_fee: '50' });
  assert.match(browser.page.text, /ลาเต้ ร้อน × 2 ฿130 .* ยอดรวม ฿240/);
  const response = await press(browser, 'save', { ...RECIPIENT, channel: 'line', private_note: 'ห่อดี ๆ' });
  const [order, ...more] = orders(shop);
  assert.deepEqual([response.status, response.path], [200, `/orders/${order?.id}`]);
  assert.match(response.text, /สร้างคำสั่งซื้อ #1 แล้ว/);
  assert.deepEqual(more, []);
  assert.ok(order);
  assert.deepEqual(
    [order.channelId, order.salesChannel, order.privateNote, moneyText(order.total), order.recipientAddress.name],
    [null, 'line', 'ห่อดี ๆ', '240', 'สมชาย ใจดี'],
  );
  const [created] = historyOf(shop.ctx.db, order.id);
  assert.deepEqual([created?.actor, created?.actorName], ['user', 'malee']);
});

test('a form submitted twice creates one order', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const form = filled(browser.page.html, { ...RECIPIENT, sku: 'LAT-H', qty: '1', step: 'save' });
  const first = await browser.send('/orders/new', form);
  await browser.open('/orders/new'); // for a valid CSRF token
  const second = await browser.send('/orders/new', form);
  assert.equal(second.path, first.path);
  assert.equal(orders(shop).length, 1);
});

test('Enter does not save; a complete SKU in the search adds a line, as a scanner types it', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  assert.match(browser.page.html, /id="order-entry"><form[^>]*>(?:<input[^>]*>)*<button[^>]*value="next"/);
  await press(browser, 'next', { ...RECIPIENT, find: 'LAT-H' });
  await press(browser, 'next', { find: 'LAT-H' });
  assert.deepEqual([value(browser.page.html, 'qty'), value(browser.page.html, 'find')], ['2', '']);
  assert.deepEqual(orders(shop), []);
});

test('invalid fields show an error and keep what was typed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const typed = {
    sku: ['LAT-H', 'NONE'],
    qty: ['99', '1'],
    line: ['', ''],
    variant: ['', ''],
    price: ['', ''],
    discount: 'x',
  };
  const first = await press(browser, 'save', { ...typed, address1: '<b>1/2</b>' });
  assert.equal(first.status, 422);
  assert.match(first.html, /id="field-name-error"/);
  assert.match(first.html, /id="field-discount-error"/);
  assert.deepEqual([value(first.html, 'sku', 1), value(first.html, 'discount')], ['NONE', 'x']);
  assert.match(first.html, /value="&lt;b&gt;1\/2&lt;\/b&gt;"/);
  const second = await press(browser, 'save', { ...RECIPIENT, discount: '' });
  assert.match(second.html, /id="field-sku-1-error"/);
  const third = await press(browser, 'save', { sku: ['LAT-H', ''], qty: ['99', ''] });
  assert.match(third.html, /<p id="short-0" class="short-line"><small class="error" id="field-qty-0-error"/);
  const fourth = await press(browser, 'save', { sku: ['LAT-H', ''], qty: ['', ''] });
  assert.match(fourth.text, /กรอกจำนวน/);
  const fifth = await press(browser, 'save', { sku: ['', ''], qty: ['', ''] });
  assert.match(fifth.text, /เพิ่มสินค้าอย่างน้อย 1 รายการ/);
  assert.deepEqual(orders(shop), []);
});

test('a pasted address fills the fields; a name that it does not contain stays', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const paste = '99/1 ม.2 ต.สุเทพ อ.เมือง จ.เชียงใหม่ 50200 โทร 081-234-5678';
  const { html } = await press(browser, 'split', { paste, name: 'แอน', district: 'เก่า' });
  assert.deepEqual(
    ['name', 'telephone', 'address1', 'sub_district', 'district', 'province', 'postal_code'].map((name) =>
      value(html, name),
    ),
    ['แอน', '0812345678', '99/1 ม.2', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', '50200'],
  );
  const other = await press(browser, 'count', { postal_code: '10110' });
  assert.match(other.text, /รหัสนี้ไม่ใช่ของจังหวัดเชียงใหม่/);
});

test('an invalid phone number is refused in a new order', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const wrong = await press(browser, 'save', { name: 'แอน', telephone: '12', sku: 'LAT-H', qty: '1' });
  assert.match(errorAt(wrong, 'telephone') ?? '', officePattern('input_not_a_telephone', {}, 'th'));
  assert.equal((await press(browser, 'save', { telephone: '+65 9123 4567' })).status, 200);
  assert.equal(orders(shop)[0]?.recipientAddress.telephone, '+65 9123 4567');
});

test('a pasted remark goes to the private note, after what it contains', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  const paste = 'แอน 0812345678\n99/1 ม.2 ต.สุเทพ อ.เมือง จ.เชียงใหม่ 50200\nขอสีแดงนะคะ';
  const { html } = await press(browser, 'split', { paste, private_note: 'ลูกค้าประจำ' });
  assert.match(html, /<textarea[^>]*name="private_note"[^>]*>ลูกค้าประจำ\nขอสีแดงนะคะ</);
  assert.match(html, /name="address1"[^>]*value="99\/1 ม.2"/);
});

test('a pasted wish to pay on delivery ticks COD of a new order; a tax ID that is not pasted again stays', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const isCod = () => /id="field-is_cod-on"[^>]* checked/.test(browser.page.html);
  const paste = 'บริษัท ไทยดี จำกัด 0812345678 (สำนักงานใหญ่) เลขผู้เสียภาษี 0105500000001';
  await press(browser, 'split', { paste });
  assert.deepEqual([value(browser.page.html, 'legal_entity_id'), isCod()], ['0105500000001', false]);
  await press(browser, 'split', { paste: '9 ถ.สุขุมวิท ปากน้ำ เมือง สมุทรปราการ 10270 เก็บปลายทางค่ะ' });
  const { html } = browser.page;
  assert.deepEqual(
    [value(html, 'name'), value(html, 'legal_entity_id'), value(html, 'sub_district'), isCod()],
    ['บริษัท ไทยดี จำกัด', '0105500000001', 'ปากน้ำ', true],
  );
  assert.doesNotMatch(browser.page.text, /ไม่พบชื่อ/);
  const nothing = await press(browser, 'split', { paste: 'สวัสดีค่ะ' });
  assert.match(nothing.html, /id="recipient-fields"><p[^>]*>ไม่พบชื่อ เบอร์โทร หรือที่อยู่ในข้อความนี้/);
  assert.deepEqual([value(nothing.html, 'sub_district')], ['ปากน้ำ'], 'the fields stay');
  assert.doesNotMatch((await press(browser, 'count')).text, /ไม่พบชื่อ/);
  await browser.open('/orders/new');
  await press(browser, 'split', { paste: 'แอน เก็บปลายทางค่ะ', paid: 'on' });
  assert.equal(isCod(), false, 'it is paid');
});

test('a phone number finds the store’s earlier customers and their addresses', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const recipient_address = { ...RECIPIENT, telephone: '+66 81 234 5678', province: 'เชียงใหม่', email: 'a@example.com' };
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address });
  const browser = await signedIn(shop, { store: 'cafe' });
  await browser.open('/orders/new');
  await press(browser, 'customer', { telephone: '081-234-5678' });
  assert.match(browser.page.text, /ค้นหาลูกค้าเดิม .*สมชาย ใจดี 1 ถ.ราชดำเนิน เชียงใหม่ สั่งแล้ว 1 ครั้ง/);
  const use = /value="(use \d+)"/.exec(browser.page.html)?.[1] ?? '';
  const { html } = await press(browser, use);
  assert.deepEqual(
    [value(html, 'name'), value(html, 'province'), value(html, 'email')],
    ['สมชาย ใจดี', 'เชียงใหม่', 'a@example.com'],
  );
  const other = await signedIn(shop, { name: 'noi', store: 'tea' });
  await other.open('/orders/new');
  await press(other, 'customer', { telephone: '0812345678' });
  assert.match(other.page.text, /ค้นหาลูกค้าเดิม .*สั่งครั้งแรกด้วยเบอร์นี้/);
  assert.equal(value((await press(other, use)).html, 'name'), '');
});

test('part of a name finds customers; the one chosen, or named by the page of the customer, fills the recipient', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: { ...RECIPIENT, province: 'เชียงใหม่' } });
  await derive(shop);
  const browser = await signedIn(shop, { store: 'cafe' });
  await browser.open('/orders/new');
  await press(browser, 'customer', { name: 'ชาย ใจ' });
  assert.match(browser.page.text, /ลูกค้าที่ตรงกัน สมชาย ใจดี 0812345678 · สั่งแล้ว 1 ครั้ง/);
  const step = /value="(customer \d+)"/.exec(browser.page.html)?.[1] ?? '';
  const chosen = await press(browser, step);
  const customer = step.replace('customer ', '');
  assert.match((await browser.open(`/customers/${customer}`)).html, new RegExp(`/orders/new\\?customer=${customer}"`));
  const linked = await browser.open(`/orders/new?customer=${customer}`);
  for (const { html } of [chosen, linked])
    assert.deepEqual(
      ['name', 'telephone', 'province'].map((name) => value(html, name)),
      ['สมชาย ใจดี', '0812345678', 'เชียงใหม่'],
    );
  const other = await signedIn(shop, { name: 'noi', store: 'tea' });
  assert.equal((await other.open(`/orders/new?customer=${customer}`)).status, 404);
});

test('the shipping rates of the products are the fee until one is typed, if each product has one for the courier', async () => {
  const [coffee] = cafe().products;
  const rates = [{ shipping_type: 'ems', first: '40', each_more: '10' }];
  const shop = await openShop({ stores: [cafe({ products: [{ ...coffee, shipping_rates: rates }] })] });
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  await press(browser, 'count', { sku: 'LAT-H', qty: '3', shipping_type: 'flash' });
  const shown = () => {
    const { html, text } = browser.page;
    return [value(html, 'shipping_fee'), /ใช้ค่าส่งของสินค้า (฿\d+)/.exec(text)?.[1]];
  };
  assert.deepEqual(shown(), ['', undefined]);
  await press(browser, 'count', { shipping_type: 'ems' });
  assert.deepEqual(shown(), ['60', undefined]);
  assert.match(browser.page.text, /ยอดรวม ฿255/);
  await press(browser, 'count', { qty: '1' });
  assert.deepEqual(shown(), ['40', undefined]);
  await press(browser, 'count', { shipping_fee: '' });
  assert.deepEqual(shown(), ['', '฿40'], 'free shipping stays');
  await press(browser, 'count', { shipping_fee: '55', qty: '3' });
  assert.deepEqual(shown(), ['55', '฿60']);
  await press(browser, 'fee');
  assert.deepEqual(shown(), ['60', undefined]);
  await press(browser, 'count', { shipping_type: 'flash' });
  assert.deepEqual(shown(), ['', undefined]);
});

test('an order is duplicated with current prices', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3, price: '1' }], { recipient_address: RECIPIENT });
  const browser = await signedIn(shop);
  await browser.open(`/orders/new?copy=${id}`);
  await press(browser, 'save');
  const [copy] = orders(shop);
  assert.notEqual(copy?.id, id);
  assert.deepEqual(
    [copy && moneyText(copy.total), copy?.recipientAddress.address1, copy?.shipBeforePay],
    ['195', RECIPIENT.address1, true],
  );
});

const POOL = { adapter: 'number_pool', prefix: 'BK', first: 1, count: 10 };

test('a duplicate whose courier or sales channel was removed from the config says so, and is saved once others are chosen', async () => {
  const couriers = [{ shipping_type: 'bike', ...POOL }];
  const config = { values: { shipping_types: ['bike'], channels: ['radio'] } };
  const before = await openShop({ config, stores: [cafe({ couriers })] });
  const { id } = await placeOrder(before, [{ sku: 'LAT-H', qty: 1 }], {
    ...{ recipient_address: RECIPIENT, shipping_type: 'bike', channel: 'radio' },
  });
  const shop = await openShop({ copyOf: await before.copy() });
  const browser = await signedIn(shop, { language: 'en' });
  const hints = /no longer uses the sales channel radio\. Choose .*no longer uses the courier bike\. Choose/;
  const { html, text } = await browser.open(`/orders/new?copy=${id}`);
  assert.match(text, hints);
  assert.match(html, /role="alert">The store no longer uses the sales channel radio/);
  const kept = filled(html);
  assert.deepEqual([kept.shipping_type, kept.channel], [['bike'], ['radio']]);
  await press(browser, 'count');
  assert.match(browser.page.text, hints);
  const refused = await press(browser, 'save');
  assert.equal(refused.status, 422);
  for (const [name, reason] of [
    ['shipping_type', 'The store no longer uses the courier bike. Choose another one.'],
    ['channel', 'The store no longer uses the sales channel radio. Choose another one, or “Not specified”.'],
  ] as const)
    assert.deepEqual([errorAt(refused, name), refused.text.split(reason).length], [reason, 2], name);
  assert.equal(orders(shop).length, 1);
  const saved = await press(browser, 'save', { shipping_type: 'flash', channel: '' });
  assert.equal(saved.status, 200);
  const [order] = orders(shop);
  assert.deepEqual([order?.shippingType, order?.salesChannel], ['flash', null]);
});

test('a new order does not propose a courier of the store that the config no longer has', async () => {
  const couriers = ['bike', 'kex'].map((shipping_type, i) => ({ shipping_type, ...POOL, first: 1 + 100 * i }));
  const before = await openShop({ config: { values: { shipping_types: ['bike'] } }, stores: [cafe({ couriers })] });
  const browser = await signedIn(await openShop({ copyOf: await before.copy() }));
  const { html } = await browser.open('/orders/new');
  assert.deepEqual(filled(html).shipping_type, ['kex']);
  assert.doesNotMatch(html, /value="bike"/);
});

// Editing

test('products added to a partner’s order have the prices of its channel', async () => {
  const channels = [{ key: 'page', name: 'Sale page', price_tier: 'vip' }];
  const shop = await openShop({ stores: [cafe({ channels })] });
  const { id } = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  const browser = await signedIn(shop);
  const action = `/orders/${id}/edit`;
  await browser.open(action);
  await press(browser, 'look', { find: 'LAT-H' }, action);
  assert.match(browser.page.html, /<span class="money">฿60<\/span>/);
  await press(browser, `add ${shop.ids.variants.hot}`, {}, action);
  assert.match(browser.page.text, /ยอดรวม ฿130/);
  await press(browser, 'save', {}, action);
  assert.equal(moneyText(orders(shop)[0]?.total ?? ZERO), '130');
});

test('an order of a deleted variant has totals and a COD check', async () => {
  const shop = await openShop();
  const lines = [{ sku: 'LAT-H', qty: 2, price: '50' }];
  const { id } = await placeOrder(shop, lines, { is_cod: true, cod_fee: '0', cod_amount: '100' });
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  const browser = await signedIn(shop);
  const action = `/orders/${id}/edit`;
  assert.match((await browser.open(action)).text, /ลาเต้ ร้อน × 2 ฿100 .*ยอดรวม ฿100/);
  const refused = await press(browser, 'save', { discount: '10' }, action);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /id="field-cod_amount-error"/);
});

test('a store without products shows what to do first', async () => {
  const shop = await openShop({ stores: [cafe({ products: [] })] });
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open('/orders/new')).text, /No products yet/);
});

test('a postal code fills in an empty province only', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const province = async (postal_code: string, typed = '') =>
    value((await press(browser, 'look', { postal_code, province: typed })).html, 'province');
  assert.deepEqual(
    [await province('10110'), await province('10540'), await province('50200'), await province('10999')],
    ['กรุงเทพมหานคร', 'สมุทรปราการ', 'เชียงใหม่', ''],
  );
  assert.equal(await province('10110', 'ลำพูน'), 'ลำพูน');
  assert.match(
    (await press(browser, 'save', { postal_code: '1011' })).text,
    officePattern('input_not_a_postal_code', {}, 'th'),
  );
});
