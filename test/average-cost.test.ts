import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assemble, disassemble } from '../src/domain/catalogue/assembly.ts';
import { knownCosts } from '../src/domain/catalogue/average-costs.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { purchase, purchaseAtKnownCosts } from '../src/domain/catalogue/purchase.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { withSnapshot } from '../src/domain/figures/snapshot.ts';
import { pastStockValue, stockValue } from '../src/domain/figures/stock-value.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { shipOrder } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { itemsOf } from '../src/domain/orders/shipments/shipment.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import { receive, transfer, writeOff } from '../src/domain/stock/goods.ts';
import { stockAt } from '../src/domain/stock/stock-history.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { placeOrder } from './order-steps.ts';
import { change } from './sql.ts';
import { documentDefaults, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop } from './support.ts';

/** The roastery with costs: 24 beans at 165 baht in two warehouses, and 18 cups at 10. */
async function openWithCosts(costs: Record<string, string> = { beans: '165', cup: '10' }, change: object = {}) {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery(change)], now: clock.now });
  for (const [key, cost] of Object.entries(costs))
    await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, key), { cost: baht(cost) }, now));
  return { shop, clock };
}

const line = (shop: Shop, key: string, qty: number, cost?: string) => ({
  variantId: variantId(shop, key),
  qty,
  cost: cost === undefined ? undefined : baht(cost),
});

const buy = (shop: Shop, ...lines: ReturnType<typeof line>[]) =>
  runStep(shop, (tx, now) => purchaseAtKnownCosts(tx, { ...documentDefaults(shop), lines }, now));

function costOf(shop: Shop, key: string): string | undefined {
  const cost = knownCosts(shop.ctx.db, [variantId(shop, key)]).get(variantId(shop, key)) ?? null;
  return cost === null ? undefined : moneyText(cost);
}

const worthOf = (shop: Shop) => withSnapshot(shop.ctx.db, (snapshot) => stockValue(snapshot, idOf(shop.ids.id)));

const ship = (shop: Shop, order: { id: Id }) =>
  runStep(shop, (tx, now) => shipOrder(tx, order.id, { trackingNumber: `T${order.id}` }, byCommand(now)));

const costsIn = (shop: Shop, shipment: { id: Id }) =>
  itemsOf(shop.ctx.db, shipment.id).map(({ variantId, cost }) => [variantId, cost && moneyText(cost)]);

test('units on hand at one cost and received ones at another have their average cost, and the value of the stock grows', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  const before = await worthOf(shop);
  await buy(shop, line(shop, 'beans', 10, '100'));
  assert.equal(costOf(shop, 'beans'), '145.8824'); // (24 × 165 + 10 × 100) ÷ 34
  const after = await worthOf(shop);
  assert.deepEqual([before.value, after.value], [baht('3960'), baht('4960.0016')]);
});

test('several lines of a document count together, and a line without a cost comes in at the average', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  await buy(shop, line(shop, 'beans', 10, '100'), line(shop, 'beans', 6, '50'), line(shop, 'beans', 10));
  assert.equal(costOf(shop, 'beans'), '138.2'); // (34 × 165 + 10 × 100 + 6 × 50) ÷ 50
  await buy(shop, line(shop, 'beans', 10));
  await runStep(shop, (tx, now) =>
    receive(tx, { ...documentDefaults(shop), kind: 'deposit', lines: [line(shop, 'beans', 5)] }, now),
  );
  assert.equal(costOf(shop, 'beans'), '138.2');
});

test('the average is rounded to the nearest 1/10,000 baht, a half up', async () => {
  const { shop } = await openWithCosts({ kit: '0.0001' }); // one unit
  await buy(shop, line(shop, 'kit', 1, '0.0002'));
  assert.equal(costOf(shop, 'kit'), '0.0002'); // 0.00015
  await buy(shop, line(shop, 'kit', 1, '0.0003'));
  assert.equal(costOf(shop, 'kit'), '0.0002'); // 0.00023…
});

test('without units on hand, or without a known cost, the received cost becomes the cost', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  const all = ['bkk', 'cnx'].map((key) => [warehouseId(shop, key), key === 'bkk' ? 20 : 4] as const);
  for (const [warehouse, qty] of all)
    await runStep(shop, (tx, now) =>
      writeOff(
        tx,
        { ...documentDefaults(shop), warehouseId: warehouse, kind: 'lost', lines: [line(shop, 'beans', qty)] },
        now,
      ),
    );
  await buy(shop, line(shop, 'beans', 2, '100'), line(shop, 'cup', 1, '7'));
  assert.deepEqual([costOf(shop, 'beans'), costOf(shop, 'cup')], ['100', '7']);
});

