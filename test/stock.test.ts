import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WriteTx } from '../src/db/write-tx.ts';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { type Adjustment, addOnHand, deductOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { changeStock } from '../src/domain/stock/ledger.ts';
import { repairStock, verifyStock } from '../src/domain/stock/verify-stock.ts';
import { AppError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { appError } from './errors.ts';
import { stoppedClock } from './raw-http.ts';
import { change, sql, tamper } from './sql.ts';
import { announcedBy, roastery } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';

interface Row {
  time: number;
  onHand: [number, number];
  reserved: [number, number];
  reason: string;
  order: string | null;
  user: string | null;
}

type LedgerRow = Record<'time' | 'on_hand_before' | 'on_hand_after' | 'reserved_before' | 'reserved_after', number> & {
  reason: string;
  order_id: number | null;
  user_id: number | null;
};

const actor = (id: number | null) => (id === null ? null : String(id));

/** The ledger of a variant in a warehouse, oldest first, without its opening row. */
const ledger = (shop: Shop, variant = 'hot', warehouse = 'bkk'): Row[] =>
  shop.ctx.db
    .all(
      sql<LedgerRow>('SELECT * FROM stock_ledger WHERE variant_id = ? AND warehouse_id = ? ORDER BY time'),
      idOf(shop.ids.variants[variant]),
      idOf(shop.ids.warehouses[warehouse]),
    )
    .slice(1)
    .map((row) => ({
      time: row.time,
      onHand: [row.on_hand_before, row.on_hand_after],
      reserved: [row.reserved_before, row.reserved_after],
      reason: row.reason,
      order: actor(row.order_id),
      user: actor(row.user_id),
    }));

const rows = (shop: Shop, variant = 'hot', warehouse = 'bkk') =>
  ledger(shop, variant, warehouse).map(({ time: _, ...row }) => row);

const place = (shop: Shop, variant = 'hot', warehouse = 'bkk') => ({
  variantId: idOf(shop.ids.variants[variant]),
  warehouseId: idOf(shop.ids.warehouses[warehouse]),
});

type Adjust = (tx: WriteTx, adjustment: Adjustment, now: number) => unknown;

/** Counts, adds or deducts hot lattes in Bangkok, of which there are 10. */
const adjust = (shop: Shop, verb: Adjust, qty: number) =>
  shop.ctx.write((tx) => verb(tx, { ...place(shop), qty, reason: 'command_edited' }, shop.now()));

const orderOf = async (shop: Shop, qty: number, more: object = {}): Promise<string> => {
  const { status, body } = await shop.order({
    products: [{ product_variant_id: shop.ids.variants.hot, qty }],
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.order.id;
};

const noActor = { order: null, user: null };

// The ledger

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

// Reserving and releasing

test('a cancellation releases the reservations of the order in each warehouse, and the ledger names the order', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, 12);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'buyer', byCommand(shop.now())));
  assert.deepEqual(rows(shop)[1], { onHand: [10, 10], reserved: [10, 0], reason: 'order_canceled', order, user: null });
  assert.deepEqual(rows(shop, 'hot', 'cnx')[1], {
    onHand: [5, 5],
    reserved: [2, 0],
    reason: 'order_canceled',
    order,
    user: null,
  });
});

test('a cancellation by the system has its own reason', async () => {
  const shop = await openShop();
  const reasons = [];
  for (const by of ['buyer', 'reseller', 'store', 'system'] as const) {
    const order = await orderOf(shop, 1);
    await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), by, byCommand(shop.now())));
    reasons.push(ledger(shop).at(-1)?.reason);
  }
  assert.deepEqual(reasons, ['order_canceled', 'order_canceled', 'order_canceled', 'order_canceled_by_system']);
});

test('an order is released once: a second cancellation is refused and moves nothing', async () => {
  const shop = await openShop();
  const order = idOf(await orderOf(shop, 3, { expiration_time: Date.now() + 60_000 }));
  await shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now())));
  const before = rows(shop);
  await assert.rejects(
    shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now()))),
    AppError,
  );
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, shop.now() + 120_000)), 0);
  assert.deepEqual(rows(shop), before);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('two cancellations of one order in one commit release it once', async () => {
  const shop = await openShop();
  const order = idOf(await orderOf(shop, 3));
  const cancel = () => shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now())));
  const outcomes = await Promise.allSettled([cancel(), cancel()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.equal(rows(shop).length, 2);
});

