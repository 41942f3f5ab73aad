import type { Database, Value } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { Place } from './ledger.ts';
import { LEDGER_REASONS, type LedgerReason } from './reasons.ts';

// Which ledger rows a reader asks for, newest first. Each way in is read in the order of an index and only as far as the
// page needs, so that a page costs the same in a ledger of any length.

/** What names a ledger row, and a place in the reading of them. */
export interface LedgerKey extends Place {
  time: number;
}

export interface LedgerFilter {
  variantId?: Id | undefined;
  warehouseId?: Id | undefined;
  reason?: LedgerReason | undefined;
  userId?: Id | undefined;
  orderId?: Id | undefined;
  documentId?: Id | undefined;
  /** The earliest time. */
  from?: number | undefined;
  /** The time that all is before. */
  until?: number | undefined;
}

export interface LedgerPart extends LedgerFilter {
  /** Only what is further back than this row. */
  after?: LedgerKey | undefined;
  most: number;
}

/** The newest rows in these warehouses that pass the filter, by time, variant and warehouse. */
export function ledgerKeys(db: Database, warehouseIds: readonly Id[], part: LedgerPart): LedgerKey[] {
  const { warehouseId } = part;
  const places = warehouseId === undefined ? warehouseIds : warehouseIds.filter((id) => id === warehouseId);
  const values = { ...valuesOf(part), places: JSON.stringify(places) };
  const read: Read = (way, more) => db.all<LedgerKey>(select(way), { ...values, ...more });
  return waysIn(part, places, read).sort(newestFirst).slice(0, part.most);
}

type Read = (way: string, more?: Record<string, Value>) => LedgerKey[];

/** An order, a document and a user each have few rows; a variant's and a store's are merged out of what is in order. */
function waysIn(part: LedgerPart, places: readonly Id[], read: Read): LedgerKey[] {
  if (part.orderId !== undefined) return read(`order_id = @orderId ${NARROWED}`);
  if (part.documentId !== undefined) return read(`document_id = @documentId ${NARROWED}`);
  if (part.userId !== undefined) return read(`user_id = @userId ${NARROWED}`);
  if (part.variantId !== undefined && (part.reason === undefined || FREQUENT.has(part.reason)))
    return places.flatMap((place) => read(`variant_id = @variantId AND warehouse_id = @place ${NARROWED}`, { place }));
  const ofVariant = part.variantId === undefined ? '' : 'AND variant_id = @variantId';
  const reasons = part.reason === undefined ? LEDGER_REASONS : [part.reason];
  return places.flatMap((place) =>
    reasons.flatMap((wanted) => read(`warehouse_id = @place AND reason = @wanted ${ofVariant}`, { place, wanted })),
  );
}

/** What moves stock all day: of these a variant has as good a part as of its whole ledger. */
const FREQUENT: ReadonlySet<LedgerReason> = new Set(['order_reserved', 'shipped']);

const NARROWED = `AND warehouse_id IN (SELECT value FROM json_each(@places))
  AND (@variantId IS NULL OR variant_id = @variantId) AND (@reason IS NULL OR reason = @reason)
  AND (@userId IS NULL OR user_id = @userId) AND (@documentId IS NULL OR document_id = @documentId)`;

const select = (way: string): string =>
  `SELECT time, variant_id AS variantId, warehouse_id AS warehouseId FROM stock_ledger
   WHERE ${way} AND time BETWEEN +@from AND +@last
     AND (time, variant_id, warehouse_id) < (+@time, +@afterVariant, +@afterWarehouse)
   ORDER BY time DESC, variant_id DESC, warehouse_id DESC LIMIT @most`;

/** With no row to come after, every row does. */
const valuesOf = ({ after, from = 0, until, most, ...filter }: LedgerPart): Record<string, Value> => ({
  variantId: filter.variantId ?? null,
  reason: filter.reason ?? null,
  userId: filter.userId ?? null,
  orderId: filter.orderId ?? null,
  documentId: filter.documentId ?? null,
  from,
  last: Math.min(until === undefined ? LAST : until - 1, after?.time ?? LAST),
  time: after?.time ?? LAST + 1,
  afterVariant: after?.variantId ?? 0,
  afterWarehouse: after?.warehouseId ?? 0,
  most,
});

const LAST = Number.MAX_SAFE_INTEGER - 1;

const newestFirst = (one: LedgerKey, other: LedgerKey): number =>
  other.time - one.time || other.variantId - one.variantId || other.warehouseId - one.warehouseId;
