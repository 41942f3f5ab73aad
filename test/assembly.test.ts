import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { type Assembly, assemble, disassemble } from '../src/domain/catalogue/assembly.ts';
import { existingDocument, movedLines } from '../src/domain/stock/document-list.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { appError, type ExpectedError } from './errors.ts';
import { sql } from './sql.ts';
import {
  announcedBy,
  changeTuples,
  documentDefaults,
  ledgerSteps,
  openRoastery,
  refusalOf,
  reseller,
  roastery,
  runStep,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';

/** A kit is two beans and a cup. In Bangkok there are 20 beans, 10 cups and one kit. */
const kits = (shop: Shop, qty: number): Assembly => ({
  ...documentDefaults(shop),
  variantId: variantId(shop, 'kit'),
  qty,
});

test('assembly takes the parts and adds the product in one document, and the ledger records the user', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => assemble(tx, { ...kits(shop, 3), note: 'ปีใหม่' }, now));
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 14, 'assemble_deducted', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'cup'), [[10, 7, 'assemble_deducted', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 4, 'assemble_added', 7, 1]]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
  const { kind, userId, note } = existingDocument(shop.ctx.db, idOf('1'));
  assert.deepEqual({ kind, userId, note }, { kind: 'assembly', userId: 7, note: 'ปีใหม่' });
  assert.deepEqual(
    movedLines(shop.ctx.db, idOf('1')).map(({ sku, qty }) => [sku, qty]),
    [['KIT', 3]],
  );
});

test('disassembly takes the product and adds its parts in one document', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => disassemble(tx, kits(shop, 1), now));
  assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 0, 'disassemble_deducted', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 22, 'disassemble_added', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'cup'), [[10, 11, 'disassemble_added', 7, 1]]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
  const { kind, userId } = existingDocument(shop.ctx.db, idOf('1'));
  assert.deepEqual({ kind, userId }, { kind: 'disassembly', userId: 7 });
});

test('apps receive the change of every part, of the product and of bundles with those parts, without an actor', async () => {
  const shop = await openRoastery();
  const items = await announcedBy(shop, (tx, now) => assemble(tx, kits(shop, 3), now));
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 14, 'assemble_deducted'],
    ['cup', 'bkk', 10, 7, 'assemble_deducted'],
    ['duo', 'bkk', 5, 3, 'assemble_deducted'],
    ['kit', 'bkk', 1, 4, 'assemble_added'],
  ]);
  assert.ok(items.every((item) => !('user_id' in item || 'order_id' in item)));
  const back = await announcedBy(shop, (tx, now) => disassemble(tx, kits(shop, 4), now));
  assert.deepEqual(changeTuples(back, shop), [
    ['kit', 'bkk', 4, 0, 'disassemble_deducted'],
    ['beans', 'bkk', 14, 22, 'disassemble_added'],
    ['cup', 'bkk', 7, 11, 'disassemble_added'],
    ['duo', 'bkk', 3, 5, 'disassemble_added'],
  ]);
});

test('resellers’ apps receive the changes of their own variants', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const items = await announcedBy(shop, (tx, now) => assemble(tx, kits(shop, 1), now));
  assert.deepEqual(
    changeTuples(items, shop).filter(([variant]) => String(variant).startsWith('resold/')),
    [
      ['resold/beans', 'bkk', 20, 18, 'assemble_deducted'],
      ['resold/cup', 'bkk', 10, 9, 'assemble_deducted'],
      ['resold/duo', 'bkk', 5, 4, 'assemble_deducted'],
      ['resold/kit', 'bkk', 1, 2, 'assemble_added'],
    ],
  );
});

type Verb = (db: WriteTx, assembly: Assembly, now: number) => unknown;

/** Asserts that the changed assembly is refused with this error and changes nothing. */
const assertRefused = async (shop: Shop, verb: Verb, change: Partial<Assembly>, expected: ExpectedError) =>
  appError(expected)(await refusalOf(shop, (db, now) => verb(db, { ...kits(shop, 1), ...change }, now)));

test('if one part is short, no part is taken', async () => {
  const shop = await openRoastery();
  const removal = 'put_together';
  await assertRefused(
    shop,
    assemble,
    { qty: 11 },
    { key: 'not_enough_on_hand', params: { onHand: 20, qty: 22, removal } },
  );
  const short = { qty: 5, warehouseId: warehouseId(shop, 'cnx') };
  await assertRefused(shop, assemble, short, { key: 'not_enough_on_hand', params: { onHand: 4, qty: 10, removal } });
  await runStep(shop, (tx, now) => assemble(tx, kits(shop, 10), now));
  assert.deepEqual(shop.stock('beans'), { onHand: 0, reserved: 0 });
  assert.deepEqual(shop.stock('cup'), { onHand: 0, reserved: 0 });
});

/** All background work is done, so rows can be compared. */
const noPendingWork = (shop: Shop): boolean =>
  shop.announcements().length === 0 &&
  !shop.ctx.db.get(sql(`SELECT 1 FROM webhook_deliveries WHERE status = 'sending'`));

test('reserved parts cannot be assembled, and a reserved product cannot be disassembled', async () => {
  const shop = await openRoastery();
  const products = ['BEANS', 'KIT'].map((sku) => ({ sku, qty: sku === 'KIT' ? 1 : 19, price: '1' }));
  assert.equal((await shop.order({ products })).status, 200);
  await until('apps got all changes', () => noPendingWork(shop));
  await assertRefused(shop, assemble, {}, { key: 'not_enough_unreserved', params: { onHand: 20, reserved: 19 } });
  await assertRefused(shop, disassemble, {}, { key: 'not_enough_unreserved', params: { onHand: 1, reserved: 1 } });
});

test('disassembly of more than is available is refused', async () => {
  const shop = await openRoastery();
  const params = { onHand: 1, qty: 2, removal: 'taken_apart' };
  await assertRefused(shop, disassemble, { qty: 2 }, { key: 'not_enough_on_hand', params });
});

test('only a live variant of the store with parts, and not a bundle, can be assembled', async () => {
  const shop = await openShop({ stores: [roastery(), reseller(), cafe({ key: 'tea' })] });
  const { shelf, tea } = shop.stores;
  const pulled = {
    storeId: idOf(shelf?.id),
    warehouseId: warehouseId(shop, 'bkk', shelf),
    variantId: variantId(shop, 'resold/kit', shelf),
  };
  for (const verb of [assemble, disassemble]) {
    await assertRefused(shop, verb, { variantId: variantId(shop, 'cup') }, { key: 'variant_without_parts' });
    await assertRefused(shop, verb, { variantId: variantId(shop, 'duo') }, { key: 'stock_of_a_bundle' });
    await assertRefused(shop, verb, pulled, { key: 'stock_of_a_pulled_variant' });
    await assertRefused(shop, verb, { variantId: variantId(shop, 'hot', tea) }, { key: 'variant_not_in_store' });
    await assertRefused(shop, verb, { warehouseId: warehouseId(shop, 'bkk', tea) }, { key: 'warehouse_not_found' });
    for (const qty of [0, -1, 0.5, 1_000_000_001])
      await assertRefused(shop, verb, { qty }, { key: 'not_a_whole_number_between', path: 'qty' });
  }
});
