import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
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

test('the oldest waiting parcels are found by the stages of their orders, without a scan or a sort of orders', async () => {
  const shop = await openShop();
  await bookOrder(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]));
  const texts = new Set<string>();
  const note = (statement: unknown) => {
    const { sql: text } = statement as { sql: string };
    if (/orders_by_stage/.test(text)) texts.add(text);
  };
  const connection = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  overview(shop, connection);
  preparations.unsubscribe(note);
  connection.close();
  for (const text of texts) {
    const steps = planSteps(shop.config.database, [text]);
    const ofOrders = steps.slice(0, steps.indexOf('SCAN o'));
    assert.deepEqual(
      ofOrders.filter((step) => /ORDER BY|SCAN orders/.test(step)),
      [],
    );
    const byStage = 'SEARCH orders USING COVERING INDEX orders_by_stage (store_id=? AND stage=?)';
    assert.equal(ofOrders.filter((step) => step === byStage).length, 2, steps.join('\n'));
    assert.ok(ofOrders.includes('MERGE (UNION ALL)'));
  }
  assert.equal(texts.size, 2); // the counts and the list
});
