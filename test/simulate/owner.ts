import type { WriteTx } from '../../src/context.ts';
import { ERASED } from '../../src/domain/addresses.ts';
import { deleteProduct, restoreProduct } from '../../src/domain/catalogue/delete-product.ts';
import { purchase } from '../../src/domain/catalogue/purchase.ts';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { reportAbsent } from '../../src/domain/orders/packing-missing.ts';
import { confirmPayment, rejectPayment } from '../../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../../src/domain/orders/payments/refund.ts';
import { remit } from '../../src/domain/orders/payments/remittance.ts';
import { undoRemittance } from '../../src/domain/orders/payments/undo-remittance.ts';
import { pickUp } from '../../src/domain/orders/shipments/move.ts';
import { returnableQty, returnGoods } from '../../src/domain/orders/shipments/return.ts';
import { existingShipment } from '../../src/domain/orders/shipments/shipment.ts';
import { undoHandOver } from '../../src/domain/orders/shipments/undo-hand-over.ts';
import { erasePerson } from '../../src/domain/privacy/erase.ts';
import { personOfOrder } from '../../src/domain/privacy/person.ts';
import { commitCount, enterCounts, startCount } from '../../src/domain/stock/counts.ts';
import { transfer, writeOff } from '../../src/domain/stock/goods.ts';
import { stockOf } from '../../src/domain/stock/stock-levels.ts';
import type { Id } from '../../src/lib/ids.ts';
import { parseMoney } from '../../src/lib/money.ts';
import type { Chance } from '../chance.ts';
import { ONE_PIXEL } from '../one-pixel.ts';
import { sql } from '../sql.ts';
import { Actor, violation } from './actor.ts';
import type { Parcel } from './couriers.ts';
import * as queries from './owner-queries.ts';
import { isDeleted, type KnownOrder, recipients, statuses } from './partner.ts';
import { STOCKED } from './store-file.ts';

const DELETABLE = ['Drinks', 'Sets'];

/** The store's owner, who works through the running server. An action that gets no answer may have happened. */
export class Owner extends Actor {
  /** Orders that the owner wants to cancel. */
  readonly canceling = new Set<Id>();
  /** Names of products that are deleted, or about to be. */
  readonly deleted = new Set<string>();
  /** Parcels that were handed over too early, by the number of restores when that was undone. */
  readonly #tooEarly = new Map<Id, number | undefined>();
  /** How often a product was deleted. */
  deletions = 0;
  #documents = 0;

  /** Confirms or rejects a reported payment, again and again until that is certain. */
  async review(order: KnownOrder, chance: Chance): Promise<void> {
    const isFine = chance.is(0.95);
    const done = await this.repeat((tx, now) => {
      if (order.isForgotten) return 'forgotten';
      const payment = tx.get(queries.paymentOf, Number(order.id));
      if (payment?.status !== 'notified') return payment?.status;
      if (isFine) confirmPayment(tx, payment.id, byCommand(now));
      else rejectPayment(tx, payment.id, 'no such transfer', byCommand(now));
      return isFine ? 'confirmed' : 'rejected';
    });
    if (done !== 'confirmed' && done !== 'rejected') return;
    this.world.acknowledged(`payment ${done}`);
    const subject = `review of ${order.externalId}`;
    this.world.facts.acknowledge(subject, [{ status: done }], queries.reviewOf, Number(order.id));
  }

