import type { Order } from '../orders/read.ts';
import type { Shipment } from '../orders/shipments/read.ts';
import { isCanceled } from '../orders/states.ts';

/** One of an order's shipments that are not canceled. */
export interface Parcel {
  shipment: Shipment;
  /** Which of them it is, from 1, and how many there are. */
  piece: number;
  pieces: number;
}

/** The order's parcels, oldest first. */
export function parcelsOf({ shipments }: Order): Parcel[] {
  const live = shipments.filter((shipment) => !isCanceled(shipment));
  return live.map((shipment, i) => ({ shipment, piece: i + 1, pieces: live.length }));
}
