import type { Order } from '../../domain/orders/order.ts';
import type { RequiredPermissions } from '../access.ts';

/** What a cancellation needs: of an order with money, whoever may also give the money back. */
export const cancelAccess = ({ paidAmount }: Pick<Order, 'paidAmount'>): RequiredPermissions =>
  paidAmount > 0 ? 'orders and money' : 'orders';
