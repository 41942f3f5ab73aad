import type { Context } from '../../context.ts';
import { bundlesOf } from '../../domain/catalogue/lookup.ts';
import { makeBundle, setParts, unmakeBundle } from '../../domain/catalogue/parts.ts';
import { existingVariant } from '../../domain/variants.ts';
import { findVariant, takesVariant, type VariantOptions, variantWithId } from '../find.ts';
import { type Shell, storeOption } from '../shell.ts';
import { type LineOptions, takesLines, withLines } from '../variant-lines.ts';
import { answerVariant, answerVariants } from './product-answers.ts';

export function bundleCommands(shell: Shell): void {
  const bundle = shell.program.command('bundle').description('bundles: variants that are sold as their parts');
  takesVariant(
    bundle.command('show').description('a store’s bundles, or one variant, with their parts and what these allow'),
    'a variant’s id; all bundles by default',
  ).action((name: string | undefined, options: VariantOptions) =>
    shell.withDatabase((ctx) => answerVariants(shell, ctx, wanted(ctx, name, options))),
  );
  takesLines(
    bundle
      .command('set')
      .description('turn a variant into a bundle, or change its parts (bundle_converted, bundle_edited)')
      .argument('<variant>', 'a variant’s id'),
  ).action((name: string, args: string[], options: LineOptions) =>
    shell.withDatabase(async (ctx) => {
      const { id, storeId } = variantWithId(ctx, name);
      await withLines(ctx, { storeId, args, options, rules: { least: 1 } }, (parts) =>
        ctx.write((db) => {
          if (existingVariant(db, id).isBundle) setParts(db, id, parts, ctx.now());
          else makeBundle(db, id, { parts }, ctx.now());
        }),
      );
      answerVariant(shell, ctx, id);
    }),
  );
  takesVariant(
    bundle.command('clear').description('let a bundle keep stock again, of which there is none yet (bundle_converted)'),
  ).action((name: string | undefined, options: VariantOptions) =>
    shell.withDatabase(async (ctx) => {
      const { id } = findVariant(ctx, name, options);
      await ctx.write((db) => unmakeBundle(db, id, ctx.now()));
      answerVariant(shell, ctx, id);
    }),
  );
}

const wanted = (ctx: Context, name: string | undefined, options: VariantOptions) =>
  name === undefined && options.sku === undefined
    ? bundlesOf(ctx.db, storeOption(ctx, options).id)
    : [findVariant(ctx, name, options).id];
