import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { SCHEMA_VERSION } from '../src/db/migrate.ts';
import { foundation } from '../src/db/migrations/0001-foundation.ts';
import { stock } from '../src/db/migrations/0002-stock.ts';
import { orders } from '../src/db/migrations/0003-orders.ts';
import { openDatabase } from '../src/db/open.ts';
import { everyAccount, passwordHashOf } from '../src/domain/accounts/accounts.ts';
import { checkDatabase } from '../src/domain/check.ts';
import { listCouriers } from '../src/domain/couriers/couriers.ts';
import { rangesOf } from '../src/domain/couriers/pools.ts';
import { salesByDay } from '../src/domain/figures/sales.ts';
import { sumUpSales } from '../src/domain/figures/sum-up.ts';
import { failingApps } from '../src/domain/figures/troubles.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/read.ts';
import { ledgerOf } from '../src/domain/stock/history.ts';
import { levelOf } from '../src/domain/stock/ledger.ts';
import { claimDeliveries } from '../src/domain/webhooks/deliveries.ts';
import { bodyOf, findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../src/lib/ids.ts';
import { fixtures } from './fixtures/fixtures.ts';
import { temporaryFolder } from './support.ts';

/** One latte in stock, of which an open order holds two, as the first release of raan wrote it. */
const FIRST_RELEASE = `${foundation}
  INSERT INTO stores (id, key, name, create_time) VALUES (1, 'cafe', 'บ้านกาแฟ', 1000);
  INSERT INTO store_counters (store_id, last_order_number) VALUES (1, 1);
  INSERT INTO warehouses VALUES (1, 1, 'bkk', 'กรุงเทพ');
  INSERT INTO products (id, store_id, key, name, folded_name, description, shipping_rates, create_time, update_time)
    VALUES (1, 1, 'latte', 'ลาเต้', 'ลาเต้', '', '[]', 1000, 1000);
  INSERT INTO variants (id, store_id, product_id, key, name, sku, create_time, update_time)
    VALUES (1, 1, 1, 'hot', 'ร้อน', 'LAT-H', 1000, 1000);
  INSERT INTO stock VALUES (1, 1, 10, 2, 2000);
  INSERT INTO stock_ledger VALUES (1, 1, 1000, 0, 10, 0, 0, 'system_init', NULL, NULL),
    (1, 1, 2000, 10, 10, 0, 2, 'order_reserved', 1, NULL);
  INSERT INTO addresses (version, store_id, is_primary, create_time, name) VALUES (1, 1, 0, 2000, 'สมชาย');
  INSERT INTO orders (id, store_id, order_number, status, shipping_type, recipient_address, sender_name, subtotal, discount,
      shipping_fee, other_fee, is_cod, total, ship_before_pay, auto_request_xshipping, order_time, create_time, update_time)
    VALUES (1, 1, 1, 'open', 'ems', 1, 'บ้านกาแฟ', 1300000, 0, 0, 0, 0, 1300000, 0, 1, 2000, 2000, 2000);
  INSERT INTO order_lines VALUES (1, 1, 1, 1, 'ลาเต้', 'ร้อน', 'LAT-H', 2, 650000, 1300000);
  INSERT INTO reservations VALUES (1, 1, 1, 2);
  PRAGMA application_id = ${0x5241414e}; PRAGMA user_version = 1;`;

test('a database of the first release is brought to this schema with all that is in it', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  const sqlite = new Sqlite(file);
  sqlite.exec(FIRST_RELEASE);
  sqlite.close();

  const { db } = openDatabase(file, { create: false, upgrade: true });
  assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, faults: [] });
  const [order, variant, warehouse] = [1, 1, 1] as [Id, Id, Id];
  assert.equal(existingOrder(db, order).lines[0]?.sku, 'LAT-H');
  assert.deepEqual(levelOf(db, variant, warehouse), { onHand: 10, reserved: 2 });
  const soldThen = () => salesByDay(db, 1 as Id, 2000, 1).map(({ orders, amount }) => [orders, amount]);
  assert.deepEqual([soldThen(), sumUpSales(db)], [[[1, 1_300_000]], 0]);
  cancelOrder(db, order, 'buyer', byCommand(3000));
  assert.deepEqual(soldThen(), [[0, 0]]);
  assert.deepEqual(levelOf(db, variant, warehouse), { onHand: 10, reserved: 0 });
  assert.deepEqual(checkDatabase(db).faults, []);
  db.close();
});