test('an unpaid order expires once, with the reason order_canceled_by_system', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, 3, { expiration_time: Date.now() - 1 });
  await until('the order is expired', () => rows(shop).length === 2);
  assert.deepEqual(rows(shop)[1], {
    onHand: [10, 10],
    reserved: [3, 0],
    reason: 'order_canceled_by_system',
    order,
    user: null,
  });
  await assert.rejects(
    shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'system', byCommand(shop.now()))),
    AppError,
  );
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, shop.now())), 0);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('an order expires exactly at its expiration_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  await orderOf(shop, 3, { expiration_time: clock.now() + 60_000 });
  const sweep = (time: number) => shop.ctx.write((tx) => expireOrders(tx, time));
  assert.equal(await sweep(clock.now() + 59_999), 0);
  assert.equal(shop.stock('hot').reserved, 3);
  assert.equal(await sweep(clock.now() + 60_000), 1);
  assert.equal(shop.stock('hot').reserved, 0);
});

test('a paid or partially paid order keeps its stock after its expiration_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  for (const amount of [undefined, 10_000]) {
    const id = idOf(await orderOf(shop, 2, { expiration_time: clock.now() + 1 }));
    const payment = { method: 'cash', amount: amount as never } as const;
    await shop.ctx.write((tx) => takePayment(tx, id, payment, byCommand(clock.now())));
  }
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, clock.now() + 1_000)), 0);
  assert.equal(shop.stock('hot').reserved, 4);
});

test('product detail shows the available quantity at once after an order and after its cancellation', async () => {
  const shop = await openShop();
  const available = async () => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
    const { available_qty, on_hand, reserved_qty } = body.product.variants[0];
    return { available_qty, on_hand, reserved_qty };
  };
  assert.deepEqual(await available(), { available_qty: 15, on_hand: 15, reserved_qty: 0 });
  const order = await orderOf(shop, 4);
  assert.deepEqual(await available(), { available_qty: 11, on_hand: 15, reserved_qty: 4 });
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'buyer', byCommand(shop.now())));
  assert.deepEqual(await available(), { available_qty: 15, on_hand: 15, reserved_qty: 0 });
});

// Adjusting

test('a count sets on hand and leaves reserved unchanged', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  await adjust(shop, setOnHand, 7);
  assert.deepEqual(shop.stock('hot'), { onHand: 7, reserved: 4 });
  assert.deepEqual(rows(shop)[1], { onHand: [10, 7], reserved: [4, 4], reason: 'command_edited', ...noActor });
});

test('a count equal to on hand moves nothing', async () => {
  const shop = await openShop();
  await adjust(shop, setOnHand, 10);
  assert.deepEqual(rows(shop), []);
});

test('setting the stock of a variant to zero in a new warehouse adds the warehouse to product detail at once', async () => {
  const shop = await openShop();
  const places = async () => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
    return body.product.variants[1].warehouses.map((row: { wh_id: string }) => row.wh_id);
  };
  const { bkk, cnx } = shop.ids.warehouses;
  assert.deepEqual(await places(), [bkk]);
  await shop.ctx.write((tx) =>
    setOnHand(tx, { ...place(shop, 'iced', 'cnx'), qty: 0, reason: 'command_edited' }, shop.now()),
  );
  assert.deepEqual(await places(), [bkk, cnx]);
});

test('adding increases on hand', async () => {
  const shop = await openShop();
  await adjust(shop, addOnHand, 6);
  assert.deepEqual(shop.stock('hot'), { onHand: 16, reserved: 0 });
});

