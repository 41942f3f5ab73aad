import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { mergedTelephones, ordersOfCustomers } from './customer.ts';
import { MAX_COUNTED_ORDERS, type ParcelFigures, parcelFigures } from './customer-figures.ts';
import { type CustomerFilter, filterParameters, withFilter } from './customer-filter.ts';
import { type CustomerEntry, customersByIds, withTag } from './customer-list.ts';
import { type CustomerOrder, forEachOrder } from './customer-sort.ts';
import { matchingRecipients, matchingTags, matchingTelephones } from './matching-customers.ts';
import { tagsOfCustomers } from './notes-and-tags.ts';

/** A customer of the list, for a file. Parcels are those of the newest orders. */
export interface ExportedCustomer extends CustomerEntry, ParcelFigures {
  /** Telephones that are merged into the customer. */
  otherTelephones: string[];
  tags: string[];
}

export interface ExportQuery extends CustomerOrder, CustomerFilter {
  search?: string | undefined;
  tag?: string | undefined;
}

const PAGE_SIZE = 25; // customers that are read without yielding to the event loop

/**
 * All customers of the list's search and filters, page by page. They are sorted like the list unless there are too many. Pages
 * are empty while customers are searched.
 */
export function* exportedCustomers(db: Reader, storeId: Id, wanted: ExportQuery): Generator<ExportedCustomer[]> {
  const parameters = filterParameters(db, storeId, wanted);
  for (const page of idPages(db, storeId, wanted))
    yield customersByIds(db, withFilter(db, page, parameters)).map((customer) => withFigures(db, storeId, customer));
}

function* idPages(db: Reader, storeId: Id, wanted: ExportQuery): Generator<readonly Id[]> {
  if (wanted.search !== undefined) yield* matchingIds(db, storeId, { ...wanted, search: wanted.search });
  else {
    const ids = sortedIds(db, storeId, wanted);
    yield* ids ? chunksOf(ids) : idsByTelephone(db, storeId, wanted.tag);
  }
}

function withFigures(db: Reader, storeId: Id, customer: CustomerEntry): ExportedCustomer {
  const members = mergedTelephones(db, storeId, customer.telephone);
  const ids = members.flatMap(({ id }) => id ?? []);
  return {
    ...customer,
    ...parcelFigures(db, ordersOfCustomers(db, ids, { limit: MAX_COUNTED_ORDERS })),
    otherTelephones: members.map(({ telephone }) => telephone).filter((other) => other !== customer.telephone),
    tags: tagsOfCustomers(db, ids),
  };
}

function* chunksOf(ids: readonly Id[]): Generator<readonly Id[]> {
  for (let at = 0; at < ids.length; at += PAGE_SIZE) yield ids.slice(at, at + PAGE_SIZE);
}

const MAX_SORTED = 10_000; // more would delay other requests

const idsBy = forEachOrder((column, direction) =>
  query<{ id: Id }>(
    { reads: ['customers'] },
    `SELECT id FROM customers INDEXED BY customers_by_${column} WHERE store_id = ? AND merged_into IS NULL
     ORDER BY ${column} ${direction}, id ${direction} LIMIT ${MAX_SORTED + 1}`,
  ),
);

const taggedMembers = query<{ id: Id }>(
  { reads: ['customer_tags'] },
  `SELECT customer_id AS id FROM customer_tags WHERE store_id = ? AND tag = ? LIMIT ${MAX_SORTED + 1}`,
);

const mainOnesBy = forEachOrder((column, direction) =>
  query<{ id: Id }>(
    { reads: ['customers'] },
    `SELECT DISTINCT c.id FROM json_each(?) w CROSS JOIN customers m ON m.id = w.value
     CROSS JOIN customers c ON c.id = coalesce(m.merged_into, m.id)
     ORDER BY c.${column} ${direction}, c.id ${direction}`,
  ),
);

/** All customers, or those with the tag; undefined if they are too many to sort. */
function sortedIds(db: Reader, storeId: Id, { tag, ...order }: ExportQuery): Id[] | undefined {
  const found = (tag === undefined ? db.all(idsBy(order), storeId) : db.all(taggedMembers, storeId, tag)).map(
    ({ id }) => id,
  );
  if (found.length > MAX_SORTED) return undefined;
  return tag === undefined ? found : db.all(mainOnesBy(order), JSON.stringify(found)).map(({ id }) => id);
}

const MATCHES_PER_PAGE = 200; // found without yielding to the event loop

/** Each customer once: sorted, or in the order in which they are found if they are too many to sort. */
function* matchingIds(
  db: Reader,
  storeId: Id,
  { search, tag, ...order }: ExportQuery & { search: string },
): Generator<readonly Id[]> {
  const found = new Set<Id>();
  let unsent: Id[] = [];
  for (const matching of [matchingTelephones, matchingTags, matchingRecipients])
    for (const { ids } of matching(db, storeId, search, MATCHES_PER_PAGE)) {
      const added = [...new Set(tag === undefined ? ids : withTag(db, ids, tag))].filter((id) => !found.has(id));
      for (const id of added) found.add(id);
      unsent.push(...added);
      yield [];
      if (found.size <= MAX_SORTED) continue;
      yield* chunksOf(unsent);
      unsent = [];
    }
  if (found.size <= MAX_SORTED) yield* chunksOf(db.all(mainOnesBy(order), JSON.stringify(unsent)).map(({ id }) => id));
}

const nextByTelephone = query<{ id: Id; telephone: string }>(
  { reads: ['customers'] },
  `SELECT id, telephone FROM customers WHERE store_id = @storeId AND telephone > @after AND merged_into IS NULL
   ORDER BY telephone LIMIT ${PAGE_SIZE}`,
);

/** A telephone never changes, so no customer is missed or repeated while others order. */
function* idsByTelephone(db: Reader, storeId: Id, tag: string | undefined): Generator<readonly Id[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: { id: Id; telephone: string }[] = db.all(nextByTelephone, { storeId, after });
    const ids = page.map(({ id }) => id);
    yield tag === undefined ? ids : withTag(db, ids, tag);
    after = page.at(-1)?.telephone;
  }
}
