import { type Command, Option } from 'commander';
import { repairStock, type Trusted } from '../../domain/stock/repair.ts';
import { type Difference, verifyStock } from '../../domain/stock/verify.ts';
import { AppError } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import { describeChange } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { table } from '../table.ts';

const TRUSTED: readonly Trusted[] = ['ledger', 'stock'];

export function stockRepairCommands(cli: Cli, stock: Command): void {
  stock
    .command('verify')
    .description('Compare stock with its ledger and with the reservations of open orders')
    .action(() =>
      cli.withDatabase((ctx) => {
        const differences = verifyStock(ctx.db);
        printDifferences(cli, differences, 'stock matches its ledger and the open reservations');
        const { length: count } = differences;
        if (count > 0) throw new AppError('invalid_request', 'stock_differs', { differences: count });
      }),
    );
  describeChange(
    stock.command('repair'),
    'Correct stock to match its ledger and the open reservations',
    'system_corrected',
  )
    .addOption(
      new Option('--trust <what>', 'Side to trust; with stock, the missing ledger entries are added (unknown)')
        .choices(TRUSTED)
        .default('ledger'),
    )
    .action(({ trust }: { trust: Trusted }) =>
      cli.withDatabase(async (ctx) => {
        const repaired = await ctx.write((tx) => repairStock(tx, ctx.now(), trust));
        printDifferences(cli, repaired, 'nothing to repair');
      }),
    );
}

function printDifferences(cli: Cli, differences: readonly Difference[], none: string): void {
  const documents = differences.map((difference) => ({
    product_variant_id: idText(difference.variantId),
    warehouse_id: idText(difference.warehouseId),
    on_hand: difference.onHand,
    ledger_on_hand: difference.ledgerOnHand,
    reserved_qty: difference.reserved,
    ledger_reserved_qty: difference.ledgerReserved,
    open_reservations: difference.openReservations,
  }));
  const lines = documents.map((row) => Object.values(row));
  const heads = ['variant', 'warehouse', 'on hand', 'by ledger', 'reserved', 'by ledger', 'by open orders'];
  cli.print({ differences: documents }, differences.length === 0 ? none : table(heads, lines));
}
