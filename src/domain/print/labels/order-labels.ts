import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { missingOnLabel } from '../../addresses.ts';
import { type Order, shownOrder } from '../../orders/order.ts';
import type { Shipment } from '../../orders/shipments/shipment.ts';
import { type Parcel, parcelsOf } from '../parcels.ts';
import { recipientOf, senderOf } from '../party.ts';
import type { Label } from './label.ts';

interface LabelWithWarnings {
  label: Label;
  /** Missing fields. The label can be printed without them. */
  warnings: string[];
}

/** Oldest first. @throws AppError not_found; invalid_request if no parcel has a tracking number */
export function orderLabels(db: Reader, orderId: Id): LabelWithWarnings[] {
  const order = shownOrder(db, orderId);
  const numbered = parcelsOf(order).filter(({ shipment }) => shipment.trackingNumber !== null);
  if (numbered.length === 0) throw invalidRequest('no_numbered_shipment', { order: orderId });
  return numbered.map((parcel) => labelOf(db, order, parcel));
}

function labelOf(db: Reader, order: Order, { shipment, parcelNumber, parcelCount }: Parcel): LabelWithWarnings {
  const label: Label = {
    orderNumber: String(order.orderNumber),
    courier: courierName(shipment.shippingType, 'th'),
    trackingNumber: shipment.trackingNumber ?? '',
    parcelNumber,
    parcelCount,
    recipient: recipientOf(order),
    sender: senderOf(order),
    codAmount: shipment.codAmount,
    weight: weightOf(db, shipment.id),
    date: shipment.bookTime ?? shipment.createTime,
    note: order.shippingLabelNote ?? '',
  };
  return { label, warnings: warningsOf(order, shipment) };
}

function warningsOf({ id, recipientAddress, senderAddress }: Order, { trackingNumber }: Shipment): string[] {
  const missing = missingOnLabel(recipientAddress);
  return [
    ...(missing.length > 0 ? [`order ${id}: the recipient's address lacks ${missing.join(', ')}`] : []),
    ...(senderAddress ? [] : [`order ${id} has no sender's address`]),
    ...(trackingNumber === null ? [`order ${id}: the shipment has no tracking number`] : []),
  ];
}

const weightOfShipment = query<{ grams: number | null; unknown: number }>(
  { reads: ['shipment_items', 'variants'] },
  `SELECT sum(i.qty * v.weight) AS grams, count(*) - count(v.weight) AS unknown
   FROM shipment_items i JOIN variants v ON v.id = i.variant_id WHERE i.shipment_id = ?`,
);

/** Grams of the content; null if a weight is unknown. */
function weightOf(db: Reader, shipmentId: Id): number | null {
  const row = db.get(weightOfShipment, shipmentId);
  return row && row.unknown === 0 ? row.grams : null;
}
