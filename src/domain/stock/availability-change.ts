import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, followersOf } from '../variants.ts';
import { announceTo } from './announce-changes.ts';
import { finishApplyingCounts } from './count-lines.ts';
import { nextTime } from './ledger.ts';
import type { Cause } from './reasons.ts';
import { availableAt } from './stock-history.ts';
import { stockOfVariant } from './stock-levels.ts';

/** A change of available quantities without a movement of stock. */
interface AvailabilityChange {
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
  const newIds = change();
  for (const [id, oldAvailable] of before) announceDifference(tx, cause, { id, oldAvailable }, now);
  for (const id of newIds) announceDifference(tx, cause, { id, oldAvailable: new Map() }, now);
}

/** Announces the available quantities of restored variants that have changed since their deletion. */
export function announceMissed(tx: WriteTx, variantIds: readonly Id[], since: number, now: number): void {
  for (const id of variantIds) {
    const { storeId } = existingVariant(tx, id);
    const cause: Cause = { reason: 'system_corrected', storeId };
    announceDifference(tx, cause, { id, oldAvailable: availableBefore(tx, id, since) }, now);
  }
}

type Available = ReadonlyMap<Id, number>;

/** What the variant's components made available at a past time. */
function availableBefore(db: Reader, variantId: Id, time: number): Available {
  const parts = existingVariant(db, variantId).components.map((part) => ({
    qty: part.qty,
    available: availableAt(db, part.variantId, time),
  }));
  const warehouseIds = new Set(parts.flatMap(({ available }) => [...available.keys()]));
  const bundles = (id: Id) =>
    Math.min(...parts.map(({ qty, available }) => Math.floor((available.get(id) ?? 0) / qty)));
  return new Map([...warehouseIds].map((id) => [id, bundles(id)]));
}

const availableIn = (db: Reader, variantId: Id): Available =>
  new Map(
    stockOfVariant(db, variantId).warehouses.map(({ warehouseId, onHand, reserved }) => [
      warehouseId,
      onHand - reserved,
    ]),
  );

function announceDifference(
  tx: WriteTx,
  cause: Cause,
  { id, oldAvailable }: { id: Id; oldAvailable: Available },
  now: number,
): void {
  const variant = existingVariant(tx, id);
  const newAvailable = availableIn(tx, id);
  for (const warehouseId of new Set([...oldAvailable.keys(), ...newAvailable.keys()])) {
    const change = { old: oldAvailable.get(warehouseId) ?? 0, new: newAvailable.get(warehouseId) ?? 0 };
    if (change.old === change.new) continue;
    const location = { variantId: variant.pulledFrom ?? id, warehouseId };
    announceTo(tx, cause, variant, { ...location, ...change, time: nextTime(tx, location, now) }, now);
  }
}
