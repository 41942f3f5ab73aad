import { type Command, Option } from 'commander';
import { repairStock, type Trusted } from '../../domain/stock/repair.ts';
import { type Difference, verifyStock } from '../../domain/stock/verify.ts';
import { Refusal } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';

const TRUSTED: readonly Trusted[] = ['ledger', 'stock'];

/** Stock against its ledger and what orders hold. */
export function stockRepairCommands(shell: Shell, stock: Command): void {
  stock
    .command('verify')
    .description('compare stock with its ledger and with what open orders have reserved')
    .action(() =>
      shell.withDatabase((ctx) => {
        const differences = verifyStock(ctx.db);
        answerDifferences(shell, differences, 'stock equals its ledger and the open reservations');
        const { length: count } = differences;
        if (count > 0)
          throw new Refusal('invalid_request', `${count} difference${count > 1 ? 's' : ''}: "raan stock repair" mends`);
      }),
    );
  stock
    .command('repair')
    .description('make stock what its ledger and the open reservations say (system_corrected)')
    .addOption(
      new Option('--trust <what>', 'which is right; stock: the ledger is given what it missed (unknown)')
        .choices(TRUSTED)
        .default('ledger'),
    )
    .action(({ trust }: { trust: Trusted }) =>
      shell.withDatabase(async (ctx) => {
        const repaired = await ctx.write((db) => repairStock(db, ctx.now(), trust));
        answerDifferences(shell, repaired, 'there was nothing to repair');
      }),
    );
}

function answerDifferences(shell: Shell, differences: readonly Difference[], none: string): void {
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
  shell.answer({ differences: documents }, differences.length === 0 ? none : table(heads, lines));
}
