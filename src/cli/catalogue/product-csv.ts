import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { ProductChanges } from '../../domain/storefile/product-changes.ts';
import { exportProducts } from '../../domain/storefile/product-export.ts';
import { importProducts } from '../../domain/storefile/product-import.ts';
import { readCsv } from '../../lib/csv.ts';
import { Fault } from '../../lib/errors.ts';
import { dryRun } from '../dry-run.ts';
import { type Shell, STORE_OPTION, storeOption } from '../shell.ts';

/** Products with their stock as a spreadsheet: one row a variant. */
export function productCsvCommands(shell: Shell, product: Command): void {
  product
    .command('export')
    .description('write a store’s products, prices and stock as a CSV file for spreadsheets')
    .option('--out <file>', 'the file to write; printed by default')
    .option(...STORE_OPTION)
    .action(({ out, ...options }: { out?: string; store?: string }) =>
      shell.withDatabase((ctx) => {
        const csv = exportProducts(ctx.db, storeOption(ctx, options).id);
        if (out === undefined) return shell.answer({ csv }, csv.trimEnd());
        write(out, csv);
        shell.answer({ file: out }, `the products are in ${out}`);
      }),
    );
  product
    .command('import')
    .description('load such a file, all or nothing; an empty cell leaves things as they are')
    .argument('<file>', 'the CSV file, in UTF-8 or TIS-620; - reads it from standard input')
    .option('--dry-run', 'check the file and say what it would change, and change nothing')
    .option(...STORE_OPTION)
    .action((name: string, options: { dryRun?: boolean; store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const store = storeOption(ctx, options);
        const csv = readCsv(read(name), name);
        const step = (db: typeof ctx.db) => importProducts(db, store, csv, ctx.config.values, ctx.now());
        const changes = await (options.dryRun ? dryRun(ctx, step) : ctx.write(step));
        const document = options.dryRun ? { dry_run: true, ...changes } : changes;
        shell.answer(document, changeLines(changes, options.dryRun === true));
      }),
    );
}

function changeLines({ products, variants, stock }: ProductChanges, dryRun: boolean): string[] {
  const lines = [
    ...products.added.map((key) => `new product ${key}`),
    ...products.changed.map((key) => `changed product ${key}`),
    ...variants.added.map((key) => `new variant ${key}`),
    ...variants.changed.map((key) => `changed variant ${key}`),
    ...stock.map((change) => `${change.variant} in ${change.warehouse}: ${change.old} → ${change.new}`),
  ];
  if (lines.length === 0) return ['there is nothing to change'];
  return dryRun ? [...lines, 'a dry run: nothing was changed'] : lines;
}

function read(name: string): Uint8Array {
  try {
    return readFileSync(name === '-' ? 0 : name);
  } catch (error) {
    throw new Fault(`${name} cannot be read: ${(error as Error).message}`);
  }
}

function write(name: string, text: string): void {
  try {
    writeFileSync(name, text);
  } catch (error) {
    throw new Fault(`${name} cannot be written: ${(error as Error).message}`);
  }
}
