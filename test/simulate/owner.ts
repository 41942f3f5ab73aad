import type { WriteTx } from '../../src/context.ts';
import { deleteProduct, restoreProduct } from '../../src/domain/catalogue/delete-product.ts';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { confirmPayment, rejectPayment } from '../../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../../src/domain/orders/payments/refund.ts';
import { remit } from '../../src/domain/orders/payments/remittance.ts';
import { returnableQty, returnGoods } from '../../src/domain/orders/shipments/return.ts';
import { erasePerson } from '../../src/domain/privacy/erase.ts';
import { personOfOrder } from '../../src/domain/privacy/person.ts';
import { commitCount, enterCounts, startCount } from '../../src/domain/stock/counts.ts';
import { receive, transfer, writeOff } from '../../src/domain/stock/goods.ts';
import { stockOf } from '../../src/domain/stock/stock-levels.ts';
import { AppError } from '../../src/lib/errors.ts';
import type { Id } from '../../src/lib/ids.ts';
import { parseMoney } from '../../src/lib/money.ts';
import { sql } from '../sql.ts';
import type { Chance } from './chance.ts';
import type { KnownOrder } from './partner.ts';
import { STOCKED } from './store-file.ts';
import type { World } from './world.ts';

/** The store's owner, who works through the running server. An action that gets no answer may have happened. */
export class Owner {
  readonly #world: World;
  /** Notes of the stock documents that raan has acknowledged. */
  readonly documents = new Set<string>();
  readonly confirmed = new Set<string>();
  readonly rejected = new Set<string>();
  /** Names of products that are deleted, or about to be. */
  readonly deleted = new Set<string>();
  /** How often a product was deleted. */
  deletions = 0;
  #documents = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Goes back to what was known at a backup. */
  restore(known: Record<'documents' | 'confirmed' | 'rejected', ReadonlySet<string>>): void {
    for (const name of ['documents', 'confirmed', 'rejected'] as const)
      for (const item of this[name]) if (!known[name].has(item)) this[name].delete(item);
  }

