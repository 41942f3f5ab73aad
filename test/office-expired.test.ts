import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOrders } from '../src/domain/orders/read.ts';
import { Browser, PASSWORD, type Seen, signedIn } from './office.ts';
import { cafe, idOf, openShop } from './support.ts';

// A session that ends while its owner is at work.

const NINE_HOURS = 9 * 3_600_000;

/** The hidden fields of the page. */
const hidden = ({ html }: Seen): Record<string, string[]> => {
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

test('a form that is sent after its session has ended is kept, and sent by whoever signs in', async () => {
  const { shop, browser, expire } = await expired();
  await browser.open('/orders/new');
  expire();
  const asked = await browser.send('/orders/new', { ...ORDER, password: 'ลับมาก' });
  assert.equal(asked.status, 401);
  assert.match(asked.text, /หมดเวลาเข้าใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง/);
  assert.doesNotMatch(asked.html, /ลับมาก/);
  const wrong = await signInAgain(browser, { password: 'ไม่ใช่' });
  assert.equal(wrong.status, 422);
  const waits = await signInAgain(browser);
  assert.equal(waits.status, 200);
  assert.match(waits.text, /ส่งแบบฟอร์มที่ค้างไว้.*ส่งในชื่อ malee/);
  assert.deepEqual(listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 5, offset: 0 }), []);
  const to = ACTION.exec(waits.html)?.[1] ?? '';
  assert.equal(to, '/orders/new');
  const made = await browser.send(to, hidden(waits));
  assert.match(made.text, /สร้างคำสั่งซื้อ #1 แล้ว/);
  const [order] = listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 5, offset: 0 });
  assert.deepEqual(
    [order?.recipientAddress.name, order?.privateNote, order?.lines.map(({ qty }) => qty)],
    [ORDER.name, ORDER.private_note, [2, 1]],
  );
});

test('it is sent to the store that its page was of', async () => {
  const { shop, browser, expire } = await expired([cafe(), cafe({ key: 'tea', name: 'ร้านชา' })]);
  const tea = shop.stores.tea?.id ?? '';
  await browser.send('/store', { store_id: tea });
  await browser.open('/orders/new');
  expire();
  await browser.send('/orders/new', ORDER);
  const waits = await signInAgain(browser);
  assert.match(waits.text, /ส่งในชื่อ malee ร้าน ร้านชา/);
  await browser.send('/orders/new', hidden(waits));
  assert.equal(listOrders(shop.ctx.db, idOf(tea), { limit: 5, offset: 0 }).length, 1);
});

test('a part of a page that is asked for then brings the whole page to sign in', async () => {
  const { shop, browser, expire } = await expired();
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open('/orders/new')).html)?.[1] ?? '';
  expire();
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf, step: 'look', name: 'แอน' })) form.append(name, value);
  const asked = await browser.post('/orders/new', form, { 'HX-Request': 'true' });
  assert.deepEqual(
    ['hx-retarget', 'hx-reswap', 'hx-reselect'].map((name) => asked.headers.get(name)),
    ['body', 'innerHTML', '.bare'],
  );
  assert.deepEqual(JSON.parse(hidden(asked).kept?.[0] ?? '').texts, { step: ['look'], name: ['แอน'] });
  assert.ok(shop.url);
});

test('what is too large to be kept, or comes from another site, is not kept', async () => {
  const { browser, expire } = await expired();
  await browser.open('/orders/new');
  expire();
  const large = await browser.send('/orders/new', { ...ORDER, private_note: 'x'.repeat(300_000) });
  assert.equal(large.status, 401);
  assert.match(large.text, /ต้องกรอกใหม่/);
  assert.equal(hidden(large).kept, undefined);
  const form = new FormData();
  form.append('name', 'x');
  const foreign = await browser.post('/orders/new', form, { Origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.equal(hidden(foreign).kept, undefined);
});

test('a form that waits leads nowhere but into the office', async () => {
  const shop = await openShop();
  await signedIn(shop);
  const texts = { name: ['x'] };
  for (const kept of [
    'x',
    '{}',
    ...['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'].map((path) =>
      JSON.stringify({ path, texts, store: '', hadFiles: false }),
    ),
  ]) {
    const browser = new Browser(shop.url);
    await browser.open('/sign-in');
    const seen = await browser.send('/sign-in/again', { name: 'malee', password: PASSWORD, to: '', kept });
    assert.deepEqual([seen.status, seen.path], [200, '/']);
  }
});
