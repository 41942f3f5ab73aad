import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../src/domain/orders/history.ts';
import { moneyText } from '../src/lib/money.ts';
import { signedIn } from './office.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { tamper } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

async function openEditForm(shop: Shop) {
  const order = await placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 2 },
      { sku: 'LAT-I', qty: 1 },
    ],
    { recipient_address: { ...RECIPIENT, legal_entity_id: '0105512345678', legal_entity_type: 2 } },
  );
  const browser = await signedIn(shop);
  const action = `/orders/${order.id}/edit`;
  await browser.open(action);
  return { order, browser, action };
}

test('saving an unchanged form changes nothing', async () => {
  const shop = await openShop();
  const { browser, action } = await openEditForm(shop);
  const [before] = orders(shop);
  const response = await press(browser, 'save', {}, action);
  assert.equal(response.status, 200);
  assert.deepEqual(orders(shop)[0], before);
});

test('only edited lines, address fields, fees and notes change', async () => {
  const shop = await openShop();
  const { order, browser, action } = await openEditForm(shop);
  await press(browser, 'remove 1', {}, action);
  await press(
    browser,
    'save',
    { qty: '5', price: '60', shipping_fee: '30', district: 'เมือง', label_note: 'ระวังแตก' },
    action,
  );
  const [after] = orders(shop);
  assert.ok(after);
  assert.deepEqual(
    after.lines.map(({ sku, qty, price }) => [sku, qty, moneyText(price)]),
    [['LAT-H', 5, '60']],
  );
  assert.deepEqual(
    [
      moneyText(after.total),
      after.recipientAddress.district,
      after.recipientAddress.legal_entity_type,
      after.shippingLabelNote,
    ],
    ['330', 'เมือง', 2, 'ระวังแตก'],
  );
  const [, entry] = historyOf(shop.ctx.db, order.id);
  assert.deepEqual(
    Object.keys(entry?.detail ?? {}).filter((field) => field === 'discount' || field === 'private_note'),
    [],
  );
  assert.deepEqual(shop.stock('iced'), { onHand: 10, reserved: 0 });
});

test('an order changed since the form was opened is overwritten only after a warning', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const { order, browser, action } = await openEditForm(shop);
  const other = await signedIn(shop, { name: 'noi' });
  await other.open(action);
  clock.forward(1);
  await press(other, 'save', { private_note: 'โทรก่อนส่ง', qty: ['4', '1'] }, action);
  const first = await press(browser, 'save', { discount: '5' }, action);
  assert.equal(first.status, 422);
  assert.match(first.text, /มีการแก้คำสั่งซื้อนี้ระหว่างที่คุณแก้ไข .* noi: แก้ไขคำสั่งซื้อ .*ลาเต้ ร้อน: 2 × ฿65 → 4 × ฿65/);
  assert.match(first.text, /— → โทรก่อนส่ง/);
  assert.equal(value(first.html, 'discount'), '5');
  assert.equal((await press(browser, 'save', {}, action)).status, 200);
  assert.equal(orders(shop).find(({ id }) => id === order.id)?.discount, 50_000);
});

const seenIn = (html: string) => /name="seen" value="(\d+)"/.exec(html)?.[1] ?? '';

test('an order with a parcel allows only the private note to be edited, after a warning if it changed meanwhile', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const { order, browser, action } = await openEditForm(shop);
  await bookOrder(shop, order);
  await browser.open(action);
  assert.doesNotMatch(browser.page.html, /name="qty"/);
  assert.match(browser.page.html, new RegExp(`href="/office/orders/${order.id}#shipping"`));
  const seen = seenIn(browser.page.html);
  clock.forward(1);
  const response = await browser.send(`${action}/note`, { seen, private_note: 'ฝากข้างบ้าน' });
  assert.equal(response.path, `/orders/${order.id}`);
  assert.equal(orders(shop)[0]?.privateNote, 'ฝากข้างบ้าน');
  await browser.open(action);
  const late = await browser.send(`${action}/note`, { seen, private_note: 'โทรก่อนส่ง' });
  assert.equal(late.status, 422);
  assert.match(late.text, /มีการแก้คำสั่งซื้อนี้ระหว่างที่คุณแก้ไข .*— → ฝากข้างบ้าน/);
  await browser.send(`${action}/note`, { seen: seenIn(late.html), private_note: 'โทรก่อนส่ง' });
  assert.equal(orders(shop)[0]?.privateNote, 'โทรก่อนส่ง');
});

