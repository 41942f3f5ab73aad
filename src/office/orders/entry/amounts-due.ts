import { type PricedOrder, priceOrder } from '../../../domain/orders/create-manual-order.ts';
import { codUnlikeDue, dueOf, type Hint } from '../../../domain/orders/hints.ts';
import { priceWhole } from '../../../domain/orders/price-whole.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Entry } from './order-entry.ts';
import { orderMoney, type TotalsFields, wholeLines } from './order-entry-schema.ts';

type Priced = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** What it comes to, as far as the form is filled in. */
export function priceDraft(
  { context, draft, order, tierId }: Priced,
  typed: TotalsFields,
): PricedOrder | 'nothing' | 'faulty' {
  const money = orderMoney(typed);
  const lines = money.lines.filter(({ qty }) => qty > 0);
  const whole = wholeLines(typed).filter(({ qty }) => qty > 0);
  if (lines.length === 0) return (draft.qty ?? []).some((qty) => qty.trim() !== '') ? 'faulty' : 'nothing';
  try {
    if (order) return priceWhole(context.db, order, { ...money, codFee: money.cod?.fee ?? ZERO, lines: whole });
    return priceOrder(context.db, context.store.id, { ...money, lines, priceTierId: tierId ?? undefined });
  } catch (error) {
    if (error instanceof Refusal) return 'faulty';
    throw error;
  }
}

export interface AmountsDue {
  paid: Money;
  due: Money;
  /** What the courier is to collect; null where it is not COD. */
  collects: Money | null;
  /** What there is to say of that. */
  hints: readonly Hint[];
  /** The confirmation that lets it be saved all the same, for just these two amounts; undefined where none is needed. */
  confirmation: string | undefined;
}

/** Who owes what of it, when it is saved as it stands in the form. */
export function amountsDue(priced: PricedOrder, typed: TotalsFields, order: Entry['order']): AmountsDue {
  const paid = order?.paidAmount ?? priced.paidAmount;
  const due = dueOf({ total: priced.total, paidAmount: paid });
  if (!typed.is_cod) return { paid, due, collects: null, hints: [], confirmation: undefined };
  const collects = typed.cod_amount ?? order?.codAmount ?? due;
  const hints = codUnlikeDue(collects, due);
  const wasSo = order !== undefined && order.codAmount === collects && dueOf(order) === due;
  return { paid, due, collects, hints, confirmation: hints.length === 0 || wasSo ? undefined : `${collects}-${due}` };
}
