import type { Child } from 'hono/jsx';
import type { ProposedFee } from '../../../domain/catalogue/shipping-fee.ts';
import { variantTitle } from '../../../domain/variants.ts';
import { type Money, parseMoney, ZERO } from '../../../lib/money.ts';
import { money, weightText } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { AmountField } from '../../forms/inputs.tsx';
import { SHIPPING_RATES_PATH } from '../../settings/shipping/shipping-rates-path.ts';
import { AMOUNTS, type Entry, partialUpdate } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { type DraftedOrder, feeOf, isFeeFilled } from './proposed-fee.ts';

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
      ) : 'tooHeavy' in fee ? (
        entry.form.errorOf('shipping_fee') === undefined && <Hint>{tooHeavyText(entry, fee)}</Hint>
      ) : (
        <>
          {fee.amount === typed ? <Hint>{feeText(entry, fee)}</Hint> : <UseFeeButton entry={entry} fee={fee} />}
          {fee.unweighed.length > 0 && <Hint>{unweighedText(entry, fee)}</Hint>}
        </>
      )}
    </div>
  );
}

const Hint = ({ children }: { children: Child }) => (
  <p class="hint">
    <small>{children}</small>
  </p>
);

function UseFeeButton({ entry, fee }: { entry: Entry; fee: ProposedFee }) {
  const t = orderEntryTexts(entry.context.language);
  const parts = fee.remote > 0 ? ` (${splitText(entry, fee)})` : '';
  return (
    <button
      type="submit"
      id="use-fee"
      class="secondary outline small"
      name="step"
      value="fee"
      {...partialUpdate(entry, { target: 'order-sums', also: AMOUNTS.filter((id) => id !== 'order-sums') })}
    >
      {(fee.source === 'products' ? t.useProductFee : t.useStoreFee)(money(fee.amount)) + parts}
    </button>
  );
}

/** What the fee is made of: `฿45 + ฿50 remote area · From the store rates · Weight 1.2 kg`. */
function feeText(entry: Entry, fee: ProposedFee): string {
  const t = orderEntryTexts(entry.context.language);
  return [
    ...(fee.remote > 0 ? [splitText(entry, fee)] : []),
    sourceText(entry, fee),
    ...(fee.grams === undefined ? [] : [t.weight(weightText(fee.grams, entry.context.language))]),
  ].join(' · ');
}

const splitText = ({ context: { language } }: Entry, { amount, remote }: ProposedFee): string =>
  orderEntryTexts(language).withRemote(money((amount - remote) as Money), money(remote));

function sourceText({ context: { language, store } }: Entry, { source }: ProposedFee): string {
  const t = orderEntryTexts(language);
  if (source === 'free') return t.feeIsFree(money(store.freeShippingFrom ?? ZERO));
  return { products: t.feeOfProducts, store: t.feeOfStore, both: t.feeOfBoth }[source];
}

/** Why no fee is proposed for a heavy order; undefined if it is not too heavy. */
export function tooHeavyText(entry: DraftedOrder, fee = feeOf(entry)): string | undefined {
  if (fee === undefined || !('tooHeavy' in fee)) return undefined;
  const { language } = entry.context;
  const { grams, most } = fee.tooHeavy;
  return orderEntryTexts(language).tooHeavy(weightText(grams, language), weightText(most, language));
}

const MAX_NAMES = 5;

function unweighedText({ context: { db, language } }: Entry, { unweighed }: ProposedFee): string {
  const names = unweighed.slice(0, MAX_NAMES).map((id) => variantTitle(db, id));
  return orderEntryTexts(language).noWeight(names.join(', '), unweighed.length - names.length);
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
