import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, type Folder, openFolder, openFolderOf } from './cli.ts';
import { OURS, openStores } from './cli-product-steps.ts';
import { english } from './errors.ts';
import { reseller, roastery } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

const reasons = (folder: Folder, variant: number) =>
  folder
    .rows<Json>(`SELECT reason, on_hand_after, user_id FROM stock_ledger WHERE variant_id = ${variant} ORDER BY time`)
    .map((row) => Object.values(row));

suite('catalogue commands', CONCURRENT, () => {
  test('price tiers are added, listed and changed; one is the default', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe({ price_tiers: [], products: [], channels: [] })] });
    await folder.runCommandJson('tier', 'add', 'retail', '--name', 'ปลีก');
    await folder.runCommandJson('tier', 'add', 'vip', '--name', 'ตัวแทน');
    const defaults = ({ price_tiers }: Json) => price_tiers.map((tier: Json) => [tier.key, tier.name, tier.default]);
    assert.deepEqual(defaults(await folder.runCommandJson('tier', 'list')), [
      ['retail', 'ปลีก', true],
      ['vip', 'ตัวแทน', false],
    ]);
    assert.deepEqual(defaults(await folder.runCommandJson('tier', 'set', 'vip', 'name=VIP', 'default=true')), [
      ['retail', 'ปลีก', false],
      ['vip', 'VIP', true],
    ]);
    const added = await folder.runCommandJson('tier', 'add', 'new', '--name', 'New', '--default');
    assert.deepEqual(defaults(added).at(-1), ['new', 'New', true]);
    assert.match((await folder.runCommand('tier', 'list')).stdout, /^id +key +name +default\n1 +retail +ปลีก +false\n/);
  });

  test('warehouses are added last, listed and renamed', async () => {
    const folder = await openStores();
    await folder.runCommandJson('warehouse', 'add', 'hkt', '--name', 'ภูเก็ต', ...OURS);
    const { warehouses } = await folder.runCommandJson('warehouse', 'set', 'hkt', 'name=Phuket', ...OURS);
    assert.deepEqual(
      warehouses.map(({ key, name }: Json) => [key, name]),
      [
        ['bkk', 'กรุงเทพ'],
        ['cnx', 'เชียงใหม่'],
        ['hkt', 'Phuket'],
      ],
    );
  });

  test('product list searches names; product show takes an id, or a key in a store', async () => {
    const products = [{ ...cafe().products[0], category: 'กาแฟ', tags: ['ใหม่', 'Hot'] }];
    const folder = await openStores(cafe({ key: 'other', products }));
    const keys = ({ products }: Json) => products.map(({ key }: Json) => key);
    assert.deepEqual(keys(await folder.runCommandJson('product', 'list', ...OURS)), ['coffee']);
    assert.deepEqual(keys(await folder.runCommandJson('product', 'list', '--store', 'other', '--query', 'เต้')), [
      'latte',
    ]);
    assert.deepEqual(keys(await folder.runCommandJson('product', 'list', '--store', 'other', '--query', 'x')), []);
    const { products: listed } = await folder.runCommandJson('product', 'list', '--store', 'other');
    assert.deepEqual([listed[0].category, listed[0].tags], ['กาแฟ', ['ใหม่', 'Hot']]);
    const shown = await folder.runCommand('product', 'show', 'latte', '--store', 'other');
    assert.match(shown.stdout, /\ncategory กาแฟ\ntags +ใหม่, Hot\n/);
    const { product } = await folder.runCommandJson('product', 'show', 'resold', '--store', 'shelf');
    assert.deepEqual((await folder.runCommandJson('product', 'show', product.id)).product, product);
    assert.deepEqual([product.key, product.parent_id, product.variants[3].available_qty], ['resold', '1', 9]);
    const { stdout } = await folder.runCommand('product', 'show', 'coffee', ...OURS);
    assert.match(stdout, /^product +1 +coffee\nname +กาแฟ\nvariant +key .*\n1 +beans +เมล็ด +BEANS +24 +0 +24\n/);
    assert.match(stdout, /\n3 +kit .* assembled from 1=2 2=1\n4 +duo .* bundle of 1=1 2=2\n$/);
  });

  test('a product is deleted, listed with --deleted and restored', async () => {
    const folder = await openStores();
    const { stdout } = await folder.runCommand('product', 'delete', 'coffee', ...OURS);
    assert.match(stdout, /"raan product restore 1"/);
    await folder.runCommandJson('product', 'restore', '1');
    assert.deepEqual(await folder.runCommandJson('product', 'delete', '1'), { product_id: '1', deleted: true });
    assert.deepEqual((await folder.runCommandJson('product', 'list', ...OURS)).products, []);
    const { products } = await folder.runCommandJson('product', 'list', '--deleted', ...OURS);
    assert.deepEqual(products, [{ id: '1', key: 'coffee', name: 'กาแฟ' }]);
    const { product } = await folder.runCommandJson('product', 'restore', '1');
    assert.equal(product.variants.length, 4);
  });

  test('variant add sets prices and opening stock, records the account and derives a key', async () => {
    const folder = await openStores();
    const { variant } = await folder.runCommandJson(
      ...['variant', 'add', 'coffee', ...OURS, '--name', 'ถุง', '--sku', 'BAG', '--user', 'malee'],
      ...['--price', 'retail=12.50', 'vip=10', '--stock', 'bkk=7', 'cnx=0'],
    );
    const { key, name, sku, prices, on_hand, warehouses } = variant;
    assert.deepEqual([key, name, sku, on_hand, warehouses.length], ['coffee-1', 'ถุง', 'BAG', 7, 2]);
    assert.deepEqual(
      prices.map(({ price }: Json) => price),
      ['12.5', '10'],
    );
    assert.deepEqual(reasons(folder, Number(variant.product_variant_id)), [['variant_created', 7, 7]]);
    const second = await folder.runCommandJson('variant', 'add', '1', '--key', 'lid', '--sku', '');
    assert.deepEqual([second.variant.key, second.variant.sku], ['lid', undefined]);
  });

  test('variant set changes the named settings; an empty value clears one', async () => {
    const folder = await openStores();
    const image = 'https://img.example/b.jpg';
    const set = async (...settings: string[]) =>
      (await folder.runCommandJson('variant', 'set', '1', ...settings)).variant;
    const full = ['name=Beans', 'sku=B', `image_url=${image}`, 'cost=9.75', 'weight=0.5'];
    const stored = ['low_stock_threshold=5', 'shelf_location=A-03-2'];
    const { prices, ...variant } = await set(...full, ...stored, 'price.retail=20', 'price.vip=18');
    assert.deepEqual(
      [variant.name, variant.sku, variant.img_url, variant.cost, variant.weight, variant.low_stock_threshold],
      ['Beans', 'B', image, '9.75', 0.5, 5],
    );
    assert.equal(variant.shelf_location, 'A-03-2');
    assert.deepEqual(
      prices.map(({ price }: Json) => price),
      ['20', '18'],
    );
    const emptied = await set(
      'sku=',
      'image_url=',
      'cost=',
      'weight=',
      'low_stock_threshold=',
      'shelf_location=',
      'price.retail=',
    );
    for (const field of ['sku', 'img_url', 'cost', 'weight', 'low_stock_threshold', 'shelf_location'])
      assert.equal(emptied[field], undefined, field);
    assert.deepEqual([emptied.name, emptied.prices.map(({ price }: Json) => price)], ['Beans', ['18']]);
  });

  test('variant set changes only prices of a pulled variant', async () => {
    const folder = await openStores();
    const { variant } = await folder.runCommandJson('variant', 'set', '5', 'price.retail=99');
    assert.equal(variant.prices[0].price, '99');
    const { status, errorLines } = await folder.runCommand('variant', 'set', '5', 'name=Mine');
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('pulled_variant_has_only_prices', { variant: idOf('5') })}`]],
    );
  });

  test('a variant is deleted by id or SKU, and restored', async () => {
    const folder = await openStores();
    assert.deepEqual(await folder.runCommandJson('variant', 'delete', '--sku', 'DUO', ...OURS), {
      product_variant_id: '4',
      deleted: true,
    });
    const { stdout } = await folder.runCommand('variant', 'delete', '3');
    assert.match(stdout, /"raan variant restore 3"/);
    assert.equal((await folder.runCommandJson('variant', 'restore', '4')).variant.sku, 'DUO');
  });

  test('variant parts sets parts by ids or SKUs, or removes them with --none', async () => {
    const folder = await openStores();
    const parts = async (...args: string[]) => (await folder.runCommandJson('variant', 'parts', ...args)).variant.parts;
    assert.deepEqual(await parts('2', '1=3'), [{ product_variant_id: '1', qty: 3 }]);
    assert.deepEqual(await parts('3', 'CUP=2', '--by-sku'), [{ product_variant_id: '2', qty: 2 }]);
    assert.equal(await parts('3', '--none'), undefined);
  });

  test('a bundle is created, shown, changed and cleared', async () => {
    const folder = await openStores();
    const { variant: made } = await folder.runCommandJson('bundle', 'set', '3', 'BEANS=2', 'CUP=1', '--by-sku');
    assert.deepEqual([made.available_qty, made.bundle.length], [12, 2]);
    const { variants } = await folder.runCommandJson('bundle', 'show', ...OURS);
    assert.deepEqual(
      variants.map(({ key, available_qty }: Json) => [key, available_qty]),
      [
        ['kit', 12],
        ['duo', 9],
      ],
    );
    assert.equal((await folder.runCommandJson('bundle', 'set', '3', '1=4')).variant.available_qty, 6);
    const { variant: cleared } = await folder.runCommandJson('bundle', 'clear', '3');
    assert.deepEqual(
      [cleared.available_qty, cleared.bundle, cleared.parts],
      [0, undefined, [{ product_variant_id: '1', qty: 4 }]],
    );
    assert.deepEqual(reasons(folder, 3), [
      ['system_init', 1, null],
      ['bundle_converted', 0, null],
    ]);
  });

  test('invalid parts are reported as typed, each with its problem', async () => {
    const folder = await openStores();
    const file = folder.write('parts.csv', 'sku,qty\nBEANS,2\nDUO,1\nKIT,1\nBEANS,2000000\n');
    const problems = [
      english('part_is_a_bundle', { part: idOf('4') }),
      english('part_is_itself', { part: idOf('3') }),
      english('part_repeated', { part: idOf('1') }),
      english('not_a_whole_number_between', { path: 'qty', least: 1, most: 1_000_000 }),
    ];
    for (const words of [
      ['bundle', 'set'],
      ['variant', 'parts'],
    ]) {
      const { status, errorLines } = await folder.runCommand(...words, '3', '--file', file);
      const rows = [3, 4, 5, 5].map((row, i) => `raan: ${file} row ${row}: ${problems[i]}`);
      assert.deepEqual([status, errorLines], [1, rows]);
    }
  });

  test('names are printed on one line without control characters', async () => {
    const folder = openFolder();
    const name = 'Red\u001b[31m\nLatte';
    await folder.load({ stores: [cafe({ products: [{ key: 'latte', name, variants: [{ key: 'hot', name }] }] })] });
    for (const [words, expected] of [
      [['product', 'list'], /\n1 +latte +Red \[31m Latte\n$/],
      [['product', 'show', 'latte'], /\nname +Red \[31m Latte\n.*\n1 +hot +Red \[31m Latte /],
    ] as const)
      assert.match((await folder.runCommand(...words)).stdout, expected);
  });

  test('errors and JSON documents contain no terminal control characters', async () => {
    const folder = openFolder();
    const name = 'Red\u001b[31m\u009b2J\u202e\u007f';
    folder.write('store.json', JSON.stringify({ stores: [{ [name]: 1 }] }));
    const { stderr } = await folder.runCommand('load', folder.path('store.json'));
    assert.match(stderr, /Red \[31m 2J/);
    await folder.load({ stores: [cafe({ products: [{ key: 'latte', name, variants: [] }] })] });
    const { stdout, json } = await folder.runCommand('product', 'list', '--json');
    assert.equal(json.products[0].name, name);
    for (const output of [stderr, stdout]) assert.doesNotMatch(output, /[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  test('an unknown product id matches no product, and a product key needs --store if there are several stores', async () => {
    const folder = await openStores();
    const { errorLines } = await folder.runCommand('product', 'show', '99');
    assert.deepEqual(errorLines, [`raan: ${english('product_not_found', { product: '99' })}`]);
    const { errorLines: byKey } = await folder.runCommand('product', 'show', 'latte');
    assert.deepEqual(byKey, [`raan: ${english('store_not_named', { stores: ['cafe', 'shelf'] })}`]);
  });

  test('product pull takes an id, or a key in the source store', async () => {
    const folder = await openStores(cafe({ key: 'other' }));
    const pull = async (...args: string[]) => (await folder.runCommandJson('product', 'pull', ...args)).product;
    const again = await pull('1', '--store', 'shelf', '--key', 'again', '--user', 'malee');
    assert.deepEqual([again.name, again.parent_id, again.variants.length], ['กาแฟ', '1', 4]);
    const latte = await pull('latte', '--from', 'other', '--store', 'shelf', '--key', 'l', '--name', 'Latte');
    assert.deepEqual([latte.key, latte.name, latte.variants[0].available_qty], ['l', 'Latte', 15]);
  });

  test('a stock change of a part shows in bundles and pulled products of a running server at once', async () => {
    const shop = await openShop({ stores: [roastery({ apps: [] }), reseller({ apps: [] })] });
    const { shelf } = shop.stores;
    const token = await shop.bearer('page', shelf);
    const duos = async () => {
      const own = await shop.call('/v1/product/detail', { product_id: shop.ids.products.coffee });
      const pulled = await shop.call('/v1/product/detail', { product_id: shelf?.products.resold }, { token });
      return [own, pulled].map(({ body }) => body.product.variants[3].available_qty);
    };
    assert.deepEqual(await duos(), [9, 9]);
    const folder = openFolderOf(shop);
    await folder.runCommandJson('stock', 'add', '--sku', 'CUP', '4', ...OURS);
    assert.deepEqual(await duos(), [11, 11]);
    await folder.runCommandJson('bundle', 'set', '4', '1=24');
    assert.deepEqual(await duos(), [1, 1]);
    await folder.runCommandJson('product', 'delete', '1');
    const pulled = await shop.call('/v1/product/detail', { product_id: shelf?.products.resold }, { token });
    assert.equal(pulled.body.product.variants[3].available_qty, 0);
  });
});
