import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCourier, listCouriers } from '../src/domain/couriers/couriers.ts';
import { putRange, rangesOf } from '../src/domain/couriers/number-pools.ts';
import type { Id } from '../src/lib/ids.ts';
import { officePattern } from './errors.ts';
import type { Browser } from './office.ts';
import { errorAt } from './office.ts';
import { openSettings, POOL, storeId, withCouriers } from './office-settings-steps.ts';

/** Submits a range, then confirms the numbers that the page shows. */
async function submitRange(browser: Browser, action: string, typed: Record<string, string>): Promise<Browser['page']> {
  const shown = await browser.send(action, typed);
  const checked = /name="checked" value="([^"]*)"/.exec(shown.html)?.[1];
  assert.ok(checked !== undefined, shown.text);
  return browser.send(action, { ...typed, checked });
}

test('serial numbers have exactly 8 digits, and a range is saved only after its numbers are confirmed', async () => {
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=ems&adapter=number_pool');
  const typed = { adapter: 'number_pool', prefix: 'EX', first: '1234567', count: '500' };
  const short = await browser.send('/settings/couriers/ems', typed);
  assert.equal(short.status, 422);
  assert.match(errorAt(short, 'first') ?? '', officePattern('input_not_digits', { digits: 8 }));
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
  const { shop, browser } = await openSettings('/couriers/ems', withCouriers(POOL));
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
  assert.match(refused.text, officePattern('number_range_in_use', { used: 1 }));
  assert.equal(range()?.first, 10_000_000);
  assert.doesNotMatch((await browser.open('/settings/couriers/ems')).html, /\/ranges\/\d/);
});

test('a number pool is set up with one range, gets another, and shows how many numbers are left', async () => {
  const { shop, browser } = await openSettings('/couriers/new?shipping_type=ems&adapter=number_pool');
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
  assert.match(more.text, /Non-COD: 1,000 left COD: 50 left/);
  const shared = { prefix: 'EX', first: '12345700', count: '5' };
  const overlap = await submitRange(browser, '/settings/couriers/ems/ranges', shared);
  assert.equal(overlap.status, 422);
  assert.match(overlap.text, officePattern('number_range_overlaps'));
  const pool = findCourier(shop.ctx.db, storeId(shop), 'ems');
  const ranges = () => rangesOf(shop.ctx.db, pool?.id as Id);
  assert.equal(ranges().length, 2);
  const { html } = await browser.open('/settings/couriers/ems/numbers.csv');
  assert.match(html, /EX123456785TH,EX123466779TH,Non-COD,1000,0,1000/);
  await browser.open('/settings/couriers/ems');
  await browser.send(`/settings/couriers/ems/ranges/${ranges()[1]?.id}/remove`);
  assert.equal(ranges().length, 1);
  const only = await browser.send(`/settings/couriers/ems/ranges/${ranges()[0]?.id}/remove`);
  assert.equal(only.status, 422);
});
