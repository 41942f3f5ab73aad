import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, keepsStock, type Part, type SoldVariant, variantById } from '../variants.ts';

const MOST_OF_A_PART = 1_000_000;

/**
 * @throws Refusal invalid_request unless each part is another live variant of the same store that keeps stock, named once,
 *   from 1 to 1,000,000 times
 */
export function requireParts(db: Database, whole: SoldVariant, parts: readonly Part[]): void {
  parts.forEach(({ variantId, qty }, i) => {
    const fault = partFault(db, whole, variantId);
    if (fault)
      throw new Refusal('invalid_request', `variant ${variantId} cannot be a part of variant ${whole.id}: ${fault}`);
    if (parts.findIndex((other) => other.variantId === variantId) < i)
      throw new Refusal(
        'invalid_request',
        `variant ${variantId} is named twice among the parts of variant ${whole.id}`,
      );
    if (!(Number.isInteger(qty) && qty >= 1 && qty <= MOST_OF_A_PART))
      throw new Refusal('invalid_request', `the quantity of part ${variantId} must be from 1 to ${MOST_OF_A_PART}`);
  });
}

function partFault(db: Database, whole: SoldVariant, partId: Id): string | undefined {
  const part = variantById(db, partId);
  if (!part?.live || part.storeId !== whole.storeId) return 'it is no variant of the store';
  if (part.id === whole.id) return 'it is the same';
  if (part.isBundle) return 'it is a bundle';
  return keepsStock(part) ? undefined : 'it is pulled from another store';
}

/** The live variants that the variant is a part of. */
export const wholesOf = (db: Database, partId: Id): SoldVariant[] =>
  db
    .all<{ id: Id }>('SELECT variant_id AS id FROM variant_parts WHERE part_id = ? ORDER BY variant_id', partId)
    .map(({ id }) => existingVariant(db, id))
    .filter(({ live }) => live);

/** A variant that has parts, for a message. */
export const wholeText = ({ id, productName, name }: SoldVariant): string =>
  `variant ${id} (${`${productName} ${name}`.trim()})`;
