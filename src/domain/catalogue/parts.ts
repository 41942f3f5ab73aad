import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { announceShift, availabilityOf } from '../stock/announce.ts';
import { changeStock } from '../stock/ledger.ts';
import { stockOf } from '../stock/levels.ts';
import type { Cause } from '../stock/reasons.ts';
import { existingVariant, forgetVariants, type Part, partsOf, type SoldVariant } from '../variants.ts';
import { markBundle } from './edit.ts';
import { requireParts, wholesOf, wholeText } from './part-rules.ts';

// The only writer of variant_parts: what a bundle is sold as, and what any other variant is assembled from.

/**
 * Makes these all the parts of the variant: what a bundle is sold as (bundle_edited), or what the variant is assembled
 * from, which moves nothing; without any it is not assembled.
 *
 * @throws Refusal invalid_request where a part cannot be one, or a bundle would have none
 */
export function setParts(db: Database, variantId: Id, parts: readonly Part[], now: number): void {
  const variant = ownVariant(db, variantId);
  requireParts(db, variant, parts);
  if (sameParts(partsOf(db, variantId), parts)) return;
  if (!variant.isBundle) {
    replaceParts(db, variantId, parts);
    db.forget('product', variant.productId);
    return;
  }
  requireAny(variantId, parts);
  shifting(db, variant, { reason: 'bundle_edited' }, now, () => {
    replaceParts(db, variantId, parts);
    forgetVariants(db);
  });
}

/**
 * Turns the variant into a bundle of these parts, by default of those that it is assembled from. What it has on hand
 * leaves the books (bundle_converted).
 *
 * @param reason another one for a variant that is new
 * @throws Refusal invalid_request where it is a bundle, is a part itself, is reserved, or has a part that cannot be one
 */
export function makeBundle(
  db: Database,
  variantId: Id,
  parts: readonly Part[] = partsOf(db, variantId),
  now: number,
  reason: 'bundle_converted' | 'variant_created' | 'system_init' = 'bundle_converted',
): void {
  const variant = ownVariant(db, variantId);
  if (variant.isBundle) throw new Refusal('invalid_request', `variant ${variantId} is a bundle`);
  requireAny(variantId, parts);
  requireParts(db, variant, parts);
  requireUnused(db, variant);
  const cause = { reason, storeId: variant.storeId };
  shifting(db, variant, cause, now, () => {
    for (const { warehouseId, onHand } of stockOf(db, variantId))
      if (onHand !== 0) changeStock(db, cause, { variantId, warehouseId, onHand: -onHand }, now);
    replaceParts(db, variantId, parts);
    markBundle(db, variantId, true);
  });
}

/**
 * Turns the bundle into a variant with stock of its own, of which there is none yet (bundle_converted). Its parts stay:
 * it is assembled from them.
 *
 * @throws Refusal invalid_request where it is no bundle
 */
export function unmakeBundle(db: Database, variantId: Id, now: number): void {
  const variant = ownVariant(db, variantId);
  if (!variant.isBundle) throw new Refusal('invalid_request', `variant ${variantId} is no bundle`);
  shifting(db, variant, { reason: 'bundle_converted' }, now, () => markBundle(db, variantId, false));
}

/** Does what changes the variant's availability though no stock moves, and announces that. */
function shifting(db: Database, { id, storeId }: SoldVariant, cause: Cause, now: number, change: () => void): void {
  const before = availabilityOf(db, [id]);
  change();
  announceShift(db, { storeId, ...cause }, before, now);
}

function ownVariant(db: Database, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  if (variant.pulledFrom !== null)
    throw new Refusal('invalid_request', `variant ${id} is pulled from another store, which says what its parts are`);
  return variant;
}

function requireAny(variantId: Id, parts: readonly Part[]): void {
  if (parts.length === 0) throw new Refusal('invalid_request', `variant ${variantId} has no parts to be a bundle of`);
}

function requireUnused(db: Database, { id }: SoldVariant): void {
  const [whole] = wholesOf(db, id);
  if (whole)
    throw new Refusal('invalid_request', `variant ${id} cannot be a bundle: it is a part of ${wholeText(whole)}`);
  const reserved = stockOf(db, id).reduce((sum, level) => sum + level.reserved, 0);
  if (reserved !== 0)
    throw new Refusal('invalid_request', `variant ${id} cannot become a bundle while ${reserved} of it are reserved`);
}

function sameParts(one: readonly Part[], other: readonly Part[]): boolean {
  const sorted = other.toSorted((a, b) => a.variantId - b.variantId);
  return (
    one.length === other.length &&
    one.every(({ variantId, qty }, i) => {
      const { [i]: part } = sorted;
      return part?.variantId === variantId && part.qty === qty;
    })
  );
}

function replaceParts(db: Database, variantId: Id, parts: readonly Part[]): void {
  db.run('DELETE FROM variant_parts WHERE variant_id = ?', variantId);
  for (const part of parts)
    db.run(
      'INSERT INTO variant_parts (variant_id, part_id, qty) VALUES (?, ?, ?)',
      variantId,
      part.variantId,
      part.qty,
    );
}
