import type { Context } from '../../context.ts';
import { ledgerOf, stockAt } from '../../domain/stock/history.ts';
import { stockKeeper } from '../../domain/stock/keeper.ts';
import { listStock, lowStock } from '../../domain/stock/list.ts';
import { listStores } from '../../domain/stores.ts';
import type { Id } from '../../lib/ids.ts';
import { findVariant, findVariantEver, findWarehouse, takesVariant, type VariantOptions } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { type Shell, STORE_OPTION, storeOption, WrongUsage } from '../shell.ts';
import { answerLedger, answerLowStock, answerStock } from './answers.ts';
import { stockAssemblyCommands } from './assembly.ts';
import { stockChangeCommands } from './changes.ts';
import { stockDocumentCommands } from './documents.ts';
import { stockFulfilmentCommand } from './fulfilment.ts';
import { stockRepairCommands } from './repair.ts';
import { timeArgument } from './when.ts';

interface ListOptions extends VariantOptions {
  at?: string;
  low?: boolean;
}

interface LedgerOptions extends VariantOptions, PageOptions {
  warehouse?: string;
}

export function stockCommands(shell: Shell): void {
  const stock = shell.program
    .command('stock')
    .description('stock, what moves it, and whether it agrees with its ledger');
  takesVariant(
    stock.command('list').description('what is on hand, reserved and available'),
    'a variant’s id; all of them by default',
  )
    .option('--at <time>', 'at a past time: unix milliseconds or ISO 8601, in Bangkok where it has no offset')
    .option('--low', 'only variants with no more available than their low-stock threshold')
    .action((variant: string | undefined, options: ListOptions) =>
      shell.withDatabase((ctx) => list(shell, ctx, variant, options)),
    );
  takesPage(stock.command('ledger').description('every movement of a variant’s stock, newest first'))
    .argument('[variant]', 'a variant’s id, even of a deleted one; left out with --sku')
    .option('--sku <sku>', 'by SKU')
    .option('--warehouse <warehouse>', 'its id or key; all of them by default')
    .option(...STORE_OPTION)
    .action((name: string | undefined, { warehouse, ...options }: LedgerOptions) =>
      shell.withDatabase((ctx) => {
        const { id: variantId, storeId } = findVariantEver(ctx, name, options);
        const warehouseId = warehouse === undefined ? undefined : findWarehouse(ctx, storeId, warehouse);
        const entries = ledgerOf(ctx.db, { ...pageOf(options), variantId, warehouseId });
        if (entries.length === 0) stockKeeper(ctx.db, variantId); // says why there can be none
        answerLedger(shell, entries);
      }),
    );
  stockChangeCommands(shell, stock);
  stockDocumentCommands(shell, stock);
  stockAssemblyCommands(shell, stock);
  stockFulfilmentCommand(shell, stock);
  stockRepairCommands(shell, stock);
}

function list(shell: Shell, ctx: Context, name: string | undefined, { at, low, ...options }: ListOptions): void {
  const wanted = name === undefined && options.sku === undefined ? undefined : findVariant(ctx, name, options);
  if (low && at !== undefined) throw new WrongUsage('--low is of now; leave --at out');
  const time = at === undefined ? undefined : timeArgument(at, '--at');
  const ofEachStore = <Row extends { variantId: Id }>(read: (storeId: Id) => Row[]): Row[] =>
    storesOf(ctx, options.store, wanted)
      .flatMap(read)
      .filter(({ variantId }) => wanted === undefined || variantId === wanted.id);
  if (low) {
    const rows = ofEachStore((id) => lowStock(ctx.db, id));
    answerLowStock(shell, rows);
  } else if (time === undefined) {
    const rows = ofEachStore((id) => listStock(ctx.db, id, wanted?.id));
    answerStock(shell, rows);
  } else {
    const rows = ofEachStore((id) => stockAt(ctx.db, id, time, wanted && [wanted.id]));
    if (wanted && rows.length === 0) stockKeeper(ctx.db, wanted.id); // says why there can be none
    answerStock(shell, rows);
  }
}

/** The store of the variant that is named, the one that `--store` names, or all of them. */
function storesOf(ctx: Context, store: string | undefined, wanted: { storeId: Id } | undefined): Id[] {
  if (wanted) return [wanted.storeId];
  return store === undefined ? listStores(ctx.db).map(({ id }) => id) : [storeOption(ctx, { store }).id];
}
