import type { Reader } from '../../db/reader.ts';
import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, followersOf } from '../variants.ts';
import { announceTo } from './announce-changes.ts';
import { finishApplyingCounts } from './count-lines.ts';
import { nextTime } from './ledger.ts';
import type { Cause } from './reasons.ts';
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

const addQuantity = command(
  { writes: ['deleted_quantities'] },
  'INSERT OR REPLACE INTO deleted_quantities (variant_id, warehouse_id, available) VALUES (?, ?, ?)',
);

/** Stores the available quantities of variants before they are deleted: apps and channels know these quantities. */
export function rememberAvailable(tx: WriteTx, variantIds: readonly Id[]): void {
  for (const id of variantIds)
    for (const [warehouseId, available] of availableIn(tx, id)) tx.run(addQuantity, id, warehouseId, available);
}

const takeQuantities = command<{ warehouseId: Id; available: number }>(
  { writes: ['deleted_quantities'] },
  'DELETE FROM deleted_quantities WHERE variant_id = ? RETURNING warehouse_id AS warehouseId, available',
);

/** Announces the available quantities of restored variants that have changed since their deletion. */
export function announceMissed(tx: WriteTx, variantIds: readonly Id[], now: number): void {
  for (const id of variantIds) {
    const known = tx
      .runReturning(takeQuantities, id)
      .map(({ warehouseId, available }) => [warehouseId, available] as const);
    const cause: Cause = { reason: 'system_corrected', storeId: existingVariant(tx, id).storeId };
    announceDifference(tx, cause, { id, oldAvailable: new Map(known) }, now);
  }
}

type Available = ReadonlyMap<Id, number>;

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