  /** Buys goods, moves them between warehouses, or writes some off. */
  async workOnStock(kind: 'receive' | 'transfer' | 'write off', chance: Chance): Promise<void> {
    const { storeId, variants, places } = this.world;
    const variantId = variants.get(chance.pick(STOCKED)) as Id;
    const qty = kind === 'receive' ? chance.between(100, 400) : chance.between(1, 15);
    const [from, to] = chance.is(0.5) ? (['bkk', 'cnx'] as const) : (['cnx', 'bkk'] as const);
    await this.#document(kind, kind === 'transfer' ? [places[from], places[to]] : [places[from]], (tx, note, now) => {
      const lines = [{ variantId, qty, cost: parseMoney(String(chance.between(1, 99))) }];
      const goods = { storeId, warehouseId: places[from], note, lines };
      if (tx.get(isDeleted, variantId)) return [];
      if (kind !== 'receive' && queries.availableIn(tx, variantId, places[from]) < qty) return []; // there is not so much
      if (kind === 'receive') purchase(tx, goods, now);
      else if (kind === 'transfer') transfer(tx, { ...goods, toWarehouseId: places[to] }, now);
      else writeOff(tx, { ...goods, kind: 'damaged' }, now);
      return [[variantId, qty]];
    });
  }

  /** Counts the goods of a warehouse, and finds more or fewer. */
  async count(chance: Chance): Promise<void> {
    const warehouseId = this.world.places[chance.is(0.5) ? 'bkk' : 'cnx'];
    const found = STOCKED.filter(() => chance.is(0.4)).map((key) => ({ key, more: chance.between(-3, 3) }));
    if (found.length === 0) return;
    await this.#document('count', [warehouseId], (tx, note, now) => {
      const sheet = startCount(tx, { storeId: this.world.storeId, warehouseId, note }, now);
      const lines = found.flatMap(({ key, more }) => {
        const variantId = this.world.variants.get(key) as Id;
        if (tx.get(isDeleted, variantId)) return [];
        const stock = stockOf(tx, variantId).find((level) => level.warehouseId === warehouseId);
        const { onHand, reserved } = stock ?? { onHand: 0, reserved: 0 };
        return [{ variantId, counted: Math.max(reserved, onHand + more) }];
      });
      enterCounts(tx, sheet, lines);
      commitCount(tx, sheet, now);
      return lines.map(({ variantId, counted }) => [variantId, counted]);
    });
  }

  /** Makes a stock document with these lines once. `warehouses`: from one to another, or one. */
  async #document(
    kind: string,
    warehouses: readonly Id[],
    make: (tx: WriteTx, note: string, now: number) => [variant: Id, qty: number][],
  ): Promise<void> {
    this.#documents += 1;
    const note = `document ${this.#documents}`;
    let lines: [Id, number][] = [];
    const done = await this.repeat((tx, now) => {
      if (!tx.get(queries.documentsNoted, note)) lines = make(tx, note, now);
      return true;
    });
    if (!done || lines.length === 0) return;
    this.world.acknowledged(kind);
    lines.sort(([a], [b]) => a - b);
    const texts = lines.map(([variant, qty]) => `${variant}=${qty}`);
    const expected = [{ places: warehouses.join(' to '), lines: texts.join(' ') }];
    this.world.facts.acknowledge(note, expected, queries.documentsNoted, note);
  }

  /** Takes a product out of the catalogue for some time. */
  async deleteAndRestore(chance: Chance): Promise<void> {
    const name = chance.pick(DELETABLE);
    if (this.deleted.has(name)) return;
    this.deleted.add(name);
    this.deletions += 1;
    await this.#setLive(name, false);
    await this.world.sleep(chance.between(60_000, 8 * 3_600_000));
    await this.#restoreProduct(name);
    this.world.acknowledged('deletion and restore of a product');
  }

  async #restoreProduct(name: string): Promise<void> {
    while (!(await this.#setLive(name, true)));
    this.deleted.delete(name);
  }

  /** After a restore of an older backup products may be deleted again. */
  async restoreProducts(): Promise<void> {
    const forgotten = DELETABLE.filter((name) => !this.deleted.has(name));
    for (const name of forgotten) this.deleted.add(name);
    for (const name of forgotten) await this.#restoreProduct(name);
  }

  async #setLive(name: string, isLive: boolean): Promise<boolean> {
    const subject = `product ${name}`;
    this.world.facts.retract(subject);
    const done = await this.repeat((tx, now) => {
      const { id, live } = tx.get(queries.productNamed, name) as { id: Id; live: number };
      if (Boolean(live) !== isLive) (isLive ? restoreProduct : deleteProduct)(tx, id, now);
      return { id, live: Number(isLive) };
    });
    if (done) this.world.facts.acknowledge(subject, [done], queries.productNamed, name);
    return done !== undefined;
  }

  /** Takes returned goods into stock, some of them damaged, and pays some money back. */
  async handleReturns(chance: Chance): Promise<void> {
    const due = sql<{ id: Id }>('SELECT id FROM orders WHERE awaits_restock = 1 LIMIT 5');
    for (const { id } of this.world.read((db) => db.all(due)) ?? []) await this.#handleReturn(id, chance);
  }

  async #handleReturn(id: Id, chance: Chance): Promise<void> {
    const note = `return ${id}`;
    const isDamaged = chance.is(0.2);
    const isRefunded = chance.is(0.7);
    const done = await this.tryOnce((tx, now) => {
      const order = existingOrder(tx, id);
      const lines = order.lines.flatMap((line) => {
        const qty = returnableQty(tx, line);
        return qty > 0 ? [{ lineId: line.id, ...(isDamaged ? { qty: qty - 1, damaged: 1 } : { qty }) }] : [];
      });
      if (lines.length > 0) returnGoods(tx, id, { lines, note }, byCommand(now));
      const refunded = order.paidAmount > 0 && isRefunded ? order.paidAmount : 0;
      if (refunded > 0) refundOrder(tx, id, { note, slip: ONE_PIXEL }, byCommand(now));
      return { documents: tx.all(queries.documentsNoted, note), refunded };
    });
    if (!done) return;
    this.world.acknowledged('return');
    this.world.facts.acknowledge(note, done.documents, queries.documentsNoted, note);
    if (done.refunded === 0) return;
    this.world.acknowledged('refund');
    this.world.facts.acknowledge(`refund of ${id}`, [{ amount: done.refunded }], queries.refundOf, id);
  }

  /** The courier pays out the COD money of parcels that it has delivered. */
  async payOutCod(): Promise<void> {
    const { storeId, courier, facts } = this.world;
    const parcels = [...courier.parcels.values()].filter(courier.owes);
    const rows = parcels.map(({ number, codAmount = '0' }, i) => ({
      ...{ row: i + 1, trackingNumber: number, paid: parseMoney(codAmount) ?? null },
    }));
    if (rows.length === 0) return;
    const done = await this.tryOnce((tx, now) => remit(tx, { storeId, rows }, byCommand(now)));
    if (!done) return;
    for (const { row, paid } of done.matched) {
      const { number } = parcels[row - 1] as Parcel;
      facts.acknowledge(`payout of ${number}`, [{ amount: paid }], queries.payoutOf, number);
      this.world.acknowledged('payout');
    }
    for (const parcel of parcels) parcel.paidOutAt = facts.mark;
    // without an answer it was repeated
    const refused = done.differences.filter(({ kind }) => kind !== 'paid_out_already');
    if (refused.length > 0) violation('COD is not accepted', refused);
  }

  /** Undoes a payout, or one parcel of it. The next payout of the courier contains them again. */
  async undoPayout(chance: Chance): Promise<void> {
    const { courier, facts } = this.world;
    const [newest, ...others] = this.world.read((db) => db.all(queries.newestPayouts)) ?? [];
    if (!newest) return;
    const { remittanceId } = newest;
    const [one, ...rest] = [newest, ...others.filter((payout) => payout.remittanceId === remittanceId)];
    const isWhole = chance.is(0.3);
    for (const { number } of isWhole ? [one, ...rest] : [one]) {
      facts.retract(`payout of ${number}`);
      const parcel = courier.byNumber.get(number);
      if (parcel) parcel.paidOutAt = undefined;
    }
    const selection = { remittanceId, ...(isWhole ? {} : { shipmentId: one.shipmentId }) };
    const done = await this.tryOnce((tx, now) =>
      undoRemittance(tx, { ...selection, reason: 'mistake' }, byCommand(now)),
    );
    for (const { trackingNumber } of done?.parcels ?? []) {
      facts.acknowledge(`payout of ${trackingNumber}`, [], queries.payoutOf, trackingNumber);
      this.world.acknowledged('undone payout');
    }
  }

  /** Hands a parcel over too early, and undoes it unless the courier has reported the parcel by then. */
  async handOverByMistake(chance: Chance): Promise<void> {
    const parcel = this.world.read((db) => db.get(queries.waitingParcel));
    if (!parcel) return;
    this.#tooEarly.set(parcel.id, undefined);
    const { restores } = this.world;
    if (!(await this.tryOnce((tx, now) => pickUp(tx, parcel.id, {}, byCommand(now))))) return;
    await this.world.sleep(chance.between(1_000, 600_000));
    if (this.world.restores !== restores) return; // the backup may be older than the parcel
    const undo = (tx: WriteTx, now: number) =>
      existingShipment(tx, parcel.id).statusTime === null && undoHandOver(tx, parcel.id, byCommand(now));
    if (!(await this.tryOnce(undo))) return;
    this.#tooEarly.set(parcel.id, this.world.restores);
    this.world.acknowledged('undone handover');
  }

  /** Whether the parcel may be handed over before the courier reports it: a restore may bring back what was undone. */
  mayBeTooEarly = (id: Id): boolean => this.#tooEarly.has(id) && this.#tooEarly.get(id) !== this.world.restores;

  /** Reports a unit of a waiting order as damaged: it is written off, although it is reserved. */
  async reportDamage(): Promise<void> {
    const done = await this.tryOnce((tx, now) => {
      const unit = tx.get(queries.damagedUnit);
      if (unit) reportAbsent(tx, unit.orderId, [unit], byCommand(now));
      return unit;
    });
    if (!done) return;
    const { note, variantId, warehouseId } = done;
    this.world.acknowledged('damage report');
    const expected = [{ places: `${warehouseId}`, lines: `${variantId}=1` }];
    this.world.facts.acknowledge(`damage of ${note}`, expected, queries.documentsNoted, note);
  }

  async cancelSome(): Promise<void> {
    const done = await this.tryOnce((tx, now) => {
      const order = tx.get(queries.oldestUnpaid);
      if (!order) return undefined;
      this.canceling.add(order.id);
      cancelOrder(tx, order.id, 'store', byCommand(now));
      return order;
    });
    if (!done) return;
    this.world.acknowledged('cancellation by the store');
    this.world.facts.acknowledge(`status of ${done.externalId}`, [{ status: 'canceled' }], statuses, done.externalId);
  }

  /** Erases a customer whose orders are closed. */
  async eraseCustomer(): Promise<void> {
    const { lastingFacts, storeId, restores } = this.world;
    const order = this.world.read((db) => db.get(queries.oldestCompleted));
    if (!order) return;
    const { id, externalId } = order;
    const subject = `recipient of ${externalId}`;
    lastingFacts.retract(subject);
    const done = await this.attempt(async (ctx) => {
      await erasePerson(ctx, storeId, personOfOrder(ctx.db, id));
      return true;
    });
    if (!done || this.world.restores !== restores) return;
    this.world.acknowledged('erasure');
    lastingFacts.acknowledge(subject, [{ name: ERASED, telephone: null }], recipients, externalId);
  }
}
