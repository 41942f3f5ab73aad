import type { Child } from 'hono/jsx';
import type { PricedOrder } from '../../../domain/orders/create-manual-order.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { amountsDue, CodMismatch, priceDraft, readTotals } from './cod-check.tsx';
import { LinesCard } from './line-fields.tsx';
import { shortageIds } from './line-shortage.tsx';
import { AMOUNTS, type Entry, partialUpdate } from './order-draft.ts';
import type { TotalsFields } from './order-entry-schema.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { RecipientCard } from './recipient-fields.tsx';
import { EditedShippingCard, MoneyCard, NotesCard, NUMBER_LEFT, ShippingCard } from './shipping-payment-fields.tsx';

/** The order form. Its first button handles Enter in every field, so that Enter never saves. */
export const EntryForm = ({ entry }: { entry: Entry }) => (
  <div id="order-entry">
    <Post action={entry.action} form={entry.form}>
      <button type="submit" class="visually-hidden" name="step" value="next" tabindex={-1}>
        {orderEntryTexts(entry.context.language).recalculate}
      </button>
      {['form_key', 'seen'].map((name) => {
        const value = entry.draft[name]?.[0];
        return value === undefined ? null : <input type="hidden" name={name} value={value} />;
      })}
      <div class="with-side">
        <div>
          <LinesCard entry={entry} />
          <RecipientCard entry={entry} />
          {entry.order ? <EditedShippingCard entry={entry} /> : <ShippingCard entry={entry} />}
          <MoneyCard entry={entry} />
          <NotesCard entry={entry} />
        </div>
        <TotalsCard entry={entry} />
      </div>
    </Post>
  </div>
);

/** The totals and the save button, which stays within reach of the thumb on phones. */
function TotalsCard({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  const typed = readTotals(entry);
  const priced = priceDraft(entry, typed);
  return (
    <aside class="card sums" aria-labelledby="sums-title">
      <div class="sums-box">
        <h2 id="sums-title">{t.totals}</h2>
        <LiveTotals entry={entry} priced={priced} typed={typed} />
      </div>
      <div class="actions">
        <BarTotal entry={entry} priced={priced} />
        <Submit name="step" value="save" label={entry.order ? t.saveChanges : t.create} />
        <button
          type="submit"
          class="secondary outline unscripted"
          name="step"
          value="count"
          {...partialUpdate(entry, { target: 'order-lines', also: AMOUNTS })}
        >
          {t.recalculate}
        </button>
      </div>
    </aside>
  );
}

const ALSO_LIVE = AMOUNTS.filter((id) => id !== 'order-sums');
const FORM_CHANGED = 'input delay:400ms from:#order-entry, change delay:200ms from:#order-entry';

/** The total beside the button, on phones, where the totals are below the other cards. */
function BarTotal({ entry, priced }: Pick<TotalsProps, 'entry' | 'priced'>) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <p id="bar-total" class="bar-total" aria-hidden="true">
      {typeof priced === 'object' && (
        <>
          {t.items(count(priced.lines.length))} · <strong class="money">{money(priced.total)}</strong>
        </>
      )}
    </p>
  );
}

interface TotalsProps {
  entry: Entry;
  priced: ReturnType<typeof priceDraft>;
  typed: TotalsFields;
}

function LiveTotals({ entry, priced, typed }: TotalsProps) {
  const t = orderEntryTexts(entry.context.language);
  const also = [...ALSO_LIVE, ...(entry.order ? [] : [NUMBER_LEFT]), ...shortageIds(entry.draft)];
  return (
    <div
      id="order-sums"
      aria-live="polite"
      {...partialUpdate(entry, { step: 'look', target: 'order-sums', also, trigger: FORM_CHANGED })}
    >
      {priced === 'empty' && <p class="muted">{t.noTotals}</p>}
      {priced === 'invalid' && <p class="muted">{t.invalidTotals}</p>}
      {typeof priced === 'object' && <TotalsList entry={entry} priced={priced} typed={typed} />}
    </div>
  );
}

function TotalsList({ entry, priced, typed }: TotalsProps & { priced: PricedOrder }) {
  const t = orderEntryTexts(entry.context.language);
  const amounts = amountsDue(priced, typed, entry.order);
  const { paid, due, collects } = amounts;
  return (
    <>
      <ul class="sum-lines">
        {priced.lines.map(({ name, qty, amount }) => (
          <li>
            <span>
              {name} × {count(qty)}
            </span>
            <span class="money">{money(amount)}</span>
          </li>
        ))}
      </ul>
      <dl class="sum-totals">
        <Sum label={t.subtotal} amount={priced.subtotal} />
        <Sum label={t.discount} amount={(0 - (typed.discount ?? 0)) as Money} optional />
        <Sum label={t.shippingFee} amount={typed.shipping_fee} optional />
        <Sum label={t.otherFee} amount={typed.other_fee} optional />
        {typed.is_cod && <Sum label={t.codFee} amount={typed.cod_fee} optional />}
        <Sum label={t.total} amount={priced.total} main />
        {paid > 0 && <Sum label={t.paidNow} amount={paid} />}
        <Sum label={t.refunded} amount={entry.order?.refundedAmount} optional />
        {paid > 0 && <Sum label={t.due} amount={due} />}
        {collects !== null && <Sum label={t.collects} amount={collects} />}
      </dl>
      <CodMismatch entry={entry} amounts={amounts} />
    </>
  );
}

interface SumProps {
  label: Child;
  amount: Money | undefined;
  /** Hidden if zero. */
  optional?: boolean;
  main?: boolean;
}

const Sum = ({ label, amount = ZERO, optional, main }: SumProps) =>
  optional && amount === 0 ? null : (
    <div class={main ? 'main' : undefined}>
      <dt>{label}</dt>
      <dd class="money">{money(amount)}</dd>
    </div>
  );
