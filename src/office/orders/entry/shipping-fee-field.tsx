import { parseMoney } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { AmountField } from '../../forms/inputs.tsx';
import { AMOUNTS, type Entry, partialUpdate, productFee } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/** The shipping fee, with a button that fills in the rates of the products. */
export const ShippingFeeField = ({ entry }: { entry: Entry }) => (
  <div id="fee-field">
    <AmountField name="shipping_fee" label={orderEntryTexts(entry.context.language).shippingFee} />
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
          {...partialUpdate(entry, { target: 'fee-field', also: AMOUNTS })}
        >
          {orderEntryTexts(context.language).useProductFee(money(fee))}
        </button>
      )}
    </div>
  );
}
