import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { isRemote } from '../shipping-rates/remote-area.ts';
import { priceOfWeight } from '../shipping-rates/weight-steps.ts';
import type { Store, StoreShippingRate } from '../stores.ts';
import { liveVariant, type SoldVariant } from '../variants.ts';
import { orderWeight } from './order-weight.ts';
import type { ShippingRate } from './product-detail.ts';

const ratesOfProduct = query<{ rates: string }>(
  { reads: ['products'] },
  'SELECT shipping_rates AS rates FROM products WHERE id = ?',
);

type RatedStore = Pick<Store, 'id' | 'shippingRates' | 'freeShippingFrom' | 'remoteArea'>;

interface Charged {
  lines: readonly { variantId: Id | undefined; qty: number }[];
  shippingType: string;
  /** The price of the items after the discount, which `freeShippingFrom` refers to. */
  goods: Money;
  /** Of the recipient; undefined: unknown. */
  postalCode: number | undefined;
}

interface SoldLine {
  variant: SoldVariant;
  qty: number;
}

export interface ProposedFee {
  /** What the rates and the remote area charge together. */
  amount: Money;
  /** What the remote area adds. */
  remote: Money;
  /** Whose rates the fee is the sum of; free: the store charges nothing for this order. */
  source: 'products' | 'store' | 'both' | 'free';
  /** Grams, if the store's rate was chosen by weight. */
  grams?: number;
  /** The variants for want of whose weight the store charged its rate by quantity. */
  unweighed: readonly Id[];
}

/** The order weighs more than the last step of the rate. */
export interface TooHeavy {
  tooHeavy: { grams: number; most: number };
}

/**
 * The shipping fee that rates charge for a courier: those of the products and, once for all products without one, that of
 * the store; and the extra charge of a remote area. docs/decisions.md#proposed-shipping-fee
 *
 * Undefined without lines, or if a product has a rate from neither.
 */
export function proposedFee(db: Reader, store: RatedStore, order: Charged): ProposedFee | TooHeavy | undefined {
  const lines = soldLines(db, store.id, order.lines);
  if (!lines || lines.length === 0) return undefined;
  const { own, rest } = chargedByProducts(db, lines, order.shippingType);
  const remote = remoteFee(store, order);
  if (rest.length === 0) return { amount: plus(own, remote), remote, source: 'products', unweighed: [] };
  const rate = storeRate(store.shippingRates, order.shippingType);
  if (!rate) return undefined;
  const ofProducts = own > 0;
  if (store.freeShippingFrom !== null && order.goods >= store.freeShippingFrom)
    return { amount: plus(own, remote), remote, source: ofProducts ? 'products' : 'free', unweighed: [] };
  const charged = chargedByStore(db, rate, rest);
  if ('tooHeavy' in charged) return charged;
  const { price, ...weight } = charged;
  return { amount: plus(own, price, remote), remote, source: ofProducts ? 'both' : 'store', ...weight };
}

const plus = (...amounts: readonly number[]): Money => amounts.reduce((total, amount) => total + amount, 0) as Money;

/** What the rates of products charge, and the lines of products without one. */
function chargedByProducts(db: Reader, lines: readonly SoldLine[], shippingType: string) {
  let own = ZERO;
  const rest: SoldLine[] = [];
  for (const [productId, ofProduct] of Map.groupBy(lines, ({ variant }) => variant.productId)) {
    const rates = JSON.parse(db.get(ratesOfProduct, productId)?.rates ?? '[]') as ShippingRate[];
    const rate = rates.find((known) => known.shippingType === shippingType);
    if (rate) own = plus(own, chargeOf(rate, ofProduct));
    else rest.push(...ofProduct);
  }
  return { own, rest };
}

type ChargedByStore = Pick<ProposedFee, 'grams' | 'unweighed'> & { price: number };

function chargedByStore(db: Reader, rate: StoreShippingRate, lines: readonly SoldLine[]): ChargedByStore | TooHeavy {
  const { weightSteps: steps = [] } = rate;
  if (steps.length === 0) return { price: chargeOf(rate, lines), unweighed: [] };
  const weighed = lines.map(({ variant: { id: variantId, components }, qty }) => ({ variantId, components, qty }));
  const { grams, unweighed } = orderWeight(db, weighed);
  if (unweighed.length > 0) return { price: chargeOf(rate, lines), unweighed };
  const price = priceOfWeight(steps, grams);
  if (price === undefined) return { tooHeavy: { grams, most: steps.at(-1)?.upTo ?? 0 } };
  return { price, grams, unweighed };
}

const chargeOf = ({ first, eachMore }: Pick<ShippingRate, 'first' | 'eachMore'>, lines: readonly SoldLine[]): number =>
  first + eachMore * (lines.reduce((total, { qty }) => total + qty, 0) - 1);

/** The rate for all other couriers is not charged to customers who collect their order themselves. */
const storeRate = (rates: readonly StoreShippingRate[], shippingType: string): StoreShippingRate | undefined =>
  rates.find((rate) => rate.shippingType === shippingType) ??
  (shippingType === 'store_pickup' ? undefined : rates.find((rate) => rate.shippingType === null));

/** Couriers charge it whatever the customer has bought, so free shipping does not waive it. */
function remoteFee({ remoteArea }: RatedStore, { shippingType, postalCode }: Charged): Money {
  if (!remoteArea || postalCode === undefined || shippingType === 'store_pickup') return ZERO;
  return isRemote(remoteArea, postalCode) ? remoteArea.fee : ZERO;
}

/** Undefined if a line has no quantity, or no product that is sold. */
function soldLines(db: Reader, storeId: Id, lines: Charged['lines']): SoldLine[] | undefined {
  const sold: SoldLine[] = [];
  for (const { variantId, qty } of lines) {
    const variant = variantId === undefined ? undefined : liveVariant(db, storeId, variantId);
    if (!variant || qty < 1) return undefined;
    sold.push({ variant, qty });
  }
  return sold;
}
