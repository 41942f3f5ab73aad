import { type ProposedFee, proposedFee } from '../../../domain/catalogue/shipping-fee.ts';
import { parseId } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { itemsTotal, readTotals } from './cod-check.tsx';
import { type Draft, type Entry, isBlank, rowsOf } from './order-draft.ts';

// The shipping fee that the office proposes for manual orders. Partners set the fee of their orders themselves.

export type DraftedOrder = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** The fee by the rates of the products and the store; undefined for a partner's order, or if a rate is missing. */
export function feeOf(entry: DraftedOrder): ProposedFee | undefined {
  const { context, draft, order } = entry;
  if (order && order.channelId !== null) return undefined;
  const rows = rowsOf(draft).filter((row) => !isBlank(row));
  const lines = rows.map(({ variant, qty }) => ({ variantId: parseId(variant), qty: Number(plainNumber(qty)) || 0 }));
  const shippingType = order?.shippingType ?? draft.shipping_type?.[0] ?? '';
  return proposedFee(context.db, context.store, { lines, shippingType, goods: goodsOf(entry) });
}

/** The price of the items after the discount. Only needed if the store ships free from some price; otherwise zero. */
function goodsOf(entry: DraftedOrder): Money {
  if (entry.context.store.freeShippingFrom === null) return ZERO;
  return (itemsTotal(entry) - (readTotals(entry).discount ?? 0)) as Money;
}

export function withProposedFee(entry: DraftedOrder): Draft {
  const fee = feeOf(entry);
  const text = fee === undefined ? '' : typedBaht(fee.amount);
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
