import type { ProposedFee } from '../../../domain/catalogue/shipping-fee.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { AmountField } from '../../forms/inputs.tsx';
import { SHIPPING_RATES_PATH } from '../../settings/shipping/shipping-rates-path.ts';
import { AMOUNTS, type Entry, partialUpdate } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { feeOf, isFeeFilled } from './proposed-fee.ts';

/**
 * The shipping fee. That of a new order is filled in from the rates of the products and the store; if another one is
 * typed, a button fills them in. A refresh replaces the field only if it is `filled`, so never while a fee is typed.
 */
export const ShippingFeeField = ({ entry }: { entry: Entry }) => (
  <div id="fee-field" class={isFeeFilled(entry.draft) ? 'filled' : undefined}>
    <AmountField name="shipping_fee" label={orderEntryTexts(entry.context.language).shippingFee} />
    {!entry.order && <input type="hidden" name="filled_fee" value={entry.draft.filled_fee?.[0] ?? ''} />}
    <FeeOffer entry={entry} />
  </div>
);

/** Where the fee comes from, or a button that fills it in. */
function FeeOffer({ entry }: { entry: Entry }) {
  const fee = feeOf(entry);
  const typed = parseMoney(plainNumber(entry.draft.shipping_fee?.[0] ?? '')) ?? ZERO;
  return (
    <div id="fee-offer" aria-live="polite">
      {fee === undefined ? (
        typed === 0 && <NoRatesHint entry={entry} />
      ) : fee.amount === typed ? (
        <p class="hint">
          <small>{sourceText(entry, fee)}</small>
        </p>
      ) : (
        <UseFeeButton entry={entry} fee={fee} />
      )}
    </div>
  );
}

function UseFeeButton({ entry, fee: { amount, source } }: { entry: Entry; fee: ProposedFee }) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <button
      type="submit"
      id="use-fee"
      class="secondary outline small"
      name="step"
      value="fee"
      {...partialUpdate(entry, { target: 'order-sums', also: AMOUNTS.filter((id) => id !== 'order-sums') })}
    >
      {source === 'products' ? t.useProductFee(money(amount)) : t.useStoreFee(money(amount))}
    </button>
  );
}

function sourceText({ context: { language, store } }: Entry, { source }: ProposedFee): string {
  const t = orderEntryTexts(language);
  if (source === 'free') return t.feeIsFree(money(store.freeShippingFrom ?? ZERO));
  return { products: t.feeOfProducts, store: t.feeOfStore, both: t.feeOfBoth }[source];
}

/** A new order of a store without rates would be saved without a fee. */
function NoRatesHint({ entry: { context, order } }: { entry: Entry }) {
  if (order || context.store.shippingRates.length > 0 || !context.mayOpen(SHIPPING_RATES_PATH)) return null;
  const t = orderEntryTexts(context.language);
  return (
    <p class="hint">
      <small>
        {t.noRates} <a href={`/office${SHIPPING_RATES_PATH}`}>{t.setRates}</a>
      </small>
    </p>
  );
}
