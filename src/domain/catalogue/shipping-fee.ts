import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { liveVariant } from '../variants.ts';
import type { ShippingRate } from './product-detail.ts';

const ratesOfProduct = query<{ rates: string }>(
  { reads: ['products'] },
  'SELECT shipping_rates AS rates FROM products WHERE id = ?',
);

/** The sum of the products' rates for a courier. Undefined without lines, or if one of the products has no such rate. */
export function shippingFeeOf(
  db: Reader,
  storeId: Id,
  lines: readonly { variantId: Id | undefined; qty: number }[],
  shippingType: string,
): Money | undefined {
  const pieces = new Map<Id, number>();
  for (const { variantId, qty } of lines) {
    const variant = variantId === undefined ? undefined : liveVariant(db, storeId, variantId);
    if (!variant || qty < 1) return undefined;
    pieces.set(variant.productId, (pieces.get(variant.productId) ?? 0) + qty);
  }
  const fees = [...pieces].map(([productId, qty]) => {
    const rates = JSON.parse(db.get(ratesOfProduct, productId)?.rates ?? '[]') as ShippingRate[];
    const rate = rates.find((known) => known.shippingType === shippingType);
    return rate && rate.first + rate.eachMore * (qty - 1);
  });
  if (fees.length === 0 || fees.includes(undefined)) return undefined;
  return fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0) as Money;
}
