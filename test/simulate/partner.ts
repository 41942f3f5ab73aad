import type { Reader } from '../../src/context.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import type { Id } from '../../src/lib/ids.ts';
import { type Money, parseMoney } from '../../src/lib/money.ts';
import type { Chance } from '../chance.ts';
import { ONE_PIXEL } from '../one-pixel.ts';
import { sql } from '../sql.ts';
import { Actor, violation } from './actor.ts';
import type { Trouble } from './network.ts';
import { HOUR, MINUTE } from './scheduler.ts';
import { BUNDLES, SOLD } from './store-file.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of the API
type Json = any;

/** An order that raan has acknowledged. */
export interface KnownOrder {
  externalId: string;
  id: string;
  total: string;
  /** Raan lost it with a restore of an older backup. */
  isForgotten: boolean;
  /** The mark of the facts when it was acknowledged. */
  since: number;
}

/** With the channel, by which an index finds it. */
const IS_ORDER = 'o.channel_id IN (SELECT id FROM channels) AND o.external_order_id = ?';

const orderRows = sql<{ id: Id; total: Money; codAmount: Money | null; expires: number | null; lines: string }>(
  `SELECT id, total, cod_amount AS codAmount, expiration_time AS expires,
     (SELECT group_concat(qty || ' ' || sku, ', ' ORDER BY l.id) FROM order_lines l
      WHERE order_id = o.id AND delete_time IS NULL) AS lines
   FROM orders o WHERE ${IS_ORDER}`,
);

export const recipients = sql<{ name: string; telephone: string | null }>(
  `SELECT a.name, a.telephone FROM orders o JOIN addresses a ON a.version = o.recipient_address WHERE ${IS_ORDER}`,
);

export const statuses = sql<{ status: string }>(`SELECT status FROM orders o WHERE ${IS_ORDER}`);

export const isDeleted = sql<object>(
  'SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ? AND p.delete_time IS NOT NULL',
);

const paymentRows = sql<{ amount: Money }>(
  `SELECT amount FROM payments p JOIN orders o ON o.id = p.order_id WHERE ${IS_ORDER} AND external_id = ?`,
);

/** Requests that arrive within the same milliseconds. */
const RUSH: Trouble = { there: 1, back: 5 };

/** A sale page with its shoppers. It repeats each call until it knows the outcome. */
export class Partner extends Actor {
  readonly orders = new Map<string, KnownOrder>();
  #token: string | undefined;
  #cursor: string | undefined;
  /** Number of restores and power cuts when it got its first cursor. They may expire it. */
  #losses = 0;
  /** A partner runs one reconciliation at a time. */
  #isFollowing = false;
  /** Available quantities by variant and warehouse, from the change feed. */
  readonly #mirror = new Map<string, number>();
  /** Until when it does not follow stock. */
  awayUntil = 0;
  /** Orders that it wants to cancel, by external id. */
  readonly canceling = new Set<string>();
  #refusals = 0;

  /** Goes back to what was known at a backup. Actions for later orders end. */
  restore(mark: number): void {
    for (const order of this.orders.values()) {
      order.isForgotten ||= order.since >= mark;
      if (order.isForgotten) this.orders.delete(order.externalId);
    }
  }

  /** Some shoppers order at the same moment. */
  async rush(number: string, chance: Chance): Promise<void> {
    await Promise.all([1, 2, 3, 4].map((i) => this.order(`${number}${i}`, chance, RUSH)));
  }

