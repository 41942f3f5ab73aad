import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOnHand, deductOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { repairStock, verifyStock } from '../src/domain/stock/verify-stock.ts';
import { AppError } from '../src/lib/errors.ts';
import { type Adjust, ledger, noActor, orderOf, place, rows } from './ledger-steps.ts';
import { change, tamper } from './sql.ts';
import { announcedBy, roastery } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';

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
  const [repaired, announced] = await shop.ctx.write((tx) => [
    repairStock(tx, shop.now()),
    shop.announcements().at(-1),
  ]);
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