/** What the second release kept of couriers, parcels and payments. */
const SECOND_RELEASE = `${FIRST_RELEASE}
  ${stock}
  INSERT INTO couriers (store_id, shipping_type, pool, settings) VALUES
    (1, 'ems', 'EX12345678', '{"shipping_type":"ems","adapter":"number_pool","prefix":"EX","first":12345678,"count":1000,"cod":false}'),
    (1, 'ems', 'EY99999990', '{"shipping_type":"ems","adapter":"number_pool","prefix":"EY","first":99999990,"count":50,"cod":true}'),
    (1, 'kex', '', '{"shipping_type":"kex","adapter":"http","url":"https://courier.example/book","secret":"hush"}');
  UPDATE orders SET is_cod = 1, cod_fee = 0, cod_amount = 1300000, cod_status = 'pending', live_shipments = 1;
  INSERT INTO shipments (id, order_id, shipping_type, tracking_number, status, create_time, book_time, cancel_time)
    VALUES (1, 1, 'ems', 'EX1', 'canceled', 3000, 3000, 3500), (2, 1, 'ems', 'EX2', 'booked', 4000, 4000, NULL);
  INSERT INTO payments (id, order_id, method, amount, status, create_time)
    VALUES (1, 1, 'cash', 500000, 'confirmed', 5000), (2, 1, 'cash', 300000, 'refunded', 5000),
      (3, 1, 'transfer', 100000, 'notified', 5000);
  PRAGMA user_version = 2;`;

test('a database of the second release keeps its couriers, what parcels collect and what was paid', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  const sqlite = new Sqlite(file);
  sqlite.exec(SECOND_RELEASE);
  sqlite.close();

  const { db } = openDatabase(file, { create: false, upgrade: true });
  assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, faults: [] });
  const [ems, kex, ...more] = listCouriers(db, 1 as Id);
  assert.deepEqual([ems?.settings, more], [{ adapter: 'number_pool' }, []]);
  assert.deepEqual(kex?.settings, { adapter: 'http', url: 'https://courier.example/book', secret: 'hush' });
  assert.deepEqual(
    rangesOf(db, ems?.id as Id).map(({ prefix, first, count, cod, given }) => [prefix, first, count, cod, given]),
    [
      ['EX', 12345678, 1000, false, 0],
      ['EY', 99999990, 10, true, 0], // no serial has nine digits
    ],
  );
  const order = existingOrder(db, 1 as Id);
  assert.deepEqual(
    order.shipments.map(({ status, codAmount }) => [status, codAmount]),
    [
      ['canceled', null],
      ['booked', 1_300_000],
    ],
  );
  assert.deepEqual(
    order.payments.map(({ status, refunded, judgeTime }) => [status, refunded, judgeTime]),
    [
      ['confirmed', 0, 5000],
      ['refunded', 300_000, 5000],
      ['notified', 0, null],
    ],
  );
  assert.equal(order.paidAmount, 500_000);
  db.close();
});

/** Two owners of the third release, whose names differ in case only; one of them has moved stock. */
const THIRD_RELEASE = `${SECOND_RELEASE}
  ${orders}
  INSERT INTO owners VALUES (1, 'owner', 'scrypt$one', 0, 1000), (7, 'Owner', 'scrypt$two', 1, 2000);
  INSERT INTO stock_ledger VALUES (1, 1, 1500, 10, 10, 0, 0, 'user_set', NULL, 7, NULL);
  PRAGMA user_version = 3;`;

