import type { Order } from '../orders/order.ts';
import { isCanceled } from '../orders/order-states.ts';
import type { Shipment } from '../orders/shipments/shipment.ts';

/** One of an order's shipments that are not canceled. */
export interface Parcel {
  shipment: Shipment;
  /** From 1. */
  parcelNumber: number;
  parcelCount: number;
}

/** Parcels that were not handed over, instead of all. */
export interface ParcelSelection {
  onlyWaiting?: boolean | undefined;
}

/** The order's parcels, oldest first. */
export function parcelsOf({ shipments }: Order, { onlyWaiting = false }: ParcelSelection = {}): Parcel[] {
  const live = shipments.filter((shipment) => !isCanceled(shipment));
  const parcels = live.map((shipment, i) => ({ shipment, parcelNumber: i + 1, parcelCount: live.length }));
  return onlyWaiting ? parcels.filter(({ shipment }) => shipment.status === 'booked') : parcels;
}

/**
 * Whether a label with a tracking number is printed instead of an address label: that of a parcel that was not handed
 * over, or of any if nothing is left to ship.
 */
export const hasNumberedLabel = (
  parcels: readonly Pick<Shipment, 'status' | 'trackingNumber'>[],
  isAllShipped: boolean,
): boolean =>
  parcels.some(({ status, trackingNumber }) => trackingNumber !== null && (isAllShipped || status === 'booked'));
