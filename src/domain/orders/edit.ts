import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import type { Address } from '../address-fields.ts';
import { addAddress, type StoredAddress } from '../addresses.ts';
import { advance } from './advance.ts';
import { openBooking } from './bookings/booking.ts';
import { isWithCourier } from './bookings/booking-states.ts';
import { updateCustomersOf } from './customers/customer-rows.ts';
import { applyLines, changesQuantities, type LinesEdit, type LinesRevision, reviseLines } from './edit-lines.ts';
import { type Act, recordEvent } from './history.ts';
import { reindexOrder } from './list/index-rows.ts';
import { existingOrder, type Order } from './order.ts';
import { requireFutureTimes } from './order-input.ts';
import { EDITABLE_FIELDS, type EditableFields, type EditedFields, markEdited } from './order-rows.ts';
import { isCanceled } from './order-states.ts';
import { updateOwedMarks } from './owed-refunds.ts';
import { markUnpacked } from './packing-rows.ts';
import { unpaidWithTotal, waivedWithTotal } from './payments/balance.ts';
import { receiptOfOrder } from './payments/receipts.ts';
import { orderTotals, totalsOfForm } from './totals.ts';
import { orderView } from './view.ts';

type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** Undefined keeps a value, null removes a note or a time. */
export interface OrderEdit extends LinesEdit, Changes<EditableFields> {
  recipientAddress?: Address | undefined;
  /** COD orders only. */
  codAmount?: Money | undefined;
  codFee?: Money | undefined;
}

/**
 * Edits an open order without shipments; a private note as long as it is open. Only the difference of stock moves.
 * @throws AppError not_found; invalid_request at the line (`line 7`, or `products[0]` for a new one) or the field
 */
export function editOrder(tx: WriteTx, id: Id, edit: OrderEdit, act: Act): Order {
  const order = existingOrder(tx, id);
  requireEditable(tx, order, edit);
  requireFutureTimes(edit, act.now, order);
  const revision = reviseLines(tx, order, edit);
  const fields = revisedFields(order, edit, revision.lines, act.now);
  applyLines(tx, order, revision, act.now);
  if (changesQuantities(revision)) markUnpacked(tx, id);
  const recipientAddress = addressOf(tx, order, edit, act.now);
  const detail = differences(tx, order, { ...existingOrder(tx, id), ...fields, recipientAddress });
  if (Object.keys(detail).length === 0) return order;
  markEdited(tx, { id, recipientAddress, ...fields }, act.now);
  reindexOrder(tx, id);
  updateCustomersOf(tx, [id]);
  recordEvent(tx, id, act, 'edited', detail);
  const after = advance(tx, id, act);
  updateOwedMarks(tx, after);
  return after;
}

/** An unchanged address keeps its id. A changed one gets a new id, because other orders may use the old one. */
function addressOf(tx: WriteTx, { storeId, recipientAddress }: Order, edit: OrderEdit, now: number): StoredAddress {
  const { version, id, ...known } = recipientAddress;
  if (!edit.recipientAddress || isDeepStrictEqual(withoutUndefined(edit.recipientAddress), known))
    return recipientAddress;
  return addAddress(tx, storeId, edit.recipientAddress, now);
}

const withoutUndefined = (address: Address) =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));

function requireEditable(db: Reader, { id, status, shipments, isCod }: Order, edit: OrderEdit): void {
  if (status !== 'open') throw invalidRequest('order_not_open', { order: id, status: status });
  if (!isCod && (edit.codAmount !== undefined || edit.codFee !== undefined))
    throw invalidRequest('cod_amounts_without_cod', { order: id });
  if (Object.entries(edit).every(([field, value]) => field === 'privateNote' || value === undefined)) return;
  const live = shipments.find((shipment) => !isCanceled(shipment));
  if (live) throw invalidRequest('order_has_shipment', { order: id, shipment: live.id, status: live.status });
  if (editsAmounts(edit)) requireNoReceipt(db, id);
  const booking = openBooking(db, id);
  if (booking && isWithCourier(booking)) throw invalidRequest('order_awaits_tracking_number', { order: id });
}

/** Fields that change the amounts of an order. */
const AMOUNTS = ['set', 'add', 'remove', 'discount', 'shippingFee', 'otherFee', 'codFee', 'codAmount'] as const;

const editsAmounts = (edit: OrderEdit): boolean => AMOUNTS.some((field) => edit[field] !== undefined);

/** A receipt is final: later corrections are refunds. */
function requireNoReceipt(db: Reader, id: Id): void {
  const receipt = receiptOfOrder(db, id);
  if (receipt) throw invalidRequest('order_has_receipt', { order: id, receipt: receipt.number });
}

/** The new fields, totals, and since when the order is paid in full. */
function revisedFields(order: Order, edit: OrderEdit, lines: LinesRevision['lines'], now: number): EditedFields {
  const fields = Object.fromEntries(
    EDITABLE_FIELDS.map((field) => [field, edit[field] === undefined ? order[field] : edit[field]]),
  ) as unknown as EditableFields;
  const totalsOf = edit.discount === undefined ? orderTotals : totalsOfForm;
  const totals = totalsOf(lines, { ...fields, codFee: fields.codFee ?? ZERO });
  const isPaid = unpaidWithTotal(order, totals.total) === ZERO;
  const waived = waivedWithTotal(order, totals.total);
  return { ...fields, ...totals, waived, paidTime: isPaid ? (order.paidTime ?? now) : null };
}

/** Not recorded as changes: derived fields, and those that every change sets. */
const DERIVED_FIELDS = new Set(['status', 'payment_status', 'shipping_status', 'paid_time', 'update_time']);

/** The fields that differ between two states of an order, in the names of `/v1`. */
function differences(db: Reader, before: Order, after: Order): Record<string, { from?: unknown; to?: unknown }> {
  const [from, to] = [fieldsOf(db, before), fieldsOf(db, after)];
  return Object.fromEntries(
    Object.keys({ ...from, ...to })
      .filter((field) => !DERIVED_FIELDS.has(field) && !isDeepStrictEqual(from[field], to[field]))
      .map((field) => [field, { from: from[field], to: to[field] }]),
  );
}

/** One key per line, so that the history of a long order contains only the changed lines. */
function fieldsOf(db: Reader, order: Order): Record<string, unknown> {
  const { products, ...fields } = orderView(db, order);
  const lines = products.map((line) => [`line ${line.id}`, line]);
  return { ...fields, private_note: order.privateNote ?? undefined, ...Object.fromEntries(lines) };
}
