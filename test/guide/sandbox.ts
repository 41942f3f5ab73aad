import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { deleteProduct } from '../../src/domain/catalogue/delete-product.ts';
import { changeProduct } from '../../src/domain/catalogue/products.ts';
import { adapters } from '../../src/domain/couriers/adapters/adapters.ts';
import { expireCursors } from '../../src/domain/feeds.ts';
import { discardOrder } from '../../src/domain/orders/close.ts';
import { bySystem } from '../../src/domain/orders/history.ts';
import { trackDue } from '../../src/domain/orders/tracking.ts';
import { resetOf } from '../../src/domain/sandbox/reset-state.ts';
import { addTestChannel } from '../../src/domain/sandbox/sandbox.ts';
import { setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import { changeStore, storeById } from '../../src/domain/stores.ts';
import { changeApp } from '../../src/domain/webhooks/apps.ts';
import { type Delivery, findDeliveries } from '../../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../../src/lib/ids.ts';
import { openProxy, type UnreliableProxy } from '../sdk/unreliable-proxy.ts';
import { runStep } from '../stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop, until } from '../support.ts';
import type { Access } from './programs.ts';

export const product = (key: string) => ({
  key,
  name: key,
  variants: [{ key, name: '', sku: key, prices: { retail: '20' }, stock: { bkk: 4, cnx: 6 } }],
});

/** A served store whose owner has added a test channel. The partner reaches it through a proxy. */
export async function openSandbox(moreProducts = [product('tea'), product('cake')]): Promise<Sandbox> {
  const clock = noonClock();
  const products = [...cafe().products, ...moreProducts];
  const shop = await openShop({ now: clock.now, monotonic: clock.monotonic, stores: [cafe({ products })] });
  const store = storeById(shop.ctx.db, idOf(shop.ids.id));
  const added = await runStep(shop, (tx, now) => addTestChannel(tx, { store, codes: shop.config.values }, now));
  const { storeId, clientId, appId } = added.channel;
  await until('the sandbox is filled', () => resetOf(shop.ctx.db, storeId)?.step === 'done');
  const proxy = await openProxy(shop.url);
  const { clientSecret = '', webhookSecret = '' } = added;
  const access = { url: proxy.url, clientId, clientSecret, webhookSecret };
  return new Sandbox({ shop, proxy, clock, access, storeId, appId: appId as Id });
}

/** A clock that starts at noon in Bangkok, because the sandbox is reset at 3 a.m. */
function noonClock() {
  const lead = Date.UTC(2026, 10, 11, 5) - Date.now();
  let skipped = 0;
  return {
    now: () => Date.now() + lead + skipped,
    monotonic: () => performance.now() + skipped,
    forward: (millis: number) => {
      skipped += millis;
    },
  };
}

interface SandboxParts {
  shop: Shop;
  proxy: UnreliableProxy;
  clock: ReturnType<typeof noonClock>;
  access: Access;
  storeId: Id;
  appId: Id;
}

export class Sandbox {
  readonly access: Access;
  readonly proxy: UnreliableProxy;
  readonly shop: Shop;
  readonly #parts: SandboxParts;
  #token: string | undefined;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
    this.access = parts.access;
    this.proxy = parts.proxy;
    this.shop = parts.shop;
  }

  /** A call of the partner that does not go through the proxy. */
  async call(path: string, body: object = {}): Promise<Json> {
    const { clientId: client_id, clientSecret: client_secret } = this.access;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    this.#token ??= (await this.shop.token(form)).body.access_token as string;
    return (await this.shop.call(path, body, { token: this.#token })).body;
  }

  orders = async (): Promise<Json[]> => (await this.call('/v1/order/list')).orders;

  /** The products with their variants, by name. */
  async products(): Promise<Record<string, Json>> {
    const { products } = await this.call('/v1/product/list');
    const read = async ({ id }: Json) => (await this.call('/v1/product/detail', { product_id: id })).product;
    const details: Json[] = await Promise.all(products.map(read));
    return Object.fromEntries(details.map((detail) => [detail.name, detail]));
  }

  /** The id of the product's first variant. */
  variantOf = async (name: string): Promise<string> => (await this.products())[name].variants[0].product_variant_id;

  /** Available quantities by variant and warehouse, without zeros. */
  async stock(): Promise<Record<string, number>> {
    const variants = Object.values(await this.products()).flatMap((each) => each.variants);
    const rows = variants.flatMap(({ product_variant_id, warehouses }: Json) =>
      warehouses.map(({ wh_id, available_qty }: Json) => [`${product_variant_id} ${wh_id}`, available_qty]),
    );
    return Object.fromEntries(rows.filter(([, qty]) => qty !== 0));
  }

  /** Counts the first variant of the product in its first warehouse. */
  async count(name: string, qty: number): Promise<void> {
    const [{ product_variant_id, warehouses }] = (await this.products())[name].variants;
    const location = { variantId: idOf(product_variant_id), warehouseId: idOf(warehouses[0].wh_id) };
    await runStep(this.shop, (tx, now) => setOnHand(tx, { ...location, qty, reason: 'stock_counted' }, now));
  }

  async rename(name: string, to: string): Promise<void> {
    const { id } = (await this.products())[name];
    await runStep(this.shop, (tx, now) => changeProduct(tx, idOf(id), { name: to }, now));
  }

  async delete(name: string): Promise<void> {
    const { id } = (await this.products())[name];
    await runStep(this.shop, (tx, now) => deleteProduct(tx, idOf(id), now));
  }

  /** Lets the simulated owner confirm the reported payments. */
  async confirmPayments(): Promise<void> {
    this.#parts.clock.forward(10_000);
    await this.#untilEveryOpenOrder(({ payment_status }) => payment_status === 'paid');
  }

  /** Lets the simulated owner book the paid orders, and the courier pick them up. */
  async shipOrders(): Promise<void> {
    this.#parts.clock.forward(10_000);
    await this.#untilEveryOpenOrder(({ shipping_status }) => shipping_status === 'booked');
    this.#parts.clock.forward(70_000);
    await trackDue(this.shop.ctx, adapters(this.shop.ctx));
    await this.#untilEveryOpenOrder(({ shipping_status }) => shipping_status === 'shipped');
  }

  async #untilEveryOpenOrder(holds: (order: Json) => boolean): Promise<void> {
    for (let i = 0; i < 1_000; i += 1) {
      if ((await this.orders()).every((order) => order.status !== 'open' || holds(order))) return;
      await setTimeout(10);
    }
    assert.fail(`the orders were never like this: ${holds}`);
  }

  /** 0: without limit. */
  limitOrders = (quota: number) =>
    this.shop.ctx.write((tx) => changeStore(tx, this.#parts.storeId, { orderQuota: quota }));

  /** The store restores a backup that lacks these orders. */
  async restoreBackupWithout(...externalIds: string[]): Promise<void> {
    const lost = (await this.orders()).filter(({ external_order_id }) => externalIds.includes(external_order_id));
    assert.equal(lost.length, externalIds.length);
    await runStep(this.shop, (tx, now) => {
      for (const { id } of lost) discardOrder(tx, idOf(id), bySystem(now));
      expireCursors(tx);
    });
  }

  /** The owner enters the URL of the receiver. */
  sendWebhooksTo = (url: string) => this.shop.ctx.write((tx) => changeApp(tx, this.#parts.appId, { url }));

  /** Newest first. */
  deliveries = (): Delivery[] => findDeliveries(this.shop.ctx.db, this.#parts.appId, { limit: 100 });
}
