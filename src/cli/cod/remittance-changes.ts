import { Option } from 'commander';
import type { Reader } from '../../context.ts';
import { parcelsOfRemittance } from '../../domain/orders/payments/cod-parcels.ts';
import { correctFee, type TypedFee } from '../../domain/orders/payments/remittance-fee.ts';
import {
  existingRemittance,
  type Remittance,
  UNDO_REASONS,
  type UndoReason,
  unappliedRows,
  undonePayouts,
} from '../../domain/orders/payments/remittance-rows.ts';
import { undoRemittance } from '../../domain/orders/payments/undo-remittance.ts';
import type { Id } from '../../lib/ids.ts';
import { parseAmount, parseIdArgument } from '../arguments.ts';
import { type Cli, type CliCommand, DRY_RUN_OPTION } from '../cli.ts';
import { actOf } from '../lookup.ts';
import { printRemittance } from './cod-output.ts';
import { printUndone } from './undo-output.ts';

interface FeeOptions {
  fee?: string;
  net?: string;
}

export const typedFeeOf = ({ fee, net }: FeeOptions): TypedFee => ({
  fee: fee === undefined ? undefined : parseAmount(fee, '--fee'),
  net: net === undefined ? undefined : parseAmount(net, '--net'),
});

export const showRemittance = (cli: Cli, db: Reader, remittance: Remittance): void =>
  printRemittance(cli, remittance, {
    parcels: parcelsOfRemittance(db, remittance.id),
    unapplied: unappliedRows(db, remittance.id),
    undone: undonePayouts(db, remittance.id),
  });

interface UndoOptions extends FeeOptions {
  reason: UndoReason;
  shipment?: string;
  note?: string;
  dryRun?: boolean;
  user?: string;
}

/** Commands that correct recorded remittances. */
export function remittanceChanges(cli: Cli, cod: CliCommand): void {
  cod
    .command('set-fee')
    .summary('Correct the fee of a payout (remittance)')
    .description('Correct the fee of a payout (remittance). Without an option the fee is unknown.')
    .idArgument('remittance', 'Payout id')
    .option('--fee <baht>', 'Fee that the courier deducted')
    .option('--net <baht>', 'Net payout on the bank statement, instead of the fee')
    .databaseAction(async (ctx, id: Id, options: FeeOptions) => {
      const remittance = await ctx.write((tx) => correctFee(tx, id, typedFeeOf(options)));
      showRemittance(cli, ctx.db, remittance);
    });
  cod
    .command('undo')
    .summary('Undo a payout (remittance), or one parcel of it')
    .description(
      'Undo a payout (remittance), or one parcel of it: the parcels are unpaid again and can be recorded in another payout. Parcels that were refunded, or have a receipt issued after the payout, are not undone.',
    )
    .idArgument('remittance', 'Payout id')
    .addOption(new Option('--reason <reason>', 'Reason for undoing it').choices(UNDO_REASONS).makeOptionMandatory())
    .option('--shipment <id>', 'Only this parcel')
    .option('--fee <baht>', 'Fee for the rest (default: unchanged)')
    .option('--net <baht>', 'Net payout for the rest, instead of the fee')
    .option(...DRY_RUN_OPTION)
    .userOption()
    .noteOption()
    .databaseAction(async (ctx, remittanceId: Id, { dryRun = false, ...options }: UndoOptions) => {
      const { reason, note, shipment } = options;
      const shipmentId = shipment === undefined ? undefined : parseIdArgument(shipment, '--shipment');
      const input = { remittanceId, shipmentId, reason, note, ...typedFeeOf(options) };
      const undone = await ctx.write((tx) => {
        const preview = undoRemittance(tx, input, actOf(ctx, options));
        return { ...preview, remittance: existingRemittance(tx, remittanceId) };
      });
      printUndone(cli, undone, dryRun);
    });
}
