import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deleteProduct, restoreProduct } from '../../src/domain/catalogue/delete-product.ts';
import { productById } from '../../src/domain/catalogue/product-lookup.ts';
import { addOnHand, setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import { existingVariant } from '../../src/domain/variants.ts';
import { findDeliveries } from '../../src/domain/webhooks/delivery-log.ts';
import { AppError } from '../../src/lib/errors.ts';
import type { Id } from '../../src/lib/ids.ts';
import { MemoryStockStorage, RaanClient, StockMirror } from '../../src/sdk/typescript/index.ts';
import { clientOptions, PARTNER } from '../sdk/store.ts';
import { cafe, idOf, openShop, type Shop, until } from '../support.ts';
import { count, recordFault, repetitions } from './long-runs.ts';

// A partner's receiver is down for an hour, in which orders, changes of stock, deletions and restarts come in random order.
// Orders go on while the partner reads what it missed. Afterwards its copy of the stock must be exact. A failure prints the
// seed and path to repeat it.

const RUNS = Number(process.env.RAAN_MODEL_RUNS ?? repetitions(12, 100));
const MAX_ACTIONS = 40;
const HOUR = 3_600_000;

/** Nothing listens on its port. */
const DOWN = { key: 'bot', name: 'Chat bot', url: 'http://127.0.0.1:9/' };

const VARIANTS = ['hot', 'iced', 'bean', 'pair'];
const BEANS = {
  key: 'beans',
  name: 'Beans',
  variants: [
    { key: 'bean', name: 'Bag', sku: 'BEAN', prices: { retail: '10' }, stock: { bkk: 30, cnx: 7 } },
    { key: 'pair', name: 'Pair', sku: 'PAIR', prices: { retail: '18' }, bundle: [{ variant: 'bean', qty: 2 }] },
  ],
};

interface Wanted {
  action: keyof typeof ACTIONS;
  variant: string;
  warehouse: string;
  qty: number;
}

type Action = (shop: Shop, wanted: Wanted) => Promise<unknown>;

const locationOf = ({ ids }: Shop, { variant, warehouse }: Wanted) => ({
  variantId: idOf(ids.variants[variant]),
  warehouseId: idOf(ids.warehouses[warehouse]),
});

/** Deletes the product of the variant, or restores it. */
const toggleProduct: Action = (shop, wanted) =>
  shop.ctx.write((tx) => {
    const { productId } = existingVariant(tx, locationOf(shop, wanted).variantId);
    const change = productById(tx, productId)?.live ? deleteProduct : restoreProduct;
    change(tx, productId, shop.now());
  });

const ACTIONS = {
  order: (shop, { variant, qty }) =>
    shop.order({ products: [{ product_variant_id: shop.ids.variants[variant], qty: 1 + (qty % 3) }] }),
  cancel: (shop, { qty }) => shop.call('/v1/order/cancel', { order_id: String(qty) }),
  set: (shop, wanted) =>
    shop.ctx.write((tx) =>
      setOnHand(tx, { ...locationOf(shop, wanted), qty: wanted.qty, reason: 'user_set' }, shop.now()),
    ),
  receive: (shop, wanted) =>
    shop.ctx.write((tx) =>
      addOnHand(tx, { ...locationOf(shop, wanted), qty: wanted.qty, reason: 'purchased' }, shop.now()),
    ),
  toggleProduct,
  restart: async (shop) => {
    await shop.stop();
    await shop.start();
  },
} satisfies Record<string, Action>;

const randomAction: fc.Arbitrary<Wanted> = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  variant: fc.constantFrom(...VARIANTS),
  warehouse: fc.constantFrom('bkk', 'cnx'),
  qty: fc.integer({ min: 1, max: 20 }),
});

/** Some actions are rejected, such as an order that exceeds the stock. */
async function run(shop: Shop, wanted: Wanted): Promise<void> {
  try {
    await ACTIONS[wanted.action](shop, wanted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** The server has another port after a restart. */
const fetchOf =
  (shop: Shop): typeof fetch =>
  (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    return fetch(new Request(shop.url + pathname, request));
  };

/** Creates and cancels orders without pause until the work has ended. */
async function underLoad(shop: Shop, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const orders = (async () => {
    for (let i = 0; !isOver || i < VARIANTS.length; i += 1) {
      const product_variant_id = shop.ids.variants[VARIANTS[i % VARIANTS.length] ?? ''];
      const { status, body } = await shop.order({ products: [{ product_variant_id, qty: 1 }] });
      if (status === 400) continue; // sold out or deleted
      await shop.call('/v1/order/cancel', { order_id: body.order.id });
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await orders;
  }
}

/** Available stock of live variants, by variant and warehouse. */
function available({ ctx, ids }: Shop): Map<string, number> {
  const rows = VARIANTS.map((key) => idOf(ids.variants[key]))
    .filter((id) => existingVariant(ctx.db, id).live)
    .flatMap((id: Id) =>
      stockOfVariant(ctx.db, id).warehouses.map(
        ({ warehouseId, onHand, reserved }) => [`${id} ${warehouseId}`, onHand - reserved] as const,
      ),
    );
  return new Map(rows);
}

const mirrored = (storage: MemoryStockStorage): Map<string, number> =>
  new Map(storage.rows().map((row) => [`${row.product_variant_id} ${row.warehouse_id}`, row.available_qty]));

const deliveryStatuses = ({ ctx, ids }: Shop): string[] =>
  findDeliveries(ctx.db, idOf(ids.apps.bot?.id), { limit: 10_000 }).map(({ status }) => status);

test('after an hour of random changes and restarts without a receiver, the feed and a reconciliation give the exact stock', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { minLength: 5, maxLength: MAX_ACTIONS }), async (hour) => {
      const opened = Date.now();
      let now = opened;
      const products = [...cafe().products, BEANS];
      const shop = await openShop({
        stores: [cafe({ channels: [PARTNER], apps: [DOWN], products })],
        now: () => now,
        steadyNow: () => opened, // the token stays valid
      });
      const storage = new MemoryStockStorage();
      const client = new RaanClient({ ...clientOptions(shop.url, shop.ids), fetch: fetchOf(shop) });
      const mirror = new StockMirror({ client, storage });
      await mirror.catchUp();
      for (const wanted of hour) {
        now += HOUR / MAX_ACTIONS;
        await run(shop, wanted);
      }
      now += HOUR / MAX_ACTIONS;
      await underLoad(shop, () => mirror.catchUp());
      await mirror.catchUp();
      for (const [place, qty] of available(shop)) assert.equal(mirrored(storage).get(place), qty, place);
      await underLoad(shop, () => mirror.reconcile());
      await mirror.catchUp();
      assert.deepEqual(new Map([...mirrored(storage)].sort()), new Map([...available(shop)].sort()));
      await until('every delivery has ended', () => !deliveryStatuses(shop).includes('sending'));
      for (const status of deliveryStatuses(shop)) statuses.add(status);
      await shop.stop();
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
  assert.ok(statuses.has('failed') && !statuses.has('acknowledged'), [...statuses].join());
  recordFault({
    measure: `${count(RUNS)} random hours of orders, changes of stock and restarts without a receiver: stock mirrors that then differ`,
    limit: '0',
    measured: `0 of ${count(RUNS)}`,
    absolute: '',
  });
});