test('deducting more than on hand is refused, even if negative stock is allowed', async () => {
  for (const sell_below_zero of [false, true]) {
    const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero } })] });
    await assert.rejects(adjust(shop, deductOnHand, 11), appError({ key: 'not_enough_on_hand' }));
    await adjust(shop, deductOnHand, 10);
    assert.deepEqual(shop.stock('hot'), { onHand: 0, reserved: 0 });
  }
});

test('stock can be adjusted only in a warehouse of the store that owns it', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const [other] = shop.ctx.db.all(sql<{ id: Id }>('SELECT max(id) AS id FROM warehouses'));
  for (const verb of [setOnHand, addOnHand, deductOnHand]) {
    const wanted = { ...place(shop), warehouseId: other?.id as Id, qty: 0, reason: 'command_edited' } as const;
    const changed = shop.ctx.write((tx) => verb(tx, wanted, shop.now()));
    await assert.rejects(changed, appError({ key: 'warehouse_not_found' }));
  }
  assert.deepEqual(rows(shop), []);
});

test('deducting reserved stock is refused', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  await assert.rejects(adjust(shop, deductOnHand, 7), appError({ key: 'not_enough_unreserved' }));
  await adjust(shop, deductOnHand, 6);
  assert.deepEqual(shop.stock('hot'), { onHand: 4, reserved: 4 });
});

test('deducting reserved stock is allowed if the store allows negative stock', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  await orderOf(shop, 4);
  await adjust(shop, deductOnHand, 7);
  assert.deepEqual(shop.stock('hot'), { onHand: 3, reserved: 4 });
});

test('an adjustment names its user', async () => {
  const shop = await openShop();
  const adjustment = { ...place(shop), qty: 1, reason: 'user_added', userId: idOf('42') } as const;
  await shop.ctx.write((tx) => addOnHand(tx, adjustment, shop.now()));
  assert.deepEqual(rows(shop), [{ onHand: [10, 11], reserved: [0, 0], reason: 'user_added', order: null, user: '42' }]);
});

// Verifying

test('verify finds no differences in an unchanged shop', async () => {
  const shop = await openShop();
  await orderOf(shop, 12);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('verify finds stock changed without the ledger', async () => {
  const shop = await openShop();
  const { variantId, warehouseId } = place(shop);
  tamper(shop.ctx, 'UPDATE stock SET on_hand = 11 WHERE variant_id = ? AND warehouse_id = ?', variantId, warehouseId);
  assert.deepEqual(verifyStock(shop.ctx.db), [
    { variantId, warehouseId, onHand: 11, reserved: 0, ledgerOnHand: 10, ledgerReserved: 0, openReservations: 0 },
  ]);
});

test('verify finds reserved stock that no order reserves', async () => {
  const shop = await openShop();
  const { variantId, warehouseId } = place(shop);
  await orderOf(shop, 2);
  await shop.ctx.write((tx) => tx.run(change('DELETE FROM reservations')));
  assert.deepEqual(verifyStock(shop.ctx.db), [
    { variantId, warehouseId, onHand: 10, reserved: 2, ledgerOnHand: 10, ledgerReserved: 2, openReservations: 0 },
  ]);
});

test('verify finds stock added without a ledger row', async () => {
  const shop = await openShop();
  const { variantId, warehouseId } = place(shop, 'iced', 'cnx');
  await shop.ctx.write((tx) =>
    tx.run(change('INSERT INTO stock (variant_id, warehouse_id, on_hand) VALUES (?, ?, 3)'), variantId, warehouseId),
  );
  assert.deepEqual(verifyStock(shop.ctx.db), [
    { variantId, warehouseId, onHand: 3, reserved: 0, ledgerOnHand: 0, ledgerReserved: 0, openReservations: 0 },
  ]);
});

// Repairing

test('repair sets stock to the ledger with the reason system_corrected and no actor, and announces the change', async () => {
  const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }] })] });
  await orderOf(shop, 4);
  const { variantId, warehouseId } = place(shop);
  tamper(shop.ctx, 'UPDATE stock SET on_hand = 13 WHERE variant_id = ? AND warehouse_id = ?', variantId, warehouseId);
  const [repaired, announced] = await shop.ctx.write((tx) => [repairStock(tx, shop.now()), shop.outbox().at(-1)]);
  assert.deepEqual(
    repaired.map(({ onHand, ledgerOnHand }) => [onHand, ledgerOnHand]),
    [[13, 10]],
  );
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 4 });
  assert.deepEqual(rows(shop)[1], { onHand: [10, 10], reserved: [4, 4], reason: 'system_corrected', ...noActor });
  assert.deepEqual(announced, {
    id: shop.ids.variants.hot,
    sku: 'LAT-H',
    old: 9,
    new: 6,
    warehouse_id: shop.ids.warehouses.bkk,
    update_time: ledger(shop)[1]?.time,
    reason: 'system_corrected',
  });
});

