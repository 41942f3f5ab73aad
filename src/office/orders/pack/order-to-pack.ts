import type { Order } from '../../../domain/orders/order.ts';
import type { Id } from '../../../lib/ids.ts';
import { fields, flag, optionalId } from '../../forms/fields.ts';
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

/** A path below `/orders/:id/pack` that keeps this choice. @param last the variant that was packed last */
export function packPath(
  context: StoreContext,
  { id }: Order,
  page = '',
  { last, edit = false }: { last?: Id | undefined; edit?: boolean } = {},
): string {
  const query = new URLSearchParams({
    ...(isForced(context) && { anyway: '1' }),
    ...(last !== undefined && { last: String(last) }),
    ...(edit && { edit: '1' }),
  });
  return `/orders/${id}/pack${page}${query.size > 0 ? `?${query}` : ''}`;
}

/** The variant that was packed last, which the camera names. */
export const lastPacked = (context: StoreContext): Id | undefined => context.query(fields({ last: optionalId })).last;
