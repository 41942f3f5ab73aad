import { type PricedOrder, priceOrder } from '../../../domain/orders/create-manual-order.ts';
import { priceWhole } from '../../../domain/orders/edit-whole.ts';
import { codUnlikeDue, dueOf, type Hint } from '../../../domain/orders/hints.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Entry } from './order-entry.ts';
import { orderMoney, type TotalsFields, wholeLines } from './order-entry-schema.ts';

type PricedEntry = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** The prices of the draft, if it has lines and they are valid. */
export function priceDraft(
  { context, draft, order, tierId }: PricedEntry,
  typed: TotalsFields,
): PricedOrder | 'empty' | 'invalid' {
  const money = orderMoney(typed);
  const lines = money.lines.filter(({ qty }) => qty > 0);
  const whole = wholeLines(typed).filter(({ qty }) => qty > 0);
  if (lines.length === 0) return (draft.qty ?? []).some((qty) => qty.trim() !== '') ? 'invalid' : 'empty';
  try {
    if (order) return priceWhole(context.db, order, { ...money, codFee: money.cod?.fee ?? ZERO, lines: whole });
    return priceOrder(context.db, context.store.id, { ...money, lines, priceTierId: tierId ?? undefined });
  } catch (error) {
    if (error instanceof AppError) return 'invalid';
    throw error;
  }
}

export interface AmountsDue {
  paid: Money;
  due: Money;
  /** COD amount; null without COD. */
  collects: Money | null;
  /** Warnings about the COD amount. */
  hints: readonly Hint[];
  /** Value of the checkbox that accepts exactly these two amounts; undefined if none is needed. */
  confirmation: string | undefined;
}

/** What the customer owes and the courier collects if the draft is saved now. */
export function amountsDue(priced: PricedOrder, typed: TotalsFields, order: Entry['order']): AmountsDue {
  const paid = order?.paidAmount ?? priced.paidAmount;
  const due = dueOf({ total: priced.total, paidAmount: paid });
  if (!typed.is_cod) return { paid, due, collects: null, hints: [], confirmation: undefined };
  const collects = typed.cod_amount ?? order?.codAmount ?? due;
  const hints = codUnlikeDue(collects, due);
  const isUnchanged = order !== undefined && order.codAmount === collects && dueOf(order) === due;
  return {
    paid,
    due,
    collects,
    hints,
    confirmation: hints.length === 0 || isUnchanged ? undefined : `${collects}-${due}`,
  };
}
