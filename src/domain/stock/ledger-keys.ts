import type { Reader } from '../../db/reader.ts';
import { type Query, query, type Value } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { StockLocation } from './ledger.ts';
import { LEDGER_REASONS, type LedgerReason } from './reasons.ts';

// Finds ledger rows, newest first. Each scan reads an index in order and only as far as the page needs, so that a page
// costs the same in a ledger of any length.

/** The sort key of a ledger row, used as a cursor. */
export interface LedgerKey extends StockLocation {
  time: number;
}

export interface LedgerRowKey extends LedgerKey {
  id: number;
}

export interface LedgerFilter {
  variantId?: Id | undefined;
  warehouseId?: Id | undefined;
  reason?: LedgerReason | undefined;
  userId?: Id | undefined;
  orderId?: Id | undefined;
  documentId?: Id | undefined;
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
}

interface LedgerKeyQuery extends LedgerFilter {
  /** Cursor: only older rows. */
  after?: LedgerKey | undefined;
  limit: number;
}

/** The newest rows in these warehouses that pass the filter, by time, variant and warehouse. */
export function ledgerKeys(db: Reader, warehouseIds: readonly Id[], part: LedgerKeyQuery): LedgerRowKey[] {
  const { warehouseId } = part;
  const places = warehouseId === undefined ? warehouseIds : warehouseIds.filter((id) => id === warehouseId);
  const values = { ...valuesOf(part), places: JSON.stringify(places) };
  const read: Read = (statement, more) => db.all(statement, { ...values, ...more });
  return scan(part, places, read).sort(newestFirst).slice(0, part.limit);
}

type Read = <Row extends LedgerRowKey>(statement: Query<Row>, more?: Record<string, Value>) => Row[];

/**
 * Chooses the index. Orders and documents have few rows, and the scan of a user reads until the page is full; the rows of
 * variants and stores are merged from sorted scans.
 */
function scan(part: LedgerKeyQuery, places: readonly Id[], read: Read): LedgerRowKey[] {
  if (part.orderId !== undefined) return read(OF_ORDER);
  if (part.documentId !== undefined) return read(OF_DOCUMENT);
  if (part.userId !== undefined) return read(OF_USER);
  const scanByReason = (place: Id) =>
    (part.reason === undefined ? LEDGER_REASONS : [part.reason]).flatMap((wanted) => {
      const { any, ofVariant } = BY_REASON[wanted] ?? BY_OTHER_REASON;
      return read(part.variantId === undefined ? any : ofVariant, { place, wanted });
    });
  if (part.variantId === undefined || (part.reason !== undefined && !BY_REASON[part.reason]))
    return places.flatMap(scanByReason);
  return places.flatMap((place) => scanChain(read, place) ?? scanByReason(place));
}

/** Undefined if the scan takes too many steps. Such a busy variant is scanned quickly by reason. */
function scanChain(read: Read, place: Id): LedgerRowKey[] | undefined {
  const rows = read(CHAIN, { place, steps: MAX_STEPS });
  return rows.at(-1)?.step === MAX_STEPS ? undefined : rows.map(({ step, ...key }) => key);
}

const MAX_STEPS = 5_000; // about ten milliseconds

const MATCHES = `time BETWEEN +@from AND +@last
     AND (time, variant_id, warehouse_id) < (+@time, @afterVariant, @afterWarehouse)`;

const FILTERED = `AND warehouse_id IN (SELECT value FROM json_each(@places))
  AND (@variantId IS NULL OR variant_id = @variantId) AND (@reason IS NULL OR reason = @reason)
  AND (@userId IS NULL OR user_id = @userId) AND (@documentId IS NULL OR document_id = @documentId)`;

const KEY = 'id, time, variant_id AS variantId, warehouse_id AS warehouseId';

const select = (condition: string): Query<LedgerRowKey> =>
  query(
    { reads: ['stock_ledger'] },
    `SELECT ${KEY} FROM stock_ledger WHERE ${condition} AND ${MATCHES}
     ORDER BY time DESC, variant_id DESC, warehouse_id DESC LIMIT +@limit`,
  );

const OF_ORDER = select(`order_id = @orderId ${FILTERED}`);
const OF_DOCUMENT = select(`document_id = @documentId ${FILTERED}`);
const OF_USER = select(`user_id = @userId ${FILTERED}`);

const selectByReason = (condition: string) => ({
  any: select(`warehouse_id = +@place AND ${condition}`),
  ofVariant: select(`warehouse_id = +@place AND ${condition} AND variant_id = @variantId`),
});

/** Reasons with a separate index. They are so frequent that a scan of a variant's ledger finds enough of them. */
const BY_REASON: Partial<Record<LedgerReason, ReturnType<typeof selectByReason>>> = {
  order_reserved: selectByReason(`reason = 'order_reserved'`),
  shipped: selectByReason(`reason = 'shipped'`),
};
const BY_OTHER_REASON = selectByReason(`reason = +@wanted AND reason <> 'order_reserved' AND reason <> 'shipped'`);

/** A variant's ledger in a warehouse, from its newest row back, up to `@steps` rows. */
const CHAIN = query<LedgerRowKey & { step: number }>(
  { reads: ['stock', 'stock_ledger'] },
  `WITH RECURSIVE chain AS (
    SELECT l.*, 1 AS step FROM stock s JOIN stock_ledger l ON l.id = s.newest_entry
      WHERE s.variant_id = @variantId AND s.warehouse_id = @place
    UNION ALL
    SELECT l.*, step + 1 FROM chain JOIN stock_ledger l ON l.id = chain.previous WHERE step < @steps AND l.time >= @from
  )
  SELECT ${KEY}, step FROM chain
  WHERE step = @steps OR (${MATCHES} AND (@reason IS NULL OR reason = @reason)) LIMIT @limit`,
);

const valuesOf = ({ after, from = 0, until, limit, ...filter }: LedgerKeyQuery): Record<string, Value> => ({
  variantId: filter.variantId ?? null,
  reason: filter.reason ?? null,
  userId: filter.userId ?? null,
  orderId: filter.orderId ?? null,
  documentId: filter.documentId ?? null,
  from,
  last: Math.min(until === undefined ? MAX_TIME : until - 1, after?.time ?? MAX_TIME),
  time: after?.time ?? MAX_TIME + 1,
  afterVariant: after?.variantId ?? 0,
  afterWarehouse: after?.warehouseId ?? 0,
  limit,
});

const newestEntry = query<{ id: number }>(
  { reads: ['stock_ledger'] },
  'SELECT id FROM stock_ledger ORDER BY id DESC LIMIT 1',
);

const MANY_ENTRIES = 50_000;

/** Whether a user may have so many entries that a filtered scan of them would delay other requests. */
export const isLongLedger = (db: Reader): boolean => (db.get(newestEntry)?.id ?? 0) > MANY_ENTRIES;

const MAX_TIME = Number.MAX_SAFE_INTEGER - 1;

const newestFirst = (a: LedgerKey, b: LedgerKey): number =>
  b.time - a.time || b.variantId - a.variantId || b.warehouseId - a.warehouseId;
