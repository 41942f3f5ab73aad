import type { Context } from '../../context.ts';
import { addPriceTier, priceTiers, putPriceTier, setDefaultTier } from '../../domain/catalogue/price-tiers.ts';
import { addWarehouse, putWarehouse, warehouses } from '../../domain/catalogue/warehouses.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { parseBoolean, parseSettings, parseText, WrongUsage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findByIdOrKey, selectedStore } from '../lookup.ts';
import { table } from '../table.ts';

interface AddOptions {
  name: string;
  default?: boolean;
  store?: string;
}

interface Settings {
  name: string;
  isDefault: true;
}

const WAREHOUSE_SETTINGS = { name: (text: string) => ({ name: parseText(text, 'name') }) };

const TIER_SETTINGS = {
  ...WAREHOUSE_SETTINGS,
  default: (text: string, key: string) => {
    if (!parseBoolean(text, key)) throw new WrongUsage('default_tier_not_removable', { path: key });
    return { isDefault: true as const };
  },
};

export function tierCommands(cli: Cli): void {
  const tier = cli.program.command('tier').description('Manage price tiers');
  listCommand(cli, tier, 'List the price tiers of a store', printTiers);
  addCommand(tier, 'Add a price tier')
    .option(
      '--default',
      'Make it the default tier, whose prices apply to customers without a tier (a store’s first tier becomes the default)',
    )
    .databaseAction(async (ctx, key: string, { name, default: isDefault, ...options }: AddOptions) => {
      const storeId = selectedStore(ctx, options).id;
      await ctx.write((tx) => {
        const id = addPriceTier(tx, storeId, { key, name: parseText(name, '--name') });
        if (isDefault) setDefaultTier(tx, storeId, id);
      });
      printTiers(cli, ctx, storeId);
    });
  setCommand(tier, 'Change settings of a price tier', TIER_SETTINGS).databaseAction(
    async (ctx, name: string, settings: string[], options: { store?: string }) => {
      const storeId = selectedStore(ctx, options).id;
      const known = findByIdOrKey(priceTiers(ctx.db, storeId), name, 'price tier');
      const change = parseSettings<Settings>(settings, TIER_SETTINGS);
      await ctx.write((tx) => {
        putPriceTier(tx, storeId, { ...known, ...change });
        if (change.isDefault) setDefaultTier(tx, storeId, known.id);
      });
      printTiers(cli, ctx, storeId);
    },
  );
}

export function warehouseCommands(cli: Cli): void {
  const warehouse = cli.program.command('warehouse').description('Manage warehouses');
  listCommand(
    cli,
    warehouse,
    'List the warehouses of a store, in the order in which they supply stock',
    printWarehouses,
  );
  addCommand(warehouse, 'Add a warehouse after the existing ones').databaseAction(
    async (ctx, key: string, { name, ...options }: AddOptions) => {
      const storeId = selectedStore(ctx, options).id;
      await ctx.write((tx) => addWarehouse(tx, storeId, { key, name: parseText(name, '--name') }));
      printWarehouses(cli, ctx, storeId);
    },
  );
  setCommand(warehouse, 'Change settings of a warehouse', WAREHOUSE_SETTINGS).databaseAction(
    async (ctx, name: string, settings: string[], options: { store?: string }) => {
      const storeId = selectedStore(ctx, options).id;
      const known = findByIdOrKey(warehouses(ctx.db, storeId), name, 'warehouse');
      const change = parseSettings<Settings>(settings, WAREHOUSE_SETTINGS);
      await ctx.write((tx) => putWarehouse(tx, storeId, { ...known, ...change }));
      printWarehouses(cli, ctx, storeId);
    },
  );
}

const listCommand = (
  cli: Cli,
  group: CliCommand,
  description: string,
  print: (cli: Cli, ctx: Context, storeId: Id) => void,
): CliCommand =>
  group
    .command('list')
    .description(description)
    .storeOption()
    .databaseAction((ctx, options: { store?: string }) => print(cli, ctx, selectedStore(ctx, options).id));

const addCommand = (group: CliCommand, description: string): CliCommand =>
  group
    .command('add')
    .description(description)
    .argument('<key>', 'Key in store files')
    .requiredOption('--name <name>', 'Name')
    .storeOption();

const setCommand = (group: CliCommand, description: string, settings: object): CliCommand =>
  group
    .command('set')
    .description(description)
    .argument(`<${group.name()}>`, `Id or key of the ${group.name()}`)
    .argument('<setting...>', `Setting as KEY=VALUE: ${Object.keys(settings).join(', ')}`)
    .storeOption();

function printTiers(cli: Cli, { db }: Context, storeId: Id): void {
  const tiers = priceTiers(db, storeId).map(({ id, key, name, isDefault }) => ({
    id: idText(id),
    key,
    name,
    default: isDefault,
  }));
  const rows = tiers.map((tier) => [tier.id, tier.key, tier.name, String(tier.default)]);
  cli.print({ price_tiers: tiers }, table(['id', 'key', 'name', 'default'], rows));
}

function printWarehouses(cli: Cli, { db }: Context, storeId: Id): void {
  const list = warehouses(db, storeId).map(({ id, key, name }) => ({ id: idText(id), key, name }));
  const rows = list.map((warehouse) => Object.values(warehouse));
  cli.print({ warehouses: list }, table(['id', 'key', 'name'], rows));
}