test('an edit that leaves a differing COD amount unchanged needs no confirmation', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { is_cod: true, cod_fee: '0', cod_amount: '99' });
  const browser = await signedIn(shop);
  const action = `/orders/${id}/edit`;
  assert.match((await browser.open(action)).text, /ยอด COD ฿?99 ไม่ตรงกับยอดค้างชำระ ฿?130/);
  assert.equal((await press(browser, 'save', { private_note: 'ก' }, action)).path, `/orders/${id}`);
  await browser.open(action);
  const refused = await press(browser, 'save', { discount: '10' }, action);
  assert.match(refused.html, /id="field-cod_amount-error"/);
  await press(browser, 'save', { cod_amount: '120' }, action);
  assert.equal(orders(shop)[0]?.codAmount, 1_200_000);
});

test('deadline, channel and shipping before payment are edited and recorded in the history', async () => {
  const shop = await openShop();
  const { order, browser, action } = await openEditForm(shop);
  const terms = { deadline: '2026-12-01T17:00', channel: 'line', ship_before_pay: [] };
  const response = await press(browser, 'save', terms, action);
  const [after] = orders(shop);
  assert.deepEqual(
    [after?.shipDeadlineTime, after?.salesChannel, after?.shipBeforePay],
    [Date.parse('2026-12-01T10:00:00Z'), 'line', false],
  );
  const [, entry] = historyOf(shop.ctx.db, order.id);
  assert.deepEqual(Object.keys(entry?.detail ?? {}).sort(), ['channel', 'ship_before_pay', 'ship_deadline_time']);
  assert.match(response.text, /ช่องทางขาย: — → LINE/);
  assert.match(response.text, /ส่งก่อนชำระเงินได้: ใช่ → ไม่ใช่/);
});

test('an edit keeps a sales channel that the config no longer has', async () => {
  const shop = await openShop();
  const { browser, action } = await openEditForm(shop);
  tamper(shop.ctx, "UPDATE orders SET sales_channel = 'market'");
  await browser.open(action);
  await press(browser, 'save', { private_note: 'ก' }, action);
  assert.equal(orders(shop)[0]?.salesChannel, 'market');
  await browser.open(action);
  await press(browser, 'save', { channel: '' }, action);
  assert.equal(orders(shop)[0]?.salesChannel, null);
  await browser.open(action);
  const { status } = await press(browser, 'save', { channel: 'fair' }, action);
  assert.equal(status, 422);
});

test('an unchanged time keeps its seconds', async () => {
  const shop = await openShop();
  const times = { expiration_time: Date.now() + 86_400_123, ship_deadline_time: Date.now() + 90_000_456 };
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], times);
  const browser = await signedIn(shop);
  await browser.open(`/orders/${id}/edit`);
  await press(browser, 'save', { private_note: 'ก' }, `/orders/${id}/edit`);
  const [after] = orders(shop);
  assert.deepEqual([after?.expirationTime, after?.shipDeadlineTime], Object.values(times));
});

test('an invalid quantity of an existing line shows an error at its field', async () => {
  const shop = await openShop();
  const { browser, action } = await openEditForm(shop);
  const { html, status } = await press(browser, 'save', { qty: ['2', '99'] }, action);
  assert.equal(status, 422);
  assert.match(html, /id="field-qty-1-error"/);
});
