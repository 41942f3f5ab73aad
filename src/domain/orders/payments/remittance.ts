import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { advance } from '../advance.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { existingOrder } from '../order.ts';
import { markPayment } from '../order-rows.ts';
import { updateCodStatus } from './cod.ts';
import { type CodParcel, newestCodParcels, normalizedNumber, parcelsWithNumber } from './cod-parcels.ts';
import { auditMoney } from './payment-audit.ts';
import { insertPayment } from './payment-rows.ts';
import { noteText } from './payments.ts';
import { type TypedFee, typedFee } from './remittance-fee.ts';
import type { RemittanceRow } from './remittance-file.ts';
import { type DifferenceKind, insertRemittance, insertRemittanceLine, type UnappliedRow } from './remittance-rows.ts';

/** The typed fee counts more than the fees of the rows. */
export interface RemittanceInput extends TypedFee {
  storeId: Id;
  /** Totals of a file are ignored. */
  rows: readonly RemittanceRow[];
  /**
   * Rows of a file whose amount differs from the COD of the parcel are applied too, at the paid amount. True: all such
   * rows; a set: the rows with these numbers.
   */
  acceptDifferences?: boolean | ReadonlySet<number> | undefined;
  /** When the money arrived; now by default. */
  receiveTime?: number | undefined;
  note?: string | undefined;
}

export interface Difference extends RemittanceRow {
  kind: DifferenceKind;
  /** The matched parcel before the remittance. */
  parcel?: CodParcel | undefined;
  /** For a repeated tracking number: its first row. */
  earlierRow?: number | undefined;
}

export interface Match {
  row: number;
  paid: Money;
  fee?: Money | undefined;
  /** The parcel before the remittance. */
  parcel: CodParcel & { amount: Money };
  /** Number of parcels with this tracking number. */
  candidates: number;
}

/** Each row of a parcel is either in `matched` or in `differences`. */
export interface RemittanceResult {
  /** Null if nothing was applied. */
  remittanceId: Id | null;
  matched: Match[];
  differences: Difference[];
  /** Total of the applied rows. */
  paid: Money;
  /** What the courier kept, as typed or by the applied rows; null if unknown. */
  fee: Money | null;
  /** Parcels with collected COD, delivered before the newest paid parcel, that no remittance and no row of this file names. */
  missing: CodParcel[];
}

/**
 * Applies the rows that match the store's parcels (docs/couriers.md#cod-remittance-files). Other rows change nothing
 * and are returned as differences. A payout becomes a confirmed payment; an order is `remitted` once all its parcels are
 * paid out (docs/decisions.md#cod-status).
 * @throws AppError invalid_request if the sum is too large, or at `note`, `received`, `fee` or `net`
 */
export function remit(tx: WriteTx, input: RemittanceInput, act: Act): RemittanceResult {
  const { receiveTime = act.now } = input;
  if (receiveTime > act.now) throw invalidRequest('received_in_future', { path: 'received' });
  const rows = matchRows(tx, input, act.now);
  const { matched } = rows;
  requireReceivedAfterOrders(tx, matched, receiveTime);
  const paid = sum(...matched.map((match) => match.paid));
  if (paid === undefined) throw invalidRequest('remittance_too_large');
  const fee = matched.length === 0 ? null : (typedFee(input, paid) ?? feeOf(matched));
  const remittanceId = matched.length === 0 ? null : apply(tx, { ...input, receiveTime, fee }, rows, act);
  return { remittanceId, ...rows, paid, fee, missing: missingParcels(tx, input.storeId, rows) };
}

const firstOrderTime = query<{ time: number | null }>(
  { reads: ['orders'] },
  'SELECT min(min(order_time, create_time)) AS time FROM orders WHERE id IN (SELECT value FROM json_each(?))',
);

/** @throws AppError invalid_request at `received` if the money arrived before the day of the first of the paid orders */
function requireReceivedAfterOrders(db: Reader, matched: readonly Match[], receiveTime: number): void {
  const orderIds = matched.map(({ parcel }) => parcel.orderId);
  const first = db.get(firstOrderTime, JSON.stringify(orderIds))?.time ?? null;
  if (first === null) return;
  const day = dayStart(bangkokDay(first));
  if (receiveTime < day) throw invalidRequest('received_before_orders', { path: 'received', day });
}

