import type { Command } from 'commander';
import { type Adjustment, addOnHand, deductOnHand, setOnHand } from '../domain/stock/adjust.ts';
import { listStock, type StockRow } from '../domain/stock/list.ts';
import { repairStock } from '../domain/stock/repair.ts';
import { type Difference, verifyStock } from '../domain/stock/verify.ts';
import { listStores } from '../domain/stores.ts';
import { Refusal } from '../lib/errors.ts';
import { idText } from '../lib/ids.ts';
import { findVariant, findWarehouse, WAREHOUSE_OPTION } from './find.ts';
import { type Shell, STORE_OPTION, storeOption, WrongUsage, wholeArgument } from './shell.ts';
import { table } from './table.ts';

const CHANGES = [
  { name: 'set', verb: setOnHand, least: 0, description: 'make QTY what is on hand' },
  { name: 'add', verb: addOnHand, least: 1, description: 'add QTY to what is on hand' },
  { name: 'deduct', verb: deductOnHand, least: 1, description: 'take QTY away from what is on hand' },
];

interface ChangeOptions {
  sku?: string;
  warehouse?: string;
  store?: string;
}

export function stockCommands(shell: Shell): void {
  const stock = shell.program.command('stock').description('stock on hand, and whether it agrees with its ledger');
  stock
    .command('list')
    .description('what is on hand, reserved and available')
    .argument('[variant]', 'a variant’s id; all of them by default')
    .option('--sku <sku>', 'by SKU')
    .option(...STORE_OPTION)
    .action((variant: string | undefined, options: ChangeOptions) =>
      shell.withDatabase((ctx) => {
        const wanted =
          variant === undefined && options.sku === undefined ? undefined : findVariant(ctx, variant, options);
        const stores = wanted
          ? [{ id: wanted.storeId }]
          : options.store
            ? [storeOption(ctx, options)]
            : listStores(ctx.db);
        answerStock(
          shell,
          stores.flatMap(({ id }) => listStock(ctx.db, id, wanted?.id)),
        );
      }),
    );
  for (const change of CHANGES) changeCommand(shell, stock, change);
  stock
    .command('verify')
    .description('compare stock with its ledger and with what open orders have reserved')
    .action(() =>
      shell.withDatabase((ctx) => {
        const differences = verifyStock(ctx.db);
        answerDifferences(shell, differences, 'stock equals its ledger and the open reservations');
        if (differences.length > 0)
          throw new Refusal('invalid_request', `${differences.length} differences; "raan stock repair" mends them`);
      }),
    );
  stock
    .command('repair')
    .description('make stock what its ledger and the open reservations say (system_corrected)')
    .action(() =>
      shell.withDatabase(async (ctx) => {
        const repaired = await ctx.write((db) => repairStock(db, ctx.now()));
        answerDifferences(shell, repaired, 'there was nothing to repair');
      }),
    );
}

function changeCommand(
  shell: Shell,
  stock: Command,
  { name, verb, least, description }: (typeof CHANGES)[number],
): void {
  stock
    .command(name)
    .description(`${description} (command_edited)`)
    .argument('[variant]', 'a variant’s id; left out with --sku')
    .argument('[qty]', 'a whole number of pieces')
    .option('--sku <sku>', 'by SKU')
    .option(...WAREHOUSE_OPTION)
    .option(...STORE_OPTION)
    .action((first: string | undefined, second: string | undefined, options: ChangeOptions) =>
      shell.withDatabase(async (ctx) => {
        const [variant, qty] = options.sku === undefined ? [first, second] : [undefined, first];
        if (qty === undefined || (options.sku !== undefined && second !== undefined))
          throw new WrongUsage(`give VARIANT QTY, or --sku SKU and QTY`);
        const found = findVariant(ctx, variant, options);
        const change: Adjustment = {
          variantId: found.id,
          warehouseId: findWarehouse(ctx, found.storeId, options.warehouse),
          qty: wholeArgument(qty, { name: 'QTY', least }),
          reason: 'command_edited',
        };
        await ctx.write((db) => verb(db, change, ctx.now()));
        answerStock(
          shell,
          listStock(ctx.db, found.storeId, found.id).filter((row) => row.warehouseId === change.warehouseId),
        );
      }),
    );
}

function answerStock(shell: Shell, rows: readonly StockRow[]): void {
  const documents = rows.map((row) => ({
    product_variant_id: idText(row.variantId),
    sku: row.sku ?? undefined,
    name: row.productName,
    variant_name: row.variantName,
    warehouse_id: idText(row.warehouseId),
    warehouse: row.warehouseKey,
    on_hand: row.onHand,
    reserved_qty: row.reserved,
    available_qty: row.available,
  }));
  const heads = ['variant', 'sku', 'name', 'warehouse', 'on hand', 'reserved', 'available'];
  const lines = rows.map((row) => [
    row.variantId,
    row.sku,
    `${row.productName} ${row.variantName}`.trim(),
    row.warehouseKey,
    row.onHand,
    row.reserved,
    row.available,
  ]);
  shell.answer({ stock: documents }, table(heads, lines));
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
