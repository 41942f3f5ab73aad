import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Parcel } from '../../couriers/adapters/adapter.ts';
import type { Order } from '../read.ts';
import { codLeft } from '../totals.ts';
import type { Booking } from './booking.ts';

/** The parcel of a booking: everything of the order that is not shipped. */
export function parcelOf(db: Reader, order: Order, { key, shippingType }: Booking): Parcel {
  const cod = codLeft(order);
  const lines = order.lines.map((line) => ({ ...line, qty: line.qty - line.shippedQty - line.shortQty }));
  return {
    key,
    shippingType,
    orderNumber: String(order.orderNumber),
    senderName: order.senderName,
    sender: order.senderAddress,
    recipient: order.recipientAddress,
    weight: weightOf(db, lines),
    codAmount: order.codStatus === 'pending' && cod > 0 ? cod : null,
    note: order.shippingLabelNote,
    items: lines
      .filter(({ qty }) => qty > 0)
      .map(({ name, variantName, qty }) => ({ name: `${name} ${variantName}`.trim(), qty })),
  };
}

const selectWeightOf = query<{ weight: number | null }>(
  { reads: ['variants'] },
  'SELECT weight FROM variants WHERE id = ?',
);

/** Grams; undefined if the weight of one of the variants is not set. */
function weightOf(db: Reader, lines: readonly { variantId: Id; qty: number }[]): number | undefined {
  let grams = 0;
  for (const { variantId, qty } of lines) {
    const weight = db.get(selectWeightOf, variantId)?.weight;
    if (weight === undefined || weight === null) return undefined;
    grams += weight * qty;
  }
  return grams;
}
