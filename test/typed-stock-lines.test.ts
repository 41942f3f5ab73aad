import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveAtKnownCost } from '../src/domain/catalogue/purchase.ts';
import { movedLines } from '../src/domain/stock/document-list.ts';
import { parseTypedLines } from '../src/domain/stock/typed-lines.ts';
import { change, sql } from './sql.ts';
import { addVariants, documentDefaults, reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const roaster = (change: object = {}) => openShop({ stores: [roastery(), reseller()], ...change });

const storeId = (shop: Shop, key = 'cafe') => idOf(shop.stores[key]?.id);

test('a typed line is matched by SKU ignoring case, or by number, and has its own error', async () => {
  const shop = await roaster();
  await addVariants(shop, 2);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE variants SET sku = 'twin' WHERE key LIKE 'more-%'`)));
  const kit = variantId(shop, 'kit');
  const { lines, errors } = parseTypedLines(
    shop.ctx.db,
    storeId(shop),
    [
      { code: 'BEANS', qty: '3', cost: '1,250.50' },
      { code: ' beans ', qty: '' },
      { code: `#${kit}`, qty: '1,000' },
      { code: 'absent', qty: '1' },
      { code: 'twin', qty: '1' },
      { code: 'DUO', qty: '1' },
      { code: 'CUP', qty: '1.5' },
      { code: 'CUP', qty: '0' },
      { code: 'CUP', qty: '1', cost: '-1' },
      { code: '', qty: '4' },
      { code: '#999', qty: '1' },
    ],
    { minQty: 1 },
  );
  assert.deepEqual(
    lines.map(({ variant, qty, cost }) => [variant.sku, qty, cost]),
    [
      ['BEANS', 3, 12_505_000],
      ['BEANS', 1, undefined],
      ['KIT', 1_000, undefined],
    ],
  );
  assert.deepEqual(
    errors.map(({ line, error }) => `${line} ${error}`),
    ['3 unknown', '4 shared', '5 no_own_stock', '6 qty', '7 qty', '8 cost', '9 no_code', '10 unknown'],
  );
});

test('goods received by an account that may not see costs keep the known cost', async () => {
  const shop = await roaster();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  await shop.ctx.write((tx) => tx.run(change('UPDATE variants SET cost = 45000 WHERE id = ?'), beans));
  const lines = [beans, cup].map((variantId) => ({ variantId, qty: 2 }));
  const id = await runStep(shop, (tx, now) => receiveAtKnownCost(tx, { ...documentDefaults(shop), lines }, now));
  assert.deepEqual(
    movedLines(shop.ctx.db, id).map(({ cost }) => cost),
    [45_000, 0],
  );
  assert.equal(
    shop.ctx.db.get(sql<{ cost: number | null }>('SELECT cost FROM variants WHERE id = ?'), cup)?.cost,
    null,
  );
});
