import type { Database } from '../../db/database.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { listeningApps } from './apps.ts';

/** A changed available quantity of one variant in one warehouse, with at most one actor. */
export interface AvailableChange {
  variant: { id: Id; storeId: Id; sku: string | null };
  warehouseId: Id;
  old: number;
  new: number;
  /** Unix milliseconds; strictly increasing per variant and warehouse. */
  updateTime: number;
  reason: string;
  orderId?: Id | undefined;
  userId?: Id | undefined;
}

/** Queues the change for every app of the variant's store that listens, in the commit that makes the change. */
export function announce(db: Database, change: AvailableChange, now: number): void {
  const apps = listeningApps(db, change.variant.storeId);
  if (apps.length === 0) return;
  const item = JSON.stringify(itemOf(change));
  for (const appId of apps)
    db.run('INSERT INTO webhook_outbox (app_id, item, create_time) VALUES (?, ?, ?)', appId, item, now);
}

/** Takes the app's oldest changes out of the outbox, as JSON texts. */
export function takeItems(db: Database, appId: Id, most: number): string[] {
  const waiting = db.all<{ id: number; item: string }>(
    'SELECT id, item FROM webhook_outbox WHERE app_id = ? ORDER BY id LIMIT ?',
    appId,
    most,
  );
  const last = waiting.at(-1);
  if (last) db.run('DELETE FROM webhook_outbox WHERE app_id = ? AND id <= ?', appId, last.id);
  return waiting.map(({ item }) => item);
}

export const dropItems = (db: Database, appId: Id): number =>
  db.run('DELETE FROM webhook_outbox WHERE app_id = ?', appId);

/** Specification, "Events": an element of `data.items`. */
const itemOf = (change: AvailableChange) => ({
  id: idText(change.variant.id),
  sku: change.variant.sku ?? '',
  old: change.old,
  new: change.new,
  warehouse_id: idText(change.warehouseId),
  update_time: change.updateTime,
  reason: change.reason,
  order_id: change.orderId && idText(change.orderId),
  user_id: change.userId && idText(change.userId),
});
