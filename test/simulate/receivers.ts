import { hash } from 'node:crypto';
import type { Batch } from '../../src/domain/webhooks/sending-thread.ts';
import { Chance } from '../chance.ts';
import { sql } from '../sql.ts';
import { Actor, violation } from './actor.ts';

type Item = Record<'id' | 'warehouse_id', string> & Record<'old' | 'new' | 'update_time', number>;

/** The changes that a delivery contains. */
const recordedChanges = sql<Pick<Item, 'id' | 'warehouse_id' | 'old' | 'new'>>(
  `SELECT CAST(c.variant_id AS TEXT) AS id, CAST(c.warehouse_id AS TEXT) AS warehouse_id, c.old_qty AS old, c.new_qty AS new
   FROM webhook_deliveries d JOIN available_changes c ON c.id >= d.first_change AND c.id < d.first_change + d.item_count
   WHERE d.id = ? ORDER BY c.id`,
);

export const RECEIVER_FAILURES = ['500', '404', 'no answer'] as const;

/** Partners' programs that receive webhooks. They are sometimes down, slow or broken. */
export class Receivers extends Actor {
  /** How many deliveries fail, from 0 to 1. */
  trouble = 0;
  delivered = 0;
  /** Number of received items by request id. */
  readonly arrived = new Map<string, number>();
  /** Since when it is known what has arrived. */
  since = 0;
  readonly #chance = new Chance(this.world.chance.seed());
  readonly #changes = new Set<string>();
  /** How often orders or products were announced in the same state, at the same time if the clock has stepped back. */
  readonly #repeats = new Map<string, number>();

  /** After a restore of an older backup the same numbers and times may come again. */
  forget(now: number): void {
    this.since = now;
    this.arrived.clear();
    this.#changes.clear();
    this.#repeats.clear();
  }

  send(batch: Batch, done: (results: object[]) => void): void {
    const chance = this.#chance;
    const { scheduler, restores } = this.world;
    for (const delivery of batch.deliveries) {
      const isFailing = chance.is(this.trouble);
      const arrives = !isFailing || chance.is(0.5);
      const receive = () => this.world.restores === restores && this.#receive(delivery, batch.items);
      if (arrives) scheduler.schedule('webhook', chance.between(1, 50), receive, null);
      const status = chance.pick(RECEIVER_FAILURES);
      if (isFailing) this.world.count(`receiver: ${status}`);
      const outcome = isFailing
        ? { acknowledged: false, answer: status, responseExcerpt: null, millis: 1_000 }
        : { acknowledged: true, answer: '200', responseExcerpt: null, millis: 20 };
      scheduler.schedule('webhook result', isFailing ? 1_000 : chance.between(51, 120), () =>
        done([{ id: delivery.id, outcome }]),
      );
    }
  }

  #receive({ id, url, requestId, head }: Batch['deliveries'][number], items: string): void {
    this.delivered += 1;
    this.world.scheduler.log(`${url} ${head}${items}`);
    if (this.arrived.has(requestId)) violation('a delivery arrived twice', requestId);
    const event = JSON.parse(`${head}${items}]}}`) as { event_type: string; data: { items: Item[] } };
    this.arrived.set(requestId, event.data.items.length);
    if (items === '') violation('an event has no items', url, head);
    if (event.event_type !== 'stock_available_updated') {
      const content = hash('sha1', url + items);
      const times = (this.#repeats.get(content) ?? 0) + 1;
      this.#repeats.set(content, times);
      // while the clock is behind, up to five steps of a parcel look the same, see `#travel`
      if (times > (this.world.counts['clock steps'] ? 5 : 1))
        violation('an event is sent again and again', url, items.slice(0, 300));
      return;
    }
    const content = event.data.items.map((item) => [item.id, item.warehouse_id, item.old, item.new].join(' '));
    const recorded = this.world.read((db) => db.all(recordedChanges, id).map((row) => Object.values(row).join(' ')));
    if (recorded && String(recorded) !== String(content)) violation('a delivery is not as recorded', content, recorded);
    for (const item of event.data.items) {
      const change = [url, item.id, item.warehouse_id, item.update_time, item.old, item.new].join(' ');
      if (this.#changes.has(change)) violation('a change was announced twice', change);
      this.#changes.add(change);
    }
  }
}
