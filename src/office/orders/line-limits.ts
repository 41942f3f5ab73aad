import type { Order } from '../../domain/orders/order.ts';
import { invalidRequest } from '../../lib/errors.ts';

/** Lines that a page shows and a form edits: a page of 5,000 lines would delay other requests by seconds. */
export const MAX_SHOWN_LINES = 200;

/** @throws AppError invalid_request if a form of the order would be too long */
export function requireFewLines({ id, lines }: Order): void {
  if (lines.length > MAX_SHOWN_LINES)
    throw invalidRequest('order_has_too_many_lines', { order: id, lines: lines.length, most: MAX_SHOWN_LINES });
}
