import { defaultTier } from '../../../domain/catalogue/price-tiers.ts';
import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { id, listOf, optionalAmount } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';

// The prices of several variants in the form of their product, all in the default price tier.

/** Variants per page. */
export const PAGE_VARIANTS = 100;

export const PRICE_LIST_FIELDS = {
  variant_id: listOf(id),
  variant_price: listOf(optionalAmount),
  /** The price that the user saw. */
  variant_price_was: listOf(optionalAmount),
};

export interface PriceList {
  variant_id: Id[];
  variant_price: (Money | undefined)[];
  variant_price_was: (Money | undefined)[];
}

/** The changed prices, at most one page of them. */
export const changedPrices = ({ variant_id, variant_price, variant_price_was }: PriceList) =>
  variant_id.slice(0, PAGE_VARIANTS).flatMap((variantId, at) => {
    const price = { was: variant_price_was[at] ?? null, to: variant_price[at] ?? null };
    return price.was === price.to ? [] : [{ variantId, at, price }];
  });

/** The price of a variant in the default tier; undefined if the store has no tier. */
export function defaultPrice({ db, store }: StoreContext, { prices }: Variant): Money | null | undefined {
  const tier = defaultTier(db, store.id);
  return tier && (prices.find(({ priceTierId }) => priceTierId === tier.id)?.price ?? null);
}

/** The index of a variant in its form: another user may have added or deleted variants since the form was opened. */
export function formIndexes(form: Form<unknown> | undefined, variants: readonly Variant[]): Map<Id, number> {
  const submitted = form?.count('variant_id') ?? 0;
  const typed = new Map(Array.from({ length: submitted }, (_, at) => [form?.typed('variant_id', at), at]));
  return new Map(variants.map(({ id: variantId }, i) => [variantId, typed.get(String(variantId)) ?? submitted + i]));
}
