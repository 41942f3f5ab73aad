import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { list, names, products } from './product-list-steps.ts';
import { markDeleted } from './raw-http.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const foundNames = async (shop: Shop, query: string) =>
  (await names(shop, { query, sort_by: 'id', sort_order: 'asc' })).sort();

test('a search finds any part of a name, ignoring case', async () => {
  const shop = await openShop({
    stores: [cafe({ products: products('Iced Latte', 'ICED TEA', 'Hot Latte', 'Éclair') })],
  });
  for (const query of ['iced', 'ICED', 'iCeD', 'ced '])
    assert.deepEqual(await foundNames(shop, query), ['ICED TEA', 'Iced Latte']);
  assert.deepEqual(await foundNames(shop, 'latte'), ['Hot Latte', 'Iced Latte']);
  assert.deepEqual(await foundNames(shop, 't l'), ['Hot Latte']);
  assert.deepEqual(await foundNames(shop, 'ÉCL'), ['Éclair']);
  assert.deepEqual(await foundNames(shop, 'éc'), ['Éclair']);
  for (const query of ['latte iced', 'icedlatte', 'iced  latte', 'ecl', 'x'])
    assert.deepEqual(await foundNames(shop, query), []);
});

test('a search in Thai finds any part of a name, from a single mark to the whole name', async () => {
  const shop = await openShop({ stores: [cafe({ products: products('น้ำส้มคั้น', 'น้ำแข็ง', 'ส้มตำ', 'กาแฟ') })] });
  assert.deepEqual(await foundNames(shop, 'น้ำ'), ['น้ำส้มคั้น', 'น้ำแข็ง']);
  assert.deepEqual(await foundNames(shop, 'ส้ม'), ['น้ำส้มคั้น', 'ส้มตำ']);
  assert.deepEqual(await foundNames(shop, 'น'), ['น้ำส้มคั้น', 'น้ำแข็ง']);
  assert.deepEqual(await foundNames(shop, '้ำ'), ['น้ำส้มคั้น', 'น้ำแข็ง']);
  assert.deepEqual(await foundNames(shop, 'ำ'), ['น้ำส้มคั้น', 'น้ำแข็ง', 'ส้มตำ']);
  assert.deepEqual(await foundNames(shop, 'น้ำส้มคั้น'), ['น้ำส้มคั้น']);
  assert.deepEqual(await foundNames(shop, 'นำ'), []);
});

test('composed and decomposed letters match each other', async () => {
  const composed = 'Caf\u00e9 Cr\u00e8me';
  const decomposed = 'Cafe\u0301 au lait';
  const shop = await openShop({ stores: [cafe({ products: products(composed, decomposed) })] });
  for (const query of ['caf\u00e9', 'cafe\u0301', 'CAFE\u0301', 'f\u00e9', '\u00c9'])
    assert.deepEqual(await foundNames(shop, query), [decomposed, composed].sort(), query);
  assert.deepEqual(await names(shop, { query: 'cr\u00e8me' }), [composed]); // displayed as the store wrote it
});

test('SQL wildcards are matched literally', async () => {
  const all = [
    '100% กาแฟ',
    'a_b',
    'say "hi"',
    'back\\slash',
    'star*',
    "it's",
    '(x) OR (y)',
    'a-b',
    'a:b',
    '^top',
    'NEAR(a)',
  ];
  const shop = await openShop({ stores: [cafe({ products: products(...all, 'plain') })] });
  for (const [query, name] of [
    ['%', '100% กาแฟ'],
    ['00% ก', '100% กาแฟ'],
    ['_', 'a_b'],
    ['a_b', 'a_b'],
    ['"', 'say "hi"'],
    ['"hi"', 'say "hi"'],
    ['\\', 'back\\slash'],
    ['k\\s', 'back\\slash'],
    ['*', 'star*'],
    ['tar*', 'star*'],
    ["'", "it's"],
    ["t's", "it's"],
    ['(x) or', '(x) OR (y)'],
    ['a-b', 'a-b'],
    ['a:b', 'a:b'],
    ['^to', '^top'],
    ['near(', 'NEAR(a)'],
  ] as const)
    assert.deepEqual(await foundNames(shop, query), [name], query);
  for (const query of ['%%', '__', '""', '"""', 'a%b', 'pla*', 'plain OR star', 'a_b*', "' OR 1=1 --"])
    assert.deepEqual(await foundNames(shop, query), [], query);
});

test('an empty search lists everything', async () => {
  const shop = await openShop({ stores: [cafe({ products: products('a', 'b') })] });
  assert.deepEqual(await foundNames(shop, ''), ['a', 'b']);
});

