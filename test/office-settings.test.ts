import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSettings, POOL, withCouriers } from './office-settings-steps.ts';

test('the settings overview shows the state of each section', async () => {
  const { browser } = await openSettings('', withCouriers({ ...POOL, given: 480 }));
  for (const part of [
    'Ships from บ้านกาแฟ',
    '2 warehouses, กรุงเทพ first',
    '2 tiers, ปลีก is the default',
    '1 set up Low on tracking numbers',
  ])
    assert.ok(browser.page.text.includes(part), part);
  assert.match(browser.page.text, /Backups Off/);
});

test('every list downloads as CSV, and formulas in names are escaped', async () => {
  const { browser } = await openSettings('/warehouses', withCouriers(POOL));
  await browser.send('/settings/warehouses', { name: '=1+1' });
  const file = async (list: string) => (await browser.open(`/settings/${list}.csv`)).html;
  assert.match(await file('warehouses'), /3,\d+,warehouse-\w+,'=1\+1/);
  assert.match(await file('addresses'), /Yes,บ้านกาแฟ,/);
  assert.match(await file('tiers'), /retail,ปลีก,Yes/);
  assert.match(await file('couriers'), /Thailand Post EMS,From purchased numbers \(Thailand Post\),/);
  assert.equal((await browser.open('/settings/backups.csv')).status, 200);
});
