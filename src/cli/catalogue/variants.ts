import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addVariant } from '../../domain/catalogue/add.ts';
import { deleteVariant, restoreVariant } from '../../domain/catalogue/delete.ts';
import { changeVariant } from '../../domain/catalogue/edit.ts';
import { freeVariantKey } from '../../domain/catalogue/keys.ts';
import { setParts } from '../../domain/catalogue/parts.ts';
import { priceTiers, warehouses } from '../../domain/catalogue/places.ts';
import { changedPrices } from '../../domain/catalogue/prices.ts';
import { existingVariant } from '../../domain/variants.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { findUser, findVariant, takesVariant, USER_OPTION, type VariantOptions, variantWithId } from '../find.ts';
import { idArgument, named, type Shell, STORE_OPTION, WrongUsage, wholeArgument } from '../shell.ts';
import { type LineOptions, takesLines, withLines } from '../variant-lines.ts';
import { findProduct, PRODUCT_ARGUMENT } from './find-product.ts';
import { answerVariant } from './product-answers.ts';
import { readPrice, readVariantSettings, SETTING_NAMES } from './variant-settings.ts';

export function variantCommands(shell: Shell): void {
  const variant = shell.program.command('variant').description('variants: the forms in which a product is sold');
  addCommand(shell, variant);
  variant
    .command('set')
    .description(`change settings: ${SETTING_NAMES.join(', ')}; an empty VALUE empties one`)
    .argument('<variant>', 'a variant’s id')
    .argument('<setting...>', 'KEY=VALUE')
    .action((name: string, settings: string[]) =>
      shell.withDatabase(async (ctx) => {
        const { id, storeId } = variantWithId(ctx, name);
        const { prices, ...fields } = readVariantSettings(settings, priceTiers(ctx.db, storeId));
        await ctx.write((db) => {
          const all = changedPrices(existingVariant(db, id).prices, prices);
          changeVariant(db, id, { ...fields, prices: all }, ctx.now());
        });
        answerVariant(shell, ctx, id);
      }),
    );
  partsCommand(shell, variant);
  deletionCommands(shell, variant);
}

interface AddOptions {
  key?: string;
  name?: string;
  sku?: string;
  price?: string[];
  stock?: string[];
  store?: string;
  user?: string;
}

function addCommand(shell: Shell, variant: Command): void {
  variant
    .command('add')
    .description('add a variant to a product, with its opening stock (variant_created)')
    .argument(...PRODUCT_ARGUMENT)
    .option('--name <name>', 'the option that a buyer picks; none for a product sold in one form')
    .option('--key <key>', 'what it is to be called in store files; made of the product’s by default')
    .option('--sku <sku>', 'its SKU')
    .option('--price <tier=price...>', 'its prices, each by the tier’s key or id')
    .option('--stock <warehouse=qty...>', 'what is on hand, each by the warehouse’s key or id')
    .option(...STORE_OPTION)
    .option(...USER_OPTION)
    .action((name: string, options: AddOptions) =>
      shell.withDatabase(async (ctx) => {
        const product = findProduct(ctx, name, options);
        const fields = {
          name: options.name,
          sku: options.sku,
          prices: readPrices(ctx, product.storeId, options.price),
          stock: readStock(ctx, product.storeId, options.stock),
          userId: findUser(ctx, options),
        };
        const id = await ctx.write((db) => {
          const key = options.key ?? freeVariantKey(db, product.storeId, product.key);
          return addVariant(db, product.id, { key, ...fields }, ctx.now());
        });
        answerVariant(shell, ctx, id);
      }),
    );
}

const readPrices = ({ db }: Context, storeId: Id, texts: readonly string[] = []) =>
  readEach(texts, (text) => {
    const [tier, price] = pair(text, 'TIER=PRICE');
    return [named(priceTiers(db, storeId), tier, 'price tier').id, readPrice(price, tier)];
  });

const readStock = ({ db }: Context, storeId: Id, texts: readonly string[] = []) =>
  readEach(texts, (text) => {
    const [warehouse, qty] = pair(text, 'WAREHOUSE=QTY');
    const { id } = named(warehouses(db, storeId), warehouse, 'warehouse');
    return [id, wholeArgument(qty, { name: 'QTY' })];
  });

function readEach<Value>(texts: readonly string[], read: (text: string) => [Id, Value]): Map<Id, Value> {
  const values = new Map<Id, Value>();
  for (const text of texts) {
    const [id, value] = read(text);
    if (values.has(id)) throw new WrongUsage(`${text}: that has been said already`);
    values.set(id, value);
  }
  return values;
}

function pair(text: string, form: string): [string, string] {
  const { name, value } = /^(?<name>.+)=(?<value>[^=]+)$/s.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined) throw new WrongUsage(`${text}: give ${form}`);
  return [name, value];
}

function partsCommand(shell: Shell, variant: Command): void {
  takesLines(
    variant
      .command('parts')
      .description('say what a variant is assembled from, for "raan stock assemble"')
      .argument('<variant>', 'a variant’s id')
      .option('--none', 'nothing: it is not assembled'),
  ).action((name: string, args: string[], { none, ...options }: LineOptions & { none?: boolean }) =>
    shell.withDatabase(async (ctx) => {
      const { id, storeId, isBundle } = variantWithId(ctx, name);
      if (none && (args.length > 0 || options.file !== undefined))
        throw new WrongUsage('give lines or --none, not both');
      if (isBundle) throw new WrongUsage(`variant ${id} is a bundle: give "raan bundle set" its parts`);
      if (none) await ctx.write((db) => setParts(db, id, [], ctx.now()));
      else
        await withLines(ctx, { storeId, args, options, rules: { least: 1 } }, (parts) =>
          ctx.write((db) => setParts(db, id, parts, ctx.now())),
        );
      answerVariant(shell, ctx, id);
    }),
  );
}

function deletionCommands(shell: Shell, variant: Command): void {
  takesVariant(variant.command('delete').description('take a variant off sale; old orders still show it')).action(
    (name: string | undefined, options: VariantOptions) =>
      shell.withDatabase(async (ctx) => {
        const { id } = findVariant(ctx, name, options);
        await ctx.write((db) => deleteVariant(db, id, ctx.now()));
        shell.answer(
          { product_variant_id: idText(id), deleted: true },
          `variant ${id} is deleted; "raan variant restore ${id}" brings it back`,
        );
      }),
  );
  variant
    .command('restore')
    .description('bring a deleted variant back, as it was')
    .argument('<variant>', 'its id')
    .action((name: string) =>
      shell.withDatabase(async (ctx) => {
        const id = idArgument(name, 'VARIANT');
        await ctx.write((db) => restoreVariant(db, id, ctx.now()));
        answerVariant(shell, ctx, id);
      }),
    );
}
