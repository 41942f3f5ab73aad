import assert from 'node:assert/strict';
import path from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openContext, type ServerContext } from '../../src/context.ts';
import type { WriteTx } from '../../src/db/write-tx.ts';
import { productDetail } from '../../src/domain/catalogue/product-detail.ts';
import { type Channel, listChannels } from '../../src/domain/channels/channels.ts';
import { finishApplyingCounts } from '../../src/domain/stock/count-lines.ts';
import { levelOf } from '../../src/domain/stock/ledger.ts';
import { verifyStock } from '../../src/domain/stock/verify-stock.ts';
import { type Loaded, loadStoreFile } from '../../src/domain/storefile/load.ts';
import { existingVariant } from '../../src/domain/variants.ts';
import { listApps } from '../../src/domain/webhooks/apps.ts';
import { AppError } from '../../src/lib/errors.ts';
import type { Id } from '../../src/lib/ids.ts';
import { ensureDatabase } from '../empty-database.ts';
import { takeItems } from '../pending-announcements.ts';
import { tamper } from '../sql.ts';
import { idOf } from '../support.ts';
import type { Item, Level } from './oracle.ts';

/** Names and ids, in both directions. */
class Names {
  readonly #ids = new Map<string, Id>();
  readonly #names = new Map<Id, string>();

  set(name: string, id: Id): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  id = (name: string): Id => this.#ids.get(name) as Id;

  name = (id: Id): string => this.#names.get(id) ?? assert.fail(`nothing has the id ${id}`);
}

/** The real implementation: a database file, its context, and the model's names of its rows. */
export class Real {
  readonly variants = new Names();
  readonly warehouses = new Names();
  readonly products = new Names();
  readonly stores: Record<string, { id: Id; channel: Channel; app: Id }> = {};
  readonly #file: string;
  readonly #times = new Map<string, number>();
  #ctx: ServerContext;
  #clock = Date.UTC(2026, 10, 11, 5);

  constructor(folder: string) {
    this.#file = path.join(folder, 'shop.db');
    ensureDatabase(this.#file);
    this.#ctx = this.#open();
  }

  #open = (): ServerContext => openContext({ ...readConfig('/dev/null'), database: this.#file }, { create: false });

  now = (): number => this.#clock;

  forward(millis: number): void {
    this.#clock += millis;
  }

  /** A stop and a start: in-memory state is lost. */
  restart(): void {
    this.#ctx.close();
    this.#ctx = this.#open();
  }

  close(): void {
    this.#ctx.close();
  }

  write = <T>(verb: (db: WriteTx, now: number) => T): Promise<T> => this.#ctx.write((tx) => verb(tx, this.now()));

  /** Changes rows past the service; returns the number of changed rows. */
  tamperRows = (text: string, ...values: number[]): number => tamper(this.#ctx, text, ...values);

  /** The result of the operation; undefined if it was refused, which must change nothing. */
  async attempt<T>(verb: (db: WriteTx, now: number) => T): Promise<{ done: T } | undefined> {
    try {
      return { done: await this.write(verb) };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  async load(stores: object[]): Promise<void> {
    const document = JSON.parse(JSON.stringify({ stores }));
    const loaded = await this.write((tx, now) => loadStoreFile(tx, document, this.#ctx.config.values, now));
    for (const [key, store] of Object.entries(loaded.stores)) this.#learn(key, store);
  }

  #learn(key: string, store: Loaded): void {
    for (const kind of ['variants', 'warehouses', 'products'] as const)
      for (const [name, id] of Object.entries(store[kind])) this[kind].set(name, idOf(id));
    const id = idOf(store.id);
    const [[channel], [app]] = [listChannels(this.#ctx.db, id), listApps(this.#ctx.db, id)];
    assert.ok(channel && app);
    this.stores[key] = { id, channel, app: app.id };
  }

  level(variant: string, warehouse: string): Level {
    const { onHand, reserved } = levelOf(this.#ctx.db, this.variants.id(variant), this.warehouses.id(warehouse));
    return { onHand, reserved };
  }

  /** The available quantity as a partner sees it, by warehouse; undefined if the variant is not visible. */
  shown(variant: string): Map<string, number> | undefined {
    const id = this.variants.id(variant);
    const { storeId, productId } = existingVariant(this.#ctx.db, id);
    const found = productDetail(this.#ctx.db, storeId, productId)?.variants.find((item) => item.id === id);
    return (
      found &&
      new Map(
        found.stock.warehouses.map(({ warehouseId, onHand, reserved }) => [
          this.warehouses.name(warehouseId),
          onHand - reserved,
        ]),
      )
    );
  }

  /** Differences between stock, ledger and open reservations. */
  differences = () => verifyStock(this.#ctx.db);

  /** The announcements since the last check; asserts that times strictly increase per app, variant and warehouse. */
  async takeItems(): Promise<Item[]> {
    await this.write(finishApplyingCounts);
    const all: Item[] = [];
    for (const [store, { app }] of Object.entries(this.stores))
      for (const item of await this.write((tx) => takeItems(tx, app))) {
        this.#checkTime(`${store} ${item.id} ${item.warehouse_id}`, item.update_time);
        all.push({
          store,
          variant: this.variants.name(idOf(item.id)),
          warehouse: this.warehouses.name(idOf(item.warehouse_id)),
          old: item.old,
          new: item.new,
          reason: item.reason,
          ...(item.order_id === undefined ? {} : { order: Number(item.order_id) }),
          ...(item.user_id === undefined ? {} : { user: Number(item.user_id) }),
        });
      }
    return all;
  }

  #checkTime(place: string, time: number): void {
    assert.ok(time > (this.#times.get(place) ?? 0), `the times of ${place} do not increase`);
    this.#times.set(place, time);
  }
}
