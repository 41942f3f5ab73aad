import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { telephoneKey } from '../../lib/telephone.ts';
import { foldCase } from '../../lib/text.ts';
import { cutAddressVersion, type StoredAddress } from '../addresses.ts';
import { indexedUpTo } from './list/index-rows.ts';
import { digitsOf, telephoneQuery } from './list/search-words.ts';
import type { Order } from './order.ts';

/** A recipient of earlier orders. */
export interface Customer {
  /** As given with the newest order. */
  address: StoredAddress;
  /** Counts cover the newest hundred orders of the telephone. */
  orders: number;
  lastOrderTime: number;
  /** COD parcels sent to this address, and those of them that came back or are on their way back. */
  codParcels: number;
  refusedParcels: number;
}

const MAX_ORDERS = 100; // of a telephone, newest first: a placeholder number may have very many

/** The recipients with this telephone, however it is written: each different address once, newest first. */
export function customersWithTelephone(db: Reader, storeId: Id, telephone: string): Customer[] {
  const customers = new Map<string, Customer>();
  const orderIds = ordersWithTelephone(db, storeId, telephone, MAX_ORDERS);
  for (const { version, ...figures } of db.all(figuresByAddress, JSON.stringify(orderIds)))
    addTo(customers, { address: cutAddressVersion(db, version), ...figures });
  return [...customers.values()];
}

function addTo(customers: Map<string, Customer>, customer: Customer): void {
  const key = addressKey(customer.address);
  const known = customers.get(key);
  if (!known) return void customers.set(key, customer);
  known.orders += customer.orders;
  known.codParcels += customer.codParcels;
  known.refusedParcels += customer.refusedParcels;
  known.lastOrderTime = Math.max(known.lastOrderTime, customer.lastOrderTime);
}

/** The same key for addresses that differ only in case, spaces and the form of the telephone. */
const addressKey = ({ version: _, id: __, telephone: ___, ...fields }: StoredAddress): string =>
  foldCase(Object.values(fields).join(' ')).replace(/\s+/g, ' ').trim();

const COD = `count(s.id) AS codParcels,
     count(iif(s.status IN ('returning', 'returned') OR o.cod_status = 'failed', s.id, NULL)) AS refusedParcels
     FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
     LEFT JOIN shipments s ON s.order_id = o.id AND s.cod_amount IS NOT NULL AND s.status NOT IN ('booked', 'canceled')`;

const figuresByAddress = query<Omit<Customer, 'address'> & { version: Id }>(
  { reads: ['orders', 'shipments'] },
  `SELECT o.recipient_address AS version, count(DISTINCT o.id) AS orders, max(o.create_time) AS lastOrderTime, ${COD}
   GROUP BY o.recipient_address ORDER BY o.recipient_address DESC`,
);

export type OtherOrder = Pick<Order, 'id' | 'orderNumber' | 'status' | 'createTime'> &
  Pick<Customer, 'codParcels' | 'refusedParcels'>;

const figuresByOrder = query<OtherOrder>(
  { reads: ['orders', 'shipments'] },
  `SELECT o.id, o.order_number AS orderNumber, o.status, o.create_time AS createTime, ${COD}
   GROUP BY o.id ORDER BY o.id DESC`,
);

/** The store's other orders for the same telephone, newest first. */
export function otherOrders(db: Reader, { id, storeId, recipientAddress: { telephone = '' } }: Order): OtherOrder[] {
  const others = ordersWithTelephone(db, storeId, telephone, MAX_ORDERS).filter((other) => other !== id);
  return db.all(figuresByOrder, JSON.stringify(others));
}

// Limits across all stores.
const MAX_UNINDEXED = 500; // orders not indexed yet: a few seconds' worth
const MAX_INDEXED = 1_000; // indexed orders of a placeholder number

/** The store's newest orders for this telephone, however written, except those to the store's own addresses. */
export function ordersWithTelephone(db: Reader, storeId: Id, telephone: string, limit: number): Id[] {
  const key = telephoneKey(telephone);
  if (key === null) return [];
  const unindexed = db
    .all(unindexedOrders, indexedUpTo(db), storeId)
    .filter((order) => digitsOf(order.telephone) === key);
  const indexed = db.all(ordersByWord, telephoneQuery(key), storeId, limit);
  return [...unindexed, ...indexed].slice(0, limit).map(({ id }) => id);
}

const OF_CUSTOMERS = `JOIN addresses a ON a.version = o.recipient_address AND a.key IS NULL AND o.stage <> 'deleted'`;

const unindexedOrders = query<{ id: Id; telephone: string | null }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, a.telephone FROM (SELECT * FROM orders WHERE id > ? ORDER BY id DESC LIMIT ${MAX_UNINDEXED}) o ${OF_CUSTOMERS}
   WHERE o.store_id = ? ORDER BY o.id DESC`,
);

const ordersByWord = query<{ id: Id }>(
  { reads: ['addresses', 'order_search', 'orders'] },
  `SELECT o.id FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? ORDER BY rowid DESC LIMIT ${MAX_INDEXED}) s
   CROSS JOIN orders o ON o.id = s.rowid ${OF_CUSTOMERS}
   WHERE o.store_id = ? ORDER BY o.id DESC LIMIT ?`,
);
