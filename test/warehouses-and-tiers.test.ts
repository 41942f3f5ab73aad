import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { storeAddresses } from '../src/domain/addresses.ts';
import {
  addPriceTier,
  priceTiers,
  removePriceTier,
  renamePriceTier,
  setDefaultTier,
} from '../src/domain/catalogue/price-tiers.ts';
import {
  addWarehouse,
  moveWarehouse,
  removedWarehouses,
  removeWarehouse,
  renameWarehouse,
  restoreWarehouse,
  warehouses,
} from '../src/domain/catalogue/warehouses.ts';
import { quotaUsed } from '../src/domain/order-counters.ts';
import { stockOfVariant } from '../src/domain/stock/stock-levels.ts';
import { listStock } from '../src/domain/stock/stock-list.ts';
import {
  addStoreAddress,
  changeStoreAddress,
  existingStoreAddress,
  markPrimary,
  removeStoreAddress,
  restoreStoreAddress,
} from '../src/domain/store-addresses.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { findStore } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { appError, type ExpectedError } from './errors.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const storeId = (shop: Shop): Id => idOf(shop.ids.id);
const warehouse = (shop: Shop, key: string): Id => idOf(shop.ids.warehouses[key]);
const tier = (shop: Shop, key: string): Id => idOf(shop.ids.price_tiers[key]);

const write = <T>(shop: Shop, step: (db: WriteTx, storeId: Id) => T): Promise<T> =>
  shop.ctx.write((tx) => step(tx, storeId(shop)));

const refusesStep = (shop: Shop, step: (db: WriteTx, storeId: Id) => unknown, expected: ExpectedError) =>
  assert.rejects(write(shop, step), appError({ code: 'invalid_request', ...expected }));

const keys = (shop: Shop): string[] => warehouses(shop.ctx.db, storeId(shop)).map(({ key }) => key);

// Warehouses

test('the first warehouse supplies first', async () => {
  const shop = await openShop();
  assert.deepEqual(keys(shop), ['bkk', 'cnx']);
  await shop.order();
  assert.deepEqual([shop.stock('hot', 'bkk').reserved, shop.stock('hot', 'cnx').reserved], [1, 0]);
  await write(shop, (tx, id) => moveWarehouse(tx, id, warehouse(shop, 'cnx'), -1));
  assert.deepEqual(keys(shop), ['cnx', 'bkk']);
  await shop.order();
  assert.deepEqual([shop.stock('hot', 'bkk').reserved, shop.stock('hot', 'cnx').reserved], [1, 1]);
});

test('stock is listed in warehouse order, also for a bundle', async () => {
  const bundle = {
    key: 'set',
    name: 'ชุด',
    variants: [
      {
        key: 'pair',
        prices: { retail: '120' },
        bundle: [
          { variant: 'hot', qty: 2 },
          { variant: 'iced', qty: 1 },
        ],
      },
    ],
  };
  const shop = await openShop({ stores: [cafe({ products: [...cafe().products, bundle] })] });
  await write(shop, (tx, id) => moveWarehouse(tx, id, warehouse(shop, 'bkk'), 1));
  const order = [warehouse(shop, 'cnx'), warehouse(shop, 'bkk')];
  for (const variant of ['hot', 'pair'])
    assert.deepEqual(
      stockOfVariant(shop.ctx.db, idOf(shop.ids.variants[variant])).warehouses.map(({ warehouseId }) => warehouseId),
      order,
    );
  const hot = listStock(shop.ctx.db, storeId(shop), idOf(shop.ids.variants.hot));
  assert.deepEqual(
    hot.map(({ warehouseKey }) => warehouseKey),
    ['cnx', 'bkk'],
  );
});

test('moving the first warehouse up or the last one down changes nothing', async () => {
  const shop = await openShop();
  await write(shop, (tx, id) => moveWarehouse(tx, id, warehouse(shop, 'bkk'), -1));
  await write(shop, (tx, id) => moveWarehouse(tx, id, warehouse(shop, 'cnx'), 1));
  assert.deepEqual(keys(shop), ['bkk', 'cnx']);
});

