import { sql } from '../sql.ts';
import type { Chance } from './chance.ts';
import { checkMirror } from './mirror.ts';
import type { Response } from './network.ts';
import { SOLD } from './store-file.ts';
import { violation } from './violation.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of the API
type Json = any;

/** What a partner knows about an order because raan has acknowledged it. */
export interface KnownOrder {
  externalId: string;
  id: string;
  lines: { sku: string; qty: number }[];
  total: string;
  isCod: boolean;
  isCanceled: boolean;
  /** Raan lost it with a restore of an older backup. */
  isForgotten: boolean;
  /** Acknowledged reports, by external id. */
  payments: Map<string, string>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A sale page with its shoppers. It repeats each call until it knows the outcome. */
export class Partner {
  readonly orders = new Map<string, KnownOrder>();
  readonly #world: World;
  #token: string | undefined;
  #cursor: string | undefined;
  /** A partner runs one reconciliation at a time. */
  #isFollowing = false;
  /** Available quantities by variant and warehouse, from the change feed. */
  readonly mirror = new Map<string, number>();
  /** Until when it does not follow stock. */
  awayUntil = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Goes back to what was known at a backup. Actions for later orders end. */
  restore(orders: ReadonlyMap<string, KnownOrder>): void {
    for (const [externalId, order] of this.orders) {
      const before = orders.get(externalId);
      if (!before) {
        order.isForgotten = true;
        this.orders.delete(externalId);
      } else {
        order.isCanceled = before.isCanceled;
        order.payments = before.payments;
      }
    }
  }

