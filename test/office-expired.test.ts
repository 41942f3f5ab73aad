import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { listOrders } from '../src/domain/orders/order.ts';
import { Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { cafe, idOf, openShop } from './support.ts';

// Forms that are submitted after the session has expired.

const NINE_HOURS = 9 * 3_600_000;

/** The hidden fields of the page, without the CSRF token. */
const hidden = ({ html }: PageResponse): Record<string, string[]> => {
  const found: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    const plain = value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
    if (name !== 'csrf') found[name] = [...(found[name] ?? []), plain.replaceAll('&gt;', '>').replaceAll('&amp;', '&')];
  }
  return found;
};

const ACTION = /<form[^>]*action="\/office([^"]*)"/;

async function expired(stores = [cafe()]) {
  let now = Date.now();
  const shop = await openShop({ stores, now: () => now });
  const browser = await signedIn(shop);
  return { shop, browser, expire: () => (now += NINE_HOURS) };
}

const ORDER = {
  form_key: 'k1',
  shipping_type: 'ems',
  ...{ line: ['', ''], variant: ['', ''], sku: ['LAT-H', 'LAT-I'], qty: ['2', '1'], price: ['', ''] },
  name: 'สมชาย "หนึ่ง" <ใจดี> & แฟน',
  private_note: 'บรรทัดหนึ่ง\nบรรทัดสอง',
  step: 'save',
};

const signInAgain = (browser: Browser, change: Record<string, string> = {}) =>
  browser.send('/sign-in/again', { ...hidden(browser.page), name: 'malee', password: PASSWORD, ...change });

test('a form submitted after the session expired is saved and can be submitted after sign-in', async () => {
  const { shop, browser, expire } = await expired();
  await browser.open('/orders/new');
  expire();
  const response = await browser.send('/orders/new', { ...ORDER, password: 'ลับมาก' });
  assert.equal(response.status, 401);
  assert.match(response.text, /หมดเวลาใช้งาน เข้าสู่ระบบอีกครั้ง/);
  assert.doesNotMatch(response.html, /ลับมาก/);
  const wrong = await signInAgain(browser, { password: 'ไม่ใช่' });
  assert.equal(wrong.status, 422);
  const pending = await signInAgain(browser);
  assert.equal(pending.status, 200);
  assert.match(pending.text, /ส่งข้อมูลที่กรอกค้างไว้.*ส่งในชื่อ “malee”/);
  assert.deepEqual(listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 5, offset: 0 }), []);
  const to = ACTION.exec(pending.html)?.[1] ?? '';
  assert.equal(to, '/orders/new');
  const made = await browser.send(to, hidden(pending));
  assert.match(made.text, /สร้างคำสั่งซื้อ #1 แล้ว/);
  const [order] = listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 5, offset: 0 });
  assert.deepEqual(
    [order?.recipientAddress.name, order?.privateNote, order?.lines.map(({ qty }) => qty)],
    [ORDER.name, ORDER.private_note, [2, 1]],
  );
});

test('a saved form is submitted to the store of its page', async () => {
  const { shop, browser, expire } = await expired([cafe(), cafe({ key: 'tea', name: 'ร้านชา' })]);
  const tea = shop.stores.tea?.id ?? '';
  await browser.send('/store', { store_id: tea });
  await browser.open('/orders/new');
  expire();
  await browser.send('/orders/new', ORDER);
  const pending = await signInAgain(browser);
  assert.match(pending.text, /ส่งในชื่อ “malee” ร้าน “ร้านชา”/);
  await browser.send('/orders/new', hidden(pending));
  assert.equal(listOrders(shop.ctx.db, idOf(tea), { limit: 5, offset: 0 }).length, 1);
});