test('largest quantities and costs have an exact average', async () => {
  const { shop } = await openWithCosts({ kit: '99999999999.9999' });
  await buy(shop, line(shop, 'kit', 1_000_000, '99999999999.9997'));
  assert.equal(costOf(shop, 'kit'), '99999999999.9997');
});

test('transfers and write-offs keep the average', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  const goods = { ...documentDefaults(shop), lines: [line(shop, 'beans', 3)] };
  await runStep(shop, (tx, now) => transfer(tx, { ...goods, toWarehouseId: warehouseId(shop, 'cnx') }, now));
  await runStep(shop, (tx, now) => writeOff(tx, { ...goods, kind: 'damaged' }, now));
  assert.equal(costOf(shop, 'beans'), '165');
  assert.equal((await worthOf(shop)).value, baht(String(21 * 165)));
});

test('a parcel keeps the cost with which its units left; the units of a bundle are its parts', async () => {
  const { shop } = await openWithCosts();
  const order = await placeOrder(shop, [
    { sku: 'BEANS', qty: 2, price: '500' },
    { sku: 'DUO', qty: 1, price: '500' },
    { sku: 'KIT', qty: 1, price: '500' },
  ]);
  const parcel = await ship(shop, order);
  await buy(shop, line(shop, 'beans', 10, '100'));
  const [beans, cup, kit] = ['beans', 'cup', 'kit'].map((key) => variantId(shop, key));
  assert.deepEqual(costsIn(shop, parcel), [
    [beans, '165'],
    [beans, '165'],
    [cup, '10'],
    [kit, null],
  ]);
});

test('returned units come back at the cost with which they left', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 4, price: '500' }]);
  await ship(shop, order);
  await buy(shop, line(shop, 'beans', 20, '100')); // (20 × 165 + 20 × 100) ÷ 40
  assert.equal(costOf(shop, 'beans'), '132.5');
  await runStep(shop, (tx, now) =>
    returnGoods(tx, order.id, { lines: [{ lineId: order.lines[0] as Id, qty: 2 }] }, byCommand(now)),
  );
  assert.equal(costOf(shop, 'beans'), '134.0476'); // (40 × 132.5 + 2 × 165) ÷ 42
});

test('an undone handover takes the units back at the cost with which they left; the parcel has no cost until it leaves again', async () => {
  const { shop } = await openWithCosts({ beans: '165' });
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 4, price: '500' }]);
  const parcel = await ship(shop, order);
  const undo = () => runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byCommand(now)));
  await undo();
  assert.deepEqual([costOf(shop, 'beans'), costsIn(shop, parcel)], ['165', [[variantId(shop, 'beans'), null]]]);
});

test('an assembled unit costs as much as its parts; taken apart, it gives its cost back to them', async () => {
  const { shop } = await openWithCosts({ beans: '165', cup: '10' });
  const kits = { ...documentDefaults(shop), variantId: variantId(shop, 'kit') };
  await runStep(shop, (tx, now) => assemble(tx, { ...kits, qty: 3 }, now));
  assert.equal(costOf(shop, 'kit'), '340'); // 2 × 165 + 10
  await buy(shop, line(shop, 'beans', 18, '330'));
  assert.equal(costOf(shop, 'beans'), '247.5');
  const before = await worthOf(shop);
  await runStep(shop, (tx, now) => disassemble(tx, { ...kits, qty: 1 }, now));
  const after = await worthOf(shop);
  assert.ok(Math.abs((after.value ?? 0) - (before.value ?? 0)) < 100, `${before.value} ${after.value}`); // rounding only
});

