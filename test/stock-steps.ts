import assert from 'node:assert/strict';
import type { WriteTx } from '../src/db/write-tx.ts';
import { addVariant } from '../src/domain/catalogue/add-product.ts';
import { isApplying } from '../src/domain/stock/count-lines.ts';
import { ledgerOf } from '../src/domain/stock/stock-history.ts';
import { AppError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { ownRows } from './raw-http.ts';
import { cafe, idOf, type Json, openShop, type Shop, until } from './support.ts';

/** A subscribed app without a server, for tests that read announced changes from the database. */
export const SUBSCRIBED_APP = [{ key: 'bot', name: 'Chat bot', url: 'http://127.0.0.1:9/' }];

export const openCafe = (change: object = {}) => openShop({ stores: [cafe({ apps: SUBSCRIBED_APP, ...change })] });

/** Beans and cups, a kit that is assembled from both, and a duo that is sold as both. */
export const roastery = (change: object = {}) =>
  cafe({
    products: [
      {
        key: 'coffee',
        name: 'กาแฟ',
        variants: [
          { key: 'beans', name: 'เมล็ด', sku: 'BEANS', stock: { bkk: 20, cnx: 4 } },
          { key: 'cup', name: 'แก้ว', sku: 'CUP', stock: { bkk: 10, cnx: 8 } },
          { key: 'kit', name: 'ชุด', sku: 'KIT', stock: { bkk: 1 }, parts: parts({ beans: 2, cup: 1 }) },
          { key: 'duo', name: 'คู่', sku: 'DUO', bundle: parts({ beans: 1, cup: 2 }) },
        ],
      },
    ],
    apps: SUBSCRIBED_APP,
    ...change,
  });

export const openRoastery = (change: object = {}) => openShop({ stores: [roastery(change)] });

/** A reseller of the roastery's coffee. */
export const reseller = (change: object = {}) =>
  cafe({
    key: 'shelf',
    name: 'ชั้นวาง',
    products: [{ key: 'resold', name: 'กาแฟ', pulled_from: { store: 'cafe', product: 'coffee' } }],
    apps: SUBSCRIBED_APP,
    ...change,
  });

/** Adds variants to the roastery's coffee and returns their ids. */
export const addVariants = (shop: Shop, count: number): Promise<Id[]> =>
  runStep(shop, (tx, now) =>
    Array.from({ length: count }, (_, i) => addVariant(tx, idOf(shop.ids.products.coffee), { key: `more-${i}` }, now)),
  );

const parts = (qtys: Record<string, number>) => Object.entries(qtys).map(([variant, qty]) => ({ variant, qty }));

export const variantId = (shop: Shop, key: string, store = shop.ids) => idOf(store.variants[key]);

export const warehouseId = (shop: Shop, key = 'bkk', store = shop.ids) => idOf(store.warehouses[key]);

/** Common fields of documents: the first store, its warehouse in Bangkok and user 7. */
export const documentDefaults = (shop: Shop) => ({
  storeId: idOf(shop.ids.id),
  warehouseId: warehouseId(shop),
  userId: idOf('7'),
});

export type Step<T = unknown> = (db: WriteTx, now: number) => T;

export const runStep = <T>(shop: Shop, step: Step<T>): Promise<T> => shop.ctx.write((tx) => step(tx, shop.now()));

/** Runs a step that must throw an AppError and change nothing; returns the error. */
export async function refusalOf(shop: Shop, step: Step): Promise<AppError> {
  const before = ownRows(shop);
  const error = await runStep(shop, step).then(
    () => assert.fail('the step succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError, String(error));
  assert.deepEqual(ownRows(shop), before);
  return error;
}

/** Waits until all changes of a count are announced. */
export const allAnnounced = (shop: Shop) => until('the count is announced', () => !isApplying(shop.ctx.db));

/** Runs the step and returns the changes that it announces, in order. */
export const announcedBy = (shop: Shop, step: Step): Promise<Json[]> =>
  shop.ctx.write((tx) => {
    const before = shop.announcements();
    step(tx, shop.now());
    return shop.announcementsSince(before);
  });

/** Announced changes as tuples of variant, warehouse, old, new and reason. */
export const changeTuples = (items: readonly Json[], shop: Shop) => {
  const keyOf = (ids: Record<string, string>, id: string) => Object.keys(ids).find((key) => ids[key] === id) ?? id;
  const stores = Object.values(shop.stores);
  const variants = Object.assign({}, ...stores.map((store) => store.variants));
  const warehouses = Object.assign({}, ...stores.toReversed().map((store) => store.warehouses));
  return items.map((item) => [
    keyOf(variants, item.id),
    keyOf(warehouses, item.warehouse_id),
    item.old,
    item.new,
    item.reason,
  ]);
};

/** The ledger of a variant in a warehouse, oldest first, without its opening row. */
export const ledgerEntries = (shop: Shop, variant: string, warehouse = 'bkk') =>
  ledgerOf(shop.ctx.db, {
    variantId: variantId(shop, variant),
    warehouseId: warehouseId(shop, warehouse),
    limit: 1_000,
    offset: 0,
  })
    .toReversed()
    .filter(({ reason }) => reason !== 'system_init');

/** The entries as tuples: on hand before and after, reason, user and document. */
export const ledgerSteps = (shop: Shop, variant: string, warehouse = 'bkk') =>
  ledgerEntries(shop, variant, warehouse).map(({ before, after, reason, userId, documentId }) => [
    before.onHand,
    after.onHand,
    reason,
    userId,
    documentId,
  ]);
