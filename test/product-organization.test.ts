import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { categoryFor, categoryNamed } from '../src/domain/catalogue/categories.ts';
import { listProducts } from '../src/domain/catalogue/product-list.ts';
import { loadMoreNames } from '../src/domain/catalogue/product-names.ts';
import { organizationCells } from '../src/domain/catalogue/product-organization.ts';
import { changeProduct } from '../src/domain/catalogue/products.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { removeCategory } from '../src/domain/catalogue/remove-category.ts';
import { findProducts } from '../src/domain/catalogue/variant-search.ts';
import { productCsv, productTable } from '../src/domain/storefile/csv/export.ts';
import { importProducts } from '../src/domain/storefile/csv/import.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { findStore, listStores } from '../src/domain/stores.ts';
import { readCsv } from '../src/lib/csv.ts';
import { AppError } from '../src/lib/errors.ts';
import { MAX_TAGS } from '../src/lib/tags.ts';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { applyImport, uploadProducts } from './product-import-steps.ts';
import { category, cells, DRINKS, openOrganizedShop, organize, product } from './product-organization-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop } from './support.ts';

test('the product form keeps, changes and clears category and tags, and other changes leave them', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const latte = `/products/${shop.ids.products.latte}`;
  const { html } = await browser.open(latte);
  assert.match(html, /name="category"[^>]*value="เครื่องดื่ม \/ กาแฟ"/);
  assert.match(html, /name="tags"[^>]*value="ขายดี, Hot"/);
  const form = { name: 'ลาเต้', category: ' เครื่องดื่ม  / กาแฟ ', tags: 'hot, ใหม่ ,, HOT' };
  assert.equal((await browser.send(`${latte}/details`, form)).status, 200);
  assert.deepEqual(cells(shop, 'latte'), { category: DRINKS, tags: 'ใหม่, Hot' });
  await organize(shop, 'latte', {});
  assert.deepEqual(cells(shop, 'latte'), { category: DRINKS, tags: 'ใหม่, Hot' });
  const many = Array.from({ length: MAX_TAGS + 1 }, (_, i) => `t${i}`).join(',');
  const refused = await browser.send(`${latte}/details`, { name: 'ลาเต้', category: 'Other', tags: many });
  assert.match(refused.text, /at most 20 tags/);
  assert.match(refused.html, /name="category"[^>]*value="Other"/);
  await browser.send(`${latte}/details`, { name: 'ลาเต้', category: '', tags: '' });
  assert.deepEqual(cells(shop, 'latte'), { category: null, tags: null });
});

test('the product form suggests the five tags that most products have', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  await organize(shop, 'latte', { tags: ['a', 'b', 'c', 'd', 'e', 'often'] });
  await organize(shop, 'mug', { tags: ['often'] });
  assert.match((await browser.open('/products/new')).text, /Most used: often, a, b, c, d /);
});

test('a new product gets category and tags from its form; partners see neither, nor a change of them', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe' });
  await browser.open('/products/new');
  const added = await browser.send('/products/new', { name: 'ชา', category: 'ชา', tags: 'ใหม่' });
  const id = idOf(added.path.split('/')[2]);
  assert.deepEqual(organizationCells(shop.ctx.db, id), { category: 'ชา', tags: 'ใหม่' });
  const detail = await shop.call('/v1/product/detail', { product_id: String(id) });
  assert.doesNotMatch(JSON.stringify(detail.body), /category|tag/);
  const times = () => shop.ctx.db.all(sql('SELECT id, update_time, change FROM products'));
  const list = async () => (await shop.call('/v1/product/list', {})).body.products;
  const [before, untouched] = [await list(), times()];
  await organize(shop, 'latte', { category: 'ชา', tags: [] });
  assert.deepEqual([await list(), times()], [before, untouched]);
});

