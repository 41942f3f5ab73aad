import { fields, optionalInteger } from '../forms/fields.ts';
import type { StoreContext } from '../request-context.ts';
import { withQuery } from './components.tsx';

const PAGE_SIZE = 50;
const MAX_PAGE = 100_000;

const pageQuery = fields({ page: optionalInteger(1, MAX_PAGE) });

/** The requested page of a list and the URLs of its neighbors. */
export function paginated<Row>(
  context: StoreContext,
  read: (window: { limit: number; offset: number }) => readonly Row[],
) {
  const { page = 1 } = context.query(pageQuery);
  const rows = read({ limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE });
  const urlOf = (target: number) => withQuery(context.request.url, { page: target === 1 ? undefined : target });
  return {
    rows: rows.slice(0, PAGE_SIZE),
    previous: page > 1 ? urlOf(page - 1) : undefined,
    next: rows.length > PAGE_SIZE ? urlOf(page + 1) : undefined,
  };
}

/** All rows, for a CSV file. */
export const ALL_ROWS = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
