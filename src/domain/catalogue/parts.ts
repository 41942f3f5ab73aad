import type { Reader } from '../../db/reader.ts';
import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { changeStock } from '../stock/ledger.ts';
import { stockOf } from '../stock/levels.ts';
import type { Cause } from '../stock/reasons.ts';
import { shift } from '../stock/shift.ts';
import { existingVariant, forgetVariants, type Part, partsOf, type SoldVariant } from '../variants.ts';
import { markBundle } from './edit.ts';
import { requireParts, wholeNamed, wholesOf } from './part-rules.ts';

// The only writer of variant_parts: the contents of bundles, and the recipes of assembled variants.

/**
 * Replaces the parts of a variant. Editing a bundle changes its availability (bundle_edited); editing a recipe moves no
 * stock.
 *
 * @throws AppError invalid_request if a part is not allowed or a bundle would have none
 */
export function setParts(tx: WriteTx, variantId: Id, parts: readonly Part[], now: number): void {
  const variant = ownVariant(tx, variantId);
  requireParts(tx, variant, parts);
  if (sameParts(partsOf(tx, variantId), parts)) return;
  if (!variant.isBundle) {
    replaceParts(tx, variantId, parts);
    tx.invalidate('product', variant.productId);
    return;
  }
  requireSomeParts(variantId, parts);
  const change = () => {
    replaceParts(tx, variantId, parts);
    forgetVariants(tx);
    return [];
  };
  const cause = { reason: 'bundle_edited', storeId: variant.storeId } as const;
  shift(tx, { cause, variantIds: [variantId], change }, now);
}

export interface NewBundle {
  /** Default: the recipe of the variant. */
  parts?: readonly Part[] | undefined;
  /** For new variants. Default: bundle_converted. */
  reason?: 'variant_created' | 'system_init' | undefined;
}

/**
 * Turns the variant into a bundle and writes off its stock (bundle_converted).
 *
 * @throws AppError invalid_request if it is a bundle, a part of another variant or reserved, or a part is not allowed
 */
export function makeBundle(tx: WriteTx, variantId: Id, bundle: NewBundle, now: number): void {
  const { parts = partsOf(tx, variantId), reason = 'bundle_converted' } = bundle;
  const variant = ownVariant(tx, variantId);
  if (variant.isBundle) throw new AppError('invalid_request', 'variant_is_a_bundle', { variant: variantId });
  requireSomeParts(variantId, parts);
  requireParts(tx, variant, parts);
  requireConvertible(tx, variant);
  const cause: Cause = { reason, storeId: variant.storeId };
  const change = () => {
    for (const { warehouseId, onHand } of stockOf(tx, variantId))
      if (onHand !== 0) changeStock(tx, cause, { variantId, warehouseId, onHand: -onHand }, now);
    replaceParts(tx, variantId, parts);
    markBundle(tx, variantId, true);
    return [];
  };
  shift(tx, { cause, variantIds: [variantId], change }, now);
}

/**
 * Turns the bundle into a variant with its own, empty stock (bundle_converted). The parts become its recipe.
 *
 * @throws AppError invalid_request if it is not a bundle
 */
export function unmakeBundle(tx: WriteTx, variantId: Id, now: number): void {
  const variant = ownVariant(tx, variantId);
  if (!variant.isBundle) throw new AppError('invalid_request', 'variant_is_not_a_bundle', { variant: variantId });
  const cause = { reason: 'bundle_converted', storeId: variant.storeId } as const;
  const change = () => {
    markBundle(tx, variantId, false);
    return [];
  };
  shift(tx, { cause, variantIds: [variantId], change }, now);
}

function ownVariant(db: Reader, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  if (variant.pulledFrom !== null) throw new AppError('invalid_request', 'pulled_variant_parts_fixed', { variant: id });
  return variant;
}

function requireSomeParts(variantId: Id, parts: readonly Part[]): void {
  if (parts.length === 0) throw new AppError('invalid_request', 'bundle_without_parts', { variant: variantId });
}

function requireConvertible(db: Reader, { id }: SoldVariant): void {
  const [whole] = wholesOf(db, id);
  if (whole) throw new AppError('invalid_request', 'bundle_is_a_part', { variant: id, ...wholeNamed(whole) });
  const reserved = stockOf(db, id).reduce((sum, level) => sum + level.reserved, 0);
  if (reserved !== 0) throw new AppError('invalid_request', 'bundle_is_reserved', { variant: id, reserved });
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

const deleteParts = command({ writes: ['variant_parts'] }, 'DELETE FROM variant_parts WHERE variant_id = ?');

const addPart = command(
  { writes: ['variant_parts'] },
  'INSERT INTO variant_parts (variant_id, part_id, qty) VALUES (?, ?, ?)',
);

function replaceParts(tx: WriteTx, variantId: Id, parts: readonly Part[]): void {
  tx.run(deleteParts, variantId);
  for (const part of parts) tx.run(addPart, variantId, part.variantId, part.qty);
}
