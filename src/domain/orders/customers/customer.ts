import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { customerKey } from './customer-rows.ts';

/** A customer with a page: one telephone of the store, or several that are merged. */
export interface Customer {
  id: Id;
  storeId: Id;
  name: string;
  /** The customer's own telephone first, then the merged ones. */
  members: readonly MergedPhone[];
  /** Of new orders that the store enters; null: the default tier. */
  priceTierId: Id | null;
  /** Not deleted. */
  orders: number;
  /** Paid and not refunded, with what couriers collected. */
  spending: Money;
}

/** A telephone of the customer. */
export interface MergedPhone {
  id: Id;
  name: string;
  telephone: string;
}

/**
 * The recipient of the newest order of customer `c`, without the orders of those merged into it. Empty if damage of the
 * database took the order or its address.
 */
export const NAME_OF_CUSTOMER = `coalesce((SELECT substr(a.name, 1, ${MAX_LENGTH.name}) FROM orders o
  JOIN addresses a ON a.version = o.recipient_address
  WHERE o.id = (SELECT max(order_id) FROM customer_orders WHERE customer_id = c.id)), '')`;

const customerRow = query<Omit<Customer, 'members'> & { mergedInto: Id | null }>(
  { reads: ['addresses', 'customer_orders', 'customers', 'orders'] },
  `SELECT id, store_id AS storeId, ${NAME_OF_CUSTOMER} AS name, orders, spending, price_tier_id AS priceTierId,
     merged_into AS mergedInto
   FROM customers c WHERE id = ? AND store_id = ?`,
);

const membersOf = query<MergedPhone>(
  { reads: ['addresses', 'customer_orders', 'customers', 'orders'] },
  `SELECT id, ${NAME_OF_CUSTOMER} AS name, telephone FROM customers c
   WHERE id = @id OR merged_into = @id ORDER BY id <> @id, id`,
);

/** The customer, or the one that it is merged into. @throws AppError not_found */
export function existingCustomer(db: Reader, storeId: Id, id: Id): Customer {
  const row = db.get(customerRow, id, storeId);
  if (!row) throw notFound('customer_not_found', { customer: id });
  const { mergedInto, ...customer } = row;
  return mergedInto === null
    ? { ...customer, members: db.all(membersOf, { id }) }
    : existingCustomer(db, storeId, mergedInto);
}

export const memberIds = ({ members }: Pick<Customer, 'members'>): Id[] => members.map(({ id }) => id);

const idByTelephone = query<{ id: Id }>(
  { reads: ['customers'] },
  'SELECT coalesce(merged_into, id) AS id FROM customers WHERE store_id = ? AND telephone = ?',
);

/** The customer with this telephone, however it is written; the one that it is merged into. */
export function customerIdOf(db: Reader, storeId: Id, telephone: string | null | undefined): Id | undefined {
  const key = customerKey(telephone);
  return key === null ? undefined : db.get(idByTelephone, storeId, key)?.id;
}

const telephonesOf = query<{ id: Id; telephone: string }>(
  { reads: ['customers'] },
  'SELECT id, telephone FROM customers WHERE id = @id OR merged_into = @id',
);

/** The normalized telephone and those merged with it, with the ids of the known ones. Empty without a telephone. */
export function mergedTelephones(
  db: Reader,
  storeId: Id,
  telephone: string | null | undefined,
): { id: Id | undefined; telephone: string }[] {
  const key = customerKey(telephone);
  if (key === null) return [];
  const id = customerIdOf(db, storeId, key);
  return id === undefined ? [{ id, telephone: key }] : db.all(telephonesOf, { id });
}

const newestOrders = query<{ id: Id }>(
  { reads: ['customer_orders'] },
  `SELECT order_id AS id FROM customer_orders WHERE customer_id = @customer AND order_id < @before AND is_counted = 1
   ORDER BY order_id DESC LIMIT @limit`,
);

/** The customers’ newest orders that are derived and not deleted, newest first. @param before exclusive */
export const ordersOfCustomers = (
  db: Reader,
  customers: readonly Id[],
  { limit, before = Number.MAX_SAFE_INTEGER as Id }: { limit: number; before?: Id | undefined },
): Id[] =>
  customers
    .flatMap((customer) => db.all(newestOrders, { customer, before, limit }).map(({ id }) => id))
    .sort((a, b) => b - a)
    .slice(0, limit);
