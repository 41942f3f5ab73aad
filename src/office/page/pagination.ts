import { fields, optionalWhole } from '../forms/fields.ts';
import type { StoreContext } from '../request-context.ts';
import { withQuery } from './components.tsx';

const PAGE = 50;
const LAST_PAGE = 100_000;

const wanted = fields({ page: optionalWhole(1, LAST_PAGE) });

/** The page of a list that the address asks for, and the addresses of those beside it. */
export function paginated<Row>(
  context: StoreContext,
  read: (window: { limit: number; offset: number }) => readonly Row[],
) {
  const { page = 1 } = context.query(wanted);
  const rows = read({ limit: PAGE + 1, offset: (page - 1) * PAGE });
  const address = (to: number) => withQuery(context.request.url, { page: to === 1 ? undefined : to });
  return {
    rows: rows.slice(0, PAGE),
    previous: page > 1 ? address(page - 1) : undefined,
    next: rows.length > PAGE ? address(page + 1) : undefined,
  };
}

/** All of a list, for a file. */
export const EVERYTHING = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