test('a very long search finds only names that contain it', async () => {
  const long = 'ชา กาแฟ '.repeat(25);
  const alike = Array.from({ length: 150 }, (_, i) => 'x'.repeat(i + 1)); // each part is contained in each longer one
  const shop = await openShop({ stores: [cafe({ products: products(long, 'ชา', ...alike) })] });
  assert.deepEqual(await names(shop, { query: long }), [long]);
  assert.deepEqual(await names(shop, { query: `x${long}` }), []);
  assert.deepEqual(await names(shop, { query: 'x'.repeat(1_000_000) }), []);
});

test('a search finds exactly the names that contain the text', async () => {
  const letters = fc.constantFrom('a', 'B', 'b', 'é', 'e\u0301', 'ก', '้', 'ำ', ' ', '%', '"', '😀', '1');
  const word = (most: number) => fc.string({ unit: letters, minLength: 1, maxLength: most });
  const all = [...new Set(fc.sample(word(12), { numRuns: 150, seed: 20_261_111 }))];
  const shop = await openShop({ stores: [cafe({ products: products(...all) })] });
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  await fc.assert(
    fc.asyncProperty(word(5), async (query) => {
      const expected = all.filter((name) => fold(name).includes(fold(query)));
      const { products, total } = await list(shop, { query, limit: 100, get_count: true });
      assert.equal(total, expected.length);
      const shown = products.map(({ name }: Json) => name);
      assert.deepEqual(shown.length === 100 ? [] : shown.sort(), shown.length === 100 ? [] : expected.sort());
    }),
    { numRuns: 200 },
  );
});

test('a renamed product is found by its new name only', async () => {
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'p', name: 'เก่าแก่' }] })] });
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: [{ key: 'p', name: 'ใหม่เอี่ยม' }] }] });
  assert.deepEqual(await foundNames(shop, 'ใหม่เ'), ['ใหม่เอี่ยม']);
  assert.deepEqual(await foundNames(shop, 'เก่าแ'), []);
});

test('products of other stores and deleted ones are never listed or counted', async () => {
  const stores = [
    cafe({ products: products('ชาเขียว', 'ชาดำ') }),
    cafe({ key: 'other', products: products('ชาแดง', 'ชาขาว') }),
  ];
  const shop = await openShop({ stores });
  await markDeleted(shop, 'products', shop.ids.products.ชาดำ);
  for (const query of [undefined, 'ช', 'ชา', 'ชาเ', 'ชาเขียว']) {
    const { products, total, has_more } = await list(shop, { query, get_count: true });
    assert.deepEqual([products.map(({ name }: Json) => name), total, has_more], [['ชาเขียว'], 1, false]);
  }
  for (const query of ['ชาแดง', 'ชาดำ', 'แด']) assert.deepEqual(await foundNames(shop, query), []);
});

test('a search reflects every change, from any process', async () => {
  const shop = await openShop({ stores: [cafe({ products: products('ชาเย็น', 'ชาร้อน', 'กาแฟ') })] });
  assert.deepEqual(await foundNames(shop, 'ชา'), ['ชาร้อน', 'ชาเย็น']);
  const otherProcess = new Sqlite(shop.config.database);
  otherProcess.exec(`UPDATE products SET name = 'ชาดำเย็น', folded_name = 'ชาดำเย็น' WHERE key = 'ชาเย็น'`);
  assert.deepEqual(await foundNames(shop, 'ชา'), ['ชาดำเย็น', 'ชาร้อน']);
  await markDeleted(shop, 'products', shop.ids.products.ชาร้อน);
  assert.deepEqual(await foundNames(shop, 'ชา'), ['ชาดำเย็น']);
  assert.equal((await list(shop, { query: 'ชา', get_count: true })).total, 1);
  otherProcess.exec(`UPDATE products SET delete_time = NULL`);
  otherProcess.close();
  assert.deepEqual(await foundNames(shop, 'ชา'), ['ชาดำเย็น', 'ชาร้อน']);
});

test('search results are sorted like the full list', async () => {
  const odd = ['a', 'aก', 'a\u{1f600}', 'a\uff01', 'a\ufb01', 'A', 'aa', 'a ', 'a1', 'aé'];
  const shop = await openShop({ stores: [cafe({ products: odd.map((name, i) => ({ key: `${i}`, name })) })] });
  for (const sort_by of ['name', 'id', 'create_time', 'update_time'])
    for (const sort_order of ['asc', 'desc'])
      for (const offset of [0, 3])
        assert.deepEqual(
          await names(shop, { query: 'a', sort_by, sort_order, offset, limit: 5 }),
          await names(shop, { sort_by, sort_order, offset, limit: 5 }),
        );
});
