import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warehouses } from '../src/domain/catalogue/warehouses.ts';
import { SCREENS } from '../src/office/screens.ts';
import { signedIn } from './office.ts';
import { atSettings, POOL, withCouriers } from './office-settings-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

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

// Warehouses and tiers

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
