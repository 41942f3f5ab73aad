/**
 * The states of a shipment that a courier's word can lead to (docs/decisions.md#shipments); `booked` is where it
 * starts.
 */
export const TRACKED_STATUSES = [
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
  'returned',
  'canceled',
] as const;

export type TrackedStatus = (typeof TRACKED_STATUSES)[number];
