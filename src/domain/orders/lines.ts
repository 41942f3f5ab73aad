import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import { type Id, NO_ID } from '../../lib/ids.ts';
import { type Money, times } from '../../lib/money.ts';
import { defaultTier } from '../catalogue/places.ts';
import { keepsStock, liveVariant, type SoldVariant, variantsWithSku } from '../variants.ts';
import type { Demand } from './allocate.ts';
import type { OrderLine } from './read.ts';
import { insertLine, insertLinePart } from './rows.ts';
import type { WantedLine } from './wanted.ts';

export interface PricedLine extends Demand {
  variant: SoldVariant;
  price: Money;
  amount: Money;
}

/**
 * Finds each line's variant and price (specification, "Order line"; decisions §4).
 *
 * @param priceTierId the channel's; none: the store's default tier
 * @throws Refusal invalid_request naming the line's field
 */
export function priceLines(
  db: Database,
  storeId: Id,
  priceTierId: Id | null,
  wanted: readonly WantedLine[],
): PricedLine[] {
  const tiers = [priceTierId, defaultTier(db, storeId)?.id];
  return wanted.map((line, i) => {
    const variant = variantOfLine(db, storeId, line, i);
    const price =
      line.price ?? tiers.map((tier) => variant.prices.get(tier ?? NO_ID)).find((known) => known !== undefined);
    if (price === undefined)
      throw new Refusal('invalid_request', `products[${i}].price is required: the store has none for it`);
    const amount = times(price, line.qty);
    if (amount === undefined)
      throw new Refusal('invalid_request', `products[${i}] comes to more than an amount can be`);
    return { variant, takes: variant.takes, qty: line.qty, price, amount };
  });
}

function variantOfLine(db: Database, storeId: Id, { variantId, sku }: WantedLine, i: number): SoldVariant {
  const ids = sku === undefined ? [variantId ?? NO_ID] : variantsWithSku(db, storeId, sku);
  if (ids.length > 1)
    throw new Refusal('invalid_request', `products[${i}].sku is shared by variants ${ids.join(', ')}`);
  const variant = liveVariant(db, storeId, ids[0] ?? NO_ID);
  if (variant) return variant;
  const field = sku === undefined ? 'product_variant_id' : 'sku';
  throw new Refusal('invalid_request', `products[${i}].${field} is not a variant of this store`);
}

/** Adds the line to its order, with what one of it takes from stock at this moment. */
export function addLine(db: Database, orderId: Id, { variant, takes, qty, price, amount }: PricedLine): OrderLine {
  const line = {
    productId: variant.productId,
    variantId: variant.id,
    name: variant.productName,
    variantName: variant.name,
    sku: variant.sku,
    qty,
    price,
    amount,
  };
  const id = insertLine(db, orderId, line);
  if (!keepsStock(variant)) for (const part of takes) insertLinePart(db, id, part);
  return { id, ...line };
}
