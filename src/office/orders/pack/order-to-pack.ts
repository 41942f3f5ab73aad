import type { Order } from '../../../domain/orders/order.ts';
import { fields, flag } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { MAX_PACKED_LINES, requireFewLines } from '../line-limits.ts';

/** @throws AppError not_found; invalid_request if it has too many lines */
export function orderToPack(context: StoreContext): Order {
  const order = requestedOrder(context, context.id(), MAX_PACKED_LINES + 1);
  requireFewLines(context, order, MAX_PACKED_LINES);
  return order;
}

/** Whether the user chose to pack the order although it is not ready to ship. */
export const isForced = (context: StoreContext): boolean => context.query(fields({ anyway: flag })).anyway;

/** A path below `/orders/:id/pack` that keeps this choice. */
export const packPath = (context: StoreContext, { id }: Order, page = ''): string =>
  `/orders/${id}/pack${page}${isForced(context) ? '?anyway=1' : ''}`;
