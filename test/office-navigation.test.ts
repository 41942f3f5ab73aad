import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from './office.ts';
import { openShop } from './support.ts';

test('accounts that pack but do not manage products have packing in the bottom bar; a packer’s menu has the own account', async () => {
  const shop = await openShop();
  for (const [role, areas] of [
    ['packer', /Today Orders Pack Stock Menu Account ไทย Sign out/],
    ['warehouse', /Today Orders Pack Stock Menu Account ไทย Sign out/],
    ['staff', /Today Orders Products Stock Menu Pack Customers Reports Account /],
    ['bookkeeper', /^(?!.* Pack ).*Sign out/],
  ] as const) {
    const browser = await signedIn(shop, { name: role, role, store: 'cafe', language: 'en' });
    assert.match((await browser.open('/')).text, areas, role);
  }
});
