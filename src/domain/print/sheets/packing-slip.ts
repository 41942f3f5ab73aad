import type { Reader } from '../../../db/reader.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Allocation, lineQty } from '../../orders/allocate.ts';
import { componentsOfLine } from '../../orders/lines.ts';
import { lineName, type Order, type OrderLine, shownOrder } from '../../orders/order.ts';
import { unbookedQty } from '../../orders/shipments/book.ts';
import { itemsOf, type Shipment } from '../../orders/shipments/shipment.ts';
import { existingVariant } from '../../variants.ts';
import { thaiDay, thaiNumber } from '../paper/thai.ts';
import { type Parcel, type ParcelSelection, parcelsOf } from '../parcels.ts';
import { type Party, recipientOf, senderOf } from '../party.ts';
import type { Sheet, SheetParty } from './printed-sheet.ts';

/** The content of a parcel, without prices. */
interface PackingSlip {
  orderNumber: string;
  /** Unix milliseconds. */
  orderTime: number;
  sender: Party;
  recipient: Party;
  courier: string;
  trackingNumber: string;
  /** Undefined: the whole order, nothing is booked. */
  parcel: { number: number; count: number } | undefined;
  lines: { sku: string; name: string; qty: number; parts: { sku: string; name: string; qty: number }[] }[];
  /** Units that are in no parcel yet and will be shipped later; empty for a slip of the whole order. */
  toFollow: { name: string; qty: number }[];
  note: string;
}

/** One slip per selected parcel, or one for the whole order, or what is left of it, if there is none. @throws AppError not_found */
export function packingSlips(db: Reader, orderId: Id, selection: ParcelSelection = {}): PackingSlip[] {
  const order = shownOrder(db, orderId);
  const parcels = parcelsOf(order, selection);
  if (parcels.length > 0)
    return parcels.map((parcel) => slip(db, order, { parcel, lines: parcelLines(db, order, parcel.shipment) }));
  const qtyOf = ({ qty, shortQty, shippedQty }: OrderLine) => qty - shortQty - (selection.onlyWaiting ? shippedQty : 0);
  const available = order.lines.filter((line) => qtyOf(line) > 0);
  const lines = available.map((line) => {
    const qty = qtyOf(line);
    const parts = componentsOfLine(db, line).map((part) => ({ variantId: part.variantId, qty: part.qty * qty }));
    return slipLine(line, qty, partsIn(db, line, parts));
  });
  return [slip(db, order, { parcel: undefined, lines })];
}

function parcelLines(db: Reader, order: Order, { id }: Shipment): PackingSlip['lines'] {
  const items = Map.groupBy(itemsOf(db, id), ({ lineId }) => lineId);
  return order.lines.flatMap((line) => {
    const allocations = items.get(line.id);
    return allocations
      ? [slipLine(line, lineQty(allocations, componentsOfLine(db, line)), partsIn(db, line, allocations))]
      : [];
  });
}

/** The components of a bundle. */
function partsIn(
  db: Reader,
  line: OrderLine,
  allocations: readonly Pick<Allocation, 'variantId' | 'qty'>[],
): PackingSlip['lines'][number]['parts'] {
  const byVariant = Map.groupBy(allocations, ({ variantId }) => variantId);
  const components = componentsOfLine(db, line);
  if (components.length === 1 && components[0]?.qty === 1) return [];
  return [...byVariant].map(([variantId, ofVariant]) => {
    const { sku, productName, name } = existingVariant(db, variantId);
    const qty = ofVariant.reduce((sum, allocation) => sum + allocation.qty, 0);
    return { sku: sku ?? '', name: lineName({ name: productName, variantName: name }), qty };
  });
}

const slipLine = (line: OrderLine, qty: number, parts: PackingSlip['lines'][number]['parts']) => ({
  sku: line.sku ?? '',
  name: lineName(line),
  qty,
  parts,
});

interface Content extends Pick<PackingSlip, 'lines'> {
  parcel: Parcel | undefined;
}

function slip(db: Reader, order: Order, { parcel, lines }: Content): PackingSlip {
  const shipment = parcel?.shipment;
  return {
    orderNumber: String(order.orderNumber),
    orderTime: order.orderTime,
    sender: senderOf(db, order),
    recipient: recipientOf(order),
    courier: courierName(shipment?.shippingType ?? order.shippingType, 'th'),
    trackingNumber: shipment?.trackingNumber ?? '',
    parcel: parcel && { number: parcel.parcelNumber, count: parcel.parcelCount },
    lines,
    toFollow: parcel ? toFollow(db, order) : [],
    note: order.shippingLabelNote ?? '',
  };
}

function toFollow(db: Reader, order: Order): PackingSlip['toFollow'] {
  if (order.status !== 'open') return [];
  const left = unbookedQty(db, order);
  return order.lines
    .map((line) => ({ name: line.sku ?? lineName(line), qty: left(line) }))
    .filter(({ qty }) => qty > 0);
}

export function packingSlipSheet(slip: PackingSlip, { withRecipient }: { withRecipient: boolean }): Sheet {
  const { sender, recipient, trackingNumber, parcel, lines } = slip;
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
  return {
    title: 'ใบแพ็กสินค้า',
    qr: slip.orderNumber,
    nameInWarnings: message('document_of_order', { orderNumber: slip.orderNumber }),
    facts: [
      ['คำสั่งซื้อ', `#${slip.orderNumber}`],
      ['วันที่สั่งซื้อ', thaiDay(slip.orderTime)],
      ['ขนส่ง', slip.courier],
      ...(trackingNumber ? [['เลขพัสดุ', trackingNumber] as const] : []),
      ...(parcel ? [['ชิ้นที่', `${parcel.number}/${parcel.count}`] as const] : []),
    ],
    parties: [partyIn('ผู้ส่ง', sender), ...(withRecipient ? [partyIn('ผู้รับ', recipient)] : [])],
    tables: [
      {
        columns: [
          { head: '', widthShare: 6, checkbox: true },
          { head: 'SKU', widthShare: 24 },
          { head: 'สินค้า', widthShare: 68 },
          { head: 'จำนวน', widthShare: 14, align: 'right', bold: true },
        ],
        rows: lines.map(({ sku, name, qty, parts }) => [
          '',
          sku,
          [name, ...parts.map(partText)].join('\n'),
          thaiNumber(qty),
        ]),
      },
    ],
    totals: [{ name: 'รวมทั้งหมด', value: `${thaiNumber(pieces)} ชิ้น`, emphasized: true }],
    remarks: [...remarksOf(slip)],
  };
}

function* remarksOf({ toFollow, note }: PackingSlip): Iterable<string> {
  const units = toFollow.reduce((sum, { qty }) => sum + qty, 0);
  const named = toFollow.map(({ name, qty }) => `${name} × ${thaiNumber(qty)}`).join(', ');
  if (units > 0) yield `ค้างส่ง ${thaiNumber(units)} ชิ้น จะส่งตามภายหลัง: ${named}`;
  if (note) yield `หมายเหตุ: ${note}`;
}

const partyIn = (head: string, { name, telephone, address, postalCode }: Party): SheetParty => ({
  head,
  name,
  lines: [`${address} ${postalCode}`.trim(), telephone && `โทร. ${telephone}`].filter(Boolean),
});

const partText = ({ sku, name, qty }: { sku: string; name: string; qty: number }): string =>
  `• ${thaiNumber(qty)} × ${name}${sku && ` (${sku})`}`;