  /** A shopper orders, and perhaps pays or changes their mind. */
  async order(number: string, chance: Chance, trouble?: Trouble): Promise<void> {
    const externalId = `S${number}`;
    const skus = [...new Set(Array.from({ length: chance.between(1, 3) }, () => chance.pick(SOLD)))];
    const lines = skus.map((key) => ({ sku: key.toUpperCase(), qty: chance.between(1, 4) }));
    const [name, telephone] = [`Shopper ${number}`, `08${number}`];
    const isCod = chance.is(0.3);
    const price = this.#priceOf(lines);
    const expires = !isCod && chance.is(0.5) ? this.world.clock.now() + 24 * HOUR : null;
    const body = {
      external_order_id: externalId,
      shipping_type: 'flash',
      auto_request_xshipping: true,
      products: lines,
      recipient_address: { name, telephone, postal_code: 50200 },
      ...(isCod && { is_cod: true, cod_fee: '0', cod_amount: String(price) }),
      ...(expires !== null && { expiration_time: expires }),
    };
    const { owner, facts } = this.world;
    const before = { deletions: owner.deletions, isComplete: owner.deleted.size === 0 };
    const response = await this.#call('/v1/order/create', body, chance, trouble);
    const { order, error, error_description: why } = response;
    if (!order) {
      const wasDeleted = !before.isComplete || owner.deletions > before.deletions; // the answer may be late
      if (/available/.test(why)) return this.#checkRefusal(skus, lines, why);
      if (!(wasDeleted && /Not a variant/.test(why))) violation('an order was refused', { error, why, body });
      return;
    }
    const known = { externalId, id: order.id, total: order.total, isForgotten: false, since: facts.mark };
    this.orders.set(externalId, known);
    this.world.acknowledged('order');
    const expected = {
      id: Number(order.id) as Id,
      total: parseMoney(price) as Money,
      codAmount: isCod ? (parseMoney(order.total) as Money) : null,
      expires,
      lines: lines.map(({ sku, qty }) => `${qty} ${sku}`).join(', '),
    };
    facts.acknowledge(externalId, [expected], orderRows, externalId);
    facts.acknowledge(`recipient of ${externalId}`, [{ name, telephone }], recipients, externalId);
    if (chance.is(0.08))
      this.world.later('cancel order', chance.between(1, 10 * HOUR), () => this.#cancel(known, chance));
    if (!isCod && chance.is(0.9))
      this.world.later('pay', chance.between(MINUTE, 20 * HOUR), () => this.#pay(known, chance));
  }

  /** Goods may run out, and arrive a moment later; but not again and again. */
  #checkRefusal(keys: readonly string[], lines: readonly { qty: number }[], why: string): void {
    const needed = new Map<string, number>();
    for (const [i, key] of keys.entries())
      for (const [part, each] of Object.entries(BUNDLES[key] ?? { [key]: 1 }))
        needed.set(part, (needed.get(part) ?? 0) + each * (lines[i]?.qty ?? 0));
    const isShort = this.world.read((db) => [...needed].some(([key, qty]) => this.world.available(db, key) < qty));
    this.#refusals = isShort ? 0 : this.#refusals + 1;
    if (this.#refusals > 3) violation('orders are refused although there is stock', why);
  }

  #priceOf(lines: readonly { sku: string; qty: number }[]): number {
    return lines.reduce((sum, { sku, qty }) => sum + (this.world.prices.get(sku) ?? 0) * qty, 0);
  }

  async #pay(order: KnownOrder, chance: Chance): Promise<void> {
    if (order.isForgotten) return;
    const { externalId, total } = order;
    const payment = `P${externalId}`;
    this.world.transfers.set(payment, total);
    const body = {
      ...{ order_id: order.id, external_payment_id: payment },
      ...{ method: 'transfer', amount: total, pay_time: this.world.clock.now() - MINUTE },
      ...(chance.is(0.1) && { slip: ONE_PIXEL.toString('base64') }),
    };
    const response = await this.#call('/v1/order/payment/notify', body, chance);
    if (order.isForgotten) return;
    const isFuture = /pay_time/.test(response.error_description); // the clock has stepped back
    if (!response.order) return isFuture ? undefined : this.#checkState(order, "status = 'open'", response);
    this.world.acknowledged('payment');
    this.world.facts.acknowledge(payment, [{ amount: parseMoney(total) as Money }], paymentRows, externalId, payment);
    this.world.later('review', chance.between(MINUTE, 8 * HOUR), () => this.world.owner.review(order, chance));
  }

