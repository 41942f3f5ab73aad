import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { indexedUpTo } from './index-rows.ts';
import { askForTelephone } from './words.ts';

const LATE = 500; // orders that the index has not come to yet, which it does within a second; each is compared

/** The store's newest orders whose recipient has this telephone, whatever way it is written; newest first. */
export function ordersWithTelephone(db: Database, storeId: Id, telephone: string, most: number): Id[] {
  const key = telephoneKey(telephone);
  if (key === null) return [];
  const late = lateOrders(db, storeId).filter((order) => telephoneKey(order.telephone ?? undefined) === key);
  return [...late, ...indexedOrders(db, storeId, key, most)].slice(0, most).map(({ id }) => id);
}

const lateOrders = (db: Database, storeId: Id) =>
  db.all<{ id: Id; telephone: string | null }>(
    `SELECT o.id, a.telephone FROM orders o JOIN addresses a ON a.version = o.recipient_address
     WHERE o.id > ? AND o.store_id + 0 = ? ORDER BY o.id DESC LIMIT ${LATE}`,
    indexedUpTo(db),
    storeId,
  );

const indexedOrders = (db: Database, storeId: Id, key: string, most: number) =>
  db.all<{ id: Id }>(
    `SELECT o.id FROM order_search s CROSS JOIN orders o ON o.id = s.rowid
     WHERE order_search MATCH ? AND o.store_id = ? ORDER BY s.rowid DESC LIMIT ?`,
    askForTelephone(key),
    storeId,
    most,
  );
