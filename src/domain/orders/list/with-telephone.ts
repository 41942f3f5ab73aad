import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
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
export function ordersWithTelephone(db: Reader, storeId: Id, telephone: string, most: number): Id[] {
  const key = telephoneKey(telephone);
  if (key === null) return [];
  const late = lateOrders(db, storeId).filter((order) => digitsOf(order.telephone) === key);
  return [...late, ...indexedOrders(db, storeId, key, most)].slice(0, most).map(({ id }) => id);
}

const OF_CUSTOMERS = 'JOIN addresses a ON a.version = o.recipient_address AND a.key IS NULL';

const selectLateOrders = query<{ id: Id; telephone: string | null }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, a.telephone FROM (SELECT * FROM orders WHERE id > ? ORDER BY id DESC LIMIT ${LATE}) o ${OF_CUSTOMERS}
   WHERE o.store_id = ? ORDER BY o.id DESC`,
);

const lateOrders = (db: Reader, storeId: Id) => db.all(selectLateOrders, indexedUpTo(db), storeId);

const selectIndexedOrders = query<{ id: Id }>(
  { reads: ['addresses', 'order_search', 'orders'] },
  `SELECT o.id FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? ORDER BY rowid DESC LIMIT ${INDEXED}) s
   CROSS JOIN orders o ON o.id = s.rowid ${OF_CUSTOMERS}
   WHERE o.store_id = ? ORDER BY o.id DESC LIMIT ?`,
);

const indexedOrders = (db: Reader, storeId: Id, key: string, most: number) =>
  db.all(selectIndexedOrders, askForTelephone(key), storeId, most);
