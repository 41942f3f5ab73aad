import type { Context } from '../../context.ts';
import { requireFreeBarcodes } from '../../domain/barcodes.ts';
import { addVariant } from '../../domain/catalogue/add-product.ts';
import { setParts } from '../../domain/catalogue/bundle-parts.ts';
import { freeVariantKey } from '../../domain/catalogue/catalogue-keys.ts';
import { deleteVariant, restoreVariant } from '../../domain/catalogue/delete-product.ts';
import { changeVariant, type VariantFields } from '../../domain/catalogue/edit-variant.ts';
import { type PriceTier, priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { changedPrices } from '../../domain/catalogue/variant-prices.ts';
import { warehouses } from '../../domain/catalogue/warehouses.ts';
import { existingVariant } from '../../domain/variants.ts';
import { splitBarcodes } from '../../lib/barcodes.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import {
  parseAmount,
  parseIdArgument,
  parseSettings,
  parseTextUpTo,
  parseWhole,
  type VariantOptions,
  WrongUsage,
} from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findByIdOrKey, findProduct, findUser, findVariant, findVariantById } from '../lookup.ts';
import { applyLines, type LineOptions } from '../variant-lines.ts';
import { printVariant } from './product-output.ts';

export function variantCommands(cli: Cli): void {
  const variant = cli.program.command('variant').description('Manage variants of products');
  addCommand(cli, variant);
  variant
    .command('set')
    .description('Change settings of a variant')
    .argument('<variant>', 'Variant id')
    .argument('<setting...>', `Setting as KEY=VALUE: ${SETTING_NAMES.join(', ')}. An empty value clears a setting`)
    .databaseAction(async (ctx, name: string, settings: string[]) => {
      const { id, storeId } = findVariantById(ctx, name);
      const { prices, ...fields } = parseVariantSettings(settings, priceTiers(ctx.db, storeId));
      await ctx.write((tx) => {
        const newPrices = changedPrices(existingVariant(tx, id).prices, prices);
        if (fields.barcodes) requireFreeBarcodes(tx, storeId, fields.barcodes, id);
        changeVariant(tx, id, { ...fields, prices: newPrices }, ctx.now());
      });
      printVariant(cli, ctx, id);
    });
  partsCommand(cli, variant);
  deletionCommands(cli, variant);
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

function addCommand(cli: Cli, variant: CliCommand): void {
  variant
    .command('add')
    .describeChange('Add a variant with its opening stock to a product', 'variant_created')
    .productArgument()
    .option('--name <name>', 'Name of the option a customer picks; omit it for a product without options')
    .option('--key <key>', 'Key in store files (default: derived from the key of the product)')
    .option('--sku <sku>', 'SKU')
    .option('--price <tier=price...>', 'Prices by price tier id or key')
    .option('--stock <warehouse=qty...>', 'Stock on hand by warehouse id or key')
    .storeOption()
    .userOption()
    .databaseAction(async (ctx, name: string, options: AddOptions) => {
      const product = findProduct(ctx, name, options);
      const fields = {
        name: options.name && parseTextUpTo(options.name, '--name', MAX_LENGTH.name),
        sku: options.sku && parseTextUpTo(options.sku, '--sku', MAX_LENGTH.sku),
        prices: parsePrices(ctx, product.storeId, options.price),
        stock: parseStock(ctx, product.storeId, options.stock),
        userId: findUser(ctx, options),
      };
      const id = await ctx.write((tx) => {
        const key = options.key ?? freeVariantKey(tx, product.storeId, product.key);
        return addVariant(tx, product.id, { key, ...fields }, ctx.now());
      });
      printVariant(cli, ctx, id);
    });
}

const parsePrices = ({ db }: Context, storeId: Id, texts: readonly string[] = []) =>
  valuesById(texts, (text) => {
    const [tier, price] = splitPair(text, 'TIER=PRICE');
    return [findByIdOrKey(priceTiers(db, storeId), tier, 'price tier').id, parseAmount(price, tier)];
  });

const parseStock = ({ db }: Context, storeId: Id, texts: readonly string[] = []) =>
  valuesById(texts, (text) => {
    const [warehouse, qty] = splitPair(text, 'WAREHOUSE=QTY');
    const { id } = findByIdOrKey(warehouses(db, storeId), warehouse, 'warehouse');
    return [id, parseWhole(qty, { name: 'QTY' })];
  });

function valuesById<Value>(texts: readonly string[], parse: (text: string) => [Id, Value]): Map<Id, Value> {
  const values = new Map<Id, Value>();
  for (const text of texts) {
    const [id, value] = parse(text);
    if (values.has(id)) throw new WrongUsage('argument_repeated', { text });
    values.set(id, value);
  }
  return values;
}

function splitPair(text: string, form: string): [string, string] {
  const { name, value } = /^(?<name>.+)=(?<value>[^=]+)$/s.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined) throw new WrongUsage('argument_malformed', { text, form });
  return [name, value];
}

