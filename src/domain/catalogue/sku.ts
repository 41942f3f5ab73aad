import type { Reader } from '../../db/reader.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { variantsWithSku, variantTitle } from '../variants.ts';

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
  throw new AppError('invalid_request', 'sku_taken', { path: 'sku', variant: variantTitle(db, other) });
}
