import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { provinceOf } from '../../../lib/thai-address/provinces.ts';
import { firstIdSince } from '../first-since.ts';

/** Narrows a list of customers. */
export interface CustomerFilter {
  /** Of the last order. Orders have it as text, which partners spell in several ways. */
  province?: string | undefined;
  minSpending?: Money | undefined;
  /** The last order is of this time or later. */
  orderedSince?: number | undefined;
  /** The last order is before this time. */
  notOrderedSince?: number | undefined;
}

/** The parameters of `MATCHES_FILTER`. */
export interface FilterParameters {
  minSpending: number;
  /** Of the last order, inclusive. */
  firstOrder: number;
  lastOrder: number;
  /** Null: any province. */
  spellings: string | null;
}

/** Undefined without a filter. */
export function filterParameters(
  db: Reader,
  storeId: Id,
  { province, minSpending, orderedSince, notOrderedSince }: CustomerFilter,
): FilterParameters | undefined {
  if ([province, minSpending, orderedSince, notOrderedSince].every((value) => value === undefined)) return undefined;
  return {
    minSpending: minSpending ?? Number.MIN_SAFE_INTEGER,
    firstOrder: orderedSince === undefined ? Number.MIN_SAFE_INTEGER : firstIdSince(db, storeId, orderedSince),
    lastOrder: notOrderedSince === undefined ? Number.MAX_SAFE_INTEGER : firstIdSince(db, storeId, notOrderedSince) - 1,
    spellings: province === undefined ? null : spellingsOf(province),
  };
}

function spellingsOf(province: string): string {
  const known = provinceOf(province);
  if (!known) return JSON.stringify([province]);
  const { name, latin, also } = known;
  return JSON.stringify([name, latin, ...also, `จ.${name}`, `จ. ${name}`, `จังหวัด${name}`]);
}

/** Of customers `c`, from `addresses` and `orders`. Latin letters match in either case. The province is read last: it takes longest. */
export const MATCHES_FILTER = `c.spending >= @minSpending AND c.last_order >= @firstOrder AND c.last_order <= @lastOrder
  AND (@spellings IS NULL OR (SELECT a.province FROM orders o CROSS JOIN addresses a ON a.version = o.recipient_address
    WHERE o.id = c.last_order) COLLATE NOCASE IN (SELECT value FROM json_each(@spellings)))`;

const matchingOnes = query<{ id: Id }>(
  { reads: ['addresses', 'customers', 'orders'] },
  `SELECT c.id FROM json_each(@found) w CROSS JOIN customers c ON c.id = w.value WHERE ${MATCHES_FILTER}`,
);

/** The given customers that match the filter, in their order; all without a filter. */
export const withFilter = (
  db: Reader,
  found: readonly Id[],
  parameters: FilterParameters | undefined,
): readonly Id[] =>
  parameters === undefined
    ? found
    : db.all(matchingOnes, { found: JSON.stringify(found), ...parameters }).map(({ id }) => id);