test('a load orders warehouses as in the file, and a dump keeps the order', async () => {
  const shop = await openShop({
    stores: [cafe({ warehouses: ['9', '1', 'x'].map((key) => ({ key, name: key })), products: [] })],
  });
  assert.deepEqual(keys(shop), ['9', '1', 'x']);
  await write(shop, (tx, id) => moveWarehouse(tx, id, warehouse(shop, 'x'), -1));
  const [dumped] = dumpStores(shop.ctx.db, [findStore(shop.ctx.db, 'cafe')]).stores;
  assert.deepEqual(
    dumped?.warehouses.map(({ key }) => key),
    ['9', 'x', '1'],
  );
  await shop.load({
    stores: [{ key: 'cafe', name: 'บ้านกาแฟ', warehouses: ['1', 'new', '9'].map((key) => ({ key, name: key })) }],
  });
  assert.deepEqual(keys(shop), ['1', 'x', 'new', '9']); // x, which is not in the file, stays in its position
});

test('renaming a warehouse keeps its key', async () => {
  const shop = await openShop();
  await write(shop, (tx, id) => renameWarehouse(tx, id, warehouse(shop, 'cnx'), 'เชียงใหม่ 2'));
  assert.deepEqual(warehouses(shop.ctx.db, storeId(shop))[1], {
    id: warehouse(shop, 'cnx'),
    key: 'cnx',
    name: 'เชียงใหม่ 2',
  });
  await refusesStep(shop, (tx, id) => renameWarehouse(tx, id, warehouse(shop, 'cnx'), ' '), {
    key: 'no_visible_character',
    path: 'name',
  });
});

test('a warehouse with stock, or the only one, cannot be removed', async () => {
  const shop = await openShop();
  await refusesStep(shop, (tx, id) => removeWarehouse(tx, id, warehouse(shop, 'cnx'), 1), {
    key: 'warehouse_has_stock',
    params: { warehouse: 'เชียงใหม่', variants: 1 },
  });
  const bare = await openShop({ stores: [cafe({ warehouses: [{ key: 'bkk', name: 'กรุงเทพ' }], products: [] })] });
  await refusesStep(bare, (tx, id) => removeWarehouse(tx, id, warehouse(bare, 'bkk'), 1), {
    key: 'warehouse_is_the_only_one',
  });
});

test('a removed warehouse is hidden everywhere, and returns to its position when restored', async () => {
  const shop = await openShop({
    stores: [cafe({ warehouses: ['bkk', 'cnx', 'old'].map((key) => ({ key, name: key })) })],
  });
  const old = warehouse(shop, 'old');
  await write(shop, (tx, id) => moveWarehouse(tx, id, old, -1));
  await write(shop, (tx, id) => removeWarehouse(tx, id, old, 1_000));
  assert.deepEqual(keys(shop), ['bkk', 'cnx']);
  assert.deepEqual(
    removedWarehouses(shop.ctx.db, storeId(shop)).map(({ key }) => key),
    ['old'],
  );
  await refusesStep(shop, (tx, id) => addWarehouse(tx, id, { key: 'old', name: 'อีก' }), { key: 'warehouse_key_taken' });
  await write(shop, (tx, id) => restoreWarehouse(tx, id, old));
  assert.deepEqual(keys(shop), ['bkk', 'old', 'cnx']);
});

test('a warehouse of another store is not found', async () => {
  const shop = await openShop({ stores: [cafe(), { ...cafe({ products: [] }), key: 'tea' }] });
  const other = idOf(shop.stores.tea?.warehouses.bkk);
  for (const step of [moveWarehouse, removeWarehouse])
    await assert.rejects(
      write(shop, (tx, id) => step(tx, id, other, 1)),
      { code: 'not_found' },
    );
});

// Price tiers

test('a price tier in use, or the default one, cannot be removed; another one can', async () => {
  const shop = await openShop();
  await refusesStep(shop, (tx, id) => removePriceTier(tx, id, tier(shop, 'retail')), { key: 'price_tier_is_default' });
  await refusesStep(shop, (tx, id) => removePriceTier(tx, id, tier(shop, 'vip')), {
    key: 'price_tier_has_prices',
    params: { variants: 1 },
  });
  const spare = await write(shop, (tx, id) => addPriceTier(tx, id, { key: 'spare', name: 'สำรอง' }));
  await write(shop, (tx, id) => removePriceTier(tx, id, spare));
  assert.deepEqual(
    priceTiers(shop.ctx.db, storeId(shop)).map(({ key }) => key),
    ['retail', 'vip'],
  );
});

