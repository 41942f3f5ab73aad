import { type ProposedFee, proposedFee } from '../../../domain/catalogue/shipping-fee.ts';
import { parseId } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { itemsTotal, readTotals } from './cod-check.tsx';
import { type Draft, type Entry, isBlank, rowsOf } from './order-draft.ts';

// The shipping fee that the office proposes for manual orders. Partners set the fee of their orders themselves.

export type DraftedOrder = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** What the rates of the products and the store charge for the draft; undefined for a partner's order. */
export function feeOf(entry: DraftedOrder): ProposedFee | undefined {
  const { context, draft, order } = entry;
  if (order && order.channelId !== null) return undefined;
  const rows = rowsOf(draft).filter((row) => !isBlank(row));
  const lines = rows.map(({ variant, qty }) => ({ variantId: parseId(variant), qty: Number(plainNumber(qty)) || 0 }));
  const shippingType = order?.shippingType ?? draft.shipping_type?.[0] ?? '';
  return proposedFee(context.db, context.store, { lines, shippingType, goods: goodsOf(entry) });
}

/** The price of the items after the discount. It is only computed for a store that ships free from some price. */
function goodsOf(entry: DraftedOrder): Money {
  if (entry.context.store.freeShippingFrom === null) return ZERO;
  return (itemsTotal(entry) - (readTotals(entry).discount ?? 0)) as Money;
}

export function withProposedFee(entry: DraftedOrder): Draft {
  const fee = feeOf(entry);
  const text = fee === undefined ? '' : typedBaht(fee.amount);
  return { ...entry.draft, shipping_fee: [text], filled_fee: [text] };
}

/** Whether the shipping fee is the one that was filled in, or was never filled in. */
export const isFeeFilled = ({ shipping_fee: typed, filled_fee: filled }: Draft): boolean =>
  (typed?.[0] ?? '') === (filled?.[0] ?? '');

/** Whether the fee that is filled in now is not the one that the form showed. */
export const isFeeStale = ({ shipping_fee: shown }: Draft, { shipping_fee: now }: Draft): boolean =>
  now?.[0] !== '' && now?.[0] !== (shown?.[0] ?? '');

/** The shipping fee follows the products and the courier until it is typed. */
export const followProposedFee = (entry: DraftedOrder): Draft =>
  isFeeFilled(entry.draft) ? withProposedFee(entry) : entry.draft;
