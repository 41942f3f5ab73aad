import type { Reader } from '../../db/reader.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { foldCase, hasVisibleCharacter } from '../../lib/text.ts';
import { variantsWithSku, variantTitle } from '../variants.ts';
import { requireKey } from './keys.ts';

// Keys and names that are unique among a store's price tiers, or among its warehouses.

/** @throws AppError invalid_request if the key is malformed or taken */
export function requireFreeKey(
  list: readonly { key: string }[],
  wanted: string,
  keyTaken: (key: string) => Message,
): void {
  requireKey(wanted);
  if (list.some(({ key }) => key === wanted)) throw invalidRequest(keyTaken(wanted));
}

/** @throws AppError invalid_request if the name is invisible or taken */
export function requireFreeName(
  list: readonly { name: string }[],
  wanted: string,
  nameTaken: 'price_tier_name_taken' | 'warehouse_name_taken',
): void {
  if (!hasVisibleCharacter(wanted)) throw invalidRequest('no_visible_character', { path: 'name' });
  if (isNameTaken(list, wanted)) throw invalidRequest(nameTaken, { path: 'name' });
}

/** Names that differ only in case and spaces are the same. */
export const isNameTaken = (list: readonly { name: string }[], wanted: string): boolean =>
  list.some(({ name }) => comparable(name) === comparable(wanted));

const comparable = (name: string): string => foldCase(name).trim().replaceAll(/\s+/g, ' ');

export const others = <Item extends { id: Id }>(list: readonly Item[], own: Id): Item[] =>
  list.filter(({ id }) => id !== own);

/**
 * Partners cannot order by a shared SKU, so a variant may not get one.
 *
 * @param variantId undefined for a new variant; a variant may keep a SKU that it already shares
 * @throws AppError invalid_request if another live variant of the store has the SKU
 */
export function requireOwnSku(db: Reader, storeId: Id, sku: string | null | undefined, variantId?: Id): void {
  if (sku === null || sku === undefined) return;
  const others = variantsWithSku(db, storeId, sku);
  const [other] = others;
  if (other === undefined || (variantId !== undefined && others.includes(variantId))) return;
  throw invalidRequest('sku_taken', { path: 'sku', variant: variantTitle(db, other) });
}
