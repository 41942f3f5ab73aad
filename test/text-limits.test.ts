import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command } from '../src/db/statement.ts';
import { importProducts } from '../src/domain/storefile/csv/import.ts';
import { listStores } from '../src/domain/stores.ts';
import { readCsv } from '../src/lib/csv.ts';
import { assertError } from './endpoints.ts';
import { ownRows } from './raw-http.ts';
import { cafe, type Json, openShop } from './support.ts';

const renameAddress = command({ writes: ['addresses'] }, 'UPDATE addresses SET name = ? WHERE version = ?');

const MEGABYTE = 'ก'.repeat(300_000);

const RECIPIENT_LIMITS = {
  name: 500,
  telephone: 64,
  address1: 500,
  address2: 500,
  address3: 500,
  sub_district: 500,
  district: 500,
  province: 500,
  note: 5_000,
  legal_entity_id: 64,
  branch_number: 64,
};

test('an order with a text of nearly 1 MB is refused at the field and stores nothing', async () => {
  const shop = await openShop();
  const wrong = [
    ['recipient_address.name', { recipient_address: { name: MEGABYTE } }],
    ['recipient_address.note', { recipient_address: { name: 'ก', note: MEGABYTE } }],
    ['recipient_address.email', { recipient_address: { name: 'ก', email: `${'a'.repeat(900_000)}@b.co` } }],
    ['sender_name', { sender_name: MEGABYTE }],
    ['products[0].sku', { products: [{ sku: MEGABYTE, qty: 1 }] }],
  ] as const;
  await shop.bearer(); // the first token marks the client secret as used
  const before = ownRows(shop);
  for (const [field, change] of wrong) assertError(await shop.order(change), 400, 'invalid_request', field);
  assert.deepEqual(ownRows(shop), before);
});

test('each text of an address has its limit in code points', async () => {
  const shop = await openShop();
  for (const [field, most] of Object.entries(RECIPIENT_LIMITS)) {
    const longest = '🐶'.repeat(most);
    const address = { name: 'ก', [field]: longest };
    const { status, body } = await shop.order({ recipient_address: address });
    assert.equal(status, 200, field);
    assert.equal(body.order.recipient_address[field], longest);
    const tooLong = { recipient_address: { ...address, [field]: `${longest}ก` } };
    assertError(await shop.order(tooLong), 400, 'invalid_request', `recipient_address.${field}`);
  }
});

test('a repeated order with a too long text is refused, because a replay needs a valid body', async () => {
  const shop = await openShop();
  assert.equal((await shop.order({ external_order_id: 'A' })).status, 200);
  const again = { external_order_id: 'A', recipient_address: { name: MEGABYTE } };
  assertError(await shop.order(again), 400, 'invalid_request', 'recipient_address.name');
  const repeated = { external_order_id: 'A', recipient_address: { id: '1', name: MEGABYTE } };
  assertError(await shop.order(repeated), 400, 'invalid_request', 'recipient_address.name');
});

test('a stored address that exceeds the limits is returned in full and accepted unchanged', async () => {
  const shop = await openShop();
  const { order } = (await shop.order()).body;
  await shop.ctx.write((tx) => tx.run(renameAddress, MEGABYTE, order.recipient_address.id));
  const stored = (await shop.call('/v1/order/detail', { order_id: order.id })).body.order.recipient_address;
  assert.equal(stored.name, MEGABYTE);
  assert.equal((await shop.order({ recipient_address: stored })).body.order.recipient_address.name, MEGABYTE);
  for (const changed of [
    { ...stored, telephone: '1' },
    { ...stored, id: undefined },
    { ...stored, id: '99999' },
  ])
    assertError(await shop.order({ recipient_address: changed }), 400, 'invalid_request', 'recipient_address.name');
});

test('a store file with a too long text is refused at the field', async () => {
  const shop = await openShop();
  const [product] = cafe().products as [Json];
  const variant = product.variants[0];
  const files = [
    ['stores[0].name', cafe({ name: 'ก'.repeat(501) })],
    ['stores[0].addresses[0].telephone', cafe({ addresses: [{ key: 'shop', name: 'ก', telephone: '1'.repeat(65) }] })],
    ['stores[0].products[0].name', cafe({ products: [{ ...product, name: 'ก'.repeat(501) }] })],
    ['stores[0].products[0].description', cafe({ products: [{ ...product, description: 'ก'.repeat(20_001) }] })],
    [
      'stores[0].products[0].variants[0].sku',
      cafe({ products: [{ ...product, variants: [{ ...variant, sku: 'ก'.repeat(257) }] }] }),
    ],
    [
      'stores[0].products[0].images[0].url',
      cafe({ products: [{ ...product, images: [{ url: `https://a.example/${'a'.repeat(2_048)}` }] }] }),
    ],
    [
      'stores[0].apps[0].url',
      cafe({ apps: [{ key: 'bot', name: 'b', url: `https://a.example/${'a'.repeat(2_048)}` }] }),
    ],
  ] as const;
  for (const [path, store] of files)
    await assert.rejects(shop.load({ stores: [store] }), (error: Error) => {
      assert.match(JSON.stringify(error) + error.message, new RegExp(path.replaceAll(/[[\].]/g, '\\$&')));
      return true;
    });
});

test('a product CSV with a too long text is refused at the column', async () => {
  const shop = await openShop();
  const [store] = listStores(shop.ctx.db);
  assert.ok(store);
  const csv = `product,product_name,variant,sku\nlatte,ลาเต้,hot,${'x'.repeat(257)}\n`;
  await assert.rejects(
    shop.ctx.write((tx) =>
      importProducts(tx, store, {
        file: readCsv(Buffer.from(csv), 'products.csv'),
        codes: shop.ctx.config.values,
        now: shop.now(),
      }),
    ),
    /sku/,
  );
});

test('a query of the product list is searched by its first 200 code points', async () => {
  const name = 'ล'.repeat(300);
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'long', name, variants: [] }] })] });
  const resultCount = async (query: string) => (await shop.call('/v1/product/list', { query })).body.products.length;
  assert.equal(await resultCount(`${'ล'.repeat(200)}${'x'.repeat(900_000)}`), 1);
  assert.equal(await resultCount(`${'ล'.repeat(199)}x`), 0);
});

test('the OpenAPI document shows the limits of the texts of an order', async () => {
  const shop = await openShop();
  const { schemas } = ((await (await fetch(`${shop.url}/openapi.json`)).json()) as Json).components;
  for (const [field, most] of Object.entries({ ...RECIPIENT_LIMITS, email: 254 })) {
    assert.equal(schemas.PostedAddress.properties[field].maxLength, most, field);
    assert.equal(schemas.OrderAddress.properties[field].maxLength, undefined, field);
  }
  assert.equal(schemas.NewOrder.properties.sender_name.maxLength, 500);
  assert.equal(schemas.NewOrderLine.properties.sku.maxLength, 256);
});
