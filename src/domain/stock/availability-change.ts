import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, followersOf } from '../variants.ts';
import { announceTo } from './announce.ts';
import { finishApplyingCounts } from './count-lines.ts';
import { nextTime } from './ledger.ts';
import { stockOfVariant } from './levels.ts';
import type { Cause } from './reasons.ts';

/** A change of available quantities without a movement of stock. */
export interface AvailabilityChange {
  cause: Cause;
  /** Pulled followers are included. */
  variantIds: readonly Id[];
  /** @returns new variants */
  change: () => readonly Id[];
}

/** Runs the change and announces the available quantities that differ afterwards. */
export function changeAvailability(tx: WriteTx, { cause, variantIds, change }: AvailabilityChange, now: number): void {
  finishApplyingCounts(tx, now); // announce counted stock to the stores that still show it
  const shown = variantIds.flatMap((id) => [id, ...followersOf(tx, id).pulled]);
  const before = shown.map((id) => [id, availableIn(tx, id)] as const);
  const made = change();
  for (const [id, olds] of before) announceDifference(tx, cause, { id, olds }, now);
  for (const id of made) announceDifference(tx, cause, { id, olds: new Map() }, now);
}

type Available = ReadonlyMap<Id, number>;

const availableIn = (db: Reader, variantId: Id): Available =>
  new Map(
    stockOfVariant(db, variantId).warehouses.map(({ warehouseId, onHand, reserved }) => [
      warehouseId,
      onHand - reserved,
    ]),
  );

function announceDifference(tx: WriteTx, cause: Cause, { id, olds }: { id: Id; olds: Available }, now: number): void {
  const variant = existingVariant(tx, id);
  const news = availableIn(tx, id);
  for (const warehouseId of new Set([...olds.keys(), ...news.keys()])) {
    const change = { old: olds.get(warehouseId) ?? 0, new: news.get(warehouseId) ?? 0 };
    if (change.old === change.new) continue;
    const place = { variantId: variant.pulledFrom ?? id, warehouseId };
    announceTo(tx, cause, variant, { ...place, ...change, time: nextTime(tx, place, now) }, now);
  }
}
