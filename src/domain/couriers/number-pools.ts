import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import type { AuditEvent } from '../audit/events.ts';
import { s10Number } from './s10.ts';

// The only writer of number_ranges.

/** Numbers bought from Thailand Post: `count` serials from `first`. COD parcels have their own ranges. */
export interface NumberRange {
  id: Id;
  courierId: Id;
  prefix: string;
  first: number;
  count: number;
  cod: boolean;
  /** Number of used ones. */
  given: number;
}

type NewRange = Pick<NumberRange, 'prefix' | 'first' | 'count' | 'cod'> & { given?: number | undefined };

type RangeRow = Omit<NumberRange, 'cod'> & { cod: number };

const SELECT = `SELECT id, courier_id AS courierId, prefix, first_serial AS first, count, cod,
  next_serial - first_serial AS given FROM number_ranges`;

const rangeOf = (row: RangeRow): NumberRange => ({ ...row, cod: row.cod === 1 });

const rangesOfCourier = query<RangeRow>({ reads: ['number_ranges'] }, `${SELECT} WHERE courier_id = ? ORDER BY id`);

/** In the order of their use. */
export const rangesOf = (db: Reader, courierId: Id): NumberRange[] => db.all(rangesOfCourier, courierId).map(rangeOf);

const unusedNumbers = query<{ left: number }>(
  { reads: ['number_ranges'] },
  `SELECT coalesce(sum(first_serial + count - next_serial), 0) AS left FROM number_ranges
   WHERE courier_id = ? AND cod = ?`,
);

/** Unused numbers for COD parcels, or for others. */
export const numbersLeft = (db: Reader, courierId: Id, cod: boolean): number =>
  db.get(unusedNumbers, courierId, Number(cod))?.left ?? 0;

const overlappingRange = query<{ prefix: string; first: number }>(
  { reads: ['number_ranges'] },
  `SELECT prefix, first_serial AS first FROM number_ranges
   WHERE prefix = @prefix AND first_serial < @end AND first_serial + count > @first AND id <> @known`,
);

const upsertRange = command(
  { writes: ['number_ranges'] },
  `INSERT INTO number_ranges (courier_id, prefix, first_serial, count, next_serial, cod) VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (courier_id, prefix, first_serial)
   DO UPDATE SET count = excluded.count, next_serial = excluded.next_serial, cod = excluded.cod`,
);

/** Adds or changes a range. @throws AppError invalid_request if it overlaps another or excludes used numbers */
export function putRange(tx: WriteTx, courierId: Id, range: NewRange): void {
  const { prefix, first, count, cod } = range;
  const known = rangesOf(tx, courierId).find((range) => range.prefix === prefix && range.first === first);
  const name = s10Number(prefix, first);
  if (first + count > 100_000_000) throw invalidRequest('number_range_too_long', { from: name, numbers: count });
  const shared = tx.get(overlappingRange, { prefix, first, end: first + count, known: known?.id ?? 0 });
  if (shared)
    throw invalidRequest('number_range_overlaps', { from: name, other: s10Number(shared.prefix, shared.first) });
  const given = Math.max(known?.given ?? 0, range.given ?? 0);
  if (given > count) throw invalidRequest('number_range_used_beyond', { from: name, used: given, numbers: count });
  tx.run(upsertRange, courierId, prefix, first, count, first + given, Number(cod));
  auditRange(tx, 'number_range_set', courierId, { from: name, numbers: count, given, cod });
}

const storeOfCourier = query<{ storeId: Id }>(
  { reads: ['couriers'] },
  'SELECT store_id AS storeId FROM couriers WHERE id = ?',
);

const auditRange = (tx: WriteTx, event: AuditEvent, courierId: Id, detail: object): void =>
  audit(tx, event, {
    storeId: tx.get(storeOfCourier, courierId)?.storeId ?? null,
    subjectId: courierId,
    detail: { ...detail },
  });

const deleteRange = command({ writes: ['number_ranges'] }, 'DELETE FROM number_ranges WHERE id = ?');

/** Removes an unused range: used numbers must stay known. @throws AppError not_found; invalid_request if used */
export function removeRange(tx: WriteTx, courierId: Id, rangeId: Id): void {
  const range = rangesOf(tx, courierId).find(({ id }) => id === rangeId);
  if (!range) throw notFound('number_range_not_found', { range: rangeId });
  if (range.given > 0)
    throw invalidRequest('number_range_in_use', { from: s10Number(range.prefix, range.first), used: range.given });
  tx.run(deleteRange, rangeId);
  auditRange(tx, 'number_range_removed', courierId, { from: s10Number(range.prefix, range.first) });
}

const setNextNumber = command({ writes: ['number_ranges'] }, 'UPDATE number_ranges SET next_serial = ? WHERE id = ?');

/** Takes the courier's next number that `isUsed` does not exclude. It stays used even if the parcel is canceled. */
export function takeNumber(
  tx: WriteTx,
  courierId: Id,
  { cod, isUsed }: { cod: boolean; isUsed: (trackingNumber: string) => boolean },
): string | undefined {
  for (const range of rangesOf(tx, courierId)) {
    if (range.cod !== cod) continue;
    for (let given = range.given; given < range.count; given += 1) {
      const number = s10Number(range.prefix, range.first + given);
      if (isUsed(number)) continue;
      tx.run(setNextNumber, range.first + given + 1, range.id);
      return number;
    }
  }
  return undefined;
}

const MAX_DEFAULT_WARNING = 100;

/** A fifth of the ranges that have numbers left, so that a new range is not low. */
const defaultWarning = (ranges: readonly NumberRange[]): number => {
  const numbers = ranges.filter(({ count, given }) => given < count).reduce((sum, { count }) => sum + count, 0);
  return Math.min(MAX_DEFAULT_WARNING, Math.max(1, Math.floor(numbers / 5)));
};

/** Remaining numbers for COD parcels, or for others. */
export interface PoolLevel {
  cod: boolean;
  left: number;
  /** Below the store's limit, or else the default. */
  low: boolean;
}

/** Only the kinds that have ranges. */
export const poolLevels = (ranges: readonly NumberRange[], warnBelow?: number): PoolLevel[] =>
  [false, true].flatMap((cod) => {
    const own = ranges.filter((range) => range.cod === cod);
    const left = own.reduce((sum, { count, given }) => sum + count - given, 0);
    return own.length === 0 ? [] : { cod, left, low: left < (warnBelow ?? defaultWarning(own)) };
  });