test('repair releases what no order reserves, and keeps what orders reserve', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  await shop.ctx.write((tx) => tx.run(change('UPDATE reservations SET qty = 3')));
  await shop.ctx.write((tx) => repairStock(tx, shop.now()));
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 3 });
  assert.deepEqual(rows(shop)[1], { onHand: [10, 10], reserved: [4, 3], reason: 'system_corrected', ...noActor });
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('repair fixes wrong stock and wrong reservations together, and a second repair finds nothing', async () => {
  const shop = await openShop();
  await orderOf(shop, 4);
  tamper(shop.ctx, 'UPDATE stock SET on_hand = on_hand + 2, reserved = reserved + 5');
  tamper(shop.ctx, 'DELETE FROM reservations');
  await shop.ctx.write((tx) => repairStock(tx, shop.now()));
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(shop.stock('iced'), { onHand: 10, reserved: 0 });
  assert.deepEqual(verifyStock(shop.ctx.db), []);
  const before = rows(shop);
  assert.deepEqual(await shop.ctx.write((tx) => repairStock(tx, shop.now())), []);
  assert.deepEqual(rows(shop), before);
});

test('stock on a bundle’s own row, which should be zero, is repaired without an announcement', async () => {
  for (const trusted of ['ledger', 'stock'] as const) {
    const shop = await openShop({ stores: [roastery()] });
    const { variantId, warehouseId } = place(shop, 'duo');
    tamper(shop.ctx, 'UPDATE stock SET reserved = 3 WHERE variant_id = ? AND warehouse_id = ?', variantId, warehouseId);
    assert.equal(verifyStock(shop.ctx.db).length, 1);
    const items = await announcedBy(shop, (tx, now) => repairStock(tx, now, trusted));
    assert.deepEqual(items, []);
    assert.deepEqual(verifyStock(shop.ctx.db), []);
    assert.deepEqual(shop.stock('duo'), { onHand: 0, reserved: 0 });
  }
});

test('after random commands stock equals the sum of its ledger, and reserved equals the open orders', async () => {
  const step = fc.record({
    kind: fc.constantFrom('order', 'order', 'cancel', 'expire', 'set', 'add', 'deduct'),
    n: fc.integer({ min: 1, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.boolean(), async (steps, sell_below_zero) => {
      const clock = stoppedClock();
      const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero } })], now: clock.now });
      const orders: string[] = [];
      for (const { kind, n } of steps) {
        if (kind === 'order') {
          const { body } = await shop.order({
            products: [{ product_variant_id: shop.ids.variants.hot, qty: n }],
            expiration_time: clock.now() + n * 10,
          });
          if (body.order) orders.push(body.order.id);
        } else {
          clock.forward(n - 6);
          await shop.ctx
            .write((tx) => {
              if (kind === 'expire') return expireOrders(tx, clock.now() + n);
              if (kind === 'cancel')
                return cancelOrder(tx, idOf(orders[n] ?? orders[0] ?? '0'), 'buyer', byCommand(clock.now()));
              const verb = { set: setOnHand, add: addOnHand, deduct: deductOnHand }[kind] as Adjust;
              return verb(tx, { ...place(shop), qty: n, reason: 'command_edited' }, clock.now());
            })
            .catch((error) => assert.ok(error instanceof AppError, error));
        }
        assert.deepEqual(verifyStock(shop.ctx.db), []);
      }
      await shop.stop();
    }),
    { numRuns: 25 },
  );
});
