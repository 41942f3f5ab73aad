import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { deleteProduct, restoreProduct } from '../../domain/catalogue/delete.ts';
import { listProducts } from '../../domain/catalogue/list.ts';
import { deletedProducts, type KnownProduct, productById } from '../../domain/catalogue/lookup.ts';
import { pullProduct } from '../../domain/catalogue/pull.ts';
import { idText } from '../../lib/ids.ts';
import {
  describeChange,
  type PageOptions,
  PRODUCT_ARGUMENT,
  parsePage,
  STORE_OPTION,
  USER_OPTION,
  withPageOptions,
} from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { findProduct, findUser, selectedStore } from '../lookup.ts';
import { productCsvCommands } from './product-csv.ts';
import { printProduct, printProducts } from './product-output.ts';

interface ListOptions extends PageOptions {
  store?: string;
  query?: string;
  deleted?: boolean;
}

export function productCommands(cli: Cli): void {
  const product = cli.program.command('product').description('Manage products');
  withPageOptions(product.command('list').description('List the products of a store, oldest first'))
    .option('--query <text>', 'Only products whose name contains this text')
    .option('--deleted', 'Only deleted products')
    .option(...STORE_OPTION)
    .action((options: ListOptions) => cli.withDatabase((ctx) => printProducts(cli, searchProducts(ctx, options))));
  product
    .command('show')
    .description('Show a product with its variants and stock')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      cli.withDatabase((ctx) => printProduct(cli, ctx, findProduct(ctx, name, options))),
    );
  deletionCommands(cli, product);
  pullCommand(cli, product);
  productCsvCommands(cli, product);
}

function searchProducts(ctx: Context, { query, deleted, ...options }: ListOptions): KnownProduct[] {
  const storeId = selectedStore(ctx, options).id;
  const page = parsePage(options);
  if (deleted) return deletedProducts(ctx.db, storeId, page);
  const { products } = listProducts(ctx.db, storeId, { ...page, query, sortBy: 'id', descending: false });
  return products.map(({ id }) => productById(ctx.db, id) as KnownProduct);
}

function deletionCommands(cli: Cli, product: Command): void {
  product
    .command('delete')
    .description('Delete a product; existing orders still show it')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      cli.withDatabase(async (ctx) => {
        const found = findProduct(ctx, name, options);
        await ctx.write((tx) => deleteProduct(tx, found.id, ctx.now()));
        cli.print(
          { product_id: idText(found.id), deleted: true },
          `deleted product ${found.id}; undo with "raan product restore ${found.id}"`,
        );
      }),
    );
  product
    .command('restore')
    .description('Restore a deleted product')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      cli.withDatabase(async (ctx) => {
        const found = findProduct(ctx, name, { ...options, live: false });
        await ctx.write((tx) => restoreProduct(tx, found.id, ctx.now()));
        printProduct(cli, ctx, found);
      }),
    );
}

interface PullOptions {
  from?: string;
  store?: string;
  key: string;
  name?: string;
  user?: string;
}

function pullCommand(cli: Cli, product: Command): void {
  describeChange(
    product.command('pull'),
    'Sell a product of another store from its stock, with own name and prices',
    'variant_created',
  )
    .argument('<product>', 'Product id, or its key with --from')
    .requiredOption('--store <store>', 'Store that sells it, by id or key')
    .requiredOption('--key <key>', 'Key of the new product in store files')
    .option('--from <store>', 'Store that owns it, by id or key')
    .option('--name <name>', 'Name (default: the name of the original)')
    .option(...USER_OPTION)
    .action((source: string, { from, key, name, ...options }: PullOptions) =>
      cli.withDatabase(async (ctx) => {
        const storeId = selectedStore(ctx, options).id;
        const pulled = {
          sourceId: findProduct(ctx, source, { store: from }).id,
          key,
          name,
          userId: findUser(ctx, options),
        };
        const id = await ctx.write((tx) => pullProduct(tx, storeId, pulled, ctx.now()));
        printProduct(cli, ctx, { id, storeId });
      }),
    );
}
