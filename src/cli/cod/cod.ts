import { Option } from 'commander';
import { COD_MOVES, type CodStatus } from '../../domain/orders/order-states.ts';
import { moveCodManually, reopenCod } from '../../domain/orders/payments/cod.ts';
import { listCodParcels } from '../../domain/orders/payments/cod-parcels.ts';
import { remit } from '../../domain/orders/payments/remittance.ts';
import { remittanceHeader, remittanceRows } from '../../domain/orders/payments/remittance-file.ts';
import { existingRemittance, listRemittances } from '../../domain/orders/payments/remittance-rows.ts';
import type { Id } from '../../lib/ids.ts';
import { readTable } from '../../lib/spreadsheet/read-table.ts';
import { type PageOptions, parsePage, parseTime } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { readInput } from '../files.ts';
import { actOf, selectedStore } from '../lookup.ts';
import { printOrder } from '../orders/order-output.ts';
import { printParcels, printRemittances, printRemitted } from './cod-output.ts';
import { remittanceChanges, showRemittance, typedFeeOf } from './remittance-changes.ts';

interface ListOptions extends PageOptions {
  status?: CodStatus;
  courier?: string;
  store?: string;
}

export function codCommands(cli: Cli): void {
  const cod = cli.program.command('cod').description('Track cash on delivery (COD) and its payouts');
  cod
    .command('list')
    .description('List COD parcels, newest first, with totals')
    .pageOptions()
    .addOption(new Option('--status <status>', 'Only with this COD status').choices(Object.keys(COD_MOVES)))
    .option('--courier <shipping_type>', 'Only of this courier')
    .storeOption()
    .databaseAction((ctx, { status, courier, ...options }: ListOptions) => {
      const search = { codStatus: status, shippingType: courier, ...parsePage(options) };
      printParcels(cli, listCodParcels(ctx.db, selectedStore(ctx, options).id, search));
    });
  const moveTo =
    (status: 'collected' | 'failed'): typeof reopenCod =>
    (tx, orderId, act) =>
      moveCodManually(tx, orderId, status, act);
  for (const [name, change, description] of [
    ['collect', moveTo('collected'), 'Record that the courier has collected the money'],
    ['fail', moveTo('failed'), 'Record that nothing will be collected'],
    ['reopen', reopenCod, 'Undo "collect" or "fail"; the status follows the parcels again'],
  ] as const)
    cod
      .command(name)
      .description(description)
      .idArgument('order', 'Order id')
      .userOption()
      .databaseAction(async (ctx, orderId: Id, options: { user?: string }) => {
        printOrder(cli, ctx, await ctx.write((tx) => change(tx, orderId, actOf(ctx, options))));
      });
  remittanceCommands(cli, cod);
}

interface RemitOptions {
  numberColumn?: string;
  amountColumn?: string;
  acceptDifferences?: boolean;
  received?: string;
  fee?: string;
  net?: string;
  dryRun?: boolean;
  note?: string;
  store?: string;
  user?: string;
}

export function remittanceCommands(cli: Cli, cod: CliCommand): void {
  cod
    .command('remit')
    .summary('Record a payout (remittance) from the file of a courier')
    .description(
      'Record a payout (remittance) from the file of a courier. Rows that match their parcels are applied, the others are listed.',
    )
    .argument(
      '<file>',
      'CSV file (commas, semicolons or tabs; UTF-8, UTF-16 or TIS-620) or XLSX file with tracking numbers and collected amounts; - reads standard input',
    )
    .option('--number-column <name>', 'Heading of the tracking numbers, if raan does not recognize it')
    .option('--amount-column <name>', 'Heading of the collected amounts before fees, if raan does not recognize it')
    .option('--accept-differences', 'Also apply rows whose amount differs from the expected one, with the amount paid')
    .option('--received <time>', 'When the money arrived (default: now)')
    .option('--fee <baht>', 'Fee that the courier deducted (default: as in the file)')
    .option('--net <baht>', 'Net payout on the bank statement, instead of the fee')
    .dryRunOption()
    .storeOption()
    .userOption()
    .noteOption()
    .databaseAction(async (ctx, name: string, { dryRun = false, ...options }: RemitOptions) => {
      const { numberColumn, amountColumn, acceptDifferences, note, received } = options;
      const columns = { number: numberColumn, amount: amountColumn };
      const { id: storeId } = selectedStore(ctx, options);
      const table = await readTable(readInput(name), name, { rating: remittanceHeader(columns) });
      const rows = remittanceRows(table, name, columns);
      const receiveTime = received === undefined ? undefined : parseTime(received, '--received');
      const wanted = { storeId, rows, acceptDifferences, receiveTime, note, ...typedFeeOf(options) };
      printRemitted(cli, await ctx.write((tx) => remit(tx, wanted, actOf(ctx, options))), { rows, dryRun });
    });
  remittanceChanges(cli, cod);
  cod
    .command('remittances')
    .description('List payouts (remittances), newest first, or show one')
    .pageOptions()
    .argument('[id]', 'Payout id')
    .storeOption()
    .databaseAction((ctx, id: Id | undefined, options: PageOptions & { store?: string }) => {
      if (id === undefined)
        return printRemittances(cli, listRemittances(ctx.db, selectedStore(ctx, options).id, parsePage(options)));
      showRemittance(cli, ctx.db, existingRemittance(ctx.db, id));
    });
}
