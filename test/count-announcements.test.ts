import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { applyCounts, finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { applyFulfilment } from '../src/domain/stock/counts.ts';
import { writeOff } from '../src/domain/stock/goods.ts';
import { stockOfVariant } from '../src/domain/stock/stock-levels.ts';
import { listStock } from '../src/domain/stock/stock-list.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { announceCount, commitCounts, countsByVariant } from './count-announcement-steps.ts';
import {
  allAnnounced,
  announcedBy,
  changeTuples,
  documentDefaults,
  ledgerEntries,
  ledgerSteps,
  openRoastery,
  reseller,
  roastery,
  runStep,
  SUBSCRIBED_APP,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { idOf, openShop, until } from './support.ts';
import { openWebhookShop } from './webhook-shop.ts';

test('the commit of a count announces nothing itself', async () => {
  const shop = await openRoastery();
  assert.deepEqual(
    await announcedBy(shop, (tx) => commitCounts(shop, tx, countsByVariant(shop, { beans: 18, cup: 6 }))),
    [],
  );
});

test('the changed variants and their bundles are announced after the commit, with the time of their movement', async () => {
  const shop = await openRoastery();
  const items = await announceCount(shop, { beans: 18, cup: 6, kit: 1 });
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 18, 'stock_counted'],
    ['cup', 'bkk', 10, 6, 'stock_counted'],
    ['duo', 'bkk', 5, 3, 'stock_counted'],
  ]);
  assert.ok(items.every(({ user_id }) => user_id === '7'));
  assert.deepEqual(
    items.slice(0, 2).map(({ update_time }) => update_time),
    ['beans', 'cup'].map((key) => ledgerEntries(shop, key).at(-1)?.time),
  );
});

test('a bundle with several counted parts is announced once, and only if its quantity changes', async () => {
  const shop = await openRoastery();
  const duoItems = async (qtys: Record<string, number>) =>
    changeTuples(await announceCount(shop, qtys), shop).filter(([variant]) => variant === 'duo');
  assert.deepEqual(await duoItems({ beans: 6, cup: 11 }), []);
  assert.deepEqual(await duoItems({ beans: 2, cup: 2 }), [['duo', 'bkk', 5, 1, 'stock_counted']]);
});

test('a negative bundle quantity is announced as a whole number, rounded down', async () => {
  const shop = await openRoastery({ settings: { sell_below_zero: true } });
  const { status } = await shop.order({ products: [{ sku: 'CUP', qty: 21, price: '5' }] });
  assert.equal(status, 200);
  const items = await announceCount(shop, { cup: 0 });
  assert.deepEqual(changeTuples(items, shop).at(-1), ['duo', 'bkk', -2, -7, 'stock_counted']);
});

test('a movement between commit and announcement has the later time for the bundle too', async () => {
  const shop = await openRoastery();
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { cup: 4 }));
    const cups = { variantId: variantId(shop, 'cup'), warehouseId: warehouseId(shop) };
    addOnHand(tx, { ...cups, qty: 2, reason: 'user_added' }, now);
    finishApplyingCounts(tx, now);
  });
  const duoItems = items.filter((item) => item.id === shop.ids.variants.duo);
  const byTime = duoItems.toSorted((a, b) => a.update_time - b.update_time);
  assert.deepEqual(changeTuples(byTime, shop), [
    ['duo', 'bkk', 5, 2, 'stock_counted'],
    ['duo', 'bkk', 2, 3, 'user_added'],
  ]);
});

// Between commit and announcement

test('after the commit all reads show the counted quantities, before the lines are applied', async () => {
  const shop = await openRoastery();
  await shop.ctx.write((tx) => {
    commitCounts(shop, tx, countsByVariant(shop, { beans: 18, cup: 4 }));
    const totalStock = (key: string) => stockOfVariant(tx, variantId(shop, key)).total;
    assert.deepEqual(totalStock('beans'), { onHand: 22, reserved: 0 });
    assert.deepEqual(totalStock('cup'), { onHand: 12, reserved: 0 });
    assert.deepEqual(totalStock('duo'), { onHand: 6, reserved: 0 });
    const rows = listStock(tx, idOf(shop.ids.id)).filter(({ warehouseKey }) => warehouseKey === 'bkk');
    assert.deepEqual(
      rows.map(({ onHand }) => onHand),
      [18, 4, 1, 2],
    );
    assert.deepEqual(verifyStock(tx), []);
    assert.deepEqual(ledgerSteps(shop, 'beans'), []);
  });
});

