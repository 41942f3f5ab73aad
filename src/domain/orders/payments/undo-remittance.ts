import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest, notFound } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { reopen } from '../advance.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { markPaymentUndone } from '../order-rows.ts';
import { resumeCod } from './cod.ts';
import { auditMoney } from './payment-audit.ts';
import { markReviewed } from './payment-rows.ts';
import { noteText } from './payments.ts';
import { replaceFee, type TypedFee, typedFee } from './remittance-fee.ts';
import { existingRemittance, markLineUndone, type Remittance, type UndoReason } from './remittance-rows.ts';

/** A parcel that a payout pays for. */
interface PaidParcel {
  shipmentId: Id;
  paymentId: Id;
  orderId: Id;
  orderNumber: number;
  shippingType: string;
  trackingNumber: string | null;
  amount: Money;
}

interface PaidRow extends PaidParcel {
  isDeleted: 0 | 1;
  refunded: Money;
  payTime: number;
  receipt: number | null;
  receiptTime: number | null;
}

const PAID = query<PaidRow>(
  { reads: ['orders', 'payments', 'receipts', 'remittance_lines', 'shipments'] },
  `SELECT l.shipment_id AS shipmentId, l.payment_id AS paymentId, l.amount, o.id AS orderId,
     o.order_number AS orderNumber, s.shipping_type AS shippingType, s.tracking_number AS trackingNumber,
     o.stage = 'deleted' AS isDeleted, p.refunded, p.create_time AS payTime, e.number AS receipt,
     e.create_time AS receiptTime
   FROM remittance_lines l JOIN payments p ON p.id = l.payment_id JOIN shipments s ON s.id = l.shipment_id
   JOIN orders o ON o.id = s.order_id LEFT JOIN receipts e ON e.order_id = o.id AND e.void_time IS NULL
   WHERE l.remittance_id = @remittanceId AND l.undo_time IS NULL
     AND (@shipmentId IS NULL OR l.shipment_id = @shipmentId) ORDER BY l.shipment_id`,
);

interface UndoSelection {
  remittanceId: Id;
  /** One parcel of it; all by default. */
  shipmentId?: Id | undefined;
}

export interface UndoPreview {
  remittance: Remittance;
  /** Parcels that become unpaid again. */
  parcels: PaidParcel[];
  /** Sum of these parcels. */
  amount: Money;
  /** Parcels that stay paid out, and why. */
  blocked: (PaidParcel & { obstacle: AppError })[];
}

const lineOfParcel = query<{ id: Id }>(
  { reads: ['remittance_lines'] },
  'SELECT payment_id AS id FROM remittance_lines WHERE remittance_id = ? AND shipment_id = ? LIMIT 1',
);

/** What `undoRemittance` would undo. @throws AppError not_found, also if the payout never paid for the parcel */
export function previewUndo(db: Reader, { remittanceId, shipmentId }: UndoSelection): UndoPreview {
  const remittance = existingRemittance(db, remittanceId);
  if (shipmentId !== undefined && !db.get(lineOfParcel, remittanceId, shipmentId))
    throw notFound('shipment_not_found', { shipment: shipmentId });
  const rows = db
    .all(PAID, { remittanceId, shipmentId: shipmentId ?? null })
    .map((row) => ({ ...row, obstacle: obstacleTo(row) }));
  const parcels = rows.filter(({ obstacle }) => obstacle === undefined);
  const blocked = rows.flatMap(({ obstacle, ...row }) => (obstacle ? [{ ...row, obstacle }] : []));
  return { remittance, parcels, amount: sum(...parcels.map(({ amount }) => amount)) ?? ZERO, blocked };
}

/** A receipt that was issued before the payout does not depend on it: docs/decisions.md#undone-payouts. */
function obstacleTo({ orderId, orderNumber, ...row }: PaidRow): AppError | undefined {
  const order = { order: orderId, number: orderNumber };
  if (row.isDeleted) return invalidRequest('undo_of_deleted_order', order);
  if (row.refunded > 0) return invalidRequest('undo_of_refunded', { ...order, amount: row.refunded });
  if (row.receipt !== null && (row.receiptTime ?? 0) >= row.payTime)
    return invalidRequest('undo_after_receipt', { ...order, receipt: row.receipt });
  return undefined;
}

export interface UndoInput extends UndoSelection, TypedFee {
  reason: UndoReason;
  note?: string | undefined;
  /** The parcels and their amount that the user has seen. */
  seen?: { parcels: number; amount: Money } | undefined;
}

/**
 * Makes the parcels of a payout, or one of them, unpaid again (docs/decisions.md#undone-payouts). Parcels that cannot be
 * undone stay. The typed fee is that of the rest; by default it stays.
 * @throws AppError not_found; invalid_request if nothing or something else than `seen` can be undone, or at `note`, `fee` or `net`
 */
export function undoRemittance(tx: WriteTx, input: UndoInput, act: Act): UndoPreview {
  const { reason } = input;
  const preview = previewUndo(tx, input);
  const { remittance, parcels, amount, blocked } = preview;
  const note = noteText(input.note);
  if (parcels.length === 0)
    throw blocked[0]?.obstacle ?? invalidRequest('remittance_undone', { remittance: remittance.id });
  requireSeen(preview, input);
  const fee = feeOfRest(preview, input);
  const takenBack = remittance.fee === null ? null : ((remittance.fee - (fee ?? 0)) as Money);
  for (const [orderId, own] of Map.groupBy(parcels, (parcel) => parcel.orderId)) {
    for (const parcel of own)
      undoPayment(tx, remittance.id, parcel, { reason, note, fee: parcel === parcels[0] ? takenBack : null }, act);
    resumeCod(tx, orderId, act);
    markPaymentUndone(tx, orderId, act.now);
    reopen(tx, orderId, act);
  }
  const { id: subjectId, storeId } = remittance;
  auditMoney(tx, 'cod_payout_undone', { storeId, subjectId, amount, parcels: parcels.length, reason }, act);
  replaceFee(tx, remittance, fee);
  return preview;
}

function requireSeen({ parcels, amount }: UndoPreview, { seen }: UndoInput): void {
  if (seen && (seen.parcels !== parcels.length || seen.amount !== amount))
    throw invalidRequest('undo_changed_meanwhile');
}

/** @throws AppError invalid_request at `fee` or `net` */
function feeOfRest({ remittance, parcels, amount }: UndoPreview, typed: TypedFee): Money | null {
  if (parcels.length === remittance.parcelCount) return null;
  const rest = (remittance.amount - amount) as Money;
  return typedFee(typed, rest) ?? typedFee({ fee: remittance.fee ?? undefined }, rest) ?? null;
}

function undoPayment(
  tx: WriteTx,
  remittanceId: Id,
  { orderId, shipmentId, paymentId, amount }: PaidParcel,
  { reason, note, fee }: { reason: UndoReason; note: string | null; fee: Money | null },
  act: Act,
): void {
  markLineUndone(tx, { paymentId, reason, fee }, act.now);
  markReviewed(tx, { id: paymentId, status: 'rejected', userId: userOf(act) ?? null, reason: note }, act.now);
  recordEvent(tx, orderId, act, 'cod_payout_undone', {
    payment_id: idText(paymentId),
    amount: moneyText(amount),
    remittance_id: idText(remittanceId),
    shipment_id: idText(shipmentId),
    undo_reason: reason,
    note: note ?? undefined,
  });
}
