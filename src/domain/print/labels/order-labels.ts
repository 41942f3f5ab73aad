import type { Reader } from '../../../db/reader.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { ZERO } from '../../../lib/money.ts';
import { missingOnLabel } from '../../addresses.ts';
import { labelSender } from '../../orders/label-sender.ts';
import { type Order, shownOrder } from '../../orders/order.ts';
import { hasLeft, haveAllLeft } from '../../orders/order-states.ts';
import { weightOfShipment } from '../../orders/parcel-weight.ts';
import { uncollectedCod } from '../../orders/totals.ts';
import { hasNumberedLabel, type Parcel, type ParcelSelection, parcelsOf } from '../parcels.ts';
import { recipientOf, senderOf } from '../party.ts';
import type { Label } from './label.ts';

export interface LabelWithWarnings {
  label: Label;
  /** Missing fields. The label can be printed without them. */
  warnings: Message[];
}

/** Oldest first. @throws AppError not_found; invalid_request if no parcel has a tracking number */
export function orderLabels(db: Reader, orderId: Id, selection?: ParcelSelection): LabelWithWarnings[] {
  const order = shownOrder(db, orderId);
  const numbered = parcelsOf(order, selection).filter(({ shipment }) => shipment.trackingNumber !== null);
  if (numbered.length === 0) throw invalidRequest('no_numbered_shipment', { order: orderId });
  return numbered.map((parcel) => labelOf(db, order, parcel));
}

/**
 * The label of an open order, or of the rest of it, whose number the courier gives at its counter. Its QR code is the
 * order's.
 * @throws AppError not_found; invalid_request if the order is not open or `hasNumberedLabel`
 */
export function addressLabel(db: Reader, orderId: Id, now: number): LabelWithWarnings {
  const order = shownOrder(db, orderId);
  if (order.status !== 'open') throw invalidRequest('order_not_open', { order: orderId, status: order.status });
  const parcels = parcelsOf(order).map(({ shipment }) => shipment);
  if (hasNumberedLabel(parcels, haveAllLeft(order.lines)))
    throw invalidRequest('order_has_numbers', { order: orderId });
  const parcelNumber = parcels.filter(hasLeft).length + 1;
  const codAmount = order.codStatus === 'pending' ? uncollectedCod(order) : ZERO;
  const label: Label = {
    ...commonOf(db, order),
    courier: courierName(order.shippingType, 'th'),
    trackingNumber: '',
    parcelNumber,
    parcelCount: parcelNumber,
    codAmount: codAmount > 0 ? codAmount : null,
    weight: null,
    date: now,
  };
  return { label, warnings: addressWarnings(db, order) };
}

function labelOf(db: Reader, order: Order, { shipment, parcelNumber, parcelCount }: Parcel): LabelWithWarnings {
  const label: Label = {
    ...commonOf(db, order),
    courier: courierName(shipment.shippingType, 'th'),
    trackingNumber: shipment.trackingNumber ?? '',
    parcelNumber,
    parcelCount,
    codAmount: shipment.codAmount,
    weight: weightOfShipment(db, shipment.id) ?? null,
    date: shipment.createTime,
  };
  return { label, warnings: addressWarnings(db, order) };
}

const commonOf = (db: Reader, order: Order): Pick<Label, 'orderNumber' | 'recipient' | 'sender' | 'note'> => ({
  orderNumber: String(order.orderNumber),
  recipient: recipientOf(order),
  sender: senderOf(db, order),
  note: order.shippingLabelNote ?? '',
});

function addressWarnings(db: Reader, order: Order): Message[] {
  const { orderNumber, recipientAddress } = order;
  const fields = missingOnLabel(recipientAddress);
  return [
    ...(fields.length > 0 ? [message('label_address_incomplete', { orderNumber, fields })] : []),
    ...(labelSender(db, order) ? [] : [message('label_without_sender', { orderNumber })]),
  ];
}
