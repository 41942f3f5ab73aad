import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Order } from '../order.ts';
import { type Packing, packingOf } from '../packing-rows.ts';
import { unbookedQty } from './book.ts';
import { type Shipment, shipmentQtys } from './shipment.ts';

// Which of an order's parcels are packed. Pieces that were left for later can be in a parcel before they are packed.

/** The booked parcels that contain pieces that were left for later: of each line the newest ones. */
function unpackedParcels(db: Reader, order: Order): ReadonlySet<Id> {
  const left = unbookedQty(db, order);
  const unpacked = new Map<Id, number>();
  for (const { lineId, qty } of packingOf(db, order.id)?.missing ?? []) {
    const line = order.lines.find(({ id }) => id === lineId);
    if (line && qty > left(line)) unpacked.set(lineId, qty - left(line));
  }
  const parcels = unpacked.size === 0 ? [] : order.shipments.filter(({ status }) => status === 'booked').reverse();
  return new Set(parcels.filter((parcel) => takesUnpacked(db, parcel, unpacked)).map(({ id }) => id));
}

/** Subtracts what the parcel takes of the unpacked pieces. */
function takesUnpacked(db: Reader, parcel: Shipment, unpacked: Map<Id, number>): boolean {
  const taken = [...shipmentQtys(db, parcel)].filter(([lineId]) => (unpacked.get(lineId) ?? 0) > 0);
  for (const [lineId, qty] of taken) unpacked.set(lineId, (unpacked.get(lineId) ?? 0) - qty);
  return taken.length > 0;
}

/** @param order with all its lines */
export const isParcelPacked = (db: Reader, order: Order, { id }: Shipment): boolean =>
  packingOf(db, order.id) !== undefined && !unpackedParcels(db, order).has(id);

/** Whether a packed parcel of the order waits for the courier. */
export const hasPackedParcel = (db: Reader, order: Order): boolean =>
  order.shipments.some((parcel) => parcel.status === 'booked' && isParcelPacked(db, order, parcel));

/** The packing without the pieces of an unpacked parcel: they are not left for later once it has shipped. */
export function withoutParcel(db: Reader, { time, missing }: Packing, parcel: Shipment): Packing {
  const qtys = shipmentQtys(db, parcel);
  const still = missing.map(({ lineId, qty }) => ({ lineId, qty: qty - (qtys.get(lineId) ?? 0) }));
  return { time, missing: still.filter(({ qty }) => qty > 0) };
}
