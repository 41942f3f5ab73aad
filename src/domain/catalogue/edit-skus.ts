import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { liveVariant, type SoldVariant, variantsWithSku, variantTitle } from '../variants.ts';
import { changeVariant } from './edit-variant.ts';

/** A new SKU of a variant, with the one that the user saw. Null is no SKU. */
export interface SkuChange {
  variantId: Id;
  was: string | null;
  to: string | null;
  /** The user confirms that other variants have it too. */
  isShared: boolean;
}

/**
 * Changes SKUs, all or none. A form that is sent twice changes nothing the second time.
 *
 * @throws AppError not_found; invalid_request at `rows[3].sku` as `requireFreeSku`, or if the SKU has changed since the
 *   user saw it
 */
export function editSkus(tx: WriteTx, storeId: Id, changes: readonly SkuChange[], now: number): void {
  for (const at of changes.keys()) requireFreeSku(tx, storeId, changes, at);
  for (const [at, change] of changes.entries()) {
    const { id, sku } = changedVariant(tx, storeId, change);
    if (sku === change.to) continue;
    if (sku !== change.was) throw invalidRequest('changed_meanwhile', { path: ['rows', at, 'sku'] });
    changeVariant(tx, id, { sku: change.to }, now);
  }
}

/**
 * The changes apply together: a variant may get the SKU that another one gives up.
 *
 * @throws AppError not_found; invalid_request at `rows[3].sku` if another variant has the SKU after the changes
 */
export function requireFreeSku(db: Reader, storeId: Id, changes: readonly SkuChange[], at: number): void {
  const change = changes[at] as SkuChange;
  const { id } = changedVariant(db, storeId, change);
  if (change.to === null || change.isShared) return;
  const holders = variantsWithSku(db, storeId, change.to);
  if (holders.includes(id)) return;
  const isGivenUp = (holder: Id) => changes.some(({ variantId, to }) => variantId === holder && to !== change.to);
  const earlier = changes.slice(0, at).find(({ to }) => to === change.to);
  const other = holders.find((holder) => !isGivenUp(holder)) ?? earlier?.variantId;
  if (other === undefined) return;
  throw invalidRequest('sku_taken', { path: ['rows', at, 'sku'], variant: variantTitle(db, other) });
}

/** @throws AppError not_found */
function changedVariant(db: Reader, storeId: Id, { variantId }: SkuChange): SoldVariant {
  const variant = liveVariant(db, storeId, variantId);
  if (!variant) throw notFound('variant_not_found', { variant: variantId });
  return variant;
}
