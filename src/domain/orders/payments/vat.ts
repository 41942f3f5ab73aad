import type { Money } from '../../../lib/money.ts';

const SATANG = 100; // units of Money

export interface Taxed {
  net: Money;
  vat: Money;
}

/** Splits an amount that includes VAT, rounded to the satang. */
export function vatIn(amount: Money, percent: number): Taxed {
  const vat = (Math.round((amount * percent) / (100 + percent) / SATANG) * SATANG) as Money;
  return { net: (amount - vat) as Money, vat };
}

/** The VAT of a reduction. If an amount is reduced to zero in steps, the VAT of the steps adds up to its VAT. */
export function vatBetween(before: Money, after: Money, percent: number): Taxed {
  const [high, low] = [vatIn(before, percent), vatIn(after, percent)];
  return { net: (high.net - low.net) as Money, vat: (high.vat - low.vat) as Money };
}
