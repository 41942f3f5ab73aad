import type { Command } from 'commander';
import { parcelsOfRemittance } from '../../domain/orders/payments/cod-parcels.ts';
import { remit } from '../../domain/orders/payments/remittance.ts';
import { remittanceRows } from '../../domain/orders/payments/remittance-file.ts';
import { existingRemittance, listRemittances } from '../../domain/orders/payments/remittance-rows.ts';
import { readCsv } from '../../lib/csv.ts';
import { NOTE_OPTION } from '../document-options.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { readInput } from '../read-input.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { answerRemittance, answerRemittances, answerRemitted } from './answers.ts';

interface RemitOptions {
  numberColumn?: string;
  amountColumn?: string;
  acceptDifferences?: boolean;
  dryRun?: boolean;
  note?: string;
  store?: string;
  user?: string;
}

/** Couriers' files of what they pay out. */
export function remittanceCommands(shell: Shell, cod: Command): void {
  cod
    .command('remit')
    .description(
      'apply a courier’s file of what it pays out: rows that agree with their parcels at once, the others are listed',
    )
    .argument(
      '<file>',
      'a CSV file (commas, semicolons or tabs) with tracking numbers and collected amounts, in UTF-8 or TIS-620; - is stdin',
    )
    .option('--number-column <name>', 'the heading of the tracking numbers, where it is not a known one')
    .option('--amount-column <name>', 'the heading of what was collected, before fees, where it is not a known one')
    .option('--accept-differences', 'apply rows with another amount than expected too, at the amount paid')
    .option('--dry-run', 'check the file and say what it would change, and change nothing')
    .option(...STORE_OPTION)
    .option(...USER_OPTION)
    .option(...NOTE_OPTION)
    .action((name: string, { dryRun = false, ...options }: RemitOptions) =>
      shell.withDatabase(
        async (ctx) => {
          const { numberColumn: number, amountColumn: amount, acceptDifferences, note } = options;
          const { id: storeId } = storeOption(ctx, options);
          const rows = remittanceRows(readCsv(readInput(name), name), name, { number, amount });
          const wanted = { storeId, rows, acceptDifferences, note };
          answerRemitted(shell, await ctx.write((db) => remit(db, wanted, actOf(ctx, options))), dryRun);
        },
        { dryRun },
      ),
    );
  takesPage(cod.command('remittances').description('what couriers have paid out, newest first, or one of them whole'))
    .argument('[id]', 'a remittance’s id')
    .option(...STORE_OPTION)
    .action((id: string | undefined, options: PageOptions & { store?: string }) =>
      shell.withDatabase((ctx) => {
        if (id === undefined)
          return answerRemittances(shell, listRemittances(ctx.db, storeOption(ctx, options).id, pageOf(options)));
        const remittance = existingRemittance(ctx.db, idArgument(id, 'ID'));
        answerRemittance(shell, remittance, parcelsOfRemittance(ctx.db, remittance.id));
      }),
    );
}
