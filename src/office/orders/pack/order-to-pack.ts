import type { Order } from '../../../domain/orders/order.ts';
import type { StoreContext } from '../../request-context.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { MAX_PACKED_LINES, requireFewLines } from '../line-limits.ts';

/** @throws AppError not_found; invalid_request if it has too many lines */
export function orderToPack(context: StoreContext): Order {
  const order = requestedOrder(context, context.id(), MAX_PACKED_LINES + 1);
  requireFewLines(context, order, MAX_PACKED_LINES);
  return order;
}
