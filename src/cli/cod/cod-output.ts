import type { CodParcel, CodSum } from '../../domain/orders/payments/cod-parcels.ts';
import type { Difference, Match, RemittanceResult } from '../../domain/orders/payments/remittance.ts';
import type { RemittanceRow } from '../../domain/orders/payments/remittance-file.ts';
import {
  netAmount,
  type Remittance,
  type UnappliedRow,
  type UndonePayout,
} from '../../domain/orders/payments/remittance-rows.ts';
import { type FileTotal, fileTotal } from '../../domain/orders/payments/remittance-total.ts';
import { idText, optionalIdText } from '../../lib/ids.ts';
import { describe } from '../../lib/messages/messages.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { type Cli, DRY_RUN_TEXT } from '../cli.ts';
import { counted } from '../counted.ts';
import { printable, table, timeText } from '../table.ts';

const optionalText = (amount: Money | null): string | undefined => (amount === null ? undefined : moneyText(amount));

const parcelDocument = (parcel: CodParcel) => ({
  shipment_id: idText(parcel.shipmentId),
  order_id: idText(parcel.orderId),
  order_number: String(parcel.orderNumber),
  shipping_type: parcel.shippingType,
  tracking_number: parcel.trackingNumber ?? undefined,
  status: parcel.status,
  deliver_time: parcel.deliverTime ?? undefined,
  cod_amount: optionalText(parcel.amount),
  cod_status: parcel.codStatus ?? undefined,
  order_cod_status: parcel.orderCodStatus ?? undefined,
  paid: optionalText(parcel.paid),
  remittance_id: optionalIdText(parcel.remittanceId),
  remit_time: parcel.remitTime ?? undefined,
});

const PARCEL_HEADINGS = [
  ...['shipment', 'order', 'number', 'courier', 'tracking number'],
  ...['COD', 'amount', 'status', 'delivered', 'paid'],
];

const parcelCells = (parcel: CodParcel) => [
  parcel.shipmentId,
  parcel.orderId,
  parcel.orderNumber,
  parcel.shippingType,
  parcel.trackingNumber,
  parcel.codStatus === parcel.orderCodStatus ? parcel.codStatus : `${parcel.codStatus}, order ${parcel.orderCodStatus}`,
  optionalText(parcel.amount) ?? '',
  parcel.status,
  timeText(parcel.deliverTime),
  optionalText(parcel.paid) ?? '',
];

const parcelTable = (parcels: readonly CodParcel[]): string[] => table(PARCEL_HEADINGS, parcels.map(parcelCells));

export function printParcels(cli: Cli, { parcels, sums }: { parcels: CodParcel[]; sums: CodSum[] }): void {
  const totals = sums.map((sum) => ({ cod_status: sum.codStatus, count: sum.count, amount: moneyText(sum.amount) }));
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  cli.print({ parcels: parcels.map(parcelDocument), count, totals }, [
    ...parcelTable(parcels),
    ...totals.map((total) => `${counted(total.count, 'parcel')} ${total.cod_status}, ${total.amount} baht`),
    ...(count === 0 ? [counted(0, 'parcel')] : []),
  ]);
}

export const remittanceDocument = (remittance: Remittance) => ({
  id: idText(remittance.id),
  store_id: idText(remittance.storeId),
  note: remittance.note ?? undefined,
  user_id: optionalIdText(remittance.userId),
  create_time: remittance.createTime,
  receive_time: remittance.receiveTime,
  parcel_count: remittance.parcelCount,
  undone_count: remittance.undoneCount === 0 ? undefined : remittance.undoneCount,
  amount: moneyText(remittance.amount),
  fee: optionalText(remittance.fee),
  net: optionalText(netAmount(remittance)),
});

const authorText = ({ userId, userName }: Pick<Remittance, 'userId' | 'userName'>): string =>
  userName ?? (userId === null ? '' : `user ${userId}`);

export function printRemittances(cli: Cli, remittances: readonly Remittance[]): void {
  const headings = ['id', 'received', 'parcels', 'undone', 'amount', 'fee', 'net', 'by', 'note'];
  const rows = remittances.map((remittance) => [
    remittance.id,
    timeText(remittance.receiveTime),
    remittance.parcelCount,
    remittance.undoneCount === 0 ? '' : remittance.undoneCount,
    moneyText(remittance.amount),
    optionalText(remittance.fee) ?? '',
    optionalText(netAmount(remittance)) ?? '',
    authorText(remittance),
    remittance.note,
  ]);
  cli.print({ remittances: remittances.map(remittanceDocument) }, table(headings, rows));
}

