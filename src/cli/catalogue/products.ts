import type { Context } from '../../context.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { deleteProduct, restoreProduct } from '../../domain/catalogue/delete-product.ts';
import { listProducts } from '../../domain/catalogue/product-list.ts';
import { deletedProducts, type KnownProduct, productById } from '../../domain/catalogue/product-lookup.ts';
import { pullProduct } from '../../domain/catalogue/pull-product.ts';
import type { ProductChanges } from '../../domain/storefile/csv/changes.ts';
import { productCsv, productTable } from '../../domain/storefile/csv/export.ts';
import { importProducts } from '../../domain/storefile/csv/import.ts';
import { idText } from '../../lib/ids.ts';
import { readTable } from '../../lib/spreadsheet/read-table.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { type PageOptions, parsePage, parseTextUpTo } from '../arguments.ts';
import { type Cli, type CliCommand, DRY_RUN_TEXT } from '../cli.ts';
import { readInput, writeNewFile } from '../files.ts';
import { findProduct, findUser, selectedStore } from '../lookup.ts';
import { printProduct, printProducts } from './product-output.ts';

interface ListOptions extends PageOptions {
  store?: string;
  query?: string;
  deleted?: boolean;
}

export function productCommands(cli: Cli): void {
  const product = cli.program.command('product').description('Manage products');
  product
    .command('list')
    .description('List the products of a store, oldest first')
    .pageOptions()
    .option('--query <text>', 'Only products whose name contains this text')
    .option('--deleted', 'Only deleted products')
    .storeOption()
    .databaseAction((ctx, options: ListOptions) => printProducts(cli, ctx, searchProducts(ctx, options)));
  product
    .command('show')
    .description('Show a product with its variants and stock')
    .productArgument()
    .storeOption()
    .databaseAction((ctx, name: string, options: { store?: string }) =>
      printProduct(cli, ctx, findProduct(ctx, name, options)),
    );
  deletionCommands(cli, product);
  pullCommand(cli, product);
  productFileCommands(cli, product);
}

function searchProducts(ctx: Context, { query, deleted, ...options }: ListOptions): KnownProduct[] {
  const storeId = selectedStore(ctx, options).id;
  const page = parsePage(options);
  if (deleted) return deletedProducts(ctx.db, storeId, page);
  const { products } = listProducts(ctx.db, storeId, { ...page, query, sortBy: 'id', descending: false });
  return products.map(({ id }) => productById(ctx.db, id) as KnownProduct);
}

function deletionCommands(cli: Cli, product: CliCommand): void {
  product
    .command('delete')
    .description('Delete a product; existing orders still show it')
    .productArgument()
    .storeOption()
    .databaseAction(async (ctx, name: string, options: { store?: string }) => {
      const found = findProduct(ctx, name, options);
      await ctx.write((tx) => deleteProduct(tx, found.id, ctx.now()));
      cli.print(
        { product_id: idText(found.id), deleted: true },
        `deleted product ${found.id}; undo with "raan product restore ${found.id}"`,
      );
    });
  product
    .command('restore')
    .description('Restore a deleted product')
    .productArgument()
    .storeOption()
    .databaseAction(async (ctx, name: string, options: { store?: string }) => {
      const found = findProduct(ctx, name, { ...options, live: false });
      await ctx.write((tx) => restoreProduct(tx, found.id, ctx.now()));
      printProduct(cli, ctx, found);
    });
}

interface PullOptions {
  from?: string;
  store?: string;
  key: string;
  name?: string;
  user?: string;
}

function pullCommand(cli: Cli, product: CliCommand): void {
  product
    .command('pull')
    .describeChange('Sell a product of another store from its stock, with its own name and prices', 'variant_created')
    .argument('<product>', 'Product id, or its key with --from')
    .requiredOption('--store <store>', 'Store that sells the product, by id or key')
    .requiredOption('--key <key>', 'Key of the new product in store files')
    .option('--from <store>', 'Store that owns the product, by id or key')
    .option('--name <name>', 'Name (default: the name of the original)')
    .userOption()
    .databaseAction(async (ctx, source: string, { from, key, name, ...options }: PullOptions) => {
      const storeId = selectedStore(ctx, options).id;
      const pulled = {
        sourceId: findProduct(ctx, source, { store: from }).id,
        key,
        name: name && parseTextUpTo(name, '--name', MAX_LENGTH.name),
        userId: findUser(ctx, options),
      };
      const id = await ctx.write((tx) => pullProduct(tx, storeId, pulled, ctx.now()));
      printProduct(cli, ctx, { id, storeId });
    });
}

/** Products, prices and stock as a spreadsheet with one row per variant. */
export function productFileCommands(cli: Cli, product: CliCommand): void {
  product
    .command('export')
    .description('Export products, prices and stock as CSV')
    .option('--out <file>', 'File to write (default: standard output)')
    .storeOption()
    .databaseAction(async (ctx, { out, ...options }: { out?: string; store?: string }) => {
      const { id } = selectedStore(ctx, options);
      await ctx.write((tx) => audit(tx, 'data_exported', { storeId: id, detail: { file: 'products.csv' } }));
      const csv = productCsv(productTable(ctx.db, id));
      if (out === undefined) return cli.print({ csv }, csv.replace(/\n$/, ''));
      writeNewFile(out, csv, { force: true });
      cli.print({ file: out }, `exported the products to ${out}`);
    });
  product
    .command('import')
    .summary('Import products from CSV or XLSX')
    .description(
      'Import products from a CSV file as written by "product export", or from an XLSX file with the same columns, all or nothing. An empty cell changes nothing.',
    )
    .argument('<file>', 'CSV file in UTF-8, UTF-16 or TIS-620, or XLSX file; - reads standard input')
    .dryRunOption()
    .storeOption()
    .databaseAction(async (ctx, name: string, { dryRun = false, ...options }: { dryRun?: boolean; store?: string }) => {
      const store = selectedStore(ctx, options);
      const table = await readTable(readInput(name), name);
      const changes = await ctx.write((tx) =>
        importProducts(tx, store, { file: table, codes: ctx.config.values, now: ctx.now() }),
      );
      printChanges(cli, changes, dryRun);
    });
}

function printChanges(cli: Cli, changes: ProductChanges, dryRun: boolean): void {
  const lines = changeLines(changes);
  if (dryRun) cli.print({ dry_run: true, ...changes }, [...lines, DRY_RUN_TEXT]);
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
