import { Option } from 'commander';
import type { Context } from '../../context.ts';
import { variantWithStock } from '../../domain/stock/line-checks.ts';
import { ledgerOf, stockAt } from '../../domain/stock/stock-history.ts';
import { listStock, lowStock } from '../../domain/stock/stock-list.ts';
import { type Difference, repairStock, type Trusted, verifyStock } from '../../domain/stock/verify-stock.ts';
import { listStores } from '../../domain/stores.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { type PageOptions, parsePage, parseTime, type VariantOptions, WrongUsage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findVariant, findVariantOrDeleted, findWarehouse, selectedStore } from '../lookup.ts';
import { table } from '../table.ts';
import { stockDocumentCommands, stockFulfilmentCommand } from './documents.ts';
import { stockAssemblyCommands, stockChangeCommands } from './quantity-changes.ts';
import { printLedger, printLowStock, printStock } from './stock-output.ts';

interface ListOptions extends VariantOptions {
  at?: string;
  low?: boolean;
}

interface LedgerOptions extends VariantOptions, PageOptions {
  warehouse?: string;
}

export function stockCommands(cli: Cli): void {
  const stock = cli.program.command('stock').description('Manage stock and its ledger');
  stock
    .command('list')
    .description('List stock on hand, reserved and available')
    .variantArgument('Variant id (default: all)')
    .option('--at <time>', 'Stock at a past time: Unix milliseconds or ISO 8601, Bangkok time without an offset')
    .option('--low', 'Only variants at or below their low-stock threshold')
    .databaseAction((ctx, variant: string | undefined, options: ListOptions) => list(cli, ctx, variant, options));
  stock
    .command('ledger')
    .description('List the stock movements of a variant, newest first')
    .pageOptions()
    .argument('[variant]', 'Variant id, also of a deleted variant; omit it with --sku')
    .option('--sku <sku>', 'Name the variant by its SKU')
    .option('--warehouse <warehouse>', 'Warehouse id or key (default: all)')
    .storeOption()
    .databaseAction((ctx, name: string | undefined, { warehouse, ...options }: LedgerOptions) => {
      const { id: variantId, storeId } = findVariantOrDeleted(ctx, name, options);
      const warehouseId = warehouse === undefined ? undefined : findWarehouse(ctx, storeId, warehouse);
      const entries = ledgerOf(ctx.db, { ...parsePage(options), variantId, warehouseId });
      if (entries.length === 0) variantWithStock(ctx.db, variantId); // throws if the variant cannot have stock
      printLedger(cli, entries);
    });
  stockChangeCommands(cli, stock);
  stockDocumentCommands(cli, stock);
  stockAssemblyCommands(cli, stock);
  stockFulfilmentCommand(cli, stock);
  stockRepairCommands(cli, stock);
}

function list(cli: Cli, ctx: Context, name: string | undefined, { at, low, ...options }: ListOptions): void {
  const wanted = name === undefined && options.sku === undefined ? undefined : findVariant(ctx, name, options);
  if (low && at !== undefined) throw new WrongUsage('low_stock_at_a_time');
  const time = at === undefined ? undefined : parseTime(at, '--at');
  const fromStores = <Row extends { variantId: Id }>(read: (storeId: Id) => Row[]): Row[] =>
    storesToList(ctx, options.store, wanted)
      .flatMap(read)
      .filter(({ variantId }) => wanted === undefined || variantId === wanted.id);
  if (low) {
    const rows = fromStores((id) => lowStock(ctx.db, id));
    printLowStock(cli, rows);
  } else if (time === undefined) {
    const rows = fromStores((id) => listStock(ctx.db, id, wanted?.id));
    printStock(cli, rows);
  } else {
    const rows = fromStores((id) => stockAt(ctx.db, id, time, wanted && [wanted.id]));
    if (wanted && rows.length === 0) variantWithStock(ctx.db, wanted.id); // throws if the variant cannot have stock
    printStock(cli, rows);
  }
}

/** The store of the wanted variant, else the store that `--store` names, else all. */
function storesToList(ctx: Context, store: string | undefined, wanted: { storeId: Id } | undefined): Id[] {
  if (wanted) return [wanted.storeId];
  return store === undefined ? listStores(ctx.db).map(({ id }) => id) : [selectedStore(ctx, { store }).id];
}

const TRUSTED: readonly Trusted[] = ['ledger', 'stock'];

export function stockRepairCommands(cli: Cli, stock: CliCommand): void {
  stock
    .command('verify')
    .description('Compare stock with its ledger and with the reservations of open orders')
    .databaseAction((ctx) => {
      const differences = verifyStock(ctx.db);
      printDifferences(cli, differences, 'stock matches its ledger and the open reservations');
      const { length: count } = differences;
      if (count > 0) throw invalidRequest('stock_differs', { differences: count });
    });
  stock
    .command('repair')
    .describeChange('Correct stock to match its ledger and the open reservations', 'system_corrected')
    .addOption(
      new Option(
        '--trust <what>',
        'Side to trust; with stock, the missing ledger entries are added with the reason unknown',
      )
        .choices(TRUSTED)
        .default('ledger'),
    )
    .databaseAction(async (ctx, { trust }: { trust: Trusted }) => {
      const repaired = await ctx.write((tx) => repairStock(tx, ctx.now(), trust));
      printDifferences(cli, repaired, 'nothing to repair');
    });
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
  const headings = ['variant', 'warehouse', 'on hand', 'by ledger', 'reserved', 'by ledger', 'by open orders'];
  cli.print({ differences: documents }, differences.length === 0 ? none : table(headings, lines));
}
