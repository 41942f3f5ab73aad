import { type PricedOrder, priceOrder } from '../../../domain/orders/create-manual-order.ts';
import { codUnlikeDue, dueOf, type Hint } from '../../../domain/orders/hints.ts';
import { priceWhole } from '../../../domain/orders/price-whole.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { Entry } from './entry.ts';
import { moneyOf, type SumsFields, wholeLines } from './schema.ts';

type Priced = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** What it comes to, as far as the form is filled in. */
export function pricedOrder(
  { context, draft, order, tierId }: Priced,
  typed: SumsFields,
): PricedOrder | 'nothing' | 'faulty' {
  const money = moneyOf(typed);
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

export interface Owed {
  paid: Money;
  due: Money;
  /** What the courier is to collect; null where it is not COD. */
  collects: Money | null;
  /** What there is to say of that. */
  hints: readonly Hint[];
  /** The word that lets it be saved all the same, for just these two amounts; undefined where none is needed. */
  word: string | undefined;
}

/** Who owes what of it, when it is saved as it stands in the form. */
export function owedOf(priced: PricedOrder, typed: SumsFields, order: Entry['order']): Owed {
  const paid = order?.paidAmount ?? priced.paidAmount;
  const due = dueOf({ total: priced.total, paidAmount: paid });
  if (!typed.is_cod) return { paid, due, collects: null, hints: [], word: undefined };
  const collects = typed.cod_amount ?? order?.codAmount ?? due;
  const hints = codUnlikeDue(collects, due);
  const wasSo = order !== undefined && order.codAmount === collects && dueOf(order) === due;
  return { paid, due, collects, hints, word: hints.length === 0 || wasSo ? undefined : `${collects}-${due}` };
}
