import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { foldCase } from '../../../lib/text.ts';
import { cutAddressVersion, type StoredAddress } from '../../addresses.ts';
import type { Order } from '../order.ts';
import { mergedTelephones, ordersOfCustomers } from './customer.ts';
import { customerKey, derivedUpTo } from './customer-rows.ts';

/** A recipient of earlier orders. */
export interface EarlierRecipient {
  /** As given with the newest order. */
  address: StoredAddress;
  /** Counts cover the customer's newest orders, a hundred by telephone. */
  orders: number;
  lastOrderTime: number;
  /** COD parcels sent to this address, and those of them that came back or are on their way back. */
  codParcels: number;
  refusedParcels: number;
}

const MAX_ORDERS = 100; // of a customer, newest first: a placeholder number may have very many

/** The recipients of the customer with this telephone: each different address once, newest first. */
export const recipientsWithTelephone = (db: Reader, storeId: Id, telephone: string): EarlierRecipient[] =>
  recipientsOf(db, ordersWithTelephone(db, storeId, telephone, MAX_ORDERS));

/** The recipients of these orders: each different address once, newest first. */
export function recipientsOf(db: Reader, orderIds: readonly Id[]): EarlierRecipient[] {
  const customers = new Map<string, EarlierRecipient>();
  for (const { version, ...figures } of db.all(figuresByAddress, JSON.stringify(orderIds)))
    addTo(customers, { address: cutAddressVersion(db, version), ...figures });
  return [...customers.values()];
}

function addTo(customers: Map<string, EarlierRecipient>, customer: EarlierRecipient): void {
  const key = addressKey(customer.address);
  const known = customers.get(key);
  if (!known) return void customers.set(key, customer);
  known.orders += customer.orders;
  known.codParcels += customer.codParcels;
  known.refusedParcels += customer.refusedParcels;
  known.lastOrderTime = Math.max(known.lastOrderTime, customer.lastOrderTime);
}

/** Comparison key that ignores case, spaces and the format of the telephone. */
const addressKey = ({ version: _, id: __, telephone: ___, ...fields }: StoredAddress): string =>
  foldCase(Object.values(fields).join(' ')).replace(/\s+/g, ' ').trim();

const COD = `count(s.id) AS codParcels,
     count(iif(s.status IN ('returning', 'returned') OR o.cod_status = 'failed', s.id, NULL)) AS refusedParcels
     FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
     LEFT JOIN shipments s ON s.order_id = o.id AND s.cod_amount IS NOT NULL AND s.status NOT IN ('booked', 'canceled')`;

const figuresByAddress = query<Omit<EarlierRecipient, 'address'> & { version: Id }>(
  { reads: ['orders', 'shipments'] },
  `SELECT o.recipient_address AS version, count(DISTINCT o.id) AS orders, max(o.create_time) AS lastOrderTime, ${COD}
   GROUP BY o.recipient_address ORDER BY o.recipient_address DESC`,
);

export type OtherOrder = Pick<Order, 'id' | 'orderNumber' | 'status' | 'createTime'> &
  Pick<EarlierRecipient, 'codParcels' | 'refusedParcels'>;

const figuresByOrder = query<OtherOrder>(
  { reads: ['orders', 'shipments'] },
  `SELECT o.id, o.order_number AS orderNumber, o.status, o.create_time AS createTime, ${COD}
   GROUP BY o.id ORDER BY o.id DESC`,
);

/** The store's other orders of the same customer, newest first. */
export function otherOrders(db: Reader, { id, storeId, recipientAddress: { telephone = '' } }: Order): OtherOrder[] {
  const others = ordersWithTelephone(db, storeId, telephone, MAX_ORDERS).filter((other) => other !== id);
  return db.all(figuresByOrder, JSON.stringify(others));
}

const MAX_UNDERIVED = 500; // orders of all stores whose customers are not derived yet: a few seconds' worth

/**
 * The newest orders of the store's customer with this telephone, however written, under merged telephones too. Without
 * those to the store's own addresses.
 */
export function ordersWithTelephone(db: Reader, storeId: Id, telephone: string, limit: number): Id[] {
  const merged = mergedTelephones(db, storeId, telephone);
  if (merged.length === 0) return [];
  const keys = new Set(merged.map((member) => member.telephone));
  const position = derivedUpTo(db);
  const underived = db
    .all(underivedOrders, position, storeId)
    .filter((order) => keys.has(customerKey(order.telephone) ?? ''))
    .map(({ id }) => id);
  const derived = ordersOfCustomers(
    db,
    merged.flatMap(({ id }) => id ?? []),
    { limit, before: (position + 1) as Id },
  );
  return [...underived, ...derived].slice(0, limit);
}

const underivedOrders = query<{ id: Id; telephone: string | null }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, a.telephone FROM (SELECT * FROM orders WHERE id > ? ORDER BY id DESC LIMIT ${MAX_UNDERIVED}) o
   JOIN addresses a ON a.version = o.recipient_address AND a.key IS NULL AND o.stage <> 'deleted'
   WHERE o.store_id = ? ORDER BY o.id DESC`,
);