test('the price tier of a channel cannot be removed, and the error names the channel', async () => {
  const channels = [{ key: 'page', name: 'Sale page', price_tier: 'spare' }];
  const price_tiers = [...cafe().price_tiers, { key: 'spare', name: 'สำรอง' }];
  const shop = await openShop({ stores: [cafe({ channels, price_tiers })] });
  await refusesStep(shop, (tx, id) => removePriceTier(tx, id, tier(shop, 'spare')), {
    key: 'price_tier_has_channels',
    params: { channels: ['Sale page'] },
  });
});

test('a price tier can be renamed and made the default, and then the earlier default can be removed', async () => {
  const shop = await openShop({ stores: [cafe({ products: [] })] });
  await write(shop, (tx, id) => {
    renamePriceTier(tx, id, tier(shop, 'vip'), 'ขายส่ง');
    setDefaultTier(tx, id, tier(shop, 'vip'));
    removePriceTier(tx, id, tier(shop, 'retail'));
  });
  assert.deepEqual(priceTiers(shop.ctx.db, storeId(shop)), [
    { id: tier(shop, 'vip'), key: 'vip', name: 'ขายส่ง', isDefault: true },
  ]);
});

// The store's own addresses

const FORM = { name: 'คลังบางนา', telephone: '0811112222', postal_code: 10260, is_primary: false };

test('of several primary addresses the oldest is the default sender', async () => {
  const shop = await openShop();
  const id = await write(shop, (tx, store) => addStoreAddress(tx, store, FORM, shop.now()));
  const first = () => storeAddresses(shop.ctx.db, storeId(shop))[0]?.name;
  await write(shop, (tx, store) => markPrimary(tx, store, id, true, shop.now()));
  assert.equal(first(), 'บ้านกาแฟ');
  await write(shop, (tx, store) => markPrimary(tx, store, idOf(shop.ids.addresses.shop), false, shop.now()));
  assert.equal(first(), 'คลังบางนา');
});

test('a changed address is a new version: earlier orders keep the old one, later ones use the new one', async () => {
  const shop = await openShop();
  const sender = async () => {
    const { body } = await shop.order();
    return (await shop.call('/v1/order/detail', { order_id: body.order.id })).body.order.sender_address;
  };
  const before = await sender();
  assert.equal(before.name, 'บ้านกาแฟ');
  const own = idOf(shop.ids.addresses.shop);
  await write(shop, (tx, store) => changeStoreAddress(tx, store, own, { ...FORM, is_primary: true }, shop.now()));
  const after = await sender();
  assert.deepEqual([after.id, after.name, after.telephone], [before.id, 'คลังบางนา', '0811112222']);
});

test('a removed address is hidden and refused as a sender until it is restored', async () => {
  const shop = await openShop();
  const id = await write(shop, (tx, store) => addStoreAddress(tx, store, FORM, shop.now()));
  await write(shop, (tx, store) => removeStoreAddress(tx, store, id, shop.now()));
  assert.equal(storeAddresses(shop.ctx.db, storeId(shop)).length, 1);
  assert.equal((await shop.order({ sender_address_id: String(id) })).status, 400);
  await write(shop, (tx, store) => restoreStoreAddress(tx, store, id, shop.now()));
  assert.equal(existingStoreAddress(shop.ctx.db, storeId(shop), id).name, 'คลังบางนา');
  assert.equal((await shop.order({ sender_address_id: String(id) })).status, 200);
});

test('an address used by an order can be removed', async () => {
  const shop = await openShop();
  const { body } = await shop.order();
  await write(shop, (tx, store) => removeStoreAddress(tx, store, idOf(shop.ids.addresses.shop), shop.now()));
  const { status } = await shop.call('/v1/order/detail', { order_id: body.order.id });
  assert.equal(status, 200);
});

// The quota

test('the used quota counts the orders of the current calendar month in Bangkok', async () => {
  const clock = { now: Date.parse('2026-11-30T16:59:00Z') };
  const shop = await openShop({ now: () => clock.now });
  assert.equal(quotaUsed(shop.ctx.db, storeId(shop), clock.now), 0);
  await shop.order();
  await shop.order();
  assert.equal(quotaUsed(shop.ctx.db, storeId(shop), clock.now), 2);
  clock.now += 60_000;
  assert.equal(quotaUsed(shop.ctx.db, storeId(shop), clock.now), 0);
});
