import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOnHand, deductOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { changeStock } from '../src/domain/stock/ledger.ts';
import { appError } from './errors.ts';
import { adjust, ledger, orderOf, place, rows } from './ledger-steps.ts';
import { sql, tamper } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop } from './support.ts';

test('opening stock is one system_init row starting from zero, without an actor', async () => {
  const shop = await openShop();
  assert.deepEqual(
    shop.ctx.db.all(
      sql(`SELECT on_hand_before, on_hand_after, reserved_before, reserved_after, reason, order_id, user_id
       FROM stock_ledger WHERE variant_id = ? ORDER BY warehouse_id`),
      idOf(shop.ids.variants.hot),
    ),
    [10, 5].map((qty) => ({
      on_hand_before: 0,
      on_hand_after: qty,
      reserved_before: 0,
      reserved_after: 0,
      reason: 'system_init',
      order_id: null,
      user_id: null,
    })),
  );
});

test('an order adds one ledger row per warehouse, with increased reserved and unchanged on hand', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, 12);
  assert.deepEqual(rows(shop), [{ onHand: [10, 10], reserved: [0, 10], reason: 'order_reserved', order, user: null }]);
  assert.deepEqual(rows(shop, 'hot', 'cnx'), [
    { onHand: [5, 5], reserved: [0, 2], reason: 'order_reserved', order, user: null },
  ]);
});

test('each ledger row starts with the quantities of the previous row', async () => {
  const shop = await openShop();
  const first = await orderOf(shop, 3);
  await adjust(shop, addOnHand, 5);
  await orderOf(shop, 4);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(first), 'store', byCommand(shop.now())));
  await adjust(shop, deductOnHand, 2);
  const kept = ledger(shop);
  assert.deepEqual(
    kept.map(({ onHand, reserved }) => [...onHand, ...reserved]),
    [
      [10, 10, 0, 3],
      [10, 15, 3, 3],
      [15, 15, 3, 7],
      [15, 15, 7, 4],
      [15, 13, 4, 4],
    ],
  );
  assert.deepEqual(shop.stock('hot'), { onHand: 13, reserved: 4 });
});

test('times strictly increase per variant and warehouse, even if the clock stops or steps back', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const opened = clock.now();
  await adjust(shop, addOnHand, 1);
  await adjust(shop, addOnHand, 1);
  clock.forward(-3_600_000);
  await adjust(shop, addOnHand, 1);
  await orderOf(shop, 1);
  clock.forward(7_200_000);
  await adjust(shop, addOnHand, 1);
  assert.deepEqual(
    ledger(shop).map(({ time }) => time - opened),
    [1, 2, 3, 4, 3_600_000],
  );
});

test('the first movement in a warehouse has the current time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  clock.forward(-1_000);
  const where = place(shop, 'iced', 'cnx');
  await shop.ctx.write((tx) => addOnHand(tx, { ...where, qty: 3, reason: 'command_edited' }, clock.now()));
  const row = shop.ctx.db.get(
    sql('SELECT time FROM stock_ledger WHERE variant_id = ? AND warehouse_id = ?'),
    where.variantId,
    where.warehouseId,
  );
  assert.deepEqual(row, { time: clock.now() });
});

test('ledger rows cannot be updated, deleted or replaced', async () => {
  const shop = await openShop();
  const { db } = shop.ctx;
  const before = db.all(sql('SELECT * FROM stock_ledger'));
  for (const text of [
    'UPDATE stock_ledger SET on_hand_after = on_hand_after + 1',
    `UPDATE stock_ledger SET reason = 'unknown' WHERE reason = 'system_init'`,
    'DELETE FROM stock_ledger',
    'INSERT OR REPLACE INTO stock_ledger SELECT * FROM stock_ledger LIMIT 1',
    'REPLACE INTO stock_ledger SELECT * FROM stock_ledger LIMIT 1',
  ])
    assert.throws(() => tamper(shop.ctx, text), /the ledger is append-only/, text);
  assert.deepEqual(db.all(sql('SELECT * FROM stock_ledger')), before);
});

test('a ledger row has at most one actor: an order, or a user', async () => {
  const shop = await openShop();
  const orderId = idOf(await orderOf(shop, 1));
  const userId = idOf('1');
  for (const cause of [
    { reason: 'user_added', orderId },
    { reason: 'order_edited', userId },
    { reason: 'order_edited', orderId, userId },
  ] as const)
    await assert.rejects(
      shop.ctx.write((tx) => changeStock(tx, cause, { ...place(shop), onHand: 1 }, shop.now())),
      /may not name/,
    );
  assert.throws(
    () =>
      tamper(
        shop.ctx,
        'INSERT INTO stock_ledger SELECT 99, NULL, variant_id, 2, time, 0, 0, 0, 0, reason, 1, 1, 1 FROM stock_ledger LIMIT 1',
      ),
    /CHECK constraint failed/,
  );
  assert.equal(ledger(shop).length, 1);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 1 });
});

test('a refused order adds no ledger row', async () => {
  const shop = await openShop();
  const { status } = await shop.order({
    products: [
      { product_variant_id: shop.ids.variants.hot, qty: 1 },
      { product_variant_id: shop.ids.variants.iced, qty: 11 },
    ],
  });
  assert.equal(status, 400);
  assert.deepEqual(rows(shop), []);
  assert.deepEqual(rows(shop, 'iced'), []);
});

test('quantities above the exact integer range are refused, and no stock moves', async () => {
  const shop = await openShop();
  await assert.rejects(adjust(shop, addOnHand, 1_000_000_000_000), appError({ key: 'stock_too_large' }));
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(rows(shop), []);
});
