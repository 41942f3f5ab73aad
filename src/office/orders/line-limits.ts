import { countLines, type Order } from '../../domain/orders/order.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { StoreContext } from '../request-context.ts';

/** Lines that a page shows and a form edits: a page of 5,000 lines would delay other requests by seconds. */
export const MAX_SHOWN_LINES = 200;

/** Lines that a page packs: it sums them per variant. */
export const MAX_PACKED_LINES = 1_000;

/** @throws AppError invalid_request if a form of the order would be too long */
export function requireFewLines({ db }: StoreContext, { id, lines }: Order, most = MAX_SHOWN_LINES): void {
  if (lines.length > most)
    throw invalidRequest('order_has_too_many_lines', { order: id, lines: countLines(db, id), most });
}
