import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { normalizeTag } from '../../../lib/tags.ts';
import { foldCase } from '../../../lib/text.ts';
import { ordersByPerson } from '../list/search.ts';
import { searchTermOf } from '../list/search-words.ts';

// The matches of a search, page by page: by the start of a telephone or a tag, or by the recipient of an order.

export interface MatchingPage {
  /** Main customers. A customer may repeat, also on later pages. */
  ids: Id[];
  /** Whether later pages may have more. */
  hasMore: boolean;
}

/** Each page takes a few milliseconds. */
type MatchingPages = Generator<MatchingPage>;

const byTelephoneStart = query<{ id: Id; telephone: string }>(
  { reads: ['customers'] },
  `SELECT coalesce(merged_into, id) AS id, telephone FROM customers
   WHERE store_id = @storeId AND telephone >= @from AND telephone < @end ORDER BY telephone LIMIT @limit`,
);

/** Empty unless the search is a number. @param limit at least 2 */
export function* matchingTelephones(db: Reader, storeId: Id, search: string, limit: number): MatchingPages {
  const { digits } = searchTermOf(search);
  if (digits === undefined) return;
  const end = `${digits}:`;
  let page: { id: Id; telephone: string }[] = [];
  do {
    const from = page.at(-1)?.telephone ?? digits;
    page = db.all(byTelephoneStart, { storeId, from, end, limit });
    yield { ids: page.map(({ id }) => id), hasMore: page.length === limit };
  } while (page.length === limit);
}

const byTagStart = query<{ id: Id; foldedTag: string; tagged: Id }>(
  { reads: ['customer_tags', 'customers'] },
  `SELECT coalesce(c.merged_into, c.id) AS id, t.folded_tag AS foldedTag, t.customer_id AS tagged
   FROM customer_tags t CROSS JOIN customers c ON c.id = t.customer_id
   WHERE t.store_id = @storeId AND (t.folded_tag, t.customer_id) > (@from, @after) AND t.folded_tag < @end
   ORDER BY t.folded_tag, t.customer_id LIMIT @limit`,
);

export function* matchingTags(db: Reader, storeId: Id, search: string, limit: number): MatchingPages {
  const start = foldCase(normalizeTag(search));
  const end = `${start}\u{10ffff}`;
  let page: { id: Id; foldedTag: string; tagged: Id }[] = [];
  do {
    const { foldedTag: from, tagged: after } = page.at(-1) ?? { foldedTag: start, tagged: 0 };
    page = db.all(byTagStart, { storeId, from, after, end, limit });
    yield { ids: page.map(({ id }) => id), hasMore: page.length === limit };
  } while (page.length === limit);
}

const customersOfOrders = query<{ id: Id }>(
  { reads: ['customer_orders', 'customers'] },
  `SELECT DISTINCT coalesce(c.merged_into, c.id) AS id FROM json_each(?) wanted
   CROSS JOIN customer_orders o ON o.order_id = wanted.value CROSS JOIN customers c ON c.id = o.customer_id`,
);

/** Newest orders first. @param limit orders per page */
export function* matchingRecipients(db: Reader, storeId: Id, search: string, limit: number): MatchingPages {
  let before: number | undefined;
  do {
    const { found, stoppedAt } = ordersByPerson(db, storeId, search, { before, limit });
    const last = found.length === limit ? found.at(-1)?.number : undefined;
    before = last ?? (stoppedAt === undefined ? undefined : stoppedAt + 1);
    const ids = db.all(customersOfOrders, JSON.stringify(found.map(({ id }) => id))).map(({ id }) => id);
    yield { ids, hasMore: before !== undefined };
  } while (before !== undefined);
}
