import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { detail, load, openResellerShop, PULLED, pulling, source } from './pulled-steps.ts';
import { sql } from './sql.ts';
import { changeTuples, runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop } from './support.ts';

test('a reseller may precede its source in the file, and the first load announces nothing', async () => {
  const shop = await openShop({ now: stoppedClock().now, stores: [pulling(PULLED), source()] });
  assert.deepEqual(shop.announcements(), []);
  assert.deepEqual(Object.keys(shop.ids.variants), ['resold/hot', 'resold/iced']);
  assert.deepEqual(shop.ctx.db.all(sql('SELECT DISTINCT reason FROM stock_ledger')), [{ reason: 'system_init' }]);
});

test('products pulled by a later load are announced as variant_created, to the apps of their store only', async () => {
  const shop = await openShop({ now: stoppedClock().now, stores: [source(), pulling()] });
  const { shelf: loaded } = await load(shop, 'shelf', PULLED);
  assert.deepEqual(
    shop.announcements().map((item) => [item.id, item.old, item.new, item.reason]),
    [
      [loaded?.variants['resold/hot'], 0, 10, 'variant_created'],
      [loaded?.variants['resold/hot'], 0, 5, 'variant_created'],
      [loaded?.variants['resold/iced'], 0, 4, 'variant_created'],
    ],
  );
});

test('loading again changes the prices that are given, and keeps the others', async () => {
  const shop = await openResellerShop({ prices: { hot: { retail: '79', vip: '70' }, iced: { retail: '80' } } });
  await load(shop, 'shelf', { ...PULLED, prices: { hot: { retail: '75' } } });
  await load(shop, 'shelf', PULLED);
  await load(shop, 'shelf', { key: 'resold', name: PULLED.name });
  assert.deepEqual(
    (await detail(shop)).variants.map(({ prices }: Json) => prices.map(({ price }: Json) => price)),
    [['75'], ['80']],
  );
  assert.deepEqual(shop.announcements(), []);
});

test('loading a deleted source restores it for the resellers that pulled from it', async () => {
  const shop = await openResellerShop();
  await runStep(shop, (tx, now) => deleteProduct(tx, idOf(shop.ids.products.latte), now));
  await load(shop, 'shelf', PULLED);
  const before = shop.announcements();
  await load(shop, 'cafe', { key: 'latte', name: 'ลาเต้', variants: [{ key: 'iced', stock: { bkk: 9 } }] });
  const announced = changeTuples(shop.announcementsSince(before), shop);
  const isResold = ([variant]: readonly unknown[]) => String(variant).startsWith('resold/');
  assert.deepEqual(announced.filter(isResold), [
    ['resold/hot', 'bkk', 0, 10, 'unknown'],
    ['resold/hot', 'cnx', 0, 5, 'unknown'],
    ['resold/iced', 'bkk', 0, 4, 'unknown'],
    ['resold/iced', 'bkk', 4, 9, 'command_edited'],
  ]);
  assert.deepEqual(
    announced.filter((change) => !isResold(change)),
    [['iced', 'bkk', 4, 9, 'command_edited']],
  );
});
