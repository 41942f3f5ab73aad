import { existingPayment, type PaymentHead } from '../../../domain/orders/payments/read.ts';
import { existingOrder, type Order } from '../../../domain/orders/read.ts';
import { existingShipment, type Shipment } from '../../../domain/orders/shipments/read.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Visit } from '../../visit.ts';

/** The order of the path, which is the store's. @throws Refusal not_found */
export function orderOf(visit: Visit, id: Id = visit.id()): Order {
  const order = existingOrder(visit.ctx.db, id);
  if (order.storeId !== visit.store.id) throw new Refusal('not_found', `there is no order ${id}`);
  return order;
}

/** A payment of the order of the path. @throws Refusal not_found */
export function paymentOf(visit: Visit): PaymentHead {
  const payment = existingPayment(visit.ctx.db, visit.id('payment'));
  if (payment.orderId !== orderOf(visit).id) throw new Refusal('not_found', `there is no payment ${payment.id}`);
  return payment;
}

/** A parcel of the order of the path. @throws Refusal not_found */
export function shipmentOf(visit: Visit): Shipment {
  const shipment = existingShipment(visit.ctx.db, visit.id('shipment'));
  if (shipment.orderId !== orderOf(visit).id) throw new Refusal('not_found', `there is no shipment ${shipment.id}`);
  return shipment;
}