interface RemittanceDetails {
  parcels: readonly CodParcel[];
  unapplied: readonly UnappliedRow[];
  undone: readonly UndonePayout[];
}

export function printRemittance(cli: Cli, remittance: Remittance, details: RemittanceDetails): void {
  const { parcels, unapplied, undone } = details;
  const document = {
    ...remittanceDocument(remittance),
    parcels: parcels.map(parcelDocument),
    not_applied: unapplied.map(unappliedDocument),
    undone: undone.length === 0 ? undefined : undone.map(undoneDocument),
  };
  const { note, createTime, receiveTime, fee, parcelCount: count, amount } = remittance;
  cli.print({ remittance: document }, [
    `remittance ${remittance.id}  ${counted(count, 'parcel')}, ${moneyText(amount)} baht`,
    `received   ${timeText(receiveTime)}`,
    ...(fee === null
      ? []
      : [`fee        ${moneyText(fee)} baht`, `net        ${optionalText(netAmount(remittance))} baht`]),
    `time       ${timeText(createTime)}`,
    ...(authorText(remittance) === '' ? [] : [`by         ${authorText(remittance)}`]),
    ...(note === null ? [] : [`note       ${printable(note)}`]),
    ...parcelTable(parcels),
    ...(unapplied.length === 0 ? [] : ['', 'not applied:', ...unappliedTable(unapplied)]),
    ...(undone.length === 0 ? [] : ['', 'undone:', ...undoneTable(undone)]),
  ]);
}

const unappliedDocument = ({
  row,
  isTyped,
  trackingNumber,
  paid,
  kind,
  orderId,
  orderNumber,
  expected,
}: UnappliedRow) => ({
  row: isTyped ? undefined : row,
  tracking_number: trackingNumber === '' ? undefined : trackingNumber,
  paid: optionalText(paid),
  difference: kind,
  order_id: orderId && idText(orderId),
  order_number: orderNumber && String(orderNumber),
  expected: expected && moneyText(expected),
});

const unappliedTable = (rows: readonly UnappliedRow[]): string[] =>
  table(
    ['row', 'tracking number', 'paid', 'expected', 'order', 'reason'],
    rows.map(({ row, isTyped, trackingNumber, paid, kind, orderId, expected }) => [
      isTyped ? '' : row,
      trackingNumber,
      optionalText(paid) ?? '',
      optionalText(expected ?? null) ?? '',
      orderId ?? '',
      kind,
    ]),
  );

const undoneDocument = (undone: UndonePayout) => ({
  shipment_id: idText(undone.shipmentId),
  order_id: idText(undone.orderId),
  order_number: String(undone.orderNumber),
  tracking_number: undone.trackingNumber ?? undefined,
  paid: moneyText(undone.amount),
  undo_time: undone.undoTime,
  reason: undone.reason,
  note: undone.note ?? undefined,
  user_id: optionalIdText(undone.userId),
});

const undoneTable = (rows: readonly UndonePayout[]): string[] =>
  table(
    ['shipment', 'order', 'tracking number', 'paid', 'undone', 'reason', 'by', 'note'],
    rows.map((row) => [
      row.shipmentId,
      row.orderId,
      row.trackingNumber,
      moneyText(row.amount),
      timeText(row.undoTime),
      row.reason,
      authorText(row),
      row.note,
    ]),
  );

