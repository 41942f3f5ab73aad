import { type Courier, findCourier } from '../../../domain/couriers/couriers.ts';
import { notFound } from '../../../lib/errors.ts';
import type { StoreContext } from '../../request-context.ts';

/** The store's courier in the path. @throws AppError not_found */
export function requestedCourier(context: StoreContext): Courier {
  const shippingType = context.request.params.type ?? '';
  const courier = findCourier(context.db, context.store.id, shippingType);
  if (!courier) throw notFound('courier_not_set_up', { shippingType });
  return courier;
}
