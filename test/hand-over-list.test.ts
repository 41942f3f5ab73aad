import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { handOverOverview } from '../src/domain/orders/shipments/hand-over-list.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { change, openTestDatabase, planSteps, sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const overview = (shop: Shop, db = shop.ctx.db) =>
  handOverOverview(db, idOf(shop.ids.id), { recent: 10, waiting: 50 }, shop.now());

/** Newer orders to ship with COD, without parcels. */
function addCodOrders(shop: Shop, count: number): Promise<unknown> {
  const columns = shop.ctx.db.all(sql<{ name: string }>(`SELECT name FROM pragma_table_info('orders')`));
  const copied = columns.map(({ name }) => ({ id: 'NULL', order_number: '1 + i', stage: `'cod'` })[name] ?? name);
  return runStep(shop, (tx) =>
    tx.run(
      change(`WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < @count)
        INSERT INTO orders SELECT ${copied.join()} FROM k CROSS JOIN orders WHERE order_number = 1`),
      { count },
    ),
  );
}

test('the page counts the parcel of the oldest order, however many newer COD orders are waiting', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { cod_counts_as_ready: true } })] });
  const oldest = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await bookOrder(shop, oldest, { trackingNumber: 'P1' });
  await addCodOrders(shop, 5_000);
  const { progress, waiting } = overview(shop);
  assert.deepEqual(progress, [{ shippingType: 'ems', handedOver: 0, waiting: 1 }]);
  assert.deepEqual(
    waiting.map(({ trackingNumber }) => trackingNumber),
    ['P1'],
  );
});

/** The plans of the statements that find the waiting parcels. */
function plansOf(shop: Shop): string[][] {
  const texts = new Set<string>();
  const note = (statement: unknown) => {
    const { sql: text } = statement as { sql: string };
    if (/shipments_to_hand_over/.test(text)) texts.add(text);
  };
  const connection = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  overview(shop, connection);
  preparations.unsubscribe(note);
  connection.close();
  assert.equal(texts.size, 2); // the counts and the list
  return [...texts].map((text) => planSteps(shop.config.database, [text]));
}

for (const [title, isPacked] of [
  ['a store that does not pack with raan', false],
  ['a store that packs', true],
] as const)
  test(`the waiting parcels of ${title} are found in indexes, without a row or a sort of orders`, async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    await bookOrder(shop, order, { trackingNumber: 'P1' });
    if (isPacked) await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
    for (const steps of plansOf(shop)) {
      const ofStages = steps.filter((step) => / orders /.test(step));
      const byStage = 'SEARCH orders USING COVERING INDEX orders_by_stage (store_id=? AND stage=?)';
      assert.deepEqual(ofStages, [byStage, byStage], steps.join('\n'));
      assert.ok(steps.some((step) => /^SEARCH s USING COVERING INDEX shipments_to_hand_over/.test(step)));
      assert.ok(!steps.includes('USE TEMP B-TREE FOR ORDER BY'), steps.join('\n'));
      assert.equal(
        steps.some((step) => /packed_orders/.test(step)),
        isPacked,
      );
    }
  });
