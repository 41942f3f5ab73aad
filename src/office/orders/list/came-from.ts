import { fields, optionalText } from '../../forms/fields.ts';
import type { Visit } from '../../visit.ts';

/** The list that the orders were ticked on, below `/office`: with its tab, its filters and its page. */
export function cameFrom(visit: Visit): string {
  const { from = '' } = visit.form(fields({ from: optionalText(2_000) })).value ?? {};
  return from.startsWith('?') ? `/orders${from}` : '/orders';
}