test('category and tag filter the list together with search and sort, also after the category is renamed', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const names = async (query: string) => {
    const { html } = await browser.open(`/products?${query}`);
    return [...html.matchAll(/<a href="\/office\/products\/\d+">([^<]*)</g)].map(([, name]) => name);
  };
  const id = category(shop, DRINKS);
  const wanted = [
    [`category=${id}`, ['ลาเต้']],
    ['category=none', ['แก้ว']],
    ['category=999', []],
    ['tag=ขายดี&sort=name', ['ลาเต้']],
    [`category=none&tag=ขายดี`, []],
    [`category=${id}&q=LAT`, ['ลาเต้']],
    ['category=none&q=LAT', []],
    ['tag=Hot&q=LAT', ['ลาเต้']],
  ] as const;
  for (const [query, expected] of wanted) assert.deepEqual(await names(query), expected, query);
  while (!loadMoreNames(shop.ctx.db, idOf(shop.ids.id)));
  for (const [query, expected] of wanted) assert.deepEqual(await names(query), expected, `${query} in memory`);
  await browser.open(`/products/categories/${id}`);
  await browser.send(`/products/categories/${id}`, { name: 'กาแฟ' });
  assert.equal(cells(shop, 'latte').category, 'กาแฟ');
  assert.deepEqual(await names(`category=${id}`), ['ลาเต้']);
  const saved = await browser.send('/views', { list: 'products', name: 'Coffee', search: `?category=${id}&tag=Hot` });
  assert.ok(saved.html.includes(`/office/products?category=${id}&amp;tag=Hot" aria-current="page"`), saved.html);
});

test('lists in memory and in SQL have the same products for each filter', async () => {
  const shop = await openOrganizedShop();
  const storeId = idOf(shop.ids.id);
  await runStep(shop, (tx, now) => {
    changeProduct(tx, product(shop, 'mug'), { tags: ['Hot'] }, now);
    categoryFor(tx, storeId, 'ว่าง');
  });
  const filters = [
    { category: null },
    { category: category(shop, DRINKS) },
    { tag: 'Hot' },
    { tag: 'x' },
    { category: null, tag: 'Hot' },
  ];
  const page = { limit: 1, offset: 0, sortBy: 'id', descending: true } as const;
  const lists = () => filters.map((filter) => listProducts(shop.ctx.db, storeId, { ...page, ...filter }));
  const fromSql = lists();
  while (!loadMoreNames(shop.ctx.db, storeId));
  assert.deepEqual(lists(), fromSql);
  assert.deepEqual(
    fromSql.map(({ products, hasMore }) => [...products.map(({ name }) => name), hasMore]),
    [['แก้ว', false], ['ลาเต้', false], ['แก้ว', true], [false], ['แก้ว', false]],
  );
  assert.deepEqual(findProducts(shop.ctx.db, storeId, 'แก้ว', { ...page, tag: 'Hot' }), [product(shop, 'mug')]);
});

test('categories are added, counted, merged after a confirmation, and deleted without their products', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  await browser.open('/products/categories');
  assert.match(
    (await browser.send('/products/categories', { name: DRINKS })).text,
    officePattern('category_exists', { name: DRINKS }),
  );
  await browser.send('/products/categories', { name: 'Cups' });
  await organize(shop, 'mug', { category: 'cups' });
  const [drinks, cups] = [category(shop, DRINKS), category(shop, 'Cups')];
  assert.match((await browser.open('/products/categories')).text, /เครื่องดื่ม \/ กาแฟ 1 Cups 1/);
  await browser.open(`/products/categories/${cups}`);
  const asked = await browser.send(`/products/categories/${cups}`, { name: DRINKS });
  assert.match(asked.text, /There is already a category .*Merge into “เครื่องดื่ม \/ กาแฟ” and move 1 product/);
  assert.equal(cells(shop, 'mug').category, 'Cups');
  await browser.send(`/products/categories/${cups}`, { name: DRINKS, merge: 'on' });
  assert.equal(cells(shop, 'mug').category, DRINKS);
  assert.equal(category(shop, 'Cups'), undefined);
  await browser.open(`/products/categories/${drinks}`);
  await browser.send(`/products/categories/${drinks}/delete`);
  assert.deepEqual([cells(shop, 'mug').category, cells(shop, 'latte')], [null, { category: null, tags: 'ขายดี, Hot' }]);
  const events = auditEntries(shop.ctx.db, { limit: 9, offset: 0 }).map(({ event, detail }) => [event, detail.name]);
  assert.deepEqual(events.slice(0, 2), [
    ['category_deleted', DRINKS],
    ['category_merged', 'Cups'],
  ]);
});

