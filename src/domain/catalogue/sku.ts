import type { Reader } from '../../db/reader.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { variantsWithSku, variantTitle } from '../variants.ts';

/**
 * Keeps a variant from a SKU that others have: by a shared SKU partners can order none of them.
 *
 * @param variantId who has the SKU, or is to; left out for a new variant. What it shares already it may keep.
 * @throws AppError invalid_request where another live variant of the store has it
 */
export function requireOwnSku(db: Reader, storeId: Id, sku: string | null | undefined, variantId?: Id): void {
  if (sku === null || sku === undefined) return;
  const others = variantsWithSku(db, storeId, sku);
  const [other] = others;
  if (other === undefined || (variantId !== undefined && others.includes(variantId))) return;
  throw new AppError('invalid_request', 'sku_taken', { path: 'sku', variant: variantTitle(db, other) });
}
