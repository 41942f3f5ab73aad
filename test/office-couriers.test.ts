import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCourier, listCouriers } from '../src/domain/couriers/couriers.ts';
import { officePattern } from './errors.ts';
import { openSettings, POOL, storeId, withCouriers } from './office-settings-steps.ts';
import { cafe } from './support.ts';

const HTTP = { shipping_type: 'kex', adapter: 'http', url: 'https://courier.example/book', secret: 'hush-hush' };

test('an HTTP courier gets a secret that is shown only when it is created', async () => {
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=kex&adapter=http');
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
  const { shop, browser } = await openSettings('/couriers', withCouriers(flash, pool, HTTP));
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
  await browser.send('/settings/couriers/ems', { adapter: 'number_pool', remove_token: 'on' });
  assert.equal(settings('ems').token, undefined);
});

test('a second SHIPPOP courier reuses the account of the first, and a new API key applies to both', async () => {
  const ems = {
    ...{ shipping_type: 'ems', adapter: 'shippop', url: 'https://mkpservice.shippop.com', courier_code: 'EMST' },
    ...{ email: 'shop@example.com', secret: 'hush-key' },
  };
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=kex&adapter=shippop', withCouriers(ems));
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

test('an error page does not repeat a typed secret', async () => {
  const flash = { shipping_type: 'flash', adapter: 'flash', url: 'https://flash.example', merchant_id: 'AA1' };
  const { browser } = await openSettings('/couriers', withCouriers({ ...flash, secret: 'hush-flash' }));
  await browser.open('/settings/couriers/flash');
  const typed = { adapter: 'flash', url: 'not a URL', merchant_id: 'AA1', secret: 'hush-typed' };
  const { status, html } = await browser.send('/settings/couriers/flash', typed);
  assert.deepEqual([status, /field-url-error/.test(html), html.includes('hush')], [422, true, false]);
});

test('a secret reset is not repeated when its page is reloaded', async () => {
  const { shop, browser } = await openSettings('/couriers/kex', withCouriers(HTTP));
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
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=flash&adapter=flash');
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

test('a courier is shown without its code', async () => {
  const { browser } = await openSettings('/couriers/ems', withCouriers(POOL));
  assert.doesNotMatch(browser.page.text, /\(ems\)/);
  assert.doesNotMatch((await browser.open('/settings/couriers/new')).text, /\(ems\)/);
});

test('a courier with open bookings or used numbers cannot be removed', async () => {
  const { shop, browser } = await openSettings('/couriers', withCouriers({ ...POOL, given: 3 }, HTTP));
  assert.match(
    (await browser.send('/settings/couriers/ems/remove')).text,
    officePattern('number_range_in_use', { used: 3 }),
  );
  const order = await shop.order({ shipping_type: 'kex', ship_before_pay: true, auto_request_xshipping: true });
  assert.equal(order.status, 200, JSON.stringify(order.body));
  assert.match(
    (await browser.send('/settings/couriers/kex/remove')).text,
    officePattern('courier_has_open_bookings', { shippingType: 'kex', open: 1 }),
  );
  assert.equal(listCouriers(shop.ctx.db, storeId(shop)).length, 2);
});

test('an unused courier is removed with its numbers', async () => {
  const { shop, browser } = await openSettings('/couriers', withCouriers(POOL));
  await browser.send('/settings/couriers/ems/remove');
  assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  assert.match(browser.page.text, /No couriers set up/);
});

test('a courier of another store is not found', async () => {
  const { browser } = await openSettings('/couriers', {
    stores: [cafe(), { ...cafe({ products: [], couriers: [POOL] }), key: 'tea' }],
  });
  for (const path of ['/settings/couriers/ems', '/settings/couriers/ems/numbers.csv'])
    assert.equal((await browser.open(path)).status, 404, path);
  await browser.open('/settings/couriers');
  for (const path of ['remove', 'secret', 'ranges/1/remove'])
    assert.equal((await browser.send(`/settings/couriers/ems/${path}`)).status, 404, path);
});

test('a courier has example tracking numbers, unless Thailand Post carries its parcels', async () => {
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=jt&adapter=manual');
  const saved = await browser.send('/settings/couriers/jt', { adapter: 'manual', number_example: '820012345678' });
  assert.match(
    saved.html,
    /name="number_example"[^>]*value="820012345678"|value="820012345678"[^>]*name="number_example"/,
  );
  assert.equal(findCourier(shop.ctx.db, storeId(shop), 'jt')?.settings.number_example, '820012345678');
  const post = await browser.open('/settings/couriers/new?shipping_type=ems&adapter=manual');
  assert.doesNotMatch(post.html, /number_example/);
});

test('a courier is offered only the sources of its numbers, and the server refuses the others', async () => {
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=jt');
  const offered = () => [...browser.page.html.matchAll(/name="adapter" value="(\w+)"/g)].map(([, adapter]) => adapter);
  assert.deepEqual(offered(), ['shippop', 'http', 'manual']);
  for (const [adapter, typed] of [
    ['flash', { url: 'https://flash.example', merchant_id: 'AA1', secret: 'hush' }],
    ['number_pool', { prefix: 'EX', first: '12345678', count: '10', confirmed: 'EX123456785TH' }],
  ] as const) {
    await browser.open(`/settings/couriers/new?shipping_type=jt&adapter=${adapter}`);
    assert.deepEqual(offered(), ['shippop', 'http', 'manual']);
    const refused = await browser.send('/settings/couriers/jt', { adapter, ...typed });
    assert.match(refused.html, /id="field-adapter-error"[^>]*>\s*This source has no tracking numbers of J&amp;T/);
    assert.deepEqual(listCouriers(shop.ctx.db, storeId(shop)), []);
  }
  await browser.open('/settings/couriers/new?shipping_type=ems');
  assert.deepEqual(offered(), ['number_pool', 'shippop', 'http', 'manual']);
  await browser.open('/settings/couriers/new?shipping_type=other');
  assert.equal(offered().length, 5);
});