test('selected products get a category or a tag, or lose one, after a preview; others stay', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const { html } = await browser.open('/products');
  assert.match(html, /<input type="checkbox" name="ids" value="\d+" aria-label="Select แก้ว"/);
  const [latte, mug] = [String(product(shop, 'latte')), String(product(shop, 'mug'))];
  const act = async (action: string, ids: string[], value: string) => {
    const { text } = await browser.open(`/products/organize?action=${action}&ids=${ids.join('&ids=')}`);
    assert.match(text, new RegExp(`${ids.length} products? selected`));
    return (await browser.send('/products/organize', { action, ids, value })).text;
  };
  assert.match(await act('tag', [latte, mug], ' hot '), /1 product updated · 1 product unchanged/);
  assert.deepEqual(cells(shop, 'mug'), { category: null, tags: 'Hot' });
  assert.match(await act('category', [mug], DRINKS), /1 product updated/);
  assert.match(await act('untag', [latte, mug], 'Hot'), /2 products updated/);
  assert.deepEqual(cells(shop, 'latte'), { category: DRINKS, tags: 'ขายดี' });
  assert.deepEqual(cells(shop, 'mug'), { category: DRINKS, tags: null });
  await act('category', [latte, mug], '');
  assert.deepEqual([cells(shop, 'latte').category, cells(shop, 'mug').category], [null, null]);
  assert.match((await browser.open('/products/organize?action=tag')).text, /No products selected/);
  await browser.open(`/products/organize?action=tag&ids=${mug}`);
  const untagged = await browser.send('/products/organize', { action: 'tag', ids: [mug], value: ' ' });
  assert.equal(untagged.status, 422);
  assert.match(untagged.text, /Tag is required/);
  const foreign = await runStep(shop, (tx, now) =>
    pullProduct(tx, idOf(shop.stores.other?.id), { sourceId: product(shop, 'latte'), key: 'x' }, now),
  );
  assert.equal((await browser.open(`/products/organize?action=tag&ids=${foreign}`)).status, 404);
});

