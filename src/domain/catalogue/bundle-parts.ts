import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { changeAvailability } from '../stock/availability-change.ts';
import { changeStock } from '../stock/ledger.ts';
import { throwLineProblems } from '../stock/line-checks.ts';
import type { Cause } from '../stock/reasons.ts';
import { stockOf } from '../stock/stock-levels.ts';
import {
  existingVariant,
  invalidateVariants,
  keepsStock,
  type Part,
  partsOf,
  type SoldVariant,
  variantById,
  variantParams,
} from '../variants.ts';
import { markBundle } from './edit-variant.ts';

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
    invalidateVariants(tx);
    return [];
  };
  const cause = { reason: 'bundle_edited', storeId: variant.storeId } as const;
  changeAvailability(tx, { cause, variantIds: [variantId], change }, now);
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
  if (variant.isBundle) throw invalidRequest('variant_is_a_bundle', { variant: variantId });
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
  changeAvailability(tx, { cause, variantIds: [variantId], change }, now);
}

/**
 * Turns the bundle into a variant with its own, empty stock (bundle_converted). The parts become its recipe.
 *
 * @throws AppError invalid_request if it is not a bundle
 */
export function clearBundle(tx: WriteTx, variantId: Id, now: number): void {
  const variant = ownVariant(tx, variantId);
  if (!variant.isBundle) throw invalidRequest('variant_is_not_a_bundle', { variant: variantId });
  const cause = { reason: 'bundle_converted', storeId: variant.storeId } as const;
  const change = () => {
    markBundle(tx, variantId, false);
    return [];
  };
  changeAvailability(tx, { cause, variantIds: [variantId], change }, now);
}

function ownVariant(db: Reader, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  if (variant.pulledFrom !== null) throw invalidRequest('pulled_variant_parts_fixed', { variant: id });
  return variant;
}

function requireSomeParts(variantId: Id, parts: readonly Part[]): void {
  if (parts.length === 0) throw invalidRequest('bundle_without_parts', { variant: variantId });
}

function requireConvertible(db: Reader, { id }: SoldVariant): void {
  const [composite] = compositesOf(db, id);
  if (composite) throw invalidRequest('bundle_is_a_part', { variant: id, ...compositeParams(composite) });
  const reserved = stockOf(db, id).reduce((sum, level) => sum + level.reserved, 0);
  if (reserved !== 0) throw invalidRequest('bundle_is_reserved', { variant: id, reserved });
}

/** @param before sorted by variant id */
function sameParts(before: readonly Part[], after: readonly Part[]): boolean {
  const sorted = after.toSorted((a, b) => a.variantId - b.variantId);
  return (
    before.length === after.length &&
    before.every(({ variantId, qty }, i) => {
      const part = sorted[i];
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

export const MAX_PARTS = 100;
export const MAX_PART_QTY = 1_000_000;

/**
 * A part is another live variant of the store that keeps stock, does not contain `composite`, and is listed once.
 *
 * @throws AppError invalid_request if there are too many parts; InvalidLines if a part or its quantity is not allowed
 */
export function requireParts(db: Reader, composite: SoldVariant, parts: readonly Part[]): void {
  if (parts.length > MAX_PARTS) throw invalidRequest('too_many_parts', { path: 'lines', most: MAX_PARTS });
  throwLineProblems(partProblems(db, composite, parts));
}

/** @throws AppError invalid_request if a part of the variant is deleted or no longer usable */
export function requireOwnParts(db: Reader, id: Id): void {
  const [first] = partProblems(db, existingVariant(db, id), partsOf(db, id));
  if (first) throw invalidRequest(first.problem);
}

const partProblems = (db: Reader, composite: SoldVariant, parts: readonly Part[]) =>
  parts.flatMap(({ variantId, qty }, line) => {
    const unfit = partProblem(db, composite, variantId);
    const isRepeated = parts.findIndex((other) => other.variantId === variantId) < line;
    const isCount = Number.isInteger(qty) && qty >= 1 && qty <= MAX_PART_QTY;
    return [
      ...(unfit ? [unfit] : []),
      ...(isRepeated ? [message('part_repeated', partParams(db, composite, variantId))] : []),
      ...(isCount ? [] : [message('not_a_whole_number_between', { path: 'qty', least: 1, most: MAX_PART_QTY })]),
    ].map((problem) => ({ line, problem }));
  });

function partProblem(db: Reader, composite: SoldVariant, partId: Id): Message | undefined {
  const part = variantById(db, partId);
  const params = partParams(db, composite, partId);
  if (!part?.live || part.storeId !== composite.storeId) return message('part_unknown', params);
  if (part.id === composite.id) return message('part_is_itself', params);
  if (part.isBundle) return message('part_is_a_bundle', params);
  if (!keepsStock(part)) return message('part_is_pulled', params);
  const isCircular = partsOf(db, partId).some(({ variantId }) => variantId === composite.id);
  if (!isCircular) return undefined;
  return message('part_is_assembled_from_whole', {
    ...params,
    whole: composite.id,
    wholeName: variantParams(composite).name,
  });
}

/** Without the name of a variant of another store. */
function partParams(db: Reader, { storeId }: SoldVariant, part: Id) {
  const variant = variantById(db, part);
  return variant?.storeId === storeId ? { part, name: variantParams(variant).name } : { part };
}

const compositeIds = query<{ id: Id }>(
  { reads: ['variant_parts'] },
  'SELECT variant_id AS id FROM variant_parts WHERE part_id = ? ORDER BY variant_id',
);

/** The live variants that contain this one. */
export const compositesOf = (db: Reader, partId: Id): SoldVariant[] =>
  db
    .all(compositeIds, partId)
    .map(({ id }) => existingVariant(db, id))
    .filter(({ live }) => live);

/** Parameters of messages about a variant with parts. */
export const compositeParams = ({ id, productName, name }: SoldVariant) => ({
  whole: id,
  name: `${productName} ${name}`.trim(),
});
