import { type Order, shownOrder } from '../../../domain/orders/order.ts';
import { existingPayment, type PaymentHead } from '../../../domain/orders/payments/payment-details.ts';
import { existingShipment, type Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { StoreContext } from '../../request-context.ts';
import { MAX_SHOWN_LINES } from '../line-limits.ts';

/**
 * The order named by the path, with at most `maxLines` lines: by default one more than a page shows.
 * @throws AppError not_found, also for another store's order
 */
export function requestedOrder(context: StoreContext, id: Id = context.id(), maxLines = MAX_SHOWN_LINES + 1): Order {
  const order = shownOrder(context.db, id, maxLines);
  if (order.storeId !== context.store.id) throw notFound('order_not_found', { order: id });
  return order;
}

/** The payment of this order named by the path. @throws AppError not_found */
export function requestedPayment(context: StoreContext): PaymentHead {
  const payment = existingPayment(context.db, context.id('payment'));
  if (payment.orderId !== requestedOrder(context).id) throw notFound('payment_not_found', { payment: payment.id });
  return payment;
}

/** The parcel of this order named by the path. @throws AppError not_found */
export function requestedShipment(context: StoreContext): Shipment {
  const shipment = existingShipment(context.db, context.id('shipment'));
  if (shipment.orderId !== requestedOrder(context).id) throw notFound('shipment_not_found', { shipment: shipment.id });
  return shipment;
}
