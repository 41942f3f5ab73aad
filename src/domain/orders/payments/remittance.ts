import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { advance } from '../advance.ts';
import { type Act, note, userOf } from '../history.ts';
import { markPayment } from '../rows.ts';
import { followCod } from './cod.ts';
import { type CodParcel, newestCodParcels, parcelsWithNumber } from './cod-parcels.ts';
import { noteText } from './payments.ts';
import type { RemittanceRow } from './remittance-file.ts';
import { insertPayment, insertRemittance, insertRemittanceLine } from './rows.ts';

export interface WantedRemittance {
  storeId: Id;
  rows: readonly RemittanceRow[];
  /** Also applies rows whose amount differs from the COD of the parcel, at the paid amount. */
  acceptDifferences?: boolean | undefined;
  note?: string | undefined;
}

type DifferenceKind =
  | 'unreadable'
  | 'repeated'
  | 'unknown_number'
  | 'canceled'
  | 'not_cod'
  | 'paid_out_already'
  | 'cod_failed'
  | 'amount_differs';

export interface Difference extends RemittanceRow {
  kind: DifferenceKind;
  /** The matched parcel, as it was before. */
  parcel?: CodParcel | undefined;
  /** For a repeated number: the row that counts. */
  earlierRow?: number | undefined;
}

export interface Match {
  row: number;
  paid: Money;
  /** As it was before. */
  parcel: CodParcel & { amount: Money };
  /** How many parcels have had this tracking number. */
  candidates: number;
}

/** Each row is in exactly one of the two lists. */
export interface Remitted {
  /** Null if nothing was applied. */
  remittanceId: Id | null;
  matched: Match[];
  differences: Difference[];
  /** Total of the applied rows. */
  paid: Money;
  /** Parcels collected earlier than the newest paid one, and missing in all remittances. */
  missing: CodParcel[];
}

/**
 * Applies the rows that match the store's parcels: each parcel is paid out once, the money becomes a confirmed payment,
 * and an order whose parcels are all paid out is `remitted` and so paid (docs/decisions.md#cod-status). Other rows are
 * returned and change nothing.
 * Couriers reuse tracking numbers. A row matches the newest parcel that is due, preferring one with the paid amount. If
 * one parcel with the number was already paid out, a later one matches only if the payout is months old: otherwise the
 * row may repeat it.
 * @throws AppError invalid_request if the sum is too large, or at `note`
 */
export function remit(tx: WriteTx, wanted: WantedRemittance, act: Act): Remitted {
  const { matched, differences } = matchRows(tx, wanted, act.now);
  const paid = sum(...matched.map((match) => match.paid));
  if (paid === undefined) throw invalidRequest('remittance_too_large');
  const remittanceId = matched.length === 0 ? null : apply(tx, wanted, matched, act);
  return { remittanceId, matched, differences, paid, missing: missingParcels(tx, wanted.storeId, matched) };
}

/** What `remit` would do. Changes nothing. */
export function previewRemittance(db: Reader, wanted: WantedRemittance, now: number): Omit<Remitted, 'remittanceId'> {
  const { matched, differences } = matchRows(db, wanted, now);
  const paid = sum(...matched.map((match) => match.paid)) ?? ZERO;
  return { matched, differences, paid, missing: missingParcels(db, wanted.storeId, matched) };
}

function matchRows(db: Reader, wanted: WantedRemittance, now: number): Pick<Remitted, 'matched' | 'differences'> {
  const seen = new Map<string, number>();
  const results = wanted.rows.map((row) => matchRow(db, row, { ...wanted, seen, now }));
  return {
    matched: results.filter((result): result is Match => !('kind' in result)),
    differences: results.filter((result) => 'kind' in result),
  };
}

interface RowContext extends WantedRemittance {
  /** Rows by tracking number. */
  seen: Map<string, number>;
  now: number;
}

function matchRow(
  db: Reader,
  row: RemittanceRow,
  { storeId, acceptDifferences = false, seen, now }: RowContext,
): Match | Difference {
  const { trackingNumber, paid } = row;
  if (row.problem !== undefined || paid === null) return { ...row, kind: 'unreadable' };
  const earlierRow = seen.get(compact(trackingNumber));
  if (earlierRow !== undefined) return { ...row, kind: 'repeated', earlierRow };
  seen.set(compact(trackingNumber), row.row);
  const candidates = candidatesOf(db, storeId, trackingNumber);
  const parcel = intendedParcel(candidates, paid, now);
  const kind = obstacleOf(parcel, paid);
  const isAccepted = kind === 'amount_differs' && acceptDifferences && paid > 0;
  if (kind !== undefined && !isAccepted) return { ...row, kind, parcel };
  return { row: row.row, paid, parcel: parcel as Match['parcel'], candidates: candidates.length };
}