test('the owners of the third release are owners of every store, each with its id, its password and a name of its own', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  const sqlite = new Sqlite(file);
  sqlite.exec(THIRD_RELEASE);
  sqlite.close();

  const { db } = openDatabase(file, { create: false, upgrade: true });
  assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, faults: [] });
  const kept = { role: 'owner', storeId: null, language: 'th', disabled: false } as const;
  assert.deepEqual(everyAccount(db), [
    { ...kept, id: 1, name: 'owner', mustChangePassword: false, createTime: 1000 },
    { ...kept, id: 7, name: 'Owner-7', mustChangePassword: true, createTime: 2000 },
  ]);
  assert.equal(passwordHashOf(db, 7 as Id), 'scrypt$two');
  const movements = ledgerOf(db, { variantId: 1 as Id, limit: 10, offset: 0 });
  assert.deepEqual(
    movements.map(({ userName }) => userName),
    [null, 'Owner-7', null],
  );
  db.close();
});

test('when an app last acknowledged a delivery is still known after the upgrade', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  fixtures().get(24)?.restore(file);
  const old = new Sqlite(file);
  const [app = 0] = old.prepare('SELECT id FROM apps').pluck().all() as number[];
  old.exec(`INSERT INTO apps SELECT ${app} + 1, store_id, 'dead', 'Dead', url, 1, 'x', 1, told FROM apps`);
  const deliver = old.prepare(`INSERT INTO webhook_deliveries
    (app_id, request_id, event_type, url, first_change, item_count, status, request_time) VALUES (?, '', '', '', 0, 0, ?, ?)`);
  deliver.run(app, 'acknowledged', 9_000_000_000_000);
  for (const id of [app, app + 1]) deliver.run(id, 'failed', 9_000_000_000_001);
  old.close();

  const { db } = openDatabase(file, { create: false, upgrade: true });
  assert.deepEqual(
    failingApps(db, 1 as Id, 9_000_000_000_001).map(({ lastFailTime, lastAcknowledgeTime }) => [
      lastFailTime,
      lastAcknowledgeTime,
    ]),
    [
      [9_000_000_000_001, 9_000_000_000_000],
      [9_000_000_000_001, null],
    ],
  );
  db.close();
});

test('what apps were told, and are still to be told, is the same after a change has one row for all of them', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  fixtures().get(16)?.restore(file);
  const old = new Sqlite(file);
  old.exec(`INSERT INTO apps (id, store_id, key, name, url, stock_available_updated, webhook_secret, create_time)
    VALUES (2, 1, 'erp', 'ERP', 'http://127.0.0.1:9/', 1, 'x', 1), (3, 1, 'off', 'Off', '', 1, 'x', 1),
      (4, 1, 'bi', 'BI', 'http://127.0.0.1:9/', 1, 'x', 1)`);
  const item = (change: object) => ({ id: '1', sku: 'ลาเต้ "1"', old: 3, new: 2, warehouse_id: '1', ...change });
  const items = [
    item({ update_time: 11, reason: 'order_reserved', order_id: '1' }),
    item({ update_time: 12, reason: 'user_set', user_id: '1' }),
    item({ update_time: 13, reason: 'command_edited', sku: '' }),
  ];
  const queue = old.prepare('INSERT INTO webhook_outbox (app_id, item, create_time) VALUES (?, ?, ?)');
  items.forEach((one, i) => {
    queue.run(2, JSON.stringify(one), 11 + i);
    if (i > 0) queue.run(1, JSON.stringify(one), 11 + i);
  });
  const bodies = old.prepare('SELECT body FROM webhook_deliveries ORDER BY id DESC').pluck().all();
  old.close();

  const { db } = openDatabase(file, { create: false, upgrade: true });
  const [bot, erp, bi] = [1, 2, 4] as [Id, Id, Id];
  assert.deepEqual(
    findDeliveries(db, bot, { limit: 100 }).map((delivery) => bodyOf(db, delivery)),
    bodies,
  );
  assert.ok(bodies.length > 3);
  const told = (app: Id) =>
    claimDeliveries(
      db,
      [bot, erp, bi].filter((other) => other !== app),
      1_000,
    );
  const texts = items.map((one) => JSON.stringify(one));
  assert.deepEqual(
    [told(bot), told(erp), told(bi)].map((claimed) => claimed.map((claim) => claim.items)),
    [[texts.slice(1).join()], [texts.join()], []],
  );
  db.close();
});
