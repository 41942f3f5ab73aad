import { parseMoney } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { AmountField } from '../../forms/inputs.tsx';
import { AMOUNTS, type Entry, isFeeFilled, partialUpdate, productFee } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/**
 * The shipping fee. That of a new order is filled in from the rates of the products; if another one is typed, a button
 * fills them in. A refresh replaces the field only if it is `filled`, so never while a fee is typed.
 */
export const ShippingFeeField = ({ entry }: { entry: Entry }) => (
  <div id="fee-field" class={isFeeFilled(entry.draft) ? 'filled' : undefined}>
    <AmountField name="shipping_fee" label={orderEntryTexts(entry.context.language).shippingFee} />
    {!entry.order && <input type="hidden" name="filled_fee" value={entry.draft.filled_fee?.[0] ?? ''} />}
    <FeeOffer entry={entry} />
  </div>
);

function FeeOffer({ entry }: { entry: Entry }) {
  const { context, draft } = entry;
  const fee = entry.order ? undefined : productFee(context, draft);
  const typed = parseMoney(plainNumber(draft.shipping_fee?.[0] ?? '')) ?? 0;
  return (
    <div id="fee-offer" aria-live="polite">
      {fee !== undefined && fee !== typed && (
        <button
          type="submit"
          id="use-fee"
          class="secondary outline small"
          name="step"
          value="fee"
          {...partialUpdate(entry, { target: 'order-sums', also: AMOUNTS.filter((id) => id !== 'order-sums') })}
        >
          {orderEntryTexts(context.language).useProductFee(money(fee))}
        </button>
      )}
    </div>
  );
}