  async #cancel(order: KnownOrder, chance: Chance): Promise<void> {
    if (order.isForgotten) return;
    const { externalId } = order;
    this.canceling.add(externalId);
    const response = await this.#call('/v1/order/cancel', { order_id: order.id }, chance);
    if (order.isForgotten) return;
    const mayCancel =
      "status = 'open' AND NOT EXISTS (SELECT 1 FROM shipments WHERE order_id = o.id AND ship_time > 0)";
    if (response.order?.status !== 'canceled') return this.#checkState(order, mayCancel, response);
    this.world.acknowledged('cancellation');
    this.world.facts.acknowledge(`status of ${externalId}`, [{ status: 'canceled' }], statuses, externalId);
  }

  /** A call may be refused because the order has moved on. */
  #checkState({ id }: KnownOrder, condition: string, response: Json): void {
    const found = this.world.read((db) => db.get(sql(`SELECT 1 FROM orders o WHERE id = ? AND ${condition}`), id));
    if (found) violation('a call was refused', id, response);
  }

  /** Follows the change feed; after an expired cursor it reads everything. */
  async followStock(chance: Chance): Promise<void> {
    if (this.world.scheduler.time < this.awayUntil) return this.world.count('partner is away');
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    await this.#followToEnd(chance).finally(() => {
      this.#isFollowing = false;
    });
  }

  async #followToEnd(chance: Chance): Promise<void> {
    for (let pages = 0; pages < 50; pages += 1) {
      if (this.#cursor === undefined) return this.#reconcile(chance);
      const newest = this.#newestChange();
      const body = { cursor: this.#cursor, limit: chance.between(1, 60) };
      const response = await this.#call('/v1/stock/changes', body, chance);
      if (response.error !== undefined) {
        const isExpired =
          this.world.restores + this.world.powerCuts > this.#losses && /cursor/.test(response.error_description);
        if (!isExpired) violation('the change feed failed', response);
        this.#cursor = undefined;
        continue;
      }
      this.#apply(response.items);
      this.#cursor = response.next_cursor;
      if (!response.has_more) {
        if (newest !== undefined && newest === this.#newestChange()) this.world.read((db) => this.checkMirror(db));
        return;
      }
    }
  }

  #newestChange(): number | undefined {
    return this.world.read((db) => db.get(sql<{ id: number }>('SELECT max(id) AS id FROM available_changes'))?.id);
  }

  /** The quantities from the change feed equal the available stock of the catalogue. */
  checkMirror(db: Reader): void {
    for (const id of this.world.variants.values()) {
      if (db.get(isDeleted, id)) continue;
      for (const { warehouseId, onHand, reserved } of stockOfVariant(db, id).warehouses) {
        const mirrored = this.#mirror.get(`${id} ${warehouseId}`);
        if (mirrored !== onHand - reserved)
          violation('the mirror differs from the stock', { id, warehouseId, mirrored, available: onHand - reserved });
      }
    }
  }

  #apply(items: readonly Json[]): void {
    for (const item of items) this.#mirror.set(`${item.id} ${item.warehouse_id}`, item.new);
  }

  async #reconcile(chance: Chance): Promise<void> {
    const { owner, restores, powerCuts } = this.world;
    const { deleted } = owner;
    const isComplete = deleted.size === 0;
    const start = await this.#call('/v1/stock/changes', {}, chance);
    const list = await this.#call('/v1/product/list', {}, chance);
    this.#mirror.clear();
    for (const { id } of list.products) {
      const detail = await this.#call('/v1/product/detail', { product_id: id }, chance);
      if (!detail.product) return;
      for (const variant of detail.product.variants)
        for (const level of variant.warehouses)
          this.#mirror.set(`${variant.product_variant_id} ${level.wh_id}`, level.available_qty);
    }
    if (!isComplete || deleted.size > 0) return; // again, with all products
    this.#cursor = start.next_cursor;
    this.#losses = restores + powerCuts;
  }

  /** @throws Error if there is no answer after many tries */
  async #call(path: string, body: object, chance: Chance, trouble?: Trouble): Promise<Json> {
    const world = this.world;
    for (let attempt = 0; attempt < 60; attempt += 1) {
      this.#token ??= await this.#requestToken(chance);
      if (this.#token !== undefined) {
        const { restores } = world;
        const sent = trouble && attempt === 0 ? trouble : world.trouble(chance, JSON.stringify(body));
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.#token}` };
        const request = { path, body: JSON.stringify(body), headers };
        const response = await world.request(request, sent);
        if (response?.status === 401) this.#token = undefined;
        else if (response && response.status !== 500 && response.status !== 429 && response.status !== 408) {
          const answer = JSON.parse(response.body);
          const isOfToday = world.restores === restores; // a restore undoes what an older answer says
          if (isOfToday && !(sent.kind === 'cut' && response.status === 400)) return answer;
        }
      }
      await world.sleep(Math.min(30 * MINUTE, 2_000 * 2 ** attempt));
    }
    return violation('a partner gets no answer', path, body);
  }

  async #requestToken(chance: Chance): Promise<string | undefined> {
    const { client_id, client_secret } = this.world.credentials;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const trouble = this.world.trouble(chance, body);
    const response = await this.world.request({ path: '/oauth/token', body, headers }, trouble);
    return response?.status === 200 ? JSON.parse(response.body).access_token : undefined;
  }
}
