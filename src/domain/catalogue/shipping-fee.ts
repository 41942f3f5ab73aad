import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import type { Store, StoreShippingRate } from '../stores.ts';
import { liveVariant } from '../variants.ts';
import type { ShippingRate } from './product-detail.ts';

const ratesOfProduct = query<{ rates: string }>(
  { reads: ['products'] },
  'SELECT shipping_rates AS rates FROM products WHERE id = ?',
);

type RatedStore = Pick<Store, 'id' | 'shippingRates' | 'freeShippingFrom'>;

interface Charged {
  lines: readonly { variantId: Id | undefined; qty: number }[];
  shippingType: string;
  /** The price of the items after the discount, which `freeShippingFrom` refers to. */
  goods: Money;
}

export interface ProposedFee {
  amount: Money;
  /** Whose rates the fee is the sum of; free: the store charges nothing for this order. */
  source: 'products' | 'store' | 'both' | 'free';
}

/**
 * The shipping fee that rates charge for a courier: those of the products and, once for all products without one, that of
 * the store. Undefined without lines, or if a product has a rate from neither.
 */
export function proposedFee(
  db: Reader,
  store: RatedStore,
  { lines, shippingType, goods }: Charged,
): ProposedFee | undefined {
  const pieces = piecesByProduct(db, store.id, lines);
  if (!pieces || pieces.size === 0) return undefined;
  let own = ZERO;
  let rest = 0;
  for (const [productId, qty] of pieces) {
    const rates = JSON.parse(db.get(ratesOfProduct, productId)?.rates ?? '[]') as ShippingRate[];
    const rate = rates.find((known) => known.shippingType === shippingType);
    if (rate) own = (own + chargeOf(rate, qty)) as Money;
    else rest += qty;
  }
  if (rest === 0) return { amount: own, source: 'products' };
  const rate = storeRate(store.shippingRates, shippingType);
  if (!rate) return undefined;
  const isFree = store.freeShippingFrom !== null && goods >= store.freeShippingFrom;
  const amount = isFree ? own : ((own + chargeOf(rate, rest)) as Money);
  if (own > 0) return { amount, source: isFree ? 'products' : 'both' };
  return { amount, source: isFree ? 'free' : 'store' };
}

const chargeOf = ({ first, eachMore }: Pick<ShippingRate, 'first' | 'eachMore'>, qty: number): number =>
  first + eachMore * (qty - 1);

/** The rate for all other couriers is not charged to customers who collect their order themselves. */
const storeRate = (rates: readonly StoreShippingRate[], shippingType: string): StoreShippingRate | undefined =>
  rates.find((rate) => rate.shippingType === shippingType) ??
  (shippingType === 'store_pickup' ? undefined : rates.find((rate) => rate.shippingType === null));

/** Undefined if a line has no quantity, or no product that is sold. */
function piecesByProduct(db: Reader, storeId: Id, lines: Charged['lines']): Map<Id, number> | undefined {
  const pieces = new Map<Id, number>();
  for (const { variantId, qty } of lines) {
    const variant = variantId === undefined ? undefined : liveVariant(db, storeId, variantId);
    if (!variant || qty < 1) return undefined;
    pieces.set(variant.productId, (pieces.get(variant.productId) ?? 0) + qty);
  }
  return pieces;
}