/** The result that `remit` would have. Changes nothing. */
export function previewRemittance(
  db: Reader,
  input: RemittanceInput,
  now: number,
): Omit<RemittanceResult, 'remittanceId'> {
  const rows = matchRows(db, input, now);
  const { matched } = rows;
  const paid = sum(...matched.map((match) => match.paid)) ?? ZERO;
  return { ...rows, paid, fee: feeOf(matched), missing: missingParcels(db, input.storeId, rows) };
}

function feeOf(matched: readonly Match[]): Money | null {
  const fees = matched.flatMap(({ fee }) => fee ?? []);
  return fees.length === 0 ? null : (sum(...fees) ?? null);
}

type MatchedRows = Pick<RemittanceResult, 'matched' | 'differences'>;

function matchRows(db: Reader, input: RemittanceInput, now: number): MatchedRows {
  const seen = new Map<string, number>();
  const parcels = input.rows.filter(({ isTotal }) => !isTotal);
  const results = parcels.map((row) => matchRow(db, row, { ...input, seen, now }));
  return {
    matched: results.filter((result): result is Match => !('kind' in result)),
    differences: results.filter((result) => 'kind' in result),
  };
}

interface RowContext extends RemittanceInput {
  /** Rows by tracking number. */
  seen: Map<string, number>;
  now: number;
}

function matchRow(
  db: Reader,
  row: RemittanceRow,
  { storeId, acceptDifferences = false, seen, now }: RowContext,
): Match | Difference {
  const { trackingNumber, paid, fee } = row;
  if (row.problem !== undefined || paid === null) return { ...row, kind: 'unreadable' };
  const earlierRow = seen.get(normalizedNumber(trackingNumber));
  if (earlierRow !== undefined) return { ...row, kind: 'repeated', earlierRow };
  seen.set(normalizedNumber(trackingNumber), row.row);
  const candidates = parcelsWithNumber(db, storeId, trackingNumber);
  const parcel = intendedParcel(candidates, paid, now);
  const kind = differenceKind(parcel, paid);
  const isMeant = row.isTyped || accepts(acceptDifferences, row.row);
  const isAccepted = kind === 'amount_differs' && isMeant && paid > 0;
  if (kind !== undefined && !isAccepted) return { ...row, kind, parcel };
  return { row: row.row, paid, fee, parcel: parcel as Match['parcel'], candidates: candidates.length };
}

const accepts = (rows: boolean | ReadonlySet<number>, row: number): boolean =>
  typeof rows === 'boolean' ? rows : rows.has(row);

const MIN_REUSE_AGE = 90 * 24 * 3_600_000; // milliseconds; couriers reuse numbers after years

/** The parcel that a payout of this amount is for. Candidates are sorted from newest to oldest. */
function intendedParcel(candidates: readonly CodParcel[], paid: Money, now: number): CodParcel | undefined {
  const live = candidates.filter(({ status }) => status !== 'canceled');
  const paidOut = live.filter(({ remitTime }) => remitTime !== null);
  const due = live.filter((parcel) => differenceKind(parcel, parcel.amount ?? paid) === undefined);
  const unambiguous = due.filter((parcel) => paidOut.every((other) => isReusedLater(parcel, other, now)));
  const fallback = due.length > 0 ? paidOut[0] : live[0];
  return unambiguous.find(({ amount }) => amount === paid) ?? unambiguous[0] ?? fallback ?? candidates[0];
}

/** Whether the number was reused after the other parcel was paid out. */
const isReusedLater = ({ createTime }: CodParcel, { remitTime }: CodParcel, now: number): boolean =>
  remitTime !== null && remitTime < now - MIN_REUSE_AGE && remitTime < createTime;

