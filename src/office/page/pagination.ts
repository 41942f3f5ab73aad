import { fields, optionalInteger } from '../forms/fields.ts';
import type { StoreContext } from '../request-context.ts';
import { withQuery } from './components.tsx';

export const PAGE_SIZE = 50;
const MAX_PAGE = 100_000;

const pageQuery = fields({ page: optionalInteger(1, MAX_PAGE) });

/** The page number in the URL, from 1; undefined if it has none. */
export const givenPage = (context: StoreContext): number | undefined => context.query(pageQuery).page;

/** The page number in the URL, or 1. */
export const requestedPage = (context: StoreContext): number => givenPage(context) ?? 1;

export interface PageLinks {
  previous: string | undefined;
  next: string | undefined;
}

/** The URLs of the neighbors of a page. */
export function pageLinks(url: URL, page: number, hasNext: boolean): PageLinks {
  const urlOf = (target: number) => withQuery(url, { page: target === 1 ? undefined : target });
  return { previous: page > 1 ? urlOf(page - 1) : undefined, next: hasNext ? urlOf(page + 1) : undefined };
}

/** The requested page of a list and the URLs of its neighbors. */
export function paginated<Row>(
  context: StoreContext,
  read: (window: { limit: number; offset: number }) => readonly Row[],
) {
  const page = requestedPage(context);
  const rows = read({ limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE });
  return { rows: rows.slice(0, PAGE_SIZE), ...pageLinks(context.request.url, page, rows.length > PAGE_SIZE) };
}

/** All rows, for an export. */
export const ALL_ROWS = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
