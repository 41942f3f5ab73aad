import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { receive } from '../src/domain/stock/goods.ts';
import { changeStock } from '../src/domain/stock/ledger.ts';
import { ledgerOf, ledgerPage } from '../src/domain/stock/stock-history.ts';
import { listStock, lowStock } from '../src/domain/stock/stock-list.ts';
import { repairStock, verifyStock } from '../src/domain/stock/verify-stock.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { addOwner } from './owner-account.ts';
import { change, openTestDatabase, sql, tamper } from './sql.ts';
import { adjust, order } from './stock-history-steps.ts';
import {
  announcedBy,
  changeTuples,
  documentDefaults,
  ledgerEntries,
  ledgerSteps,
  reseller,
  roastery,
  runStep,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop } from './support.ts';

const PAGE = { limit: 100, offset: 0 };

// Reading the ledger

test('the ledger of a variant is listed newest first, with quantities before and after and the actor', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const malee = await runStep(shop, (tx, now) => addOwner(tx, 'malee', now));
  clock.forward(1_000);
  const orderId = await order(shop, 'KIT', 1);
  clock.forward(1_000);
  const lines = [{ variantId: variantId(shop, 'kit'), qty: 4 }];
  await runStep(shop, (tx, now) =>
    receive(tx, { ...documentDefaults(shop), kind: 'deposit', userId: malee, lines }, now),
  );
  const found = ledgerOf(shop.ctx.db, { ...PAGE, variantId: variantId(shop, 'kit') });
  const noActor = { orderId: null, userId: null, userName: null };
  const place = { warehouseId: warehouseId(shop), warehouseKey: 'bkk' };
  const noDocument = { documentId: null, documentKind: null };
  assert.deepEqual(found, [
    {
      ...place,
      ...noActor,
      time: clock.now(),
      before: { onHand: 1, reserved: 1 },
      after: { onHand: 5, reserved: 1 },
      reason: 'deposited',
      userId: malee,
      userName: 'malee',
      documentId: 1,
      documentKind: 'deposit',
    },
    {
      ...place,
      ...noActor,
      ...noDocument,
      time: clock.now() - 1_000,
      before: { onHand: 1, reserved: 0 },
      after: { onHand: 1, reserved: 1 },
      reason: 'order_reserved',
      orderId,
    },
    {
      ...place,
      ...noActor,
      ...noDocument,
      time: clock.now() - 2_000,
      before: { onHand: 0, reserved: 0 },
      after: { onHand: 1, reserved: 0 },
      reason: 'system_init',
    },
  ]);
});

test('the ledger is filtered by warehouse and paged', async () => {
  const shop = await openShop({ stores: [roastery()] });
  for (const qty of [1, 2, 3]) await adjust(shop, addOnHand, 'beans', { qty });
  const beans = variantId(shop, 'beans');
  const after = (search: object) =>
    ledgerOf(shop.ctx.db, { ...PAGE, variantId: beans, ...search }).map((entry) => entry.after.onHand);
  assert.deepEqual(after({ warehouseId: warehouseId(shop) }), [26, 23, 21, 20]);
  assert.deepEqual(after({ warehouseId: warehouseId(shop, 'cnx') }), [4]);
  assert.deepEqual(after({ limit: 2, offset: 1 }), [23, 21]);
});

test('a page at any depth of a long ledger has the right entries, for every filter', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  const place = { warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => {
    for (let i = 0; i < 6_000; i += 1) {
      changeStock(tx, { reason: 'user_added' }, { ...place, variantId: beans, onHand: 1 }, now + i);
      if (i % 3 === 0) changeStock(tx, { reason: 'shipped' }, { ...place, variantId: beans, onHand: -1 }, now + i);
      if (i % 100 === 0) changeStock(tx, { reason: 'user_added' }, { ...place, variantId: cup, onHand: 1 }, now + i);
    }
  });
  const start = clock.now();
  const all = (variant: Id, where: string) =>
    shop.ctx.db.all(
      sql<{ time: number; onHand: number }>(
        `SELECT time, on_hand_after AS onHand FROM stock_ledger WHERE variant_id = ? AND ${where} ORDER BY time DESC, warehouse_id DESC`,
      ),
      variant,
    );
  const read = (variant: Id, search: object) => {
    const keep = { variantId: variant, limit: 50, ...search };
    const page = ledgerPage(shop.ctx.db, idOf(shop.ids.id), keep);
    return page.entries.map(({ time, after }) => ({ time, onHand: after.onHand }));
  };
  for (const back of [0, 10, 4_000, 7_500])
    for (const [search, where] of [
      [{}, 'true'],
      [{ reason: 'shipped' }, `reason = 'shipped'`],
      [{ reason: 'user_added' }, `reason = 'user_added'`],
      [{ warehouseId: warehouseId(shop, 'cnx') }, `warehouse_id = ${warehouseId(shop, 'cnx')}`],
      [{ until: start + 3_000 }, `time < ${start + 3_000}`],
      [{ from: start + 2_000 }, `time >= ${start + 2_000}`],
    ] as const)
      for (const variant of [beans, cup]) {
        const rows = all(variant, where);
        const at = Math.min(back, rows.length - 1);
        const { time = 0 } = rows[at] ?? {};
        const after = { time, variantId: variant, warehouseId: Number.MAX_SAFE_INTEGER };
        const expected = rows.filter((row) => row.time <= time).slice(0, 50);
        assert.deepEqual(read(variant, { ...search, after }), expected, JSON.stringify({ back, search }));
      }
});

