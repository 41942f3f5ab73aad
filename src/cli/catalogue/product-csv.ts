import type { Command } from 'commander';
import type { ProductChanges } from '../../domain/storefile/csv/changes.ts';
import { exportProducts } from '../../domain/storefile/csv/export.ts';
import { importProducts } from '../../domain/storefile/csv/import.ts';
import { readCsv } from '../../lib/csv.ts';
import { STORE_OPTION } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { readInput, writeNewFile } from '../files.ts';
import { selectedStore } from '../lookup.ts';

/** Products, prices and stock as a spreadsheet with one row per variant. */
export function productCsvCommands(cli: Cli, product: Command): void {
  product
    .command('export')
    .description('Export products, prices and stock as CSV')
    .option('--out <file>', 'File to write (default: standard output)')
    .option(...STORE_OPTION)
    .action(({ out, ...options }: { out?: string; store?: string }) =>
      cli.withDatabase((ctx) => {
        const csv = exportProducts(ctx.db, selectedStore(ctx, options).id);
        if (out === undefined) return cli.print({ csv }, csv.replace(/\n$/, ''));
        writeNewFile(out, csv, { force: true });
        cli.print({ file: out }, `exported the products to ${out}`);
      }),
    );
  product
    .command('import')
    .summary('Import products from CSV')
    .description(
      'Import products from a CSV file as written by "product export", all or nothing. An empty cell changes nothing.',
    )
    .argument('<file>', 'CSV file in UTF-8 or TIS-620; - reads standard input')
    .option('--dry-run', 'Check the file and print the changes without saving them')
    .option(...STORE_OPTION)
    .action((name: string, { dryRun = false, ...options }: { dryRun?: boolean; store?: string }) =>
      cli.withDatabase(
        async (ctx) => {
          const store = selectedStore(ctx, options);
          const csv = readCsv(readInput(name), name);
          const changes = await ctx.write((tx) => importProducts(tx, store, csv, ctx.config.values, ctx.now()));
          printChanges(cli, changes, dryRun);
        },
        { dryRun },
      ),
    );
}

function printChanges(cli: Cli, changes: ProductChanges, dryRun: boolean): void {
  const lines = changeLines(changes);
  if (dryRun) cli.print({ dry_run: true, ...changes }, [...lines, 'dry run: nothing was changed']);
  else cli.print(changes, lines);
}

function changeLines({ products, variants, stock }: ProductChanges): string[] {
  const lines = [
    ...products.added.map((key) => `new product ${key}`),
    ...products.restored.map((key) => `restored product ${key}`),
    ...products.changed.map((key) => `changed product ${key}`),
    ...variants.added.map((key) => `new variant ${key}`),
    ...variants.restored.map((key) => `restored variant ${key}`),
    ...variants.changed.map((key) => `changed variant ${key}`),
    ...stock.map((change) => `${change.variant} in ${change.warehouse}: ${change.old} → ${change.new}`),
  ];
  return lines.length === 0 ? ['no changes'] : lines;
}