const compact = (number: string): string => number.replace(/\s/g, '').toUpperCase();

/** By the number as written, otherwise in capitals without spaces. */
function candidatesOf(db: Reader, storeId: Id, trackingNumber: string): CodParcel[] {
  const found = parcelsWithNumber(db, storeId, trackingNumber);
  return found.length > 0 ? found : parcelsWithNumber(db, storeId, compact(trackingNumber));
}

const REUSED_AFTER = 90 * 24 * 3_600_000; // milliseconds; couriers reuse numbers after years

/** The candidate (newest first) that a payout of this amount means. */
function intendedParcel(candidates: readonly CodParcel[], paid: Money, now: number): CodParcel | undefined {
  const live = candidates.filter(({ status }) => status !== 'canceled');
  const paidOut = live.filter(({ remitTime }) => remitTime !== null);
  const due = live.filter((parcel) => obstacleOf(parcel, parcel.amount ?? paid) === undefined);
  const free = due.filter((parcel) => paidOut.every((other) => isReusedLater(parcel, other, now)));
  const named = due.length > 0 ? paidOut[0] : live[0];
  return free.find(({ amount }) => amount === paid) ?? free[0] ?? named ?? candidates[0];
}

/** Whether the number was reused after the other parcel was paid out. */
const isReusedLater = ({ createTime }: CodParcel, { remitTime }: CodParcel, now: number): boolean =>
  remitTime !== null && remitTime < now - REUSED_AFTER && remitTime < createTime;

/** Why the parcel cannot be paid out at this amount. */
function obstacleOf(parcel: CodParcel | undefined, paid: Money): DifferenceKind | undefined {
  if (!parcel) return 'unknown_number';
  if (parcel.remittanceId !== null) return 'paid_out_already';
  if (parcel.status === 'canceled') return 'canceled';
  if (parcel.amount === null) return 'not_cod';
  if (parcel.codStatus === 'failed') return 'cod_failed';
  return parcel.amount === paid ? undefined : 'amount_differs';
}

function apply(tx: WriteTx, { storeId, note: text }: WantedRemittance, matched: readonly Match[], act: Act): Id {
  const remittance = { storeId, note: noteText(text), userId: userOf(act) ?? null };
  const remittanceId = insertRemittance(tx, remittance, act.now);
  for (const [orderId, matches] of Map.groupBy(matched, ({ parcel }) => parcel.orderId)) {
    for (const match of matches) payOut(tx, remittanceId, match, act);
    followCod(tx, orderId, act);
    const { paymentStatus } = advance(tx, orderId, act);
    markPayment(tx, orderId, paymentStatus === 'paid', act.now);
  }
  return remittanceId;
}

/** Records the payout as a payment with the method `other`: no buyer paid the store. */
function payOut(tx: WriteTx, remittanceId: Id, { parcel, paid }: Match, act: Act): void {
  const { orderId, shipmentId } = parcel;
  insertRemittanceLine(tx, remittanceId, { shipmentId, amount: paid });
  const payment = {
    orderId,
    method: 'other',
    amount: paid,
    status: 'confirmed',
    userId: userOf(act) ?? null,
    note: `COD #${remittanceId}`,
  } as const;
  const paymentId = insertPayment(tx, payment, act.now);
  note(tx, orderId, act, 'payment_confirmed', {
    payment_id: idText(paymentId),
    method: payment.method,
    amount: moneyText(paid),
    remittance_id: idText(remittanceId),
    shipment_id: idText(shipmentId),
  });
}

const MOST_MISSING = 100;

function missingParcels(db: Reader, storeId: Id, matched: readonly Match[]): CodParcel[] {
  const byType = Map.groupBy(matched, ({ parcel }) => parcel.shippingType);
  return [...byType].flatMap(([shippingType, matches]) => {
    const deliveredBefore = Math.max(...matches.map(({ parcel }) => parcel.deliverTime ?? 0));
    return newestCodParcels(db, storeId, {
      codStatus: 'collected',
      shippingType,
      deliveredBefore,
      limit: MOST_MISSING,
    });
  });
}
