import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDeletionImpact, variantDeletionImpact } from '../src/domain/catalogue/deletion-impact.ts';
import { stockOf } from '../src/domain/stock/stock-levels.ts';
import { totalStock } from '../src/domain/stock/total-stock.ts';
import { tamper } from './sql.ts';
import { reseller, roastery, variantId, warehouseId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const opened = () => openShop({ stores: [roastery(), reseller()] });

test('the impact of a deletion counts own stock, pulled variants and the variants of other products', async () => {
  const shop = await opened();
  assert.equal((await shop.order({ products: [{ sku: 'DUO', qty: 1, price: '1' }] })).status, 200);
  assert.deepEqual(await productDeletionImpact(shop.ctx.db, idOf(shop.ids.products.coffee)), {
    stock: { onHand: 43, reserved: 3 },
    pulled: 4,
    composites: [],
    moreComposites: 0,
  });
  const { composites, ...impact } = variantDeletionImpact(shop.ctx.db, variantId(shop, 'beans'));
  assert.deepEqual(impact, { stock: { onHand: 24, reserved: 1 }, pulled: 1, moreComposites: 0 });
  assert.deepEqual(
    composites.map(({ productName, name }) => `${productName} ${name}`),
    ['กาแฟ ชุด', 'กาแฟ คู่'],
  );
});

/** As if a count had been committed and only the line of the cups were applied. */
function commitCount(shop: Shop): void {
  tamper(
    shop.ctx,
    `INSERT INTO stock_documents (id, store_id, kind, status, warehouse_id, create_time, commit_time, applying)
     VALUES (1, ?, 'count', 'committed', ?, 1, 1, 1)`,
    idOf(shop.ids.id),
    warehouseId(shop),
  );
  tamper(
    shop.ctx,
    `INSERT INTO count_lines (document_id, variant_id, counted, expected, applied)
     SELECT 1, id, 100, 0, key = 'cup' FROM variants WHERE key IN ('beans', 'cup')`,
  );
}

test('the total stock is the sum of the levels, also while a count is being applied', async () => {
  const shop = await opened();
  const { db } = shop.ctx;
  const own = ['beans', 'cup', 'kit'].map((key) => variantId(shop, key));
  const all = [...own, variantId(shop, 'duo'), variantId(shop, 'beans', shop.stores.shelf)];
  commitCount(shop);
  tamper(shop.ctx, 'UPDATE warehouses SET remove_time = 1 WHERE id = ?', warehouseId(shop, 'cnx'));
  const levels = own.flatMap((id) => stockOf(db, id));
  assert.equal(
    totalStock(db, all).onHand,
    levels.reduce((sum, { onHand }) => sum + onHand, 0),
  );
  assert.equal(totalStock(db, all).onHand, 100 + 10 + 1);
});