test('the stock of a past time has the cost and the value of that time', async () => {
  const { shop, clock } = await openWithCosts({ beans: '165' });
  const opened = clock.now();
  clock.forward(MINUTE);
  await buy(shop, line(shop, 'beans', 10, '100'));
  const bought = clock.now();
  clock.forward(MINUTE);
  await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'beans'), { cost: baht('1') }, now));
  const at = (time: number) => ({
    rows: stockAt(shop.ctx.db, idOf(shop.ids.id), time, [variantId(shop, 'beans')]).map(
      ({ warehouseKey, onHand, cost }) => [warehouseKey, onHand, cost && moneyText(cost)],
    ),
    value: pastStockValue(stockAt(shop.ctx.db, idOf(shop.ids.id), time)),
  });
  const withoutCost = { variants: 2, pieces: 19 };
  assert.deepEqual(at(opened), {
    rows: [
      ['bkk', 20, '165'],
      ['cnx', 4, '165'],
    ],
    value: { value: baht('3960'), pieces: 24, withoutCost },
  });
  assert.deepEqual(at(bought), {
    rows: [
      ['bkk', 30, '145.8824'],
      ['cnx', 4, '145.8824'],
    ],
    value: { value: baht('4960.0016'), pieces: 34, withoutCost },
  });
  assert.deepEqual(at(shop.now()).value, await worthOf(shop));
});

test('a cost without its recorded change is found by the check of the database', async () => {
  const { shop } = await openWithCosts();
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE variants SET cost = 5 WHERE sku = 'BEANS'`)));
  assert.deepEqual(
    checkDatabase(shop.ctx.db).problems.map(({ key }) => key),
    ['variant_cost_differs_from_history'],
  );
});

interface Model {
  units: number;
  cost: number;
  /** Parcels: units and the cost with which they left. */
  sent: { order: { id: Id; lines: readonly Id[] }; units: number; cost: number }[];
}

const roundedAverage = (units: number, cost: number, more: number, at: number): number =>
  units <= 0 ? at : Math.floor((2 * (units * cost + more * at) + units + more) / (2 * (units + more)));

test('after random receipts, shipments, returns and revaluations the value is that of a simple model', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), qty: fc.integer({ min: 1, max: 50 }), cost: fc.nat(3_000_000) }),
    fc.record({ kind: fc.constant('ship' as const), qty: fc.integer({ min: 1, max: 12 }), cost: fc.constant(0) }),
    fc.record({ kind: fc.constant('return' as const), qty: fc.integer({ min: 1, max: 6 }), cost: fc.nat(20) }),
    fc.record({ kind: fc.constant('set' as const), qty: fc.constant(0), cost: fc.nat(3_000_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 25 }), async (actions) => {
      const { shop, clock } = await openWithCosts({ kit: '165' });
      const model: Model = { units: 1, cost: 1_650_000, sent: [] };
      const values: [time: number, value: number][] = [];
      for (const { kind, qty, cost } of actions) {
        clock.forward(MINUTE);
        if (kind === 'buy') {
          await runStep(shop, (tx, now) =>
            purchase(
              tx,
              { ...documentDefaults(shop), lines: [{ variantId: variantId(shop, 'kit'), qty, cost: cost as Money }] },
              now,
            ),
          );
          model.cost = roundedAverage(model.units, model.cost, qty, cost);
          model.units += qty;
        } else if (kind === 'ship' && qty <= model.units) {
          const order = await placeOrder(shop, [{ sku: 'KIT', qty, price: '500' }]);
          await ship(shop, order);
          model.units -= qty;
          model.sent.push({ order, units: qty, cost: model.cost });
        } else if (kind === 'return') {
          const sent = model.sent[cost % Math.max(model.sent.length, 1)];
          const units = Math.min(qty, sent?.units ?? 0);
          if (!sent || units === 0) continue;
          const lines = [{ lineId: sent.order.lines[0] as Id, qty: units }];
          await runStep(shop, (tx, now) => returnGoods(tx, sent.order.id, { lines }, byCommand(now)));
          model.cost = roundedAverage(model.units, model.cost, units, sent.cost);
          model.units += units;
          sent.units -= units;
        } else if (kind === 'set') {
          await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'kit'), { cost: cost as Money }, now));
          model.cost = cost;
        }
        values.push([shop.now() + 1_000, model.units * model.cost]);
      }
      for (const [time, value] of values)
        assert.equal(pastStockValue(stockAt(shop.ctx.db, idOf(shop.ids.id), time)).value, value);
      assert.equal((await worthOf(shop)).value, model.units * model.cost);
      assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
      await shop.stop();
    }),
    { numRuns: Number(process.env.RAAN_MODEL_RUNS ?? 5), endOnFailure: true },
  );
});