/** @param rows of the file */
export function printRemitted(
  cli: Cli,
  remitted: RemittanceResult,
  { rows, dryRun }: { rows: readonly RemittanceRow[]; dryRun: boolean },
): void {
  const { remittanceId, matched, differences, paid, fee, missing } = remitted;
  const total = fileTotal(rows);
  const document = {
    ...(dryRun ? { dry_run: true } : {}),
    remittance_id: optionalIdText(remittanceId),
    paid: moneyText(paid),
    fee: optionalText(fee),
    file_total: total && { row: total.row, written: moneyText(total.written), rows: moneyText(total.ofRows) },
    matched: matched.map(matchDocument),
    differences: differences.map(differenceDocument),
    missing: missing.map(parcelDocument),
  };
  cli.print(document, [
    headline(remitted),
    ...(total ? [totalText(total)] : []),
    ...(matched.length === 0
      ? []
      : table(['row', 'tracking number', 'order', 'number', 'paid', ''], matched.map(matchCells))),
    ...(differences.length === 0 ? [] : ['', 'not applied:', ...differenceTable(differences)]),
    ...(missing.length === 0 ? [] : ['', 'collected earlier, not in any payout:', ...parcelTable(missing)]),
    ...(dryRun ? [DRY_RUN_TEXT] : []),
  ]);
}

const totalText = ({ row, written, ofRows }: FileTotal): string =>
  written === ofRows
    ? `the total in row ${row} matches the rows: ${moneyText(written)}`
    : `the total in row ${row} is ${moneyText(written)}, but the rows add up to ${moneyText(ofRows)}`;

function headline({ remittanceId, matched, differences, paid }: RemittanceResult): string {
  if (remittanceId !== null)
    return `remittance ${remittanceId}: ${counted(matched.length, 'parcel')}, ${moneyText(paid)} baht paid out`;
  return differences.length === 0 ? 'nothing was applied: the file has no rows' : 'nothing was applied';
}

const matchDocument = ({ row, paid, parcel, candidates }: Match) => ({
  row,
  tracking_number: parcel.trackingNumber ?? undefined,
  order_id: idText(parcel.orderId),
  order_number: String(parcel.orderNumber),
  shipment_id: idText(parcel.shipmentId),
  expected: moneyText(parcel.amount),
  paid: moneyText(paid),
  parcels_with_number: candidates > 1 ? candidates : undefined,
});

const matchCells = ({ row, paid, parcel, candidates }: Match) => [
  row,
  parcel.trackingNumber,
  parcel.orderId,
  parcel.orderNumber,
  moneyText(paid),
  [
    ...(paid === parcel.amount ? [] : [`${moneyText(parcel.amount)} expected`]),
    ...(candidates > 1
      ? [`${candidates} parcels have this number; applied to the newest unpaid one, shipment ${parcel.shipmentId}`]
      : []),
  ].join('; '),
];

const differenceDocument = ({ row, trackingNumber, paid, kind, parcel, earlierRow, problem }: Difference) => ({
  row,
  tracking_number: trackingNumber === '' ? undefined : trackingNumber,
  paid: optionalText(paid),
  difference: kind,
  problem: problem && describe(problem),
  earlier_row: earlierRow,
  order_id: parcel && idText(parcel.orderId),
  order_number: parcel && String(parcel.orderNumber),
  shipment_id: parcel && idText(parcel.shipmentId),
  expected: parcel && optionalText(parcel.amount),
  remittance_id: parcel && optionalIdText(parcel.remittanceId),
  remit_time: parcel?.remitTime ?? undefined,
});

const differenceTable = (differences: readonly Difference[]): string[] =>
  table(
    ['row', 'tracking number', 'paid', 'reason'],
    differences.map((difference) => [
      difference.row,
      difference.trackingNumber,
      optionalText(difference.paid) ?? '',
      differenceReason(difference),
    ]),
  );

function differenceReason({ kind, parcel, earlierRow, problem }: Difference): string {
  if (kind === 'unreadable') return problem ? describe(problem) : '';
  if (kind === 'repeated') return `row ${earlierRow} has the same number`;
  if (!parcel) return 'no parcel has this number';
  const { shipmentId, orderId, remittanceId, remitTime, status, amount, paid } = parcel;
  switch (kind) {
    case 'canceled':
      return `shipment ${shipmentId} of order ${orderId} was canceled`;
    case 'not_cod':
      return `shipment ${shipmentId} of order ${orderId} collects nothing`;
    case 'paid_out_already':
      return `remittance ${remittanceId} already paid ${optionalText(paid)} for shipment ${shipmentId} of order ${orderId}, ${timeText(remitTime)}`;
    case 'cod_failed':
      return status === 'returned'
        ? `shipment ${shipmentId} of order ${orderId} was returned`
        : `the COD of order ${orderId} is marked as failed; undo with "raan cod reopen"`;
    default:
      return `${optionalText(amount)} expected`;
  }
}
