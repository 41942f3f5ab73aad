import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { addOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { uncounted } from '../src/domain/stock/count-reads.ts';
import { addCounts, enterCounts, startCount } from '../src/domain/stock/counts.ts';
import {
  countLinePage,
  countLines,
  countSums,
  documentOfStore,
  listDocuments,
} from '../src/domain/stock/document-list.ts';
import { receive, transfer, writeOff } from '../src/domain/stock/goods.ts';
import type { LedgerFilter, LedgerKey } from '../src/domain/stock/ledger-keys.ts';
import { ledgerPage } from '../src/domain/stock/stock-history.ts';
import { type StockSearch, searchPastStock, searchStock } from '../src/domain/stock/stock-search.ts';
import { AppError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { createAccount } from './office.ts';
import { change } from './sql.ts';
import { addVariants, documentDefaults, reseller, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop } from './support.ts';

const roaster = (change: object = {}) => openShop({ stores: [roastery(), reseller()], ...change });

const storeId = (shop: Shop, key = 'cafe') => idOf(shop.stores[key]?.id);

// The ledger of a store

/** All pages; each entry as SKU, warehouse and on hand after. */
function pages(shop: Shop, filter: LedgerFilter & { limit: number }, store = 'cafe') {
  const read: unknown[][] = [];
  let after: LedgerKey | undefined;
  do {
    const page = ledgerPage(shop.ctx.db, storeId(shop, store), { ...filter, after });
    read.push(page.entries.map(({ sku, warehouseKey, after }) => [sku, warehouseKey, after.onHand]));
    after = page.next;
  } while (after);
  return read;
}

const add = (shop: Shop, variant: string, qty: number, userId?: Id) =>
  runStep(shop, (tx, now) => {
    const place = { variantId: variantId(shop, variant), warehouseId: warehouseId(shop) };
    addOnHand(tx, { ...place, qty, reason: 'user_added', userId }, now);
  });

test('the ledger of a store lists all variants and warehouses newest first, in pages, each entry once', async () => {
  const clock = stoppedClock();
  const shop = await roaster({ now: clock.now });
  for (const variant of ['beans', 'cup', 'beans']) {
    clock.forward(1_000);
    await add(shop, variant, 1);
  }
  assert.deepEqual(pages(shop, { limit: 3 }), [
    [
      ['BEANS', 'bkk', 22],
      ['CUP', 'bkk', 11],
      ['BEANS', 'bkk', 21],
    ],
    [
      ['KIT', 'bkk', 1],
      ['CUP', 'cnx', 8],
      ['CUP', 'bkk', 10],
    ],
    [
      ['BEANS', 'cnx', 4],
      ['BEANS', 'bkk', 20],
    ],
  ]);
  assert.deepEqual(pages(shop, { limit: 8 })[0]?.length, 8);
  assert.deepEqual(pages(shop, { limit: 3 }, 'shelf'), [[]]);
});

test('the ledger of a store can be filtered by variant, warehouse, reason, user, order, document and time, also combined', async () => {
  const clock = stoppedClock();
  const shop = await roaster({ now: clock.now });
  const malee = accountByName(shop.ctx.db, await createAccount(shop)).id;
  clock.forward(1_000);
  await add(shop, 'beans', 1, malee);
  clock.forward(1_000);
  const { body } = await shop.order({ products: [{ sku: 'CUP', qty: 12, price: '1' }] });
  clock.forward(1_000);
  const lines = [{ variantId: variantId(shop, 'cup'), qty: 5 }];
  const documentId = await runStep(shop, (tx, now) =>
    receive(tx, { ...documentDefaults(shop), kind: 'deposit', lines }, now),
  );
  const beans = variantId(shop, 'beans');
  const cnx = warehouseId(shop, 'cnx');
  const found = (filter: LedgerFilter) =>
    ledgerPage(shop.ctx.db, storeId(shop), { ...filter, limit: 100 }).entries.map(
      ({ sku, warehouseKey, reason }) => `${sku} ${warehouseKey} ${reason}`,
    );
  assert.deepEqual(found({ variantId: beans }), [
    'BEANS bkk user_added',
    'BEANS cnx system_init',
    'BEANS bkk system_init',
  ]);
  assert.deepEqual(found({ variantId: beans, reason: 'user_added' }), ['BEANS bkk user_added']);
  assert.deepEqual(found({ variantId: beans, warehouseId: cnx }), ['BEANS cnx system_init']);
  assert.deepEqual(found({ warehouseId: cnx }), [
    'CUP cnx order_reserved',
    'CUP cnx system_init',
    'BEANS cnx system_init',
  ]);
  assert.deepEqual(found({ userId: malee }), ['BEANS bkk user_added']);
  assert.deepEqual(found({ userId: malee, warehouseId: cnx }), []);
  assert.deepEqual(found({ orderId: idOf(body.order.id) }), ['CUP cnx order_reserved', 'CUP bkk order_reserved']);
  assert.deepEqual(found({ documentId }), ['CUP bkk deposited']);
  assert.deepEqual(found({ reason: 'order_reserved', warehouseId: cnx }), ['CUP cnx order_reserved']);
  const second = clock.now() - 2_000;
  assert.deepEqual(found({ from: second, until: second + 1 }), ['BEANS bkk user_added']);
  assert.deepEqual(found({ warehouseId: warehouseId(shop, 'bkk', shop.stores.shelf) }), []);
});

// The stock list

const stockList = (shop: Shop, search: Partial<StockSearch> = {}, store = 'cafe') =>
  searchStock(shop.ctx.db, storeId(shop, store), { limit: 50, offset: 0, ...search });

const skus = (shop: Shop, search: Partial<StockSearch>, store = 'cafe') =>
  stockList(shop, search, store).items.map(({ sku }) => sku);

test('the stock list shows each variant in each warehouse, and sums physical stock', async () => {
  const shop = await roaster();
  const { items, count, sums } = stockList(shop);
  assert.equal(count, 4);
  assert.deepEqual(
    items.map(({ sku, shows, total, warehouses }) => [
      sku,
      shows,
      total.onHand,
      warehouses.map(({ onHand }) => onHand),
    ]),
    [
      ['BEANS', 'own', 24, [20, 4]],
      ['CUP', 'own', 18, [10, 8]],
      ['KIT', 'own', 1, [1]],
      ['DUO', 'parts', 9, [5, 4]],
    ],
  );
  assert.deepEqual(
    sums.map(({ onHand }) => onHand),
    [31, 12],
  );
  const resold = stockList(shop, {}, 'shelf');
  assert.deepEqual(
    resold.items.map(({ shows, total }) => [shows, total.onHand]),
    [24, 18, 1, 9].map((onHand) => ['source', onHand]),
  );
  assert.deepEqual(resold.sums, []);
});

test('the stock list can be searched by name and SKU, filtered by warehouse, and paged', async () => {
  const shop = await roaster();
  assert.deepEqual(skus(shop, { query: ' bea ' }), ['BEANS']);
  assert.deepEqual(skus(shop, { query: 'แก้ว' }), ['CUP']);
  assert.equal(stockList(shop, { query: 'กาแฟ' }).count, 4);
  assert.deepEqual(skus(shop, { query: '%' }), []);
  assert.deepEqual(skus(shop, { warehouseId: warehouseId(shop, 'cnx') }), ['BEANS', 'CUP', 'DUO']);
  assert.deepEqual(skus(shop, { limit: 2, offset: 1 }), ['CUP', 'KIT']);
});

test('low, sold-out and oversold stock can be listed, also for bundles and in one warehouse', async () => {
  const shop = await roaster({ stores: [roastery({ settings: { sell_below_zero: true } }), reseller()] });
  await runStep(shop, (tx, now) =>
    setOnHand(
      tx,
      { variantId: variantId(shop, 'cup'), warehouseId: warehouseId(shop), qty: 0, reason: 'user_set' },
      now,
    ),
  );
  await shop.ctx.write((tx) =>
    tx.run(change('UPDATE variants SET low_stock_threshold = 4 WHERE sku IN (?, ?)'), 'DUO', 'BEANS'),
  );
  assert.deepEqual(skus(shop, { shortage: 'low' }), ['DUO']);
  assert.deepEqual(skus(shop, { shortage: 'out' }), []);
  assert.deepEqual(skus(shop, { shortage: 'out', warehouseId: warehouseId(shop) }), ['CUP', 'DUO']);
  await shop.order({ products: [{ sku: 'CUP', qty: 9, price: '1' }] });
  assert.deepEqual(skus(shop, { shortage: 'out' }), ['CUP', 'DUO']);
  assert.ok(skus(shop, { shortage: 'below_zero' }).includes('CUP'));
  assert.deepEqual(skus(shop, { shortage: 'below_zero', query: 'beans' }), []);
});

test('the stock list of a past time has the variants that existed then, with their stock per warehouse', async () => {
  const clock = stoppedClock();
  const shop = await roaster({ now: clock.now });
  const opened = clock.now();
  clock.forward(1_000);
  await add(shop, 'beans', 7);
  await addVariants(shop, 1);
  const past = (time: number, query?: string) =>
    searchPastStock(shop.ctx.db, storeId(shop), { time, query, limit: 10, offset: 0 });
  assert.deepEqual(
    past(opened, 'beans').items[0]?.warehouses.map(({ onHand }) => onHand),
    [20, 4],
  );
  assert.deepEqual(
    past(clock.now(), 'beans').items[0]?.warehouses.map(({ onHand }) => onHand),
    [27, 4],
  );
  assert.equal(past(clock.now()).count - past(opened).count, 1);
  assert.equal(past(opened - 1).count, 0);
});

// Documents

test('the documents of a store can be filtered by kind, status and warehouse', async () => {
  const shop = await roaster();
  const lines = [{ variantId: variantId(shop, 'cup'), qty: 1 }];
  const lost = await runStep(shop, (tx, now) => writeOff(tx, { ...documentDefaults(shop), kind: 'lost', lines }, now));
  const toWarehouseId = warehouseId(shop, 'cnx');
  const moved = await runStep(shop, (tx, now) =>
    transfer(tx, { ...documentDefaults(shop), toWarehouseId, lines }, now),
  );
  const sheet = await runStep(shop, (tx, now) => startCount(tx, documentDefaults(shop), now));
  const found = (search: object, store = 'cafe') =>
    listDocuments(shop.ctx.db, storeId(shop, store), { limit: 10, offset: 0, ...search }).map(({ id }) => id);
  assert.deepEqual(found({}), [sheet, moved, lost]);
  assert.deepEqual(found({ before: moved }), [lost]);
  assert.deepEqual(found({ status: 'draft' }), [sheet]);
  assert.deepEqual(found({ warehouseId: toWarehouseId }), [moved]);
  assert.deepEqual(found({}, 'shelf'), []);
  assert.equal(documentOfStore(shop.ctx.db, storeId(shop), lost).kind, 'lost');
  assert.throws(() => documentOfStore(shop.ctx.db, storeId(shop, 'shelf'), lost), AppError);
});

// Counts

test('a scanned piece is added to its line, and the sheet lists uncounted variants', async () => {
  const shop = await roaster();
  const sheet = await runStep(shop, (tx, now) => startCount(tx, documentDefaults(shop), now));
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  await runStep(shop, (tx) => enterCounts(tx, sheet, [{ variantId: beans, counted: 18 }]));
  const piece = (variantId: Id) => ({ variantId, counted: 1 });
  await runStep(shop, (tx) => addCounts(tx, sheet, [piece(beans), piece(cup), piece(beans)]));
  const lines = countLines(shop.ctx.db, sheet);
  assert.deepEqual(
    lines.map(({ sku, counted, difference }) => [sku, counted, difference]),
    [
      ['BEANS', 20, 0],
      ['CUP', 1, -9],
    ],
  );
  assert.deepEqual(countSums(shop.ctx.db, sheet), { lines: 2, differing: 1, missing: 9, surplus: 0, moved: 0 });
  const page = (only?: 'differing', offset = 0) =>
    countLinePage(shop.ctx.db, sheet, { only, limit: 1, offset }).map(({ sku }) => sku);
  assert.deepEqual(
    [page(), page(undefined, 1), page('differing'), page('differing', 1)],
    [['BEANS'], ['CUP'], ['CUP'], []],
  );
  assert.deepEqual(
    uncounted(shop.ctx.db, sheet).map(({ sku, onHand }) => [sku, onHand]),
    [['KIT', 1]],
  );
});
