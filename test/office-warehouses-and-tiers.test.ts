import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceTiers } from '../src/domain/catalogue/price-tiers.ts';
import { warehouses } from '../src/domain/catalogue/warehouses.ts';
import { english, officePattern } from './errors.ts';
import { openSettings, storeId } from './office-settings-steps.ts';

test('warehouses are added, renamed and reordered', async () => {
  const { shop, browser } = await openSettings('/warehouses');
  const names = () => warehouses(shop.ctx.db, storeId(shop)).map(({ name }) => name);
  await browser.send('/settings/warehouses', { name: 'ภูเก็ต' });
  assert.deepEqual(names(), ['กรุงเทพ', 'เชียงใหม่', 'ภูเก็ต']);
  const id = warehouses(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/warehouses/${id}/up`);
  await browser.send(`/settings/warehouses/${id}/up`);
  await browser.send(`/settings/warehouses/${id}`, { name: 'ภูเก็ต 2' });
  assert.deepEqual(names(), ['ภูเก็ต 2', 'กรุงเทพ', 'เชียงใหม่']);
  assert.match(browser.page.text, /ภูเก็ต 2 First/);
});

test('a warehouse with stock cannot be removed, and its page says why', async () => {
  const { shop, browser } = await openSettings('/warehouses');
  const response = await browser.send(`/settings/warehouses/${shop.ids.warehouses.cnx}/remove`);
  assert.equal(response.status, 422);
  assert.ok(response.text.includes(english('warehouse_has_stock', { warehouse: 'เชียงใหม่', variants: 1 })));
  assert.match(response.html, /name="name"[^>]* value="เชียงใหม่"/);
});

test('names of warehouses and price tiers are unique, ignoring spaces', async () => {
  const { shop, browser } = await openSettings('/warehouses');
  const tiersBefore = priceTiers(shop.ctx.db, storeId(shop)).length;
  for (const [list, name, own, other, taken] of [
    ['warehouses', ' เชียงใหม่ ', shop.ids.warehouses.bkk, shop.ids.warehouses.cnx, 'warehouse_name_taken'],
    ['tiers', 'ตัวแทน', shop.ids.price_tiers.retail, shop.ids.price_tiers.vip, 'price_tier_name_taken'],
  ] as const) {
    await browser.open(`/settings/${list}`);
    const added = await browser.send(`/settings/${list}`, { name });
    assert.equal(added.status, 422);
    assert.match(added.html, /id="field-name-error"/);
    const renamed = await browser.send(`/settings/${list}/${own}`, { name });
    assert.match(renamed.html, /id="field-name-error"/);
    assert.ok(renamed.text.includes(english(taken)));
    assert.equal((await browser.send(`/settings/${list}/${other}`, { name })).status, 200);
  }
  assert.equal(warehouses(shop.ctx.db, storeId(shop)).length, 2);
  assert.equal(priceTiers(shop.ctx.db, storeId(shop)).length, tiersBefore);
});

test('a removed warehouse cannot be restored while its name is in use', async () => {
  const { shop, browser } = await openSettings('/warehouses');
  await browser.send('/settings/warehouses', { name: 'ชั่วคราว' });
  const id = warehouses(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/warehouses/${id}/remove`);
  await browser.send('/settings/warehouses', { name: 'ชั่วคราว' });
  const response = await browser.send(`/settings/warehouses/${id}/restore`);
  assert.equal(response.status, 422);
  assert.match(response.text, officePattern('removed_warehouse_name_taken', { warehouse: 'ชั่วคราว' }));
});

test('price tiers are added, renamed, made the default, and removed once unused', async () => {
  const { shop, browser } = await openSettings('/tiers');
  const tiers = () => priceTiers(shop.ctx.db, storeId(shop)).map(({ name, isDefault }) => [name, isDefault]);
  await browser.send('/settings/tiers', { name: 'ขายส่ง' });
  const spare = priceTiers(shop.ctx.db, storeId(shop))[2]?.id;
  await browser.send(`/settings/tiers/${spare}`, { name: 'ส่ง' });
  assert.deepEqual(tiers(), [
    ['ปลีก', true],
    ['ตัวแทน', false],
    ['ส่ง', false],
  ]);
  assert.equal((await browser.send(`/settings/tiers/${shop.ids.price_tiers.vip}/remove`)).status, 422);
  await browser.open(`/settings/tiers/${spare}`);
  assert.match(browser.page.text, / · Not used/);
  await browser.send(`/settings/tiers/${spare}/remove`);
  await browser.send(`/settings/tiers/${shop.ids.price_tiers.vip}/default`);
  assert.deepEqual(tiers(), [
    ['ปลีก', false],
    ['ตัวแทน', true],
  ]);
});
