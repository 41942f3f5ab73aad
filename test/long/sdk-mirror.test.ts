import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireCursors } from '../../src/domain/feeds.ts';
import { MemoryStockStorage, RaanClient, StockMirror } from '../../src/sdk/typescript/index.ts';
import { clientTest } from '../sdk/clients.ts';
import { assertMirrored, type MirroredStore, openMirroredStore } from '../sdk/mirrored-store.ts';
import { clientOptions } from '../sdk/store.ts';

// The mirror of stock of the clients of src/sdk.

const CHANGES = '/v1/stock/changes';

clientTest('the first catch-up reads all quantities, later ones apply the changes', async (language) => {
  const store = await openMirroredStore(language);
  await store.catchUp();
  await store.assertMirrored();
  await store.order('tea-a');
  await store.count('cake-b', 3);
  await store.addProduct('latte');
  await store.catchUp();
  await store.assertMirrored();
  assert.equal(store.quantity('tea-a'), 9);
});

clientTest('a reconciliation removes deleted products and adds restored ones', async (language) => {
  const store = await openMirroredStore(language);
  await store.deleteProduct('cake');
  await store.reconcile();
  await store.order('tea-a');
  await store.deleteProduct('tea');
  await store.deleteVariant('mocha-b');
  await store.restoreProduct('cake');
  await store.reconcile();
  await store.assertMirrored();
});

/** What a store may do while its quantities are read. */
const EVENTS: Record<string, (store: MirroredStore) => Promise<unknown>> = {
  'an order': (store) => store.order('mocha-a'),
  'a product that is changed and deleted': async (store) => {
    await store.order('tea-a');
    await store.deleteProduct('tea');
  },
  'a variant that is changed and deleted': async (store) => {
    await store.count('cake-b', 2);
    await store.deleteVariant('cake-b');
  },
  'a new product': (store) => store.addProduct('latte'),
};

for (const path of ['/v1/product/list', '/v1/product/detail', '/v1/stock/available', CHANGES])
  clientTest(`changes before a request of ${path} are in the mirror`, async (language) => {
    const store = await openMirroredStore(language);
    for (const [what, happen] of Object.entries(EVENTS)) {
      store.interrupt(path, () => happen(store));
      await store.reconcile();
      await store.assertMirrored(what);
    }
  });

clientTest('a product that is deleted with pending changes does not come back', async (language) => {
  const store = await openMirroredStore(language);
  store.interrupt('/v1/product/list', async () => {
    await store.order('tea-a');
    store.interrupt('/v1/stock/available', () => store.deleteProduct('tea'));
  });
  await store.reconcile();
  await store.catchUp();
  await store.assertMirrored();
});

clientTest('a variant that is restored and changed while it is found missing stays', async (language) => {
  const store = await openMirroredStore(language);
  store.interrupt('/v1/product/detail', async () => {
    await store.count('tea-a', 8);
    await store.deleteProduct('tea');
    store.interrupt('/v1/stock/available', async () => store.interrupt(CHANGES, restoreAndChange));
  });
  const restoreAndChange = async () => {
    await store.restoreProduct('tea');
    await store.count('tea-a', 4);
  };
  await store.reconcile();
  assert.equal(store.quantity('tea-a'), 4);
});

clientTest('a mirror whose cursor has expired reads all quantities again', async (language) => {
  const store = await openMirroredStore(language);
  await store.reconcile();
  await store.deleteProduct('tea');
  await store.shop.ctx.write(expireCursors);
  await store.catchUp();
  await store.assertMirrored();
  store.interrupt('/v1/product/detail', () => store.shop.ctx.write(expireCursors));
  await store.order('mocha-a');
  await store.reconcile();
  await store.assertMirrored();
});

// What only the TypeScript client has: a storage that fails, and concurrent calls.

async function openMirror() {
  const store = await openMirroredStore('TypeScript');
  const client = new RaanClient(clientOptions(store.shop.url, store.shop.ids));
  const storage = new MemoryStockStorage();
  return { store, client, storage, mirror: new StockMirror({ client, storage }) };
}

test('changes that could not be stored are stored by the next catch-up', async () => {
  const { store, client, storage, mirror } = await openMirror();
  await mirror.reconcile();
  const failing = {
    readCursor: () => storage.readCursor(),
    replace: () => Promise.reject(new Error('disk full')),
    update: () => Promise.reject(new Error('disk full')),
  };
  await store.order('tea-a');
  const other = new StockMirror({ client, storage: failing });
  await assert.rejects(other.catchUp(), /disk full/);
  await assert.rejects(other.reconcile(), /disk full/);
  await mirror.catchUp();
  await assertMirrored(store.shop, storage.rows());
});

test('a mirror that is used by several callers at once ends with the quantities of the store', async () => {
  const { store, storage, mirror } = await openMirror();
  await store.shop.bearer();
  const keys = ['tea-a', 'tea-b', 'mocha-a', 'mocha-b', 'cake-a', 'cake-b'];
  const changes = Array.from({ length: 60 }, async (_, i) => {
    const key = keys[i % keys.length] as string;
    if (i % 3 === 0) await mirror.catchUp();
    if (i % 20 === 7) await mirror.reconcile();
    await (i % 2 === 0 ? store.count(key, i) : store.order(key));
  });
  await Promise.all(changes);
  await mirror.catchUp();
  await assertMirrored(store.shop, storage.rows());
  await mirror.reconcile();
  await assertMirrored(store.shop, storage.rows());
});
