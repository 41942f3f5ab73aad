import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProduct, restoreProduct } from '../src/domain/catalogue/delete-product.ts';
import {
  addPictures,
  movePicture,
  removePicture,
  setVariantPicture,
} from '../src/domain/catalogue/product-pictures.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { preparePicture } from '../src/domain/pictures/prepare.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { listStores } from '../src/domain/stores.ts';
import { appError, operatorError } from './errors.ts';
import { productDetail } from './product-steps.ts';
import { inspectPicture, type PhotoOptions, photo } from './sample-photos.ts';
import { rowCount, sql } from './sql.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const latte = (shop: Shop) => idOf(shop.ids.products.latte);
const hot = (shop: Shop) => idOf(shop.ids.variants.hot);

async function add(shop: Shop, picture: PhotoOptions = {}): Promise<string> {
  const prepared = await preparePicture(shop.ctx, await photo(picture));
  await shop.ctx.write((tx) => addPictures(tx, latte(shop), [prepared], shop.now()));
  return `/pictures/${prepared.name}/full.jpg`;
}

const fetched = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
};

test('an uploaded picture is served by the API in three public sizes', async () => {
  const shop = await openShop();
  await add(shop, { width: 4000, height: 3000 });
  const { img_uris, thumbnail_uris, tiny_img_uris } = await productDetail(shop, 'latte');
  const { products } = (await shop.call('/v1/product/list', {})).body;
  assert.equal(products[0].image_url, img_uris[0]);
  for (const [uris, width, height] of [
    [img_uris, 1600, 1200],
    [thumbnail_uris, 400, 300],
    [tiny_img_uris, 100, 75],
  ]) {
    assert.equal(uris.length, 1);
    assert.ok(uris[0].startsWith(`${shop.url}/pictures/`), uris[0]);
    const { status, headers, bytes } = await fetched(uris[0]);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/jpeg');
    assert.deepEqual(await inspectPicture(bytes), { format: 'jpeg', width, height, notes: false });
  }
});

test('with base_url picture URLs start with it', async () => {
  const shop = await openShop({ config: { listen: { base_url: 'https://shop.example/' } } });
  const path = await add(shop);
  assert.deepEqual((await productDetail(shop, 'latte')).img_uris, [`https://shop.example${path}`]);
});

test('uploads above the queue limit are refused, and the others are processed', async () => {
  const shop = await openShop();
  const bytes = await photo({ width: 200, height: 200 });
  const done = await Promise.allSettled(Array.from({ length: 20 }, () => preparePicture(shop.ctx, bytes)));
  const refused = done.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  assert.deepEqual([refused.length, new Set(refused)], [12, new Set(['slow_down'])]);
  await preparePicture(shop.ctx, bytes);
});

test('a picture is cached forever, never executed, and revalidated with 304', async () => {
  const shop = await openShop();
  const address = shop.url + (await add(shop));
  const { headers } = await fetched(address);
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const etag = headers.get('etag') ?? '';
  const again = await fetched(address, { 'If-None-Match': etag });
  assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, etag]);
  assert.equal((await fetched(address, { 'If-None-Match': '"other"' })).status, 200);
});

test('an unknown picture path gets 404, and any method other than GET and HEAD 405', async () => {
  const shop = await openShop();
  const path = await add(shop);
  const name = path.split('/')[2] as string;
  for (const wrong of [
    `/pictures/${'A'.repeat(43)}/full.jpg`,
    `/pictures/${name}/full.png`,
    `/pictures/${name}/full_size`,
    `/pictures/${name}/constructor`,
    `/pictures/${name}`,
    `/pictures/${name.slice(0, 42)}/full.jpg`,
    '/pictures/%00/full.jpg',
  ]) {
    const { status, body } = await shop.send(wrong, {});
    assert.deepEqual([status, body.error], [404, 'not_found'], wrong);
  }
  assert.equal((await shop.send(path, { method: 'POST' })).status, 405);
  const head = await fetch(shop.url + path, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'image/jpeg']);
});

test('the same picture uploaded again is stored once', async () => {
  const shop = await openShop();
  await add(shop);
  const { update_time } = await productDetail(shop, 'latte');
  await add(shop);
  const product = await productDetail(shop, 'latte');
  assert.equal(product.img_uris.length, 1);
  assert.equal(product.update_time, update_time);
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 1);
});

test('several pictures are added together or not at all, and duplicates count once', async () => {
  const shop = await openShop();
  const prepared = await Promise.all(
    ['#111', '#222', '#111'].map(async (color) => preparePicture(shop.ctx, await photo({ color }))),
  );
  const addAll = (pictures = prepared) => shop.ctx.write((tx) => addPictures(tx, latte(shop), pictures, shop.now()));
  assert.deepEqual([await addAll(), await addAll()], [2, 0]);
  const [picture] = prepared;
  assert.ok(picture);
  const many = Array.from({ length: 49 }, (_, i) => ({ ...picture, name: String(i).padEnd(43, 'A') }));
  await assert.rejects(
    addAll(many),
    appError({ code: 'invalid_request', key: 'too_many_pictures', params: { most: 50 } }),
  );
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 2);
});