test('movements before the lines are applied start from the counted quantities', async () => {
  const shop = await openRoastery();
  const lost = { ...documentDefaults(shop), kind: 'lost' as const };
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { beans: 30 }));
    writeOff(tx, { ...lost, lines: [{ variantId: variantId(shop, 'beans'), qty: 25 }] }, now);
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(
    changeTuples(items, shop).filter(([variant]) => variant === 'beans'),
    [
      ['beans', 'bkk', 20, 30, 'stock_counted'],
      ['beans', 'bkk', 30, 5, 'lost'],
    ],
  );
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a count is committed only after the previous one is applied', async () => {
  const shop = await openRoastery();
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { kit: 4 }));
    commitCounts(shop, tx, countsByVariant(shop, { kit: 9 }));
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(changeTuples(items, shop), [
    ['kit', 'bkk', 1, 4, 'stock_counted'],
    ['kit', 'bkk', 4, 9, 'stock_counted'],
  ]);
});

test('a product pulled after the commit is announced once, with its current quantity', async () => {
  const shop = await openShop({ stores: [roastery({ apps: [] }), reseller({ products: [] })] });
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { beans: 18 }));
    const sourceId = idOf(shop.ids.products.coffee);
    pullProduct(tx, idOf(shop.stores.shelf?.id), { sourceId, key: 'resold' }, now);
    finishApplyingCounts(tx, now);
  });
  const beansItems = items.filter(
    ({ sku, warehouse_id }) => sku === 'BEANS' && warehouse_id === shop.ids.warehouses.bkk,
  );
  assert.deepEqual(
    beansItems.map((item) => [item.old, item.new, item.reason]),
    [[0, 18, 'variant_created']],
  );
});

test('the deletion of a source after the commit leaves no gap: the count is announced first, then the deletion', async () => {
  const shop = await openShop({ stores: [roastery({ apps: [] }), reseller()] });
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { kit: 4 }));
    deleteProduct(tx, idOf(shop.ids.products.coffee), now);
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(
    changeTuples(items, shop).filter(([variant]) => variant === 'resold/kit'),
    [
      ['resold/kit', 'bkk', 1, 4, 'stock_counted'],
      ['resold/kit', 'bkk', 4, 0, 'unknown'],
    ],
  );
});

test('resellers’ apps receive their own variants, without the user of the count', async () => {
  const shop = await openShop({ stores: [roastery({ apps: [] }), reseller()] });
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { beans: 2 }));
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(changeTuples(items, shop), [
    ['resold/beans', 'bkk', 20, 2, 'stock_counted'],
    ['resold/duo', 'bkk', 5, 2, 'stock_counted'],
  ]);
  assert.ok(items.every((item) => !('user_id' in item)));
});

test('a fulfilment file is announced without an actor', async () => {
  const shop = await openRoastery();
  const { userId: _, ...file } = documentDefaults(shop);
  const lines = countsByVariant(shop, { beans: 25, kit: 0 }).map(([id, counted]) => ({ variantId: id, counted }));
  const items = await announcedBy(shop, (tx, now) => {
    applyFulfilment(tx, { ...file, lines }, now);
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 25, 'fullfilment_updated'],
    ['kit', 'bkk', 1, 0, 'fullfilment_updated'],
  ]);
  assert.ok(items.every((item) => !('user_id' in item)));
});

test('a movement before the announcement of a count has its own item with a later time', async () => {
  const shop = await openRoastery();
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { kit: 4 }));
    const kit = { variantId: variantId(shop, 'kit'), warehouseId: warehouseId(shop) };
    addOnHand(tx, { ...kit, qty: 2, reason: 'user_added' }, now);
    finishApplyingCounts(tx, now);
  });
  const byTime = items.toSorted((a, b) => a.update_time - b.update_time);
  assert.deepEqual(changeTuples(byTime, shop), [
    ['kit', 'bkk', 1, 4, 'stock_counted'],
    ['kit', 'bkk', 4, 6, 'user_added'],
  ]);
});

test('a running server announces a count automatically', async () => {
  const { shop, receiver } = await openWebhookShop();
  await runStep(shop, (tx) => commitCounts(shop, tx, countsByVariant(shop, { hot: 7, iced: 10 })));
  await allAnnounced(shop);
  await until('the count is delivered', () => receiver.items.length > 0);
  assert.deepEqual(changeTuples(receiver.items, shop), [['hot', 'bkk', 10, 7, 'stock_counted']]);
});

test('without subscribed apps nothing is queued for delivery', async () => {
  const shop = await openRoastery({ apps: [{ key: 'bot', name: 'Bot', url: '' }] });
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { beans: 2, kit: 0 }));
    finishApplyingCounts(tx, now);
    assert.equal(applyCounts(tx, now), false);
  });
  assert.deepEqual(items, []);
});

// Several documents and apps

test('every app of the store receives a count', async () => {
  const shop = await openRoastery({
    apps: [...SUBSCRIBED_APP, { key: 'erp', name: 'ERP', url: 'http://127.0.0.1:9/erp' }],
  });
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, { kit: 0 }));
    finishApplyingCounts(tx, now);
  });
  assert.equal(items.length, 2);
  assert.deepEqual(items[0], items[1]);
});
