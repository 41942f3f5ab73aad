import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { ProductChanges } from '../../domain/storefile/csv/changes.ts';
import { exportProducts } from '../../domain/storefile/csv/export.ts';
import { importProducts } from '../../domain/storefile/csv/import.ts';
import { readCsv } from '../../lib/csv.ts';
import { Fault } from '../../lib/errors.ts';
import { whyNot } from '../file-faults.ts';
import { readInput } from '../read-input.ts';
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
        if (out === undefined) return shell.answer({ csv }, csv.replace(/\n$/, ''));
        write(out, csv);
        shell.answer({ file: out }, `the products are in ${out}`);
      }),
    );
  product
    .command('import')
    .description(
      'load a CSV file like that of "product export", all or nothing; an empty cell leaves things as they are',
    )
    .argument('<file>', 'the CSV file, in UTF-8 or TIS-620; - reads it from standard input')
    .option('--dry-run', 'check the file and say what it would change, and change nothing')
    .option(...STORE_OPTION)
    .action((name: string, { dryRun = false, ...options }: { dryRun?: boolean; store?: string }) =>
      shell.withDatabase(
        async (ctx) => {
          const store = storeOption(ctx, options);
          const csv = readCsv(readInput(name), name);
          const changes = await ctx.write((db) => importProducts(db, store, csv, ctx.config.values, ctx.now()));
          answerChanges(shell, changes, dryRun);
        },
        { dryRun },
      ),
    );
}

function answerChanges(shell: Shell, changes: ProductChanges, dryRun: boolean): void {
  const lines = changeLines(changes);
  if (dryRun) shell.answer({ dry_run: true, ...changes }, [...lines, 'a dry run: nothing was changed']);
  else shell.answer(changes, lines);
}

function changeLines({ products, variants, stock }: ProductChanges): string[] {
  const lines = [
    ...products.added.map((key) => `new product ${key}`),
    ...products.restored.map((key) => `product ${key} is back`),
    ...products.changed.map((key) => `changed product ${key}`),
    ...variants.added.map((key) => `new variant ${key}`),
    ...variants.restored.map((key) => `variant ${key} is back`),
    ...variants.changed.map((key) => `changed variant ${key}`),
    ...stock.map((change) => `${change.variant} in ${change.warehouse}: ${change.old} → ${change.new}`),
  ];
  return lines.length === 0 ? ['there is nothing to change'] : lines;
}

function write(name: string, text: string): void {
  try {
    writeFileSync(name, text);
  } catch (error) {
    throw new Fault(`${name} cannot be written: ${whyNot(error, 'folder')}`);
  }
}
