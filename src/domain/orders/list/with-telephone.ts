import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { indexedUpTo } from './index-rows.ts';
import { askForTelephone, digitsOf } from './words.ts';

// However many stores there are, so many are looked at: of those that the index has not come to yet, which it does within a
// second or a few, the newest; and of those that it has, since a number that everybody types has any number.
const LATE = 500;
const INDEXED = 1_000;

/**
 * The store's newest orders of customers with this telephone, whatever way it is written; newest first. An order to one of
 * the store's own addresses is of no customer.
 */
export function ordersWithTelephone(db: Database, storeId: Id, telephone: string, most: number): Id[] {
  const key = telephoneKey(telephone);
  if (key === null) return [];
  const late = lateOrders(db, storeId).filter((order) => digitsOf(order.telephone) === key);
  return [...late, ...indexedOrders(db, storeId, key, most)].slice(0, most).map(({ id }) => id);
}

const OF_CUSTOMERS = 'JOIN addresses a ON a.version = o.recipient_address AND a.key IS NULL';

const lateOrders = (db: Database, storeId: Id) =>
  db.all<{ id: Id; telephone: string | null }>(
    `SELECT o.id, a.telephone FROM (SELECT * FROM orders WHERE id > ? ORDER BY id DESC LIMIT ${LATE}) o ${OF_CUSTOMERS}
     WHERE o.store_id = ? ORDER BY o.id DESC`,
    indexedUpTo(db),
    storeId,
  );

const indexedOrders = (db: Database, storeId: Id, key: string, most: number) =>
  db.all<{ id: Id }>(
    `SELECT o.id FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? ORDER BY rowid DESC LIMIT ${INDEXED}) s
     CROSS JOIN orders o ON o.id = s.rowid ${OF_CUSTOMERS}
     WHERE o.store_id = ? ORDER BY o.id DESC LIMIT ?`,
    askForTelephone(key),
    storeId,
    most,
  );
