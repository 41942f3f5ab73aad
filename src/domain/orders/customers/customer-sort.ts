import type { Id } from '../../../lib/ids.ts';

export const CUSTOMER_SORTS = ['last_order', 'spending'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** By default, the newest orders or the largest amounts come first. */
export interface CustomerOrder {
  sort: CustomerSort;
  isAscending?: boolean | undefined;
}

type Direction = 'ASC' | 'DESC';

/** Where a page ends: the value by which its last customer is sorted, which may have changed since, and its id. */
export interface CustomerCursor {
  value: number;
  id: Id;
}

/** A statement for each order: its columns are those of the tables' indexes, and a constant text is prepared once. */
export function forEachOrder<Statement>(
  statement: (column: CustomerSort, direction: Direction) => Statement,
): (order: CustomerOrder) => Statement {
  const [last_order, spending] = CUSTOMER_SORTS.map((column) => ({
    ASC: statement(column, 'ASC'),
    DESC: statement(column, 'DESC'),
  })) as [Record<Direction, Statement>, Record<Direction, Statement>];
  return ({ sort, isAscending = false }) => ({ last_order, spending })[sort][isAscending ? 'ASC' : 'DESC'];
}
