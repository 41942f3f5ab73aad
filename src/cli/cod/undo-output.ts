import type { UndoPreview } from '../../domain/orders/payments/undo-remittance.ts';
import { idText } from '../../lib/ids.ts';
import { describe } from '../../lib/messages/messages.ts';
import { moneyText } from '../../lib/money.ts';
import { type Cli, DRY_RUN_TEXT } from '../cli.ts';
import { counted } from '../counted.ts';
import { table } from '../table.ts';
import { remittanceDocument } from './cod-output.ts';

/** @param preview with the remittance after the change */
export function printUndone(cli: Cli, { remittance, parcels, amount, blocked }: UndoPreview, dryRun: boolean): void {
  const document = {
    ...(dryRun ? { dry_run: true } : {}),
    remittance: remittanceDocument(remittance),
    undone: moneyText(amount),
    parcels: parcels.map(paidParcelDocument),
    not_undone: blocked.map((parcel) => ({ ...paidParcelDocument(parcel), reason: describe(parcel.obstacle) })),
  };
  cli.print(document, [
    `remittance ${remittance.id}: ${counted(parcels.length, 'parcel')}, ${moneyText(amount)} baht undone`,
    ...table(['shipment', 'order', 'tracking number', 'amount'], parcels.map(paidParcelCells)),
    ...(blocked.length === 0 ? [] : ['', 'not undone:', ...blocked.map(({ obstacle }) => describe(obstacle))]),
    ...(dryRun ? [DRY_RUN_TEXT] : []),
  ]);
}

type PaidParcel = UndoPreview['parcels'][number];

const paidParcelDocument = (parcel: PaidParcel) => ({
  shipment_id: idText(parcel.shipmentId),
  order_id: idText(parcel.orderId),
  order_number: String(parcel.orderNumber),
  tracking_number: parcel.trackingNumber ?? undefined,
  paid: moneyText(parcel.amount),
});

const paidParcelCells = (parcel: PaidParcel) => [
  parcel.shipmentId,
  parcel.orderId,
  parcel.trackingNumber,
  moneyText(parcel.amount),
];