test('all products of a filtered list are changed at once, and the audit log has one entry for them', async () => {
  const products = Array.from({ length: 52 }, (_, i) => ({
    ...{ key: `p${i}`, name: `แก้ว ${i}`, tags: i < 51 ? ['Old'] : [] },
    variants: [{ key: `v${i}`, sku: `V${i}` }],
  }));
  const shop = await openShop({ stores: [cafe({ products })] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const { html } = await browser.open('/products?tag=Old');
  assert.match(html, /name="list" value="tag=Old"/);
  const one = await browser.open(`/products/organize?action=tag&ids=${product(shop, 'p0')}&list=tag%3DOld`);
  assert.match(one.text, /1 product selected .*Select all 51 products that match the filters/);
  const all = await browser.open('/products/organize?list=tag%3DOld&action=tag&all=on');
  assert.match(all.text, /51 products selected .* and 1 more .*Tag 51 products/);
  const ids = [...all.html.matchAll(/name="ids" value="(\d+)"/g)].map(([, id = '']) => id);
  const done = await browser.send('/products/organize?list=tag%3DOld', { action: 'tag', ids, value: 'New' });
  assert.match(done.text, /51 products updated/);
  assert.equal(done.path, '/products?tag=Old');
  assert.deepEqual([cells(shop, 'p50').tags, cells(shop, 'p51').tags], ['New, Old', null]);
  const log = auditEntries(shop.ctx.db, { event: 'products_changed', limit: 9, offset: 0 });
  assert.deepEqual(
    log.map(({ detail }) => detail),
    [{ tag: 'New', products: 51 }],
  );
});

test('a category of another store cannot be opened, deleted or merged into', async () => {
  const shop = await openOrganizedShop();
  const storeId = idOf(shop.stores.other?.id);
  const foreign = await runStep(shop, (tx) => categoryFor(tx, storeId, 'Foreign'));
  const browser = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe' });
  assert.equal((await browser.open(`/products/categories/${foreign}`)).status, 404);
  await browser.open('/products');
  assert.equal((await browser.send(`/products/categories/${foreign}/delete`)).status, 404);
  const removal = { storeId: idOf(shop.ids.id), id: category(shop, DRINKS), into: foreign };
  await assert.rejects(removeCategory(shop.ctx, removal), AppError);
  assert.equal(cells(shop, 'latte').category, DRINKS);
});

test('category and tags are exported and imported in product files; an empty cell changes nothing', async () => {
  const shop = await openOrganizedShop();
  const { db } = shop.ctx;
  const csv = productCsv(productTable(db, idOf(shop.ids.id)));
  assert.match(csv, /latte,ลาเต้,,เครื่องดื่ม \/ กาแฟ,"ขายดี, Hot",/);
  const load = (text: string) =>
    runStep(shop, (tx, now) =>
      importProducts(tx, findStore(tx, 'cafe'), {
        file: readCsv(Buffer.from(text), 'f.csv'),
        codes: shop.config.values,
        now,
      }),
    );
  assert.deepEqual((await load(csv)).changes, []);
  const { changes } = await load('product_key,หมวดหมู่,แท็ก\nmug,เครื่องดื่ม / กาแฟ,"hot, =ใหม่"\nlatte,,\n');
  assert.deepEqual(changes, [
    {
      product: 'แก้ว',
      how: 'changed',
      facts: [
        { what: 'category', from: null, to: DRINKS },
        { what: 'tags', from: null, to: '=ใหม่, Hot' },
      ],
    },
  ]);
  assert.deepEqual(cells(shop, 'latte'), { category: DRINKS, tags: 'ขายดี, Hot' });
  const again = productCsv(productTable(db, idOf(shop.ids.id)));
  assert.match(again, /mug,แก้ว,,เครื่องดื่ม \/ กาแฟ,"'=ใหม่, Hot",/);
  assert.deepEqual((await load(again)).changes, []);
});

test('an import in the office previews changes of category and tags, and a second import changes nothing', async () => {
  const shop = await openOrganizedShop();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const file = () => new File(['product_key,category,tags\nmug,แก้วน้ำ,"HOT, ใหม่"\n'], 'products.csv');
  const preview = await uploadProducts(browser, file());
  assert.match(preview.text, /Category: แก้วน้ำ Tags: ใหม่, Hot/);
  await applyImport(browser, preview.path);
  assert.deepEqual(cells(shop, 'mug'), { category: 'แก้วน้ำ', tags: 'ใหม่, Hot' });
  assert.match((await uploadProducts(browser, file())).text, /No changes/);
});

test('a store file contains category and tags, and empty values clear them', async () => {
  const shop = await openOrganizedShop();
  const dump = () => JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db))));
  const [latte, mug] = dump().stores[0].products;
  assert.deepEqual([latte.category, latte.tags, mug.category, mug.tags], [DRINKS, ['ขายดี', 'Hot'], '', []]);
  const copy = await openShop(dump());
  assert.deepEqual(cells(copy, 'latte'), cells(shop, 'latte'));
  const cleared = { stores: [cafe({ products: [{ ...latte, category: '', tags: [] }] })] };
  assert.deepEqual(cells(await openShop(cleared), 'latte'), { category: null, tags: null });
});

test('a pulled product copies category and tags once, and keeps its own afterwards', async () => {
  const shop = await openOrganizedShop();
  const storeId = idOf(shop.stores.other?.id);
  const pulled = { sourceId: product(shop, 'latte'), key: 'resold' };
  const id = await runStep(shop, (tx, now) => pullProduct(tx, storeId, pulled, now));
  const ofPulled = () => organizationCells(shop.ctx.db, id);
  assert.deepEqual(ofPulled(), { category: DRINKS, tags: 'ขายดี, Hot' });
  assert.notEqual(categoryNamed(shop.ctx.db, storeId, DRINKS)?.id, category(shop, DRINKS));
  await runStep(shop, (tx, now) => changeProduct(tx, id, { category: null, tags: [] }, now));
  assert.deepEqual(cells(shop, 'latte'), { category: DRINKS, tags: 'ขายดี, Hot' });
  const copy = await openShop(JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db)))));
  const copied = idOf(copy.stores.other?.products.resold);
  assert.deepEqual(organizationCells(copy.ctx.db, copied), { category: null, tags: null });
});
