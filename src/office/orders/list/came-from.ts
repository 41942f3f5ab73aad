import { fields, optionalText } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';

/** The list that the orders were ticked on, below `/office`: with its tab, its filters and its page. */
export function listPath(context: StoreContext): string {
  const { from = '' } = context.form(fields({ from: optionalText(2_000) })).value ?? {};
  return from.startsWith('?') ? `/orders${from}` : '/orders';
}