  /** A shopper orders, and perhaps pays or changes their mind. */
  async order(number: number, chance: Chance): Promise<void> {
    const externalId = `S${number}`;
    const skus = [...new Set(Array.from({ length: chance.between(1, 3) }, () => chance.pick(SOLD)))];
    const lines = skus.map((key) => ({ sku: key.toUpperCase(), qty: chance.between(1, 4) }));
    const isCod = chance.is(0.3);
    const body = {
      external_order_id: externalId,
      shipping_type: 'flash',
      auto_request_xshipping: true,
      products: lines,
      recipient_address: {
        name: `Shopper ${number}`,
        telephone: `08${String(number).padStart(8, '0')}`,
        postal_code: 50200,
      },
      ...(isCod && { is_cod: true, cod_fee: '0', cod_amount: '0' }),
      ...(!isCod && chance.is(0.5) && { expiration_time: this.#world.clock.now() + 24 * HOUR }),
    };
    if (isCod) Object.assign(body, { cod_amount: String(this.#priceOf(lines)) });
    const { owner } = this.#world;
    const before = { deletions: owner.deletions, isComplete: owner.deleted.size === 0 };
    const response = await this.#call('/v1/order/create', body, chance);
    if (!response) return;
    const { order, error, error_description: why } = response;
    if (!order) {
      const wasDeleted = !before.isComplete || owner.deletions > before.deletions; // the answer may be late
      if (!(wasDeleted && /Not a variant/.test(why)) && !/available/.test(why))
        violation('an order was refused', { error, why, body });
      return;
    }
    const known: KnownOrder = {
      ...{ externalId, id: order.id, lines, total: order.total, isCod },
      ...{ isCanceled: false, isForgotten: false, payments: new Map() },
    };
    this.orders.set(externalId, known);
    if (chance.is(0.08))
      this.#world.later('cancel order', chance.between(1, 10 * HOUR), () => this.#cancel(known, chance));
    if (!isCod && chance.is(0.9))
      this.#world.later('pay', chance.between(MINUTE, 20 * HOUR), () => this.#pay(known, chance));
  }

  #priceOf(lines: readonly { sku: string; qty: number }[]): number {
    return lines.reduce((sum, { sku, qty }) => sum + (this.#world.prices.get(sku) ?? 0) * qty, 0);
  }

  async #pay(order: KnownOrder, chance: Chance): Promise<void> {
    if (order.isForgotten) return;
    const externalId = `P${order.externalId}`;
    const body = {
      ...{ order_id: order.id, external_payment_id: externalId },
      ...{ method: 'transfer', amount: order.total, pay_time: this.#world.clock.now() - MINUTE },
    };
    const response = await this.#call('/v1/order/payment/notify', body, chance);
    if (!response?.order || order.isForgotten) return; // canceled or expired meanwhile
    order.payments.set(externalId, order.total);
    this.#world.later('review', chance.between(MINUTE, 8 * HOUR), () => this.#world.owner.review(order, chance));
  }

  async #cancel(order: KnownOrder, chance: Chance): Promise<void> {
    if (order.isForgotten) return;
    const response = await this.#call('/v1/order/cancel', { order_id: order.id }, chance);
    if (response?.order?.status === 'canceled') order.isCanceled = true;
  }

  /** Follows the change feed; after an expired cursor it reads everything. */
  async followStock(chance: Chance): Promise<void> {
    if (this.#isFollowing || this.#world.scheduler.time < this.awayUntil) return;
    this.#isFollowing = true;
    await this.#followToEnd(chance).finally(() => {
      this.#isFollowing = false;
    });
  }

  async #followToEnd(chance: Chance): Promise<void> {
    for (let pages = 0; pages < 50; pages += 1) {
      if (this.#cursor === undefined) return this.#reconcile(chance);
      const newest = this.#newestChange();
      const response = await this.#call(
        '/v1/stock/changes',
        { cursor: this.#cursor, limit: chance.between(1, 60) },
        chance,
      );
      if (!response) return;
      if (response.error !== undefined) {
        if (!/cursor/.test(response.error_description)) violation('the change feed failed', response);
        this.#cursor = undefined;
        continue;
      }
      this.#apply(response.items);
      this.#cursor = response.next_cursor;
      if (!response.has_more) {
        if (newest !== undefined && newest === this.#newestChange()) this.#compareMirror();
        return;
      }
    }
  }

  #newestChange(): number | undefined {
    return this.#world.read((db) => db.get(sql<{ id: number }>('SELECT max(id) AS id FROM available_changes'))?.id);
  }

  /** The mirror has what the store had when it was read. */
  #compareMirror(): void {
    this.#world.read((db) => checkMirror(this.#world, db));
  }

  #apply(items: readonly Json[]): void {
    for (const item of items) this.mirror.set(`${item.id} ${item.warehouse_id}`, item.new);
  }

  async #reconcile(chance: Chance): Promise<void> {
    const { deleted } = this.#world.owner;
    const isComplete = deleted.size === 0;
    const start = await this.#call('/v1/stock/changes', {}, chance);
    const list = start && (await this.#call('/v1/product/list', {}, chance));
    if (!list) return;
    this.mirror.clear();
    for (const { id } of list.products) {
      const detail = await this.#call('/v1/product/detail', { product_id: id }, chance);
      if (!detail?.product) return;
      for (const variant of detail.product.variants)
        for (const level of variant.warehouses)
          this.mirror.set(`${variant.product_variant_id} ${level.wh_id}`, level.available_qty);
    }
    if (isComplete && deleted.size === 0) this.#cursor = start.next_cursor; // else again, with all products
  }

  /** Undefined if the partner gave up. */
  async #call(path: string, body: object, chance: Chance): Promise<Json | undefined> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      this.#token ??= await this.#requestToken(chance);
      if (this.#token !== undefined) {
        const response = await this.#world.request(
          { path, body: JSON.stringify(body), headers: this.#headers() },
          chance,
        );
        this.#world.noteResponse(path, response);
        if (response?.status === 401) this.#token = undefined;
        else if (response && response.status !== 500 && response.status !== 429 && response.status !== 408) {
          const answer = JSON.parse(response.body);
          if (!isIncomplete(response, answer)) return answer;
        }
      }
      await this.#world.sleep(Math.min(30 * MINUTE, 2_000 * 2 ** attempt));
    }
    return undefined;
  }

  #headers(): Record<string, string> {
    return { 'Content-Type': 'application/json', Authorization: `Bearer ${this.#token}` };
  }

  async #requestToken(chance: Chance): Promise<string | undefined> {
    const { client_id, client_secret } = this.#world.credentials;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await this.#world.request({ path: '/oauth/token', body, headers }, chance);
    return response?.status === 200 ? JSON.parse(response.body).access_token : undefined;
  }
}

/** The answer to a request that was cut off on its way. */
const isIncomplete = ({ status }: Response, answer: Json): boolean =>
  status === 400 &&
  /JSON|complete|body|readable HTTP/i.test(String(answer.error_description)) &&
  !/cursor/.test(String(answer.error_description));