  /** Confirms or rejects a reported payment, again and again until that is certain. */
  async review(order: KnownOrder, chance: Chance): Promise<void> {
    const isFine = chance.is(0.95);
    const find = sql<{ id: Id; status: string }>(
      'SELECT id, status FROM payments WHERE order_id = ? ORDER BY id LIMIT 1',
    );
    const done = await this.#repeat((tx, now) => {
      if (order.isForgotten) return 'forgotten';
      const payment = tx.get(find, Number(order.id));
      if (payment?.status !== 'notified') return payment?.status;
      if (isFine) confirmPayment(tx, payment.id, byCommand(now));
      else rejectPayment(tx, payment.id, 'no such transfer', byCommand(now));
      return isFine ? 'confirmed' : 'rejected';
    });
    if (done === 'confirmed') this.confirmed.add(order.externalId);
    if (done === 'rejected') this.rejected.add(order.externalId);
  }

  /** Buys goods, moves them between warehouses, or writes some off. */
  async workOnStock(kind: 'receive' | 'transfer' | 'write off', chance: Chance): Promise<void> {
    this.#documents += 1;
    const note = `document ${this.#documents}`;
    const key = chance.pick(STOCKED);
    const qty = kind === 'receive' ? chance.between(100, 400) : chance.between(1, 15);
    const [from, to] = chance.is(0.5) ? (['bkk', 'cnx'] as const) : (['cnx', 'bkk'] as const);
    const done = await this.#repeat((tx, now) => {
      if (tx.get(sql<object>('SELECT 1 FROM stock_documents WHERE note = ?'), note)) return note;
      const { storeId, variants, places } = this.#world;
      const line = { variantId: variants.get(key) as Id, qty, cost: parseMoney('1') };
      const goods = { storeId, warehouseId: places[from], note, lines: [line] };
      if (kind === 'receive') receive(tx, { ...goods, kind: 'purchase' }, now);
      else if (kind === 'transfer') transfer(tx, { ...goods, toWarehouseId: places[to] }, now);
      else writeOff(tx, { ...goods, kind: 'damaged' }, now);
      return note;
    });
    if (done !== undefined) this.documents.add(note);
  }

  /** Counts the goods of a warehouse, and finds more or fewer. */
  async count(chance: Chance): Promise<void> {
    this.#documents += 1;
    const note = `document ${this.#documents}`;
    const warehouseId = this.#world.places[chance.is(0.5) ? 'bkk' : 'cnx'];
    const found = STOCKED.filter(() => chance.is(0.4)).map((key) => ({ key, more: chance.between(-3, 3) }));
    if (found.length === 0) return;
    const done = await this.#repeat((tx, now) => {
      if (tx.get(sql<object>('SELECT 1 FROM stock_documents WHERE note = ?'), note)) return note;
      const sheet = startCount(tx, { storeId: this.#world.storeId, warehouseId, note }, now);
      const lines = found.map(({ key, more }) => {
        const variantId = this.#world.variants.get(key) as Id;
        const { onHand = 0 } = stockOf(tx, variantId).find((stock) => stock.warehouseId === warehouseId) ?? {};
        return { variantId, counted: Math.max(0, onHand + more) };
      });
      enterCounts(tx, sheet, lines);
      commitCount(tx, sheet, now);
      return note;
    });
    if (done !== undefined) this.documents.add(note);
  }

  /** Takes a product out of the catalogue for some time. */
  async deleteAndRestore(chance: Chance): Promise<void> {
    const name = chance.pick(['Drinks', 'Sets']);
    const find = sql<{ id: Id; live: number }>('SELECT id, delete_time IS NULL AS live FROM products WHERE name = ?');
    const change = (isLive: boolean) =>
      this.#repeat((tx, now) => {
        const { id, live } = tx.get(find, name) as { id: Id; live: number };
        if (Boolean(live) !== isLive) (isLive ? restoreProduct : deleteProduct)(tx, id, now);
        return true;
      });
    if (this.deleted.has(name)) return;
    this.deleted.add(name);
    this.deletions += 1;
    await change(false);
    await this.#world.sleep(chance.between(60_000, 8 * 3_600_000));
    while (!(await change(true)));
    this.deleted.delete(name);
  }

  /** Takes returned goods into stock, and pays some money back. */
  async handleReturns(chance: Chance): Promise<void> {
    const due = sql<{ id: Id }>('SELECT id FROM orders WHERE to_take_in = 1 LIMIT 5');
    const orders = this.#world.read((db) => db.all(due)) ?? [];
    for (const { id } of orders)
      await this.#once((tx, now) => {
        const order = existingOrder(tx, id);
        const lines = order.lines.flatMap((line) => {
          const qty = returnableQty(tx, line);
          return qty > 0 ? [{ lineId: line.id, qty }] : [];
        });
        if (lines.length > 0) returnGoods(tx, id, { lines }, byCommand(now));
        if (order.paidAmount > 0 && chance.is(0.7)) refundOrder(tx, id, { note: 'returned' }, byCommand(now));
      });
  }

  /** The courier's remittance of COD money. */
  async payOutCod(): Promise<void> {
    const rows = [...this.#world.courier.parcels.values()]
      .filter(({ codAmount, events }) => codAmount !== undefined && events.some(({ status }) => status === 'delivered'))
      .slice(-200)
      .map(({ number, codAmount = '0' }, i) => ({ row: i + 1, trackingNumber: number, amount: parseMoney(codAmount) }));
    const { storeId } = this.#world;
    if (rows.length > 0) await this.#once((tx, now) => void remit(tx, { storeId, rows } as never, byCommand(now)));
  }

  async cancelSome(): Promise<void> {
    const open = sql<{ id: Id }>(
      `SELECT id FROM orders WHERE status = 'open' AND stage = 'unpaid' ORDER BY id LIMIT 1`,
    );
    const order = this.#world.read((db) => db.get(open));
    if (order) await this.#once((tx, now) => void cancelOrder(tx, order.id, 'store', byCommand(now)));
  }

  /** Erases a customer whose orders are closed. */
  async eraseCustomer(): Promise<void> {
    const closed = sql<{ id: Id }>(
      `SELECT o.id FROM orders o JOIN addresses a ON a.version = o.recipient_address
       WHERE o.status = 'completed' AND a.erase_time IS NULL ORDER BY o.id LIMIT 1`,
    );
    const { ctx } = this.#world.machine;
    const order = this.#world.read((db) => db.get(closed));
    if (!order || !ctx) return;
    const erased = this.#world.inMachine(() => erasePerson(ctx, this.#world.storeId, personOfOrder(ctx.db, order.id)));
    await erased.catch((error) => {
      if (!(error instanceof AppError)) this.#world.noteFailure(error);
    });
  }

  /** Undefined if it was refused, or failed, or its outcome is unknown. */
  async #once<T>(step: (tx: WriteTx, now: number) => T): Promise<T | undefined> {
    const { ctx } = this.#world.machine;
    if (!ctx || !this.#world.isServing) return undefined;
    try {
      return await this.#world.inMachine(() => ctx.write((tx) => step(tx, ctx.now())));
    } catch (error) {
      if (!(error instanceof AppError)) this.#world.noteFailure(error as Error);
      return undefined;
    }
  }

  /** Until it is answered; a process that dies leaves the caller without one. */
  async #repeat<T>(step: (tx: WriteTx, now: number) => T): Promise<T | undefined> {
    for (let i = 0; i < 8; i += 1) {
      const outcome = await Promise.race([this.#once(step), this.#world.sleep(60_000).then(() => undefined)]);
      if (outcome !== undefined) return outcome;
      await this.#world.sleep(600_000);
    }
    return undefined;
  }
}
