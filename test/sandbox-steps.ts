import assert from 'node:assert/strict';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { trackDue } from '../src/domain/orders/tracking.ts';
import { resetNow, resetOf } from '../src/domain/sandbox/reset-state.ts';
import { addTestChannel, type TestChannel } from '../src/domain/sandbox/sandbox.ts';
import { storeById } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { RECIPIENT } from './personal-data.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Json, openShop, type Shop, type ShopOptions, until } from './support.ts';

interface Sandbox {
  shop: Shop;
  clock: ReturnType<typeof stoppedClock>;
  storeId: Id;
  channel: TestChannel;
  call: (path: string, body: object) => Promise<Json>;
}

export const storeOf = (shop: Shop) => storeById(shop.ctx.db, idOf(shop.ids.id));

export async function openSandbox(options: ShopOptions = {}): Promise<Sandbox> {
  const clock = stoppedClock();
  return sandboxOfShop(await openShop({ now: clock.now, ...options }), clock);
}

/** Adds a sandbox to the first store of the shop. */
export async function sandboxOfShop(shop: Shop, clock: Sandbox['clock']): Promise<Sandbox> {
  const store = storeOf(shop);
  const codes = shop.config.values;
  const channel = await runStep(shop, (tx, now) => addTestChannel(tx, { store, codes }, now));
  const storeId = channel.channel.storeId;
  await untilFilled(shop, storeId);
  const { clientId: client_id } = channel.channel;
  const { clientSecret: client_secret = '' } = channel;
  const { body } = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
  const call = async (path: string, sent: object) => (await shop.call(path, sent, { token: body.access_token })).body;
  return { shop, clock, storeId, channel, call };
}

export const untilFilled = (shop: Shop, storeId: Id) =>
  until('the sandbox is filled', () => resetOf(shop.ctx.db, storeId)?.step === 'done');

export async function reset({ shop, storeId }: Sandbox): Promise<void> {
  await runStep(shop, (tx, now) => resetNow(tx, storeId, now));
  await until('the reset has begun', () => (resetOf(shop.ctx.db, storeId)?.nextTime ?? 0) > shop.now());
  await untilFilled(shop, storeId);
}

const body = (more: object = {}) => ({
  shipping_type: 'flash',
  products: [{ sku: 'LAT-H', qty: 2 }],
  recipient_address: RECIPIENT,
  ...more,
});

export async function place({ call }: Sandbox, more: object = {}): Promise<Json> {
  const { order, ...refusal } = await call('/v1/order/create', body(more));
  assert.ok(order, JSON.stringify(refusal));
  return order;
}

export const detailOf = async ({ call }: Sandbox, { id }: Json): Promise<Json> =>
  (await call('/v1/order/detail', { order_id: id })).order;

/** Lets the time pass that the simulated owner and courier need. */
export async function pass({ shop, clock }: Sandbox, millis: number): Promise<void> {
  clock.forward(millis);
  await trackDue(shop.ctx, adapters(shop.ctx));
}

export async function untilOrder(
  sandbox: Sandbox,
  order: Json,
  is: string,
  holds: (order: Json) => boolean,
): Promise<Json> {
  for (let i = 0; i < 500; i += 1) {
    const detail = await detailOf(sandbox, order);
    if (holds(detail)) return detail;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return assert.fail(`the order never was ${is}`);
}

export const available = async ({ call }: Sandbox): Promise<Record<string, number>> => {
  const { products } = await call('/v1/product/list', {});
  const found: Record<string, number> = {};
  for (const { id } of products)
    for (const variant of (await call('/v1/product/detail', { product_id: id })).product.variants)
      found[variant.sku ?? variant.name] = variant.available_qty;
  return found;
};

export const clockForward = ({ clock }: Sandbox): void => clock.forward(10_000);
