import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { auditChange } from '../../audit/audit-log.ts';
import { type PriceTier, priceTiers } from '../../catalogue/price-tiers.ts';
import { type Customer, existingCustomer } from './customer.ts';
import { putPriceTierOfCustomer } from './customer-rows.ts';

/** The price tier with which the store's new orders of the customer start; undefined: the default tier. */
export const tierOfCustomer = (db: Reader, { storeId, priceTierId }: Customer): PriceTier | undefined =>
  priceTiers(db, storeId).find(({ id, isDefault }) => id === priceTierId && !isDefault);

/**
 * Sets the price tier of the customer, which the audit log records; without one, the default tier applies.
 *
 * @throws AppError not_found; invalid_request at `price_tier_id` if the store has no such tier
 */
export function setTierOfCustomer(
  tx: WriteTx,
  { storeId, customer }: { storeId: Id; customer: Id },
  tierId: Id | undefined,
): void {
  const { id, priceTierId } = existingCustomer(tx, storeId, customer);
  if (tierId !== undefined && !priceTiers(tx, storeId).some((tier) => tier.id === tierId))
    throw invalidRequest('unknown_price_tier', { path: 'price_tier_id' });
  putPriceTierOfCustomer(tx, id, tierId ?? null);
  auditChange(tx, 'customer_price_tier_changed', {
    storeId,
    subjectId: id,
    before: { priceTierId },
    after: { priceTierId: tierId ?? null },
  });
}
