import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, type SoldVariant } from '../variants.ts';

/**
 * A variant with stock of its own.
 *
 * @throws Refusal invalid_request where it shows that of others
 */
export function stockKeeper(db: Database, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  if (variant.isBundle) throw new Refusal('invalid_request', `variant ${id} is a bundle: its parts hold the stock`);
  if (variant.pulledFrom !== null)
    throw new Refusal('invalid_request', `variant ${id} is pulled from another store, which holds the stock`);
  return variant;
}
