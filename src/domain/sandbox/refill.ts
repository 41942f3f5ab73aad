import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { discardOrder } from '../orders/close.ts';
import { bySystem } from '../orders/history.ts';
import { eraseInSteps } from '../privacy/erase.ts';
import { storeById } from '../stores.ts';
import { copyParts, copyProduct, removeSurplus } from './copy-product.ts';
import { nextNight, REFILL_STEPS, type Refill, refills, saveRefill } from './refill-state.ts';
import { copySettings } from './sandbox.ts';

// Every night: discards the orders of each sandbox, erases its customers, and brings its catalogue and stock back to those
// of its store. Rows stay, because ids are never used again. Each step repeats safely, so a restart continues it.

const STEPS_A_RUN = 200; // so that a stop does not wait for a large catalogue

export async function refillSandboxes(ctx: Context): Promise<void> {
  for (const refill of refills(ctx.db)) {
    let current = isDue(refill, ctx.now()) ? await begin(ctx, refill) : refill;
    for (let i = 0; i < STEPS_A_RUN && current.step !== 'done'; i += 1) current = await runStep(ctx, current);
  }
}

const isDue = ({ step, nextTime }: Refill, now: number): boolean => step === 'done' && nextTime <= now;

async function begin(ctx: Context, refill: Refill): Promise<Refill> {
  const store = storeById(ctx.db, refill.sourceId);
  const copied = { store, sandboxId: refill.storeId, codes: ctx.config.values };
  await ctx.write((tx) => copySettings(tx, copied, ctx.now()));
  return save(ctx, { ...refill, step: 'orders', position: 0, nextTime: nextNight(ctx.now()) });
}

async function save(ctx: Context, refill: Refill): Promise<Refill> {
  await ctx.write((tx) => saveRefill(tx, refill));
  return refill;
}

/** Handles some rows of the step, or moves on to the next step if there are no more. */
async function runStep(ctx: Context, refill: Refill): Promise<Refill> {
  const {
    rows,
    last,
    lastAddress = refill.lastAddress,
  } = await STEP_OF[refill.step as keyof typeof STEP_OF](ctx, refill);
  if (rows > 0) return save(ctx, { ...refill, position: last, lastAddress });
  const step = REFILL_STEPS[REFILL_STEPS.indexOf(refill.step) + 1] as Refill['step'];
  return save(ctx, { ...refill, step, position: 0, lastAddress });
}

/** How many rows a step has handled, and the last of them. */
interface Progress {
  rows: number;
  last: number;
  lastAddress?: number;
}

const STEP_OF = {
  orders: discardOrders,
  addresses: eraseAddresses,
  products: (ctx: Context, refill: Refill) =>
    eachProduct(ctx, refill, refill.sourceId, (id) => copyProduct(ctx, refill, id)),
  parts: (ctx: Context, refill: Refill) =>
    eachProduct(ctx, refill, refill.sourceId, (id) => ctx.write((tx) => copyParts(tx, refill, id, ctx.now()))),
  surplus: (ctx: Context, refill: Refill) =>
    eachProduct(ctx, refill, refill.storeId, (id) => ctx.write((tx) => removeSurplus(tx, refill, id, ctx.now()))),
};

const ORDERS_A_STEP = 20;

const ordersToDiscard = query<{ id: Id; address: Id }>(
  { reads: ['orders'] },
  `SELECT id, recipient_address AS address FROM orders WHERE store_id = ? AND stage IN
     ('unpaid', 'cod', 'to_pack', 'shipped', 'delivered', 'completed', 'canceled', 'expired') LIMIT ${ORDERS_A_STEP}`,
);

async function discardOrders(ctx: Context, { storeId }: Refill): Promise<Progress> {
  const orders = ctx.db.all(ordersToDiscard, storeId);
  for (const { id } of orders) await ctx.write((tx) => discardOrder(tx, id, bySystem(ctx.now())));
  await eraseInSteps(ctx, { orders: orders.map(({ id }) => id), addresses: [] });
  return { rows: orders.length, last: 0 };
}

const ADDRESSES_A_STEP = 1_000; // of all stores

const addressesAfter = query<{ version: Id; isDue: 0 | 1 }>(
  { reads: ['addresses'] },
  `SELECT version, store_id = @storeId AND key IS NULL AND erase_time IS NULL AS isDue
   FROM addresses WHERE version > @lastAddress ORDER BY version LIMIT ${ADDRESSES_A_STEP}`,
);

async function eraseAddresses(ctx: Context, { storeId, lastAddress }: Refill): Promise<Progress> {
  const found = ctx.db.all(addressesAfter, { storeId, lastAddress });
  const addresses = found.filter(({ isDue }) => isDue === 1).map(({ version }) => version);
  await eraseInSteps(ctx, { orders: [], addresses });
  return { rows: found.length, last: 0, lastAddress: found.at(-1)?.version ?? lastAddress };
}

const PRODUCTS_A_STEP = 5; // they share a transaction

const productsAfter = query<{ id: Id }>(
  { reads: ['products'] },
  `SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL AND id > ? ORDER BY id LIMIT ${PRODUCTS_A_STEP}`,
);

/** Changes of products run in parallel, so that they share commits. */
async function eachProduct(
  ctx: Context,
  { position, storeId }: Refill,
  ofStore: Id,
  change: (id: Id) => Promise<void>,
): Promise<Progress> {
  const products = ctx.db.all(productsAfter, ofStore, position);
  await Promise.all(
    products.map(({ id }) =>
      change(id).catch((error) => {
        if (!(error instanceof AppError)) throw error;
        ctx.log.warn({ err: error, product: id, sandbox: storeId }, 'a product was not copied into the sandbox');
      }),
    ),
  );
  return { rows: products.length, last: products.at(-1)?.id ?? position };
}