test('a partial request after the session expired shows the whole sign-in page', async () => {
  const { shop, browser, expire } = await expired();
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open('/orders/new')).html)?.[1] ?? '';
  expire();
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf, step: 'look', name: 'แอน' })) form.append(name, value);
  const response = await browser.post('/orders/new', form, { 'HX-Request': 'true' });
  assert.deepEqual(
    ['hx-retarget', 'hx-reswap', 'hx-reselect'].map((name) => response.headers.get(name)),
    ['body', 'innerHTML', '.bare'],
  );
  assert.deepEqual(JSON.parse(hidden(response).pending_form?.[0] ?? '').texts, { step: ['look'], name: ['แอน'] });
  assert.ok(shop.url);
});

test('a form that is too large or from another site is not saved', async () => {
  const { browser, expire } = await expired();
  await browser.open('/orders/new');
  expire();
  const large = await browser.send('/orders/new', { ...ORDER, private_note: 'x'.repeat(300_000) });
  assert.equal(large.status, 401);
  assert.match(large.text, /ต้องกรอกใหม่/);
  assert.equal(hidden(large).pending_form, undefined);
  for (const [name, value] of [
    ['many', Array.from({ length: 500 }, () => '1')],
    ['note', '"'.repeat(21_000)], // larger once it is encoded again
  ] as const) {
    const refused = await browser.send('/orders/new', { ...ORDER, [name]: value });
    assert.deepEqual([refused.status, hidden(refused).pending_form], [401, undefined], name);
  }
  const form = new FormData();
  form.append('name', 'x');
  const foreign = await browser.post('/orders/new', form, { Origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.equal(hidden(foreign).pending_form, undefined);
});

test('a form with files is saved without them, up to the limit that the sign-in form can carry', async () => {
  const { browser, expire } = await expired();
  await browser.open('/orders/new');
  expire();
  const text = 'ก "ข"\r\n'.repeat(900);
  const file = new File(['x'.repeat(30_000)], 'slip.png', { type: 'image/png' });
  const saved = await browser.send('/orders/new', { ...ORDER, private_note: text, file });
  assert.match(saved.text, /ข้อมูลที่กรอกไว้ยังอยู่/);
  const pending = JSON.parse(hidden(saved).pending_form?.[0] ?? '');
  assert.deepEqual([pending.hadFiles, pending.texts.file, pending.texts.private_note], [true, undefined, [text]]);
  const resend = await signInAgain(browser);
  assert.match(resend.text, /ต้องเลือกไฟล์แนบใหม่/);
  assert.deepEqual(hidden(resend).qty, ['2', '1']);
});

test('at most four forms without a session are read at a time; the next one is refused at once', async () => {
  const { shop } = await expired();
  const headers = { Origin: shop.url, 'Content-Type': 'application/x-www-form-urlencoded' };
  const open = (Origin = shop.url) => {
    const options = { method: 'POST', agent: false, headers: { ...headers, Origin, Expect: '100-continue' } };
    const call = request(`${shop.url}/office/orders/new`, options);
    call.on('error', () => {}); // a refused upload may be cut off
    call.flushHeaders();
    const response = once(call, 'response').then(([received]) => received as IncomingMessage);
    return { call, accepted: once(call, 'continue'), response };
  };
  const accepted = Array.from({ length: 4 }, () => open());
  for (const call of accepted) await call.accepted;
  const foreign = await open('https://evil.example').response;
  assert.equal(foreign.statusCode, 403, 'refused before its body is read');
  const refused = await open().response;
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '5']);
  for (const { call, response } of accepted) {
    call.end('a=1');
    assert.equal((await response).statusCode, 401);
  }
  const { status } = await fetch(`${shop.url}/office/orders/new`, { method: 'POST', headers, body: 'a=1' });
  assert.equal(status, 401);
});

test('a saved form can only lead to pages of the office', async () => {
  const shop = await openShop();
  await signedIn(shop);
  const texts = { name: ['x'] };
  for (const pending of [
    'x',
    '{}',
    ...['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'].map((path) =>
      JSON.stringify({ path, texts, store: '', hadFiles: false }),
    ),
  ]) {
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    const response = await browser.send('/sign-in/again', {
      name: 'malee',
      password: PASSWORD,
      to: '',
      pending_form: pending,
    });
    assert.deepEqual([response.status, response.path], [200, '/']);
  }
});
