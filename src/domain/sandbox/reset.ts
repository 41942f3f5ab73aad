import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { discardOrder } from '../orders/close.ts';
import { bySystem } from '../orders/history.ts';
import { eraseAddressOnly, eraseOrder, purgeIndex } from '../privacy/erase.ts';
import { storeById } from '../stores.ts';
import { copyParts, copyProduct, deleteMissing } from './copy-product.ts';
import { allResets, beginReset, RESET_STEPS, type Reset, saveReset } from './reset-state.ts';
import { copySettings, removeMissing } from './sandbox.ts';

// Every night each sandbox is reset: its orders are deleted, its customers erased, and its catalogue, stock and settings
// become those of its store again. Rows stay, because ids are never used again. Each step can be repeated, so a restart
// continues a reset.

const STEPS_PER_RUN = 200; // so that a stop does not wait for a large catalogue

export async function resetSandboxes(ctx: Context): Promise<void> {
  for (const reset of allResets(ctx.db))
    await resetSandbox(ctx, reset).catch((error) =>
      ctx.log.error({ err: error, sandbox: reset.storeId }, 'resetting a sandbox failed; retrying'),
    );
}

async function resetSandbox(ctx: Context, reset: Reset): Promise<void> {
  let current = reset.nextTime <= ctx.now() ? await begin(ctx, reset) : reset;
  for (let i = 0; i < STEPS_PER_RUN && current.step !== 'done'; i += 1) current = await runStep(ctx, current);
}

function begin(ctx: Context, reset: Reset): Promise<Reset> {
  const store = storeById(ctx.db, reset.sourceId);
  const copied = { store, sandboxId: reset.storeId, codes: ctx.config.values };
  return ctx.write((tx) => {
    copySettings(tx, copied, ctx.now());
    return beginReset(tx, reset, ctx.now());
  });
}

/** Handles some rows of the step, or moves on to the next step if there are no more. */
async function runStep(ctx: Context, reset: Reset): Promise<Reset> {
  const last = await HANDLE[reset.step](ctx, reset);
  const next = last === undefined ? nextStep(reset) : { ...reset, position: last };
  await ctx.write((tx) => saveReset(tx, next));
  return next;
}

function nextStep(reset: Reset): Reset {
  const step = RESET_STEPS[RESET_STEPS.indexOf(reset.step) + 1] as Reset['step'];
  const position = { addresses: reset.fromAddress, deleted: Number.MAX_SAFE_INTEGER }[step as string] ?? 0;
  return { ...reset, step, position };
}

/** Handles the next rows of a step. @returns the id of the last one; undefined if there are none */
type Handle = (ctx: Context, reset: Reset) => Promise<number | undefined>;

const HANDLE: Record<Reset['step'], Handle> = {
  orders: deleteOrders,
  addresses: eraseAddresses,
  products: (ctx, reset) => eachProduct(ctx, reset, productsAfter(ctx, reset), (id) => copyProduct(ctx, reset, id)),
  parts: (ctx, reset) => eachProduct(ctx, reset, productsAfter(ctx, reset), (id) => copyParts(ctx, reset, id)),
  deleted: (ctx, reset) => eachProduct(ctx, reset, copiesBefore(ctx, reset), (id) => deleteMissing(ctx, reset, id)),
  settings: async (ctx, { sourceId, storeId }) => {
    await ctx.write((tx) => removeMissing(tx, { sourceId, storeId }, ctx.now()));
    await purgeIndex(ctx);
    return undefined;
  },
  done: async () => undefined,
};

const ORDERS_PER_STEP = 20;

const ordersToDelete = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT id FROM orders WHERE id > @position AND id <= @toOrder AND +store_id = @storeId ORDER BY id LIMIT ${ORDERS_PER_STEP}`,
);

async function deleteOrders(ctx: Context, { storeId, position, toOrder }: Reset): Promise<number | undefined> {
  const orders = ctx.db.all(ordersToDelete, { storeId, position, toOrder });
  for (const { id } of orders)
    await ctx.write((tx) => {
      discardOrder(tx, id, bySystem(ctx.now()));
      eraseOrder(tx, id, ctx.now());
    });
  return orders.at(-1)?.id;
}

const ADDRESSES_PER_STEP = 1_000; // of all stores

const addressesAfter = query<{ version: Id; isDue: 0 | 1 }>(
  { reads: ['addresses'] },
  `SELECT version, store_id = @storeId AND key IS NULL AND erase_time IS NULL AS isDue
   FROM addresses WHERE version > @position AND version <= @toAddress ORDER BY version LIMIT ${ADDRESSES_PER_STEP}`,
);

/** Erases addresses without an order. */
async function eraseAddresses(ctx: Context, { storeId, position, toAddress }: Reset): Promise<number | undefined> {
  const found = ctx.db.all(addressesAfter, { storeId, position, toAddress });
  await ctx.write((tx) => {
    for (const { version, isDue } of found) if (isDue === 1) eraseAddressOnly(tx, version, ctx.now());
  });
  return found.at(-1)?.version;
}

const PRODUCTS_PER_STEP = 5; // they share a transaction

const liveProductsAfter = query<{ id: Id }>(
  { reads: ['products'] },
  `SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL AND id > ? ORDER BY id LIMIT ${PRODUCTS_PER_STEP}`,
);

const liveProductsBefore = query<{ id: Id }>(
  { reads: ['products'] },
  `SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL AND id < ? ORDER BY id DESC LIMIT ${PRODUCTS_PER_STEP}`,
);

const productsAfter = ({ db }: Context, { sourceId, position }: Reset) => db.all(liveProductsAfter, sourceId, position);

/** The newest first: bundles before their parts. */
const copiesBefore = ({ db }: Context, { storeId, position }: Reset) => db.all(liveProductsBefore, storeId, position);

/** Products are changed in parallel, so that they share commits. One that cannot be copied stops no other. */
async function eachProduct(
  ctx: Context,
  { storeId }: Reset,
  products: readonly { id: Id }[],
  change: (id: Id) => Promise<void>,
): Promise<number | undefined> {
  await Promise.all(
    products.map(({ id }) =>
      change(id).catch((error) => {
        if (!(error instanceof AppError)) throw error;
        ctx.log.warn({ err: error, product: id, sandbox: storeId }, 'a product was not copied into the sandbox');
      }),
    ),
  );
  return products.at(-1)?.id;
}
