import { type PricedOrder, priceOrder } from '../../../domain/orders/create-manual-order.ts';
import { priceForm } from '../../../domain/orders/edit-form.ts';
import { codDiffersFromDue, type Hint } from '../../../domain/orders/hints.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { readFields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import { HintText } from '../order-hint.tsx';
import type { Draft, Entry } from './order-draft.ts';
import { formLines, orderMoney, type TotalsFields, totalsForm } from './order-entry-schema.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/** Warns if the COD amount differs from the balance due, with a checkbox to accept it. */
export function CodMismatch({
  entry: { context },
  amounts: { hints, confirmation },
}: {
  entry: Entry;
  amounts: AmountsDue;
}) {
  return (
    <>
      {hints.map((hint) => (
        <Notice tone="warn">
          <HintText context={context} hint={hint} />
        </Notice>
      ))}
      {confirmation !== undefined && (
        <CheckField name="cod_as_it_is" value={confirmation} label={orderEntryTexts(context.language).codConfirm} />
      )}
    </>
  );
}

/** Requires the checkbox if the COD amount differs from the balance due: fixing it later costs a new tracking number. */
export function checkCod(entry: Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>, form: Form<unknown>): void {
  const typed = readTotals(entry);
  const priced = priceDraft(entry, typed);
  if (typeof priced === 'string') return;
  const { confirmation, due } = amountsDue(priced, typed, entry.order);
  if (confirmation !== undefined && typed.cod_as_it_is !== confirmation)
    form.addError(orderEntryTexts(entry.context.language).codMismatch(money(due)), 'cod_amount');
}

type PricedEntry = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** The fields that determine the totals, without the invalid ones. */
export const readTotals = (entry: PricedEntry): TotalsFields => readFields(totalsForm(subtotalOf(entry)), entry.draft);

/** What a discount in percent refers to. */
export function subtotalOf(entry: PricedEntry): Money {
  return entry.draft.discount?.[0]?.includes('%') ? itemsTotal(entry) : ZERO;
}

/** The price of the items; zero while it is invalid. */
export function itemsTotal(entry: PricedEntry): Money {
  const { tier, line, variant, sku, qty, price } = entry.draft;
  const lines = Object.entries({ tier, line, variant, sku, qty, price }).filter(([, texts]) => texts !== undefined);
  const priced = priceDraft(entry, readFields(totalsForm(ZERO), Object.fromEntries(lines) as Draft));
  return typeof priced === 'object' ? priced.subtotal : ZERO;
}

/** The prices of the draft, if it has lines and they are valid. */
export function priceDraft(
  { context, draft, order, tierId }: PricedEntry,
  typed: TotalsFields,
): PricedOrder | 'empty' | 'invalid' {
  const money = orderMoney(typed);
  const lines = money.lines.filter(({ qty }) => qty > 0);
  const orderLines = formLines(typed).filter(({ qty }) => qty > 0);
  if (lines.length === 0) return (draft.qty ?? []).some((qty) => qty.trim() !== '') ? 'invalid' : 'empty';
  try {
    if (order) return priceForm(context.db, order, { ...money, codFee: money.cod?.fee ?? ZERO, lines: orderLines });
    return priceOrder(context.db, context.store.id, { ...money, lines, priceTierId: tierId ?? undefined });
  } catch (error) {
    if (error instanceof AppError) return 'invalid';
    throw error;
  }
}

interface AmountsDue {
  paid: Money;
  due: Money;
  /** COD amount; null without COD. */
  collects: Money | null;
  /** Warnings about the COD amount. */
  hints: readonly Hint[];
  /** Value of the checkbox that accepts exactly these two amounts; undefined if none is needed. */
  confirmation: string | undefined;
}

/** Amounts that the customer owes and the courier collects if the draft is saved now. */
export function amountsDue(priced: PricedOrder, typed: TotalsFields, order: Entry['order']): AmountsDue {
  const { paidAmount: paid, due } = priced;
  if (!typed.is_cod) return { paid, due, collects: null, hints: [], confirmation: undefined };
  const collects = typed.cod_amount ?? order?.codAmount ?? due;
  const hints = codDiffersFromDue(collects, due);
  const isUnchanged = order !== undefined && order.codAmount === collects && order.unpaidAmount === due;
  return {
    paid,
    due,
    collects,
    hints,
    confirmation: hints.length === 0 || isUnchanged ? undefined : `${collects}-${due}`,
  };
}
