import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type FilterParameters, MATCHES_FILTER } from './customer-filter.ts';
import { type CustomerCursor, type CustomerOrder, type CustomerSort, forEachOrder } from './customer-sort.ts';

/** Most customers that are read for one filtered page, which takes a few milliseconds. */
export const MAX_SCANNED = 2_000;

interface Scan {
  /** At most `limit`. */
  ids: Id[];
  /** Where the next page starts. */
  next: CustomerCursor | undefined;
}

interface ScanQuery extends CustomerOrder {
  parameters: FilterParameters;
  after: CustomerCursor | undefined;
  limit: number;
}

/** Customers that match a filter. If `next` is set, more may follow, even if there are fewer than `limit`. */
export function scanCustomers(db: Reader, storeId: Id, { parameters, after, limit, ...order }: ScanQuery): Scan {
  const { low, high } = rangeOf(parameters, order.sort);
  const from = after ?? (order.isAscending ? { value: low, id: FIRST } : { value: high, id: LAST });
  const wanted = { storeId, ...from, ...parameters };
  const others = { storeId, ...rangeOf(parameters, otherThan(order.sort)) };
  const isFew = (db.get(countByOtherIndex(order), others)?.count ?? 0) <= MAX_SCANNED;
  const scanned = isFew
    ? db.all(allByOtherIndex(order), { ...wanted, ...others })
    : db.all(nextByIndex(order), { ...wanted, low, high });
  const found = scanned.filter(({ isFound }) => isFound === 1);
  const page = found.slice(0, limit);
  const reachedEnd = isFew || scanned.length < MAX_SCANNED;
  const end = found.length > limit ? page.at(-1) : reachedEnd ? undefined : scanned.at(-1);
  return { ids: page.map(({ id }) => id), next: end && { value: end.value, id: end.id } };
}

const rangeOf = ({ minSpending, firstOrder, lastOrder }: FilterParameters, column: CustomerSort) =>
  column === 'spending' ? { low: minSpending, high: Number.MAX_SAFE_INTEGER } : { low: firstOrder, high: lastOrder };

const [FIRST, LAST] = [Number.MIN_SAFE_INTEGER as Id, Number.MAX_SAFE_INTEGER as Id];

type Scanned = CustomerCursor & { isFound: 0 | 1 };

const SCANNED = `iif(${MATCHES_FILTER}, 1, 0) AS isFound`;

const READS = { reads: ['addresses', 'customers', 'orders'] } as const;

/** The next `MAX_SCANNED` customers after the cursor by the index of the sort order, matching or not. */
const nextByIndex = forEachOrder((column, direction) =>
  query<Scanned>(
    READS,
    `SELECT c.id, c.${column} AS value, ${SCANNED}
     FROM (SELECT * FROM customers INDEXED BY customers_by_${column} WHERE store_id = @storeId AND merged_into IS NULL
       AND (${column}, id) ${direction === 'ASC' ? '>' : '<'} (@value, @id)
       AND ${column} ${direction === 'ASC' ? '<= @high' : '>= @low'}
       ORDER BY ${column} ${direction}, id ${direction} LIMIT ${MAX_SCANNED}) c
     ORDER BY c.${column} ${direction}, c.id ${direction}`,
  ),
);

const otherThan = (sort: CustomerSort): CustomerSort => (sort === 'spending' ? 'last_order' : 'spending');

const inOtherRange = (column: CustomerSort): string =>
  `FROM customers c INDEXED BY customers_by_${column} WHERE c.store_id = @storeId AND c.merged_into IS NULL
     AND c.${column} BETWEEN @low AND @high`;

/** How many customers are in the range of the other index, counted up to one more than `MAX_SCANNED`. */
const countByOtherIndex = forEachOrder((column) =>
  query<{ count: number }>(
    { reads: ['customers'] },
    `SELECT count(*) AS count FROM (SELECT 1 ${inOtherRange(otherThan(column))} LIMIT ${MAX_SCANNED + 1})`,
  ),
);

/** The customers after the cursor in the range of the other index, sorted; for ranges with few customers. */
const allByOtherIndex = forEachOrder((column, direction) =>
  query<Scanned>(
    READS,
    `SELECT c.id, c.${column} AS value, ${SCANNED} ${inOtherRange(otherThan(column))}
       AND (c.${column}, c.id) ${direction === 'ASC' ? '>' : '<'} (@value, @id)
     ORDER BY c.${column} ${direction}, c.id ${direction}`,
  ),
);