/** The reason why the parcel cannot be paid out with this amount. */
function differenceKind(parcel: CodParcel | undefined, paid: Money): DifferenceKind | undefined {
  if (!parcel) return 'unknown_number';
  if (parcel.remittanceId !== null) return 'paid_out_already';
  if (parcel.status === 'canceled') return 'canceled';
  if (parcel.amount === null) return 'not_cod';
  if (parcel.codStatus === 'failed') return 'cod_failed';
  return parcel.amount === paid ? undefined : 'amount_differs';
}

type Payout = Omit<RemittanceInput, 'fee'> & { receiveTime: number; fee: Money | null };

function apply(
  tx: WriteTx,
  { storeId, note, receiveTime, fee }: Payout,
  { matched, differences }: MatchedRows,
  act: Act,
): Id {
  const unapplied = differences.map(unappliedRow).map(withoutText);
  const remittance = { storeId, note: noteText(note), userId: userOf(act) ?? null, receiveTime };
  const remittanceId = insertRemittance(tx, { ...remittance, fee, unapplied }, act.now);
  const amount = sum(...matched.map(({ paid }) => paid)) ?? ZERO;
  auditMoney(tx, 'cod_payout_recorded', { storeId, subjectId: remittanceId, amount, parcels: matched.length }, act);
  for (const [orderId, matches] of Map.groupBy(matched, ({ parcel }) => parcel.orderId)) {
    const before = existingOrder(tx, orderId, 0);
    for (const match of matches) payOut(tx, { remittanceId, receiveTime }, match, act);
    updateCodStatus(tx, orderId, act);
    markPayment(tx, before, act.now);
    advance(tx, orderId, act);
  }
  return remittanceId;
}

export const unappliedRow = ({ row, isTyped, trackingNumber, paid, kind, parcel }: Difference): UnappliedRow => ({
  row,
  ...(isTyped && { isTyped }),
  trackingNumber,
  paid,
  kind,
  ...(parcel && { orderId: parcel.orderId, orderNumber: parcel.orderNumber, expected: parcel.amount ?? undefined }),
});

const NUMBER = /^(?=.*\d)[\w -]{1,50}$/;

/** A cell of the tracking number may contain any text, such as a name, which is not stored. */
const withoutText = (row: UnappliedRow): UnappliedRow =>
  NUMBER.test(row.trackingNumber) ? row : { ...row, trackingNumber: '' };

/** Records the payout as a payment with the method `other`, because the courier paid and not the customer. */
function payOut(
  tx: WriteTx,
  { remittanceId, receiveTime }: { remittanceId: Id; receiveTime: number },
  { parcel, paid }: Match,
  act: Act,
): void {
  const { orderId, shipmentId } = parcel;
  const payment = {
    orderId,
    method: 'other',
    amount: paid,
    status: 'confirmed',
    userId: userOf(act) ?? null,
    shipmentId,
    reviewTime: receiveTime,
    note: `COD #${remittanceId}`,
  } as const;
  const paymentId = insertPayment(tx, payment, act.now);
  insertRemittanceLine(tx, { paymentId, shipmentId, remittanceId, amount: paid });
  recordEvent(tx, orderId, act, 'payment_confirmed', {
    payment_id: idText(paymentId),
    method: payment.method,
    amount: moneyText(paid),
    remittance_id: idText(remittanceId),
    shipment_id: idText(shipmentId),
  });
}

const MAX_MISSING = 100;

function missingParcels(db: Reader, storeId: Id, { matched, differences }: MatchedRows): CodParcel[] {
  const inFile = new Set([...matched, ...differences].flatMap(({ parcel }) => parcel?.shipmentId ?? []));
  const limit = MAX_MISSING + inFile.size;
  const byType = Map.groupBy(matched, ({ parcel }) => parcel.shippingType);
  return [...byType].flatMap(([shippingType, matches]) => {
    const deliveredBefore = Math.max(...matches.map(({ parcel }) => parcel.deliverTime ?? 0));
    return newestCodParcels(db, storeId, { codStatus: 'collected', shippingType, deliveredBefore, limit })
      .filter(({ shipmentId }) => !inFile.has(shipmentId))
      .slice(0, MAX_MISSING);
  });
}
