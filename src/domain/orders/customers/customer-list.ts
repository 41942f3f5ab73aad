import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { tagsOfStore } from '../../tags.ts';
import { NAME_OF_CUSTOMER } from './customer.ts';
import { type CustomerFilter, filterParameters, withFilter } from './customer-filter.ts';
import { scanCustomers } from './customer-scan.ts';
import { type CustomerCursor, type CustomerOrder, type CustomerSort, forEachOrder } from './customer-sort.ts';
import { matchingRecipients, matchingTags, matchingTelephones } from './matching-customers.ts';

/** A row of the customer list. */
export interface CustomerEntry {
  id: Id;
  name: string;
  telephone: string;
  /** Telephones that are merged into it. */
  merged: number;
  orders: number;
  spending: Money;
  lastOrder: Id;
  lastOrderTime: number;
  /** Of the last order, as it was written there. */
  province: string | null;
  /** Null: the default tier. */
  priceTierId: Id | null;
}

const ENTRY = `c.id, ${NAME_OF_CUSTOMER} AS name, c.telephone, c.orders, c.spending, c.last_order AS lastOrder,
  o.create_time AS lastOrderTime,
  c.price_tier_id AS priceTierId,
  (SELECT substr(province, 1, ${MAX_LENGTH.name}) FROM addresses WHERE version = o.recipient_address) AS province,
  (SELECT count(*) FROM customers m WHERE m.merged_into = c.id) AS merged`;

const following = (column: CustomerSort, direction: 'ASC' | 'DESC'): string =>
  `SELECT * FROM customers INDEXED BY customers_by_${column}
   WHERE store_id = @storeId AND merged_into IS NULL AND (${column}, id) ${direction === 'ASC' ? '>' : '<'} (@value, @id)
   ORDER BY ${column} ${direction}, id ${direction}`;

const listBy = forEachOrder((column, direction) =>
  query<CustomerEntry>(
    { reads: ['addresses', 'customer_orders', 'customers', 'orders'] },
    `SELECT ${ENTRY} FROM (${following(column, direction)} LIMIT @limit) c
     CROSS JOIN orders o ON o.id = c.last_order ORDER BY c.${column} ${direction}, c.id ${direction}`,
  ),
);

export interface CustomerPage {
  customers: CustomerEntry[];
  /** `after` of the next page. */
  next?: CustomerCursor | undefined;
}

interface ListQuery extends CustomerOrder, CustomerFilter {
  after?: CustomerCursor | undefined;
  limit: number;
}

/**
 * A page of the customers of a store. With a filter, it may have fewer customers than `limit` although others follow.
 *
 * @param after `next` of the page before
 */
export function listCustomers(db: Reader, storeId: Id, { after, limit, ...wanted }: ListQuery): CustomerPage {
  const { sort, isAscending } = wanted;
  const parameters = filterParameters(db, storeId, wanted);
  if (parameters) {
    const { ids, next } = scanCustomers(db, storeId, { sort, isAscending, parameters, after, limit });
    return { customers: customersByIds(db, ids), next };
  }
  const start = (isAscending ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER) as Id;
  const from = after ?? { value: start, id: start };
  const customers = db.all(listBy(wanted), { storeId, ...from, limit: limit + 1 });
  const page = customers.slice(0, limit);
  const last = customers.length > limit ? page.at(-1) : undefined;
  return { customers: page, next: last && { value: sortedValue(last, wanted), id: last.id } };
}

const sortedValue = ({ spending, lastOrder }: CustomerEntry, { sort }: CustomerOrder): number =>
  sort === 'spending' ? spending : lastOrder;

const MAX_FOUND_ORDERS = 200;
const MAX_FOUND = 100;

const entriesByIds = query<CustomerEntry>(
  { reads: ['addresses', 'customer_orders', 'customers', 'orders'] },
  `SELECT ${ENTRY} FROM json_each(?) wanted CROSS JOIN customers c ON c.id = wanted.value
   CROSS JOIN orders o ON o.id = c.last_order`,
);

