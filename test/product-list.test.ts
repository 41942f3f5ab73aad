import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { countProducts } from '../src/domain/catalogue/product-list.ts';
import { currentNames, loadMoreNames, SORT_KEYS } from '../src/domain/catalogue/product-names.ts';
import { collationKey } from '../src/lib/name-order.ts';
import { realRuntime, replaceRuntime } from '../src/lib/runtime.ts';
import { assertError } from './endpoints.ts';
import { LIST, list, load, names, products } from './product-list-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Json, openShop, until } from './support.ts';

test('a row has the product’s id, name, and main picture if there is one', async () => {
  const url = 'https://img.example/latte.jpg';
  const pictured = { key: 'latte', name: 'ลาเต้', images: [{ url }, { url: 'https://img.example/2.jpg' }] };
  const shop = await openShop({ stores: [cafe({ products: [pictured, { key: 'tea', name: 'ชา' }] })] });
  assert.deepEqual((await list(shop, { sort_by: 'id', sort_order: 'asc' })).products, [
    { id: shop.ids.products.latte, name: 'ลาเต้', image_url: url },
    { id: shop.ids.products.tea, name: 'ชา' },
  ]);
});

test('products are sorted as requested, by default last changed first', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores: [cafe({ products: products('b', 'C', 'a') })] });
  for (const key of ['d', 'b']) {
    clock.forward(1_000);
    const changed = [{ key, name: key, description: 'ใหม่' }];
    await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: changed }] });
  }
  const sorted = async (sort_by?: string, sort_order?: string) => (await names(shop, { sort_by, sort_order })).join('');
  assert.equal(await sorted(), 'bdaC');
  assert.equal(await sorted('update_time', 'asc'), 'Cadb');
  assert.equal(await sorted('create_time'), 'daCb');
  assert.equal(await sorted('create_time', 'asc'), 'bCad');
  assert.equal(await sorted('id'), 'daCb');
  assert.equal(await sorted('id', 'asc'), 'bCad');
  assert.equal(await sorted('name', 'asc'), 'abCd');
  assert.equal(await sorted('name'), 'dCba');
});

const MANY_PRODUCTS = Array.from({ length: 250 }, (_, i) => ({ key: `p${i}`, name: i % 5 === 0 ? 'ชา' : `กาแฟ ${i}` }));

test('sorted by id, paging returns each product once, even while others change', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores: [cafe({ products: MANY_PRODUCTS })] });
  for (const sort_order of ['asc', 'desc']) {
    const seen: string[] = [];
    for (let offset = 0, more = true; more; offset += 40) {
      const page = await list(shop, { sort_by: 'id', sort_order, limit: 40, offset });
      seen.push(...page.products.map(({ id }: Json) => id));
      more = page.has_more;
      clock.forward(1_000);
      await shop.load({
        stores: [
          { key: 'cafe', name: 'บ้านกาแฟ', products: [{ ...MANY_PRODUCTS[offset % 250], description: sort_order }] },
        ],
      });
    }
    const ids = Object.values(shop.ids.products);
    assert.deepEqual(seen, sort_order === 'asc' ? ids : ids.reverse());
  }
});

test('for every sort order the pages have no gaps and no duplicates', async () => {
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS })] }); // all at the same time
  for (const sort_by of ['update_time', 'create_time', 'name', 'id']) {
    const seen = new Set<string>();
    for (let offset = 0; offset < 250; offset += 50)
      for (const { id } of (await list(shop, { sort_by, limit: 50, offset })).products) seen.add(id);
    assert.equal(seen.size, 250, sort_by);
  }
});

test('total is returned on request and counts all matches, on every page', async () => {
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS })] });
  assert.equal((await list(shop, { get_count: true })).total, 250);
  assert.equal((await list(shop, { get_count: true, limit: 1, offset: 249 })).total, 250);
  assert.equal((await list(shop, { get_count: true, offset: 1_000 })).total, 250);
  assert.equal((await list(shop, { get_count: true, query: 'ชา' })).total, 50);
  assert.equal((await list(shop, { get_count: true, query: 'กาแฟ' })).total, 200);
  assert.equal((await list(shop, { get_count: true, query: 'ไม่มี' })).total, 0);
  for (const get_count of [false, null, undefined]) assert.equal('total' in (await list(shop, { get_count })), false);
});

