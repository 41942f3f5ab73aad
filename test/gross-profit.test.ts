import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { bestSellers } from '../src/domain/figures/best-sellers.ts';
import { grossProfits } from '../src/domain/figures/gross-profit.ts';
import { withSnapshot } from '../src/domain/figures/snapshot.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { shipOrder } from '../src/domain/orders/shipments/move.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import { bangkokDay } from '../src/lib/calendar.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { placeOrder } from './order-steps.ts';
import { documentDefaults, reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const setCost = (shop: Shop, key: string, cost: string | null) =>
  runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, key), { cost: cost === null ? null : baht(cost) }, now));

async function openWithCosts(stores: object[] = [roastery()]) {
  const shop = await openShop({ stores });
  await setCost(shop, 'beans', '165');
  await setCost(shop, 'cup', '10');
  return shop;
}

const buy = (shop: Shop, key: string, qty: number, cost: string) =>
  runStep(shop, (tx, now) =>
    purchase(
      tx,
      { ...documentDefaults(shop), lines: [{ variantId: variantId(shop, key), qty, cost: baht(cost) }] },
      now,
    ),
  );

const order = (shop: Shop, sku: string, qty: number) => placeOrder(shop, [{ sku, qty, price: '500' }]);

const ship = (shop: Shop, { id }: { id: Id }, more: object = {}) =>
  runStep(shop, (tx, now) => shipOrder(tx, id, { trackingNumber: `T${id}`, ...more }, byCommand(now)));

/** By SKU: cost, profit and units that have not left. */
async function profitsOf(shop: Shop, store = shop.ids): Promise<Record<string, (string | number)[] | undefined>> {
  const end = bangkokDay(shop.now()) + 1;
  const search = { storeId: idOf(store.id), first: end - 30, end };
  return withSnapshot(shop.ctx.db, async (snapshot) => {
    const sold = await bestSellers(snapshot, { ...search, limit: 10 });
    const profits = await grossProfits(shop.ctx.db, snapshot, { ...search, sold });
    return Object.fromEntries(
      sold.map(({ sku, variantId }) => {
        const gross = profits.get(variantId);
        return [sku, gross && [moneyText(gross.cost), moneyText(gross.profit), gross.openUnits]];
      }),
    );
  });
}

test('a later purchase does not change the gross profit of units that have left', async () => {
  const shop = await openWithCosts();
  await ship(shop, await order(shop, 'BEANS', 4));
  assert.deepEqual(await profitsOf(shop), { BEANS: ['660', '1340', 0] });
  await buy(shop, 'beans', 10, '100');
  assert.deepEqual(await profitsOf(shop), { BEANS: ['660', '1340', 0] });
  await setCost(shop, 'beans', null);
  assert.deepEqual(await profitsOf(shop), { BEANS: ['660', '1340', 0] });
});

test('units that have not left count at the average of today, and those that will not be shipped cost nothing', async () => {
  const shop = await openWithCosts();
  const placed = await order(shop, 'BEANS', 10);
  await ship(shop, placed, { lines: [{ lineId: placed.lines[0], qty: 4 }] });
  await buy(shop, 'beans', 20, '65'); // (20 × 165 + 20 × 65) ÷ 40 = 115
  assert.deepEqual(await profitsOf(shop), { BEANS: ['1350', '3650', 6] });
  await ship(shop, placed, { trackingNumber: 'B', short: [{ lineId: placed.lines[0], qty: 2 }] });
  assert.deepEqual(await profitsOf(shop), { BEANS: ['890', '4110', 0] });
});

test('an undone handover counts at the average of today again, and a canceled order does not count', async () => {
  const shop = await openWithCosts();
  const placed = await order(shop, 'BEANS', 4);
  const parcel = await ship(shop, placed);
  await runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byCommand(now)));
  await setCost(shop, 'beans', '100');
  assert.deepEqual(await profitsOf(shop), { BEANS: ['400', '1600', 4] });
  await runStep(shop, (tx, now) => cancelOrder(tx, placed.id, 'store', byCommand(now)));
  assert.deepEqual(await profitsOf(shop), {});
});

test('a bundle costs as much as its parts, before and after it has left', async () => {
  const shop = await openWithCosts();
  const placed = await order(shop, 'DUO', 2);
  assert.deepEqual(await profitsOf(shop), { DUO: ['370', '630', 2] });
  await ship(shop, placed);
  await setCost(shop, 'cup', '99');
  assert.deepEqual(await profitsOf(shop), { DUO: ['370', '630', 0] });
});

test('units that left without a cost have no profit, also when a cost is entered later', async () => {
  const shop = await openWithCosts();
  await ship(shop, await order(shop, 'KIT', 1));
  await setCost(shop, 'kit', '5');
  assert.deepEqual(await profitsOf(shop), { KIT: undefined });
});

test('a store does not see the costs of the store from which it pulls a product', async () => {
  const shop = await openWithCosts([roastery(), reseller()]);
  const shelf = shop.stores.shelf as Shop['ids'];
  const placed = await placeOrder(shop, [{ sku: 'BEANS', qty: 1, price: '500' }], {}, await shop.bearer('page', shelf));
  await ship(shop, placed);
  assert.deepEqual(await profitsOf(shop, shelf), { BEANS: undefined });
});