const taggedOnes = query<{ id: Id }>(
  { reads: ['customer_tags', 'customers'] },
  `SELECT w.value AS id FROM json_each(@found) w
   WHERE EXISTS (SELECT 1 FROM customer_tags WHERE customer_id = w.value AND tag = @tag)
     OR EXISTS (SELECT 1 FROM customers m CROSS JOIN customer_tags t ON t.customer_id = m.id
       WHERE m.merged_into = w.value AND t.tag = @tag)`,
);

/** The given customers that have the tag, themselves or by a merged telephone. */
export const withTag = (db: Reader, found: readonly Id[], tag: string): Id[] =>
  db.all(taggedOnes, { found: JSON.stringify(found), tag }).map(({ id }) => id);

interface FoundCustomers {
  customers: CustomerEntry[];
  /** Only the newest matching orders were searched, and the first matching telephones and tags. */
  hasMore: boolean;
}

/** A search, which a tag and a filter may narrow. */
interface CustomerQuery extends CustomerOrder, CustomerFilter {
  search: string;
  tag?: string | undefined;
}

/** Customers by the start of a telephone or a tag, or by the recipient of the newest orders: see `ordersByPerson`. */
export function findCustomers(db: Reader, storeId: Id, { search, tag, ...wanted }: CustomerQuery): FoundCustomers {
  const pages = [
    matchingTelephones(db, storeId, search, MAX_FOUND),
    matchingTags(db, storeId, search, MAX_FOUND),
    matchingRecipients(db, storeId, search, MAX_FOUND_ORDERS),
  ].flatMap((matching) => firstOf(matching));
  const found = [...new Set(pages.flatMap(({ ids }) => ids))];
  const ids = withFilter(
    db,
    tag === undefined ? found : withTag(db, found, tag),
    filterParameters(db, storeId, wanted),
  );
  return {
    customers: entriesSortedBy(db, ids, wanted).slice(0, MAX_FOUND),
    hasMore: pages.some(({ hasMore }) => hasMore) || ids.length > MAX_FOUND,
  };
}

const firstOf = <Item>(items: Iterable<Item>): Item[] => {
  for (const item of items) return [item];
  return [];
};

/** In the order of the ids. */
export const customersByIds = (db: Reader, ids: readonly Id[]): CustomerEntry[] =>
  db.all(entriesByIds, JSON.stringify(ids));

function entriesSortedBy(db: Reader, ids: readonly Id[], order: CustomerOrder): CustomerEntry[] {
  const sign = order.isAscending ? -1 : 1;
  return customersByIds(db, ids).sort((a, b) => sign * (sortedValue(b, order) - sortedValue(a, order)));
}

const MAX_TAGGED = 500;

const customersByTag = query<{ id: Id }>(
  { reads: ['customer_tags', 'customers'] },
  `SELECT DISTINCT coalesce(c.merged_into, c.id) AS id FROM customer_tags t CROSS JOIN customers c ON c.id = t.customer_id
   WHERE t.store_id = ? AND t.tag = ? ORDER BY t.customer_id DESC LIMIT ${MAX_TAGGED}`,
);

/** The customers with a tag, at most the 500 newest; of these, those that match the filter. */
export function customersWithTag(
  db: Reader,
  storeId: Id,
  { tag, ...wanted }: Omit<CustomerQuery, 'search'> & { tag: string },
): FoundCustomers {
  const ids = db.all(customersByTag, storeId, tag).map(({ id }) => id);
  const matching = withFilter(db, ids, filterParameters(db, storeId, wanted));
  return { customers: entriesSortedBy(db, matching, wanted), hasMore: ids.length === MAX_TAGGED };
}

/** The tags of the store's customers, for suggestions and filters. */
export const customerTagsOfStore = (db: Reader, storeId: Id): string[] => tagsOfStore(db, 'customer_tags', storeId);
