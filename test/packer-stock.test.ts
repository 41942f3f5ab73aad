import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from './office.ts';
import { openShop } from './support.ts';

test('a packer sees quantities in the list of stock, without costs and without links to what the role may not open', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { role: 'packer', store: 'cafe', language: 'en' });
  const { status, text, html } = await browser.open('/stock');
  assert.equal(status, 200);
  assert.match(text, /On hand .*ลาเต้ ร้อน LAT-H/);
  assert.doesNotMatch(text, /Receive|Write off|Transfer|Cost|Export/);
  const links = [...html.matchAll(/href="\/office(\/[^"#?]*)/g)].map(([, path = '']) => path);
  for (const path of new Set(links)) assert.notEqual((await browser.open(path)).status, 403, path);
  for (const path of ['/stock/ledger', '/stock/documents', `/stock/variants/${shop.ids.variants.hot}`])
    assert.equal((await browser.open(path)).status, 403, path);
  assert.match((await browser.open('/search?q=LAT-H')).html, /href="\/office\/stock\?q=LAT-H"/);
});