function partsCommand(cli: Cli, variant: CliCommand): void {
  variant
    .command('parts')
    .description('Set the parts of a variant for "raan stock assemble"')
    .argument('<variant>', 'Variant id')
    .option('--none', 'Remove all parts')
    .lineArguments()
    .databaseAction(
      async (ctx, name: string, args: string[], { none, ...options }: LineOptions & { none?: boolean }) => {
        const { id, storeId, isBundle } = findVariantById(ctx, name);
        if (none && (args.length > 0 || options.file !== undefined)) throw new WrongUsage('lines_and_none_given');
        if (isBundle) throw new WrongUsage('parts_of_bundle', { variant: id });
        if (none) await ctx.write((tx) => setParts(tx, id, [], ctx.now()));
        else
          await applyLines(ctx, { storeId, args, options, rules: { min: 1 } }, (parts) =>
            ctx.write((tx) => setParts(tx, id, parts, ctx.now())),
          );
        printVariant(cli, ctx, id);
      },
    );
}

function deletionCommands(cli: Cli, variant: CliCommand): void {
  variant
    .command('delete')
    .description('Delete a variant; existing orders still show it')
    .variantArgument()
    .databaseAction(async (ctx, name: string | undefined, options: VariantOptions) => {
      const { id } = findVariant(ctx, name, options);
      await ctx.write((tx) => deleteVariant(tx, id, ctx.now()));
      cli.print(
        { product_variant_id: idText(id), deleted: true },
        `deleted variant ${id}; undo with "raan variant restore ${id}"`,
      );
    });
  variant
    .command('restore')
    .description('Restore a deleted variant')
    .argument('<variant>', 'Variant id')
    .databaseAction(async (ctx, name: string) => {
      const id = parseIdArgument(name, 'VARIANT');
      await ctx.write((tx) => restoreVariant(tx, id, ctx.now()));
      printVariant(cli, ctx, id);
    });
}

/** Changes of `raan variant set`; null removes a price. */
type VariantSettings = Omit<VariantFields, 'prices'> & { prices: ReadonlyMap<Id, Money | null> };

const SETTINGS = {
  name: (text: string, key: string) => ({ name: parseTextUpTo(text, key, MAX_LENGTH.name) }),
  sku: (text: string, key: string) => ({ sku: parseTextUpTo(text, key, MAX_LENGTH.sku) || null }),
  barcodes: (text: string) => ({ barcodes: splitBarcodes(text) }),
  image_url: (text: string, key: string) => ({ imageUrl: orNull(text, key, parseUrl) }),
  cost: (text: string, key: string) => ({ cost: orNull(text, key, parseAmount) }),
  weight: (text: string, key: string) => ({ weight: orNull(text, key, parseWeight) }),
  low_stock_threshold: (text: string, key: string) => ({
    lowStockThreshold: orNull(text, key, (count) => parseWhole(count, { name: key })),
  }),
  shelf_location: (text: string, key: string) => ({
    shelfLocation: parseTextUpTo(text, key, MAX_LENGTH.shelfLocation) || null,
  }),
};

const SETTING_NAMES = [...Object.keys(SETTINGS), 'price.TIER'];

/** Parses `KEY=VALUE` arguments. `price.TIER` is the price of the tier with this key. */
function parseVariantSettings(settings: readonly string[], tiers: readonly PriceTier[]): VariantSettings {
  const prices = new Map<Id, Money | null>();
  const priceParser = (id: Id) => (text: string, key: string) => {
    prices.set(id, orNull(text, key, parseAmount));
    return {};
  };
  const parsers = Object.fromEntries(tiers.map(({ id, key }) => [`price.${key}`, priceParser(id)]));
  return { ...parseSettings<VariantSettings>(settings, { ...SETTINGS, ...parsers }), prices };
}

const orNull = <T>(text: string, key: string, parse: (text: string, key: string) => T): T | null =>
  text === '' ? null : parse(text, key);

function parseUrl(text: string, key: string): string {
  if (!URL.canParse(text)) throw new WrongUsage('argument_not_a_url', { name: key, text });
  return parseTextUpTo(text, key, MAX_LENGTH.url);
}

function parseWeight(text: string, key: string): number {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new WrongUsage('argument_not_a_number', { name: key, text });
  return Number(text);
}
