import type { Context } from '../../context.ts';
import { clearBundle, makeBundle, setParts } from '../../domain/catalogue/bundle-parts.ts';
import { bundlesOf } from '../../domain/catalogue/product-lookup.ts';
import { existingVariant } from '../../domain/variants.ts';
import type { VariantOptions } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { findVariant, findVariantById, selectedStore } from '../lookup.ts';
import { applyLines, type LineOptions } from '../variant-lines.ts';
import { printVariant, printVariants } from './product-output.ts';

export function bundleCommands(cli: Cli): void {
  const bundle = cli.program.command('bundle').description('Manage bundles');
  bundle
    .command('show')
    .description('Show the bundles of a store, or one variant, with parts and availability')
    .variantArgument('Variant id (default: all bundles)')
    .databaseAction((ctx, name: string | undefined, options: VariantOptions) =>
      printVariants(cli, ctx, findBundles(ctx, name, options)),
    );
  bundle
    .command('set')
    .describeChange('Turn a variant into a bundle, or change its parts', 'bundle_converted', 'bundle_edited')
    .argument('<variant>', 'Variant id')
    .lineArguments()
    .databaseAction(async (ctx, name: string, args: string[], options: LineOptions) => {
      const { id, storeId } = findVariantById(ctx, name);
      await applyLines(ctx, { storeId, args, options, rules: { min: 1 } }, (parts) =>
        ctx.write((tx) => {
          if (existingVariant(tx, id).isBundle) setParts(tx, id, parts, ctx.now());
          else makeBundle(tx, id, { parts }, ctx.now());
        }),
      );
      printVariant(cli, ctx, id);
    });
  bundle
    .command('clear')
    .describeChange('Turn a bundle into a variant with its own stock, initially 0', 'bundle_converted')
    .variantArgument()
    .databaseAction(async (ctx, name: string | undefined, options: VariantOptions) => {
      const { id } = findVariant(ctx, name, options);
      await ctx.write((tx) => clearBundle(tx, id, ctx.now()));
      printVariant(cli, ctx, id);
    });
}

const findBundles = (ctx: Context, name: string | undefined, options: VariantOptions) =>
  name === undefined && options.sku === undefined
    ? bundlesOf(ctx.db, selectedStore(ctx, options).id)
    : [findVariant(ctx, name, options).id];