test('has_more is true if there is a next page, with twenty rows per page by default', async () => {
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS })] });
  const page = async (wanted: object) => {
    const { products, has_more } = await list(shop, wanted);
    return [products.length, has_more];
  };
  assert.deepEqual(await page({}), [20, true]);
  assert.deepEqual(await page({ limit: 100, offset: 149 }), [100, true]);
  assert.deepEqual(await page({ limit: 100, offset: 150 }), [100, false]);
  assert.deepEqual(await page({ limit: 50, query: 'ชา' }), [50, false]);
  assert.deepEqual(await page({ offset: 250 }), [0, false]);
  assert.deepEqual(await page({ offset: Number.MAX_SAFE_INTEGER }), [0, false]);
});

test('an invalid limit, offset or sort order is refused by name', async () => {
  const shop = await openShop();
  for (const [field, values] of Object.entries({
    limit: [0, -1, 101, 1.5],
    offset: [-1, 0.5],
    sort_by: ['price', 'ID', 'folded_name', ''],
    sort_order: ['up', 'ASC', ''],
  }))
    for (const value of values) assertError(await shop.call(LIST, { [field]: value }), 400, 'invalid_request', field);
});

test('after random changes, lists from memory equal lists from the database', async () => {
  const name = fc.stringMatching(/^[abBกเ่-]{1,3}$/);
  const change = fc.record({
    product: fc.nat(40),
    name,
    what: fc.constantFrom('renamed', 'touched', 'deleted', 'restored'),
  });
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS.slice(0, 30) })] });
  const otherProcess = new Sqlite(shop.config.database);
  const add =
    otherProcess.prepare(`INSERT INTO products (store_id, key, name, folded_name, collation_key, description, shipping_rates, create_time, update_time)
    VALUES (${shop.ids.id}, @key, @name, lower(@name), @collation, '', '[]', @create, @update)`);
  const set = {
    renamed:
      'name = @name, folded_name = lower(@name), collation_key = @collation, update_time = update_time + length(@name)',
    touched: 'update_time = update_time + length(@name)',
    deleted: 'delete_time = length(@name)',
    restored: 'delete_time = iif(@name IS NULL, 1, NULL)',
  };
  let added = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      for (const { product, name, what } of changes) {
        const id = otherProcess.prepare('SELECT id FROM products ORDER BY id LIMIT 1 OFFSET ?').pluck().get(product);
        const row = {
          id,
          name,
          collation: collationKey(name),
          key: `added ${added++}`,
          create: added % 7,
          update: added % 5,
        };
        if (id === undefined) add.run(row);
        else otherProcess.prepare(`UPDATE products SET ${set[what]} WHERE id = @id`).run(row);
      }
      for (const sort_by of SORT_KEYS)
        for (const query of [undefined, 'a', 'ก']) await list(shop, { sort_by, query, get_count: true, limit: 100 });
    }),
    { numRuns: 12 },
  );
  otherProcess.close();
});

test('lists are correct before, during and after loading more changes than one batch holds', async () => {
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS })] });
  const { db } = shop.ctx;
  const storeId = idOf(shop.ids.id);
  load(shop);
  const otherProcess = new Sqlite(shop.config.database);
  for (let i = 0; i < 10; i += 1)
    otherProcess.exec(`INSERT INTO products (store_id, key, name, folded_name, collation_key, description, shipping_rates, create_time, update_time)
      SELECT store_id, key || '-${i}', name || ' อีก', folded_name || ' อีก', collation_key || '${collationKey('อีก')}', '', '[]', 1, 1 FROM products WHERE key GLOB 'p*' AND key NOT GLOB '*-*'`);
  const deleteOne = otherProcess.prepare(
    `UPDATE products SET delete_time = 1 WHERE id = (SELECT max(id) FROM products WHERE delete_time IS NULL)`,
  );
  let batches = 0;
  // Without yielding to the event loop, so that the service itself loads nothing.
  for (let isComplete = false; !isComplete; batches += 1) {
    assert.equal(countProducts(db, storeId, 'อีก'), 2_500 - batches);
    deleteOne.run();
    isComplete = loadMoreNames(db, storeId);
  }
  otherProcess.close();
  assert.ok(batches > 1);
  assert.equal((await list(shop, { query: 'อีก', get_count: true })).total, 2_500 - batches);
});

test('at start all names load in the first turns of the event loop, not with the timer of a second', async () => {
  const shop = await openShop({ stores: [cafe({ products: MANY_PRODUCTS })] });
  await shop.stop();
  after(() => replaceRuntime(realRuntime));
  const never = { stop: () => {}, unref: () => never };
  replaceRuntime({
    ...realRuntime,
    startTimer: (run, millis) => (millis === 0 ? realRuntime.startTimer(run, millis) : never),
  });
  await shop.start();
  await until('all names are loaded', () => currentNames(shop.ctx.db, idOf(shop.ids.id)));
});