test('the database check reports a gap in the ledger of a variant', async () => {
  const shop = await openShop({ stores: [roastery()] });
  await adjust(shop, addOnHand, 'beans', { qty: 2 });
  assertDatabaseValid(shop.ctx.db);
  const beans = variantId(shop, 'beans');
  const expected = [message('variant_ledger_has_gaps', { variant: beans, warehouse: warehouseId(shop) })];
  const damage = (sql: string) => {
    const db = openTestDatabase(shop.config.database);
    db.exec('BEGIN IMMEDIATE; DROP TRIGGER stock_ledger_no_update');
    assert.equal(db.run(change(sql)), 1);
    const { problems: faults } = checkDatabase(db);
    db.close(); // rolls back
    return faults;
  };
  const newest = `(SELECT newest_entry FROM stock WHERE variant_id = ${beans} AND warehouse_id = ${warehouseId(shop)})`;
  assert.deepEqual(damage(`UPDATE stock_ledger SET previous = NULL WHERE id = ${newest}`), expected);
  assert.deepEqual(damage(`UPDATE stock_ledger SET previous = previous - 1 WHERE id = ${newest}`), expected);
  const other = `(SELECT max(id) FROM stock_ledger WHERE variant_id <> ${beans})`;
  assert.deepEqual(damage(`UPDATE stock_ledger SET previous = ${other} WHERE id = ${newest}`), expected);
  assert.deepEqual(damage(`UPDATE stock SET newest_entry = newest_entry - 1 WHERE newest_entry = ${newest}`), expected);
});

// Current and low stock

test('bundles show what their parts allow in each warehouse, pulled variants show their source', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  await order(shop, 'DUO', 3);
  const rows = (store = shop.ids) =>
    listStock(shop.ctx.db, idOf(store.id)).map((row) => [
      row.sku,
      row.warehouseKey,
      row.onHand,
      row.reserved,
      row.available,
    ]);
  const shown = [
    ['BEANS', 'bkk', 20, 3, 17],
    ['BEANS', 'cnx', 4, 0, 4],
    ['CUP', 'bkk', 10, 6, 4],
    ['CUP', 'cnx', 8, 0, 8],
    ['KIT', 'bkk', 1, 0, 1],
    ['DUO', 'bkk', 5, 3, 2],
    ['DUO', 'cnx', 4, 0, 4],
  ];
  assert.deepEqual(rows(), shown);
  assert.deepEqual(rows(shop.stores.shelf), shown);
  assert.deepEqual(
    listStock(shop.ctx.db, idOf(shop.ids.id), variantId(shop, 'duo')).map(({ available }) => available),
    [2, 4],
  );
});

test('live variants, including bundles, are low at or below their threshold', async () => {
  const low = (key: string, low_stock_threshold: number) => ({ key, low_stock_threshold });
  const products = [
    { key: 'coffee', name: 'กาแฟ', variants: [low('beans', 24), low('cup', 17), low('kit', 0), low('duo', 9)] },
  ];
  const shop = await openShop({ stores: [roastery()] });
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products }] });
  const listedMovements = () =>
    lowStock(shop.ctx.db, idOf(shop.ids.id)).map((row) => [row.sku, row.available, row.lowStockThreshold]);
  assert.deepEqual(listedMovements(), [
    ['BEANS', 24, 24],
    ['DUO', 9, 9],
  ]);
  await order(shop, 'CUP', 1);
  assert.deepEqual(listedMovements(), [
    ['BEANS', 24, 24],
    ['CUP', 17, 17],
    ['DUO', 8, 9],
  ]);
  await adjust(shop, addOnHand, 'beans', { qty: 1 });
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'duo'), now));
  assert.deepEqual(listedMovements(), [['CUP', 17, 17]]);
});

// repair --trust stock

test('repair --trust stock adds ledger entries with the reason unknown, and announces them', async () => {
  const shop = await openShop({ stores: [roastery()] });
  tamper(
    shop.ctx,
    'UPDATE stock SET on_hand = 27 WHERE variant_id = ? AND warehouse_id = ?',
    variantId(shop, 'beans'),
    warehouseId(shop),
  );
  const items = await announcedBy(shop, (tx, now) => repairStock(tx, now, 'stock'));
  assert.deepEqual(shop.stock('beans'), { onHand: 27, reserved: 0 });
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 27, 'unknown', null, null]]);
  assert.deepEqual(changeTuples(items, shop), [['beans', 'bkk', 20, 27, 'unknown']]);
  assert.ok(!('user_id' in items[0] || 'order_id' in items[0]));
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('repair --trust stock still resets reserved to what orders reserve', async () => {
  const shop = await openShop({ stores: [roastery()] });
  await order(shop, 'BEANS', 5);
  tamper(
    shop.ctx,
    'UPDATE stock SET on_hand = 19, reserved = 9 WHERE variant_id = ? AND warehouse_id = 1',
    variantId(shop, 'beans'),
  );
  await runStep(shop, (tx, now) => repairStock(tx, now, 'stock'));
  assert.deepEqual(shop.stock('beans'), { onHand: 19, reserved: 5 });
  assert.deepEqual(
    ledgerEntries(shop, 'beans').map(({ reason, after }) => [reason, after.onHand, after.reserved]),
    [
      ['order_reserved', 20, 5],
      ['unknown', 19, 9],
      ['system_corrected', 19, 5],
    ],
  );
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});
