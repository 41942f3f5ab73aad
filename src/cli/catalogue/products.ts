import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { deleteProduct, restoreProduct } from '../../domain/catalogue/delete.ts';
import { listProducts } from '../../domain/catalogue/list.ts';
import { deletedProducts, type KnownProduct, productById } from '../../domain/catalogue/lookup.ts';
import { pullProduct } from '../../domain/catalogue/pull.ts';
import { idText } from '../../lib/ids.ts';
import { findUser, USER_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { findProduct, PRODUCT_ARGUMENT } from './find-product.ts';
import { answerProduct, answerProducts } from './product-answers.ts';
import { productCsvCommands } from './product-csv.ts';

interface ListOptions extends PageOptions {
  store?: string;
  query?: string;
  deleted?: boolean;
}

export function productCommands(shell: Shell): void {
  const product = shell.program.command('product').description('products: what a store sells');
  takesPage(product.command('list').description('a store’s products, in the order they were made'))
    .option('--query <text>', 'only those whose name contains it')
    .option('--deleted', 'those that were deleted')
    .option(...STORE_OPTION)
    .action((options: ListOptions) => shell.withDatabase((ctx) => answerProducts(shell, foundProducts(ctx, options))));
  product
    .command('show')
    .description('one product, with its variants and their stock')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      shell.withDatabase((ctx) => answerProduct(shell, ctx, findProduct(ctx, name, options))),
    );
  deletionCommands(shell, product);
  pullCommand(shell, product);
  productCsvCommands(shell, product);
}

function foundProducts(ctx: Context, { query, deleted, ...options }: ListOptions): KnownProduct[] {
  const storeId = storeOption(ctx, options).id;
  const page = pageOf(options);
  if (deleted) return deletedProducts(ctx.db, storeId, page);
  const { products } = listProducts(ctx.db, storeId, { ...page, query, sortBy: 'id', descending: false });
  return products.map(({ id }) => productById(ctx.db, id) as KnownProduct);
}

function deletionCommands(shell: Shell, product: Command): void {
  product
    .command('delete')
    .description('take a product off sale; old orders still show it')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const found = findProduct(ctx, name, options);
        await ctx.write((db) => deleteProduct(db, found.id, ctx.now()));
        shell.answer(
          { product_id: idText(found.id), deleted: true },
          `product ${found.id} is deleted; "raan product restore ${found.id}" brings it back`,
        );
      }),
    );
  product
    .command('restore')
    .description('bring a deleted product back, as it was')
    .argument(...PRODUCT_ARGUMENT)
    .option(...STORE_OPTION)
    .action((name: string, options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const found = findProduct(ctx, name, { ...options, live: false });
        await ctx.write((db) => restoreProduct(db, found.id, ctx.now()));
        answerProduct(shell, ctx, found);
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

function pullCommand(shell: Shell, product: Command): void {
  product
    .command('pull')
    .description('sell another store’s product on: its stock, this store’s name and prices (variant_created)')
    .argument('<product>', 'its id, or its key with --from')
    .requiredOption('--store <store>', 'the store that is to sell it, its key or id')
    .requiredOption('--key <key>', 'what the product is to be called in store files')
    .option('--from <store>', 'the store that it is pulled from, its key or id')
    .option('--name <name>', 'its name; the source’s by default')
    .option(...USER_OPTION)
    .action((source: string, { from, key, name, ...options }: PullOptions) =>
      shell.withDatabase(async (ctx) => {
        const storeId = storeOption(ctx, options).id;
        const pulled = {
          sourceId: findProduct(ctx, source, { store: from }).id,
          key,
          name,
          userId: findUser(ctx, options),
        };
        const id = await ctx.write((db) => pullProduct(db, storeId, pulled, ctx.now()));
        answerProduct(shell, ctx, { id, storeId });
      }),
    );
}
