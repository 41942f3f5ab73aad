import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { change, detail, openRoastery, openStores } from './bundle-steps.ts';
import { changeTuples, roastery, runStep, variantId } from './stock-steps.ts';
import type { Json, Shop } from './support.ts';

/** The changes that a load announces. */
async function announcedByLoad(shop: Shop, load: () => Promise<unknown>): Promise<Json[]> {
  const before = shop.announcements();
  await load();
  return changeTuples(shop.announcementsSince(before), shop);
}

test('the opening stock of bundles is not announced; a bundle in a later load is announced as variant_created', async () => {
  const shop = await openRoastery();
  assert.deepEqual(shop.announcements(), []);
  const single = { key: 'single', name: 'เดี่ยว', bundle: [{ variant: 'beans', qty: 4 }] };
  const items = await announcedByLoad(shop, () => change(shop, single));
  assert.deepEqual(
    items.map((row) => row.slice(1)),
    ['the roastery', 'the reseller'].flatMap(() => [
      ['bkk', 0, 5, 'variant_created'],
      ['cnx', 0, 1, 'variant_created'],
    ]),
  );
});

test('a load turns a variant into a bundle, keeps or edits its parts, and turns it back into a single item with stock', async () => {
  const shop = await openStores(roastery());
  const load = (variant: object) => announcedByLoad(shop, () => change(shop, { key: 'kit', ...variant }));
  const cups = (qty: number) => [{ variant: 'cup', qty }];
  assert.deepEqual(await load({ bundle: cups(2) }), [
    ['kit', 'bkk', 1, 5, 'bundle_converted'],
    ['kit', 'cnx', 0, 4, 'bundle_converted'],
  ]);
  assert.deepEqual(await load({ bundle: cups(2) }), []);
  assert.deepEqual(await load({ name: 'ชุดเล็ก' }), []);
  assert.deepEqual(await load({ bundle: cups(8) }), [
    ['kit', 'bkk', 5, 1, 'bundle_edited'],
    ['kit', 'cnx', 4, 1, 'bundle_edited'],
  ]);
  assert.deepEqual(await load({ stock: { cnx: 6 } }), [
    ['kit', 'bkk', 1, 0, 'bundle_converted'],
    ['kit', 'cnx', 1, 0, 'bundle_converted'],
    ['kit', 'cnx', 0, 6, 'command_edited'],
  ]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a load with assembly parts for a bundle turns it back into a single item', async () => {
  const shop = await openStores(roastery());
  await change(shop, { key: 'duo', parts: [{ variant: 'cup', qty: 1 }] });
  assert.equal((await detail(shop, 'duo')).available_qty, 0);
  await runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'duo'), {}, now));
  assert.equal((await detail(shop, 'duo')).available_qty, 18);
});

test('a load can remove a variant from the parts of another variant and turn it into a bundle', async () => {
  const shop = await openStores(roastery());
  const beans = [{ variant: 'beans', qty: 1 }];
  await change(shop, { key: 'cup', bundle: beans }, { key: 'kit', parts: beans }, { key: 'duo', bundle: beans });
  for (const key of ['cup', 'duo']) assert.equal((await detail(shop, key)).available_qty, 24);
  assert.deepEqual(shop.stock('cup'), { onHand: 0, reserved: 0 });
});

test('a bundle may precede its parts, in another product of the file', async () => {
  const set = { key: 'set', name: 'ชุด', bundle: [{ variant: 'leaf', qty: 2 }] };
  const leaf = { key: 'leaf', stock: { bkk: 7 } };
  const products = [
    { key: 'sets', name: 'ชุด', variants: [set] },
    { key: 'tea', name: 'ชา', variants: [leaf] },
  ];
  const shop = await openStores(roastery({ products }));
  assert.equal((await detail(shop, 'set', 'sets')).available_qty, 3);
});
