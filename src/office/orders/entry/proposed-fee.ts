import { type ProposedFee, proposedFee, type TooHeavy } from '../../../domain/catalogue/shipping-fee.ts';
import { parseId } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { arabicDigits, plainNumber } from '../../../lib/numbers.ts';
import { itemsTotal, readTotals } from './cod-check.tsx';
import { type Draft, type Entry, isBlank, rowsOf } from './order-draft.ts';

// The shipping fee that the office proposes for manual orders. Partners set the fee of their orders themselves.

export type DraftedOrder = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** See `proposedFee`; undefined also for a partner's order. */
export function feeOf(entry: DraftedOrder): ProposedFee | TooHeavy | undefined {
  const { context, draft, order } = entry;
  if (order && order.channelId !== null) return undefined;
  const rows = rowsOf(draft).filter((row) => !isBlank(row));
  const lines = rows.map(({ variant, qty }) => ({ variantId: parseId(variant), qty: Number(plainNumber(qty)) || 0 }));
  const shippingType = order?.shippingType ?? draft.shipping_type?.[0] ?? '';
  const charged = { lines, shippingType, goods: goodsOf(entry), postalCode: postalCodeOf(draft) };
  return proposedFee(context.db, context.store, charged);
}

function postalCodeOf({ postal_code }: Draft): number | undefined {
  const typed = arabicDigits(postal_code?.[0]?.trim() ?? '');
  return /^\d{5}$/.test(typed) ? Number(typed) : undefined;
}

/** The price of the items after the discount. Only needed if the store ships free from some price; otherwise zero. */
function goodsOf(entry: DraftedOrder): Money {
  if (entry.context.store.freeShippingFrom === null) return ZERO;
  return (itemsTotal(entry) - (readTotals(entry).discount ?? 0)) as Money;
}

export function withProposedFee(entry: DraftedOrder): Draft {
  const fee = feeOf(entry);
  const text = fee === undefined || 'tooHeavy' in fee ? '' : typedBaht(fee.amount);
  return { ...entry.draft, shipping_fee: [text], filled_fee: [text] };
}

/** Whether the fee field still has the value that the form filled in, or both are empty. */
export const isFeeFilled = ({ shipping_fee: typed, filled_fee: filled }: Draft): boolean =>
  (typed?.[0] ?? '') === (filled?.[0] ?? '');

/** Whether the proposed fee differs from the fee that the form showed. */
export const isFeeStale = ({ shipping_fee: shown }: Draft, { shipping_fee: proposed }: Draft): boolean =>
  proposed?.[0] !== '' && proposed?.[0] !== (shown?.[0] ?? '');

/** Updates the shipping fee for the current products and courier, unless another fee was typed. */
export const followProposedFee = (entry: DraftedOrder): Draft =>
  isFeeFilled(entry.draft) ? withProposedFee(entry) : entry.draft;