test('pictures can be moved to any position, and the first is the main one', async () => {
  const shop = await openShop();
  const [a, b, c] = [await add(shop, { color: '#111' }), await add(shop, { color: '#222' }), await add(shop)];
  const move = async (url: string, position: number) => {
    await shop.ctx.write((tx) => movePicture(tx, latte(shop), { url, position }, shop.now()));
    return (await productDetail(shop, 'latte')).img_uris.map((uri: string) => uri.slice(shop.url.length));
  };
  assert.deepEqual(await move(c, 0), [c, a, b]);
  assert.deepEqual(await move(c, 1), [a, c, b]);
  assert.deepEqual(await move(a, 99), [c, b, a]);
  assert.equal((await shop.call('/v1/product/list', {})).body.products[0].image_url, shop.url + c);
  await assert.rejects(move('/pictures/other/full.jpg', 0), { code: 'not_found' });
});

test('a removed picture is deleted when nothing uses it any more', async () => {
  const shop = await openShop({ stores: [cafe(), { key: 'other', name: 'Other' }] });
  const url = await add(shop);
  const prepared = await preparePicture(shop.ctx, await photo());
  await shop.ctx.write((tx) => setVariantPicture(tx, hot(shop), prepared, shop.now()));
  const { storeId, sourceId } = { storeId: idOf(shop.stores.other?.id), sourceId: latte(shop) };
  const pulled = await shop.ctx.write((tx) => pullProduct(tx, storeId, { sourceId, key: 'latte' }, shop.now()));

  await shop.ctx.write((tx) => removePicture(tx, latte(shop), url, shop.now()));
  assert.deepEqual((await productDetail(shop, 'latte')).img_uris, []);
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 1, 'the variants and the pulled product show it');
  await shop.ctx.write((tx) => removePicture(tx, pulled, url, shop.now()));
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 1, 'the variants show it');
  await shop.ctx.write((tx) => setVariantPicture(tx, hot(shop), null, shop.now()));
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 0);
  assert.equal((await fetched(shop.url + url)).status, 404);
});

test('a deleted product keeps its pictures for a restore', async () => {
  const shop = await openShop();
  const url = await add(shop);
  await shop.ctx.write((tx) => deleteProduct(tx, latte(shop), shop.now()));
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 1);
  await shop.ctx.write((tx) => restoreProduct(tx, latte(shop), shop.now()));
  assert.deepEqual((await productDetail(shop, 'latte')).img_uris, [shop.url + url]);
});

test('a variant has its own picture, which pulled products show too', async () => {
  const shop = await openShop({ stores: [cafe(), { key: 'other', name: 'Other' }] });
  const storeId = idOf(shop.stores.other?.id);
  const pulled = await shop.ctx.write((tx) =>
    pullProduct(tx, storeId, { sourceId: latte(shop), key: 'latte' }, shop.now()),
  );
  const prepared = await preparePicture(shop.ctx, await photo());
  await shop.ctx.write((tx) => setVariantPicture(tx, hot(shop), prepared, shop.now()));
  const { variants } = await productDetail(shop, 'latte');
  assert.equal(variants[0].img_url, `${shop.url}/pictures/${prepared.name}/full.jpg`);
  assert.equal(variants[1].img_url, undefined);
  const urls = shop.ctx.db.all(
    sql<{ image_url: string | null }>('SELECT image_url FROM variants WHERE product_id = ? ORDER BY id'),
    pulled,
  );
  assert.equal(urls[0]?.image_url, `/pictures/${prepared.name}/full.jpg`);
});

test('a dump names uploaded pictures, and loading it again changes nothing', async () => {
  const shop = await openShop();
  const url = await add(shop);
  const prepared = await preparePicture(shop.ctx, await photo());
  await shop.ctx.write((tx) => setVariantPicture(tx, hot(shop), prepared, shop.now()));
  const before = await productDetail(shop, 'latte');
  const dump = dumpStores(shop.ctx.db, listStores(shop.ctx.db));
  const [product] = (dump.stores[0] as Json).products;
  assert.deepEqual([product.images, product.variants[0].image_url], [[{ url }], url]);
  await shop.load(dump);
  assert.deepEqual(await productDetail(shop, 'latte'), before);
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 1);
});

test('a store file with an unknown picture is refused with the path', async () => {
  const shop = await openShop();
  const url = `/pictures/${'A'.repeat(43)}/full.jpg`;
  const variants = [{ key: 'hot', image_url: url }];
  await assert.rejects(
    shop.load({ stores: [cafe({ products: [{ key: 'latte', name: 'L', images: [{ url }], variants }] })] }),
    operatorError(
      { key: 'picture_not_in_database', path: 'stores[0].products[0].images[0].url', params: { url } },
      { key: 'picture_not_in_database', path: 'stores[0].products[0].variants[0].image_url', params: { url } },
    ),
  );
});

test('loading other pictures deletes the uploaded ones', async () => {
  const shop = await openShop();
  await add(shop);
  const images = [{ url: 'https://img.example/a.jpg' }];
  await shop.load({ stores: [cafe({ products: [{ key: 'latte', name: 'L', images }] })] });
  assert.deepEqual((await productDetail(shop, 'latte')).img_uris, ['https://img.example/a.jpg']);
  assert.equal(rowCount(shop.ctx.db, 'pictures'), 0);
});
