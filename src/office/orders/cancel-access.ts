import type { Order } from '../../domain/orders/order.ts';
import type { RequiredPermissions } from '../access.ts';

/** The permissions of a cancellation: the money of an order has to go back, so it needs the one for payments too. */
export const cancelAccess = ({ paidAmount }: Pick<Order, 'paidAmount'>): RequiredPermissions =>
  paidAmount > 0 ? 'orders and money' : 'orders';
