import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import {
  addPriceTier,
  addWarehouse,
  priceTiers,
  putPriceTier,
  putWarehouse,
  setDefaultTier,
  warehouses,
} from '../../domain/catalogue/places.ts';
import type { Id } from '../../lib/ids.ts';
import { idText } from '../../lib/ids.ts';
import {
  named,
  readFlag,
  readSettings,
  readText,
  type Shell,
  STORE_OPTION,
  storeOption,
  WrongUsage,
} from '../shell.ts';
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

const NAME = { name: (text: string) => ({ name: readText(text, 'name') }) };

const TIER_SETTINGS = {
  ...NAME,
  default: (text: string, key: string) => {
    if (!readFlag(text, key))
      throw new WrongUsage('a price tier ceases to be the default where another one becomes it');
    return { isDefault: true as const };
  },
};

/** Price tiers and warehouses: where a variant has a price and a stock. */
export function placeCommands(shell: Shell): void {
  const tier = shell.program.command('tier').description('price tiers: what each kind of buyer pays');
  listCommand(shell, tier, 'a store’s price tiers', answerTiers);
  addCommand(tier, 'add a price tier')
    .option('--default', 'make it the one whose prices count where no other does; a store’s first one is')
    .action((key: string, { name, default: isDefault, ...options }: AddOptions) =>
      shell.withDatabase(async (ctx) => {
        const storeId = storeOption(ctx, options).id;
        await ctx.write((db) => {
          const id = addPriceTier(db, storeId, { key, name: readText(name, '--name') });
          if (isDefault) setDefaultTier(db, storeId, id);
        });
        answerTiers(shell, ctx, storeId);
      }),
    );
  setCommand(tier, `change settings: ${Object.keys(TIER_SETTINGS).join(', ')}`).action(
    (name: string, settings: string[], options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const storeId = storeOption(ctx, options).id;
        const known = named(priceTiers(ctx.db, storeId), name, 'price tier');
        const change = readSettings<Settings>(settings, TIER_SETTINGS);
        await ctx.write((db) => {
          putPriceTier(db, storeId, { ...known, ...change });
          if (change.isDefault) setDefaultTier(db, storeId, known.id);
        });
        answerTiers(shell, ctx, storeId);
      }),
  );
  warehouseCommands(shell);
}

function warehouseCommands(shell: Shell): void {
  const warehouse = shell.program.command('warehouse').description('warehouses: where a store keeps its stock');
  listCommand(shell, warehouse, 'a store’s warehouses; the first one supplies first', answerWarehouses);
  addCommand(warehouse, 'add a warehouse, after the others').action((key: string, { name, ...options }: AddOptions) =>
    shell.withDatabase(async (ctx) => {
      const storeId = storeOption(ctx, options).id;
      await ctx.write((db) => addWarehouse(db, storeId, { key, name: readText(name, '--name') }));
      answerWarehouses(shell, ctx, storeId);
    }),
  );
  setCommand(warehouse, `change settings: ${Object.keys(NAME).join(', ')}`).action(
    (name: string, settings: string[], options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const storeId = storeOption(ctx, options).id;
        const known = named(warehouses(ctx.db, storeId), name, 'warehouse');
        const change = readSettings<Settings>(settings, NAME);
        await ctx.write((db) => putWarehouse(db, storeId, { ...known, ...change }));
        answerWarehouses(shell, ctx, storeId);
      }),
  );
}

const listCommand = (
  shell: Shell,
  group: Command,
  description: string,
  answer: (shell: Shell, ctx: Context, storeId: Id) => void,
): Command =>
  group
    .command('list')
    .description(description)
    .option(...STORE_OPTION)
    .action((options: { store?: string }) =>
      shell.withDatabase((ctx) => answer(shell, ctx, storeOption(ctx, options).id)),
    );

const addCommand = (group: Command, description: string): Command =>
  group
    .command('add')
    .description(description)
    .argument('<key>', 'what it is called in store files')
    .requiredOption('--name <name>', 'its name')
    .option(...STORE_OPTION);

const setCommand = (group: Command, description: string): Command =>
  group
    .command('set')
    .description(description)
    .argument(`<${group.name()}>`, 'its id or key')
    .argument('<setting...>', 'KEY=VALUE')
    .option(...STORE_OPTION);

function answerTiers(shell: Shell, { db }: Context, storeId: Id): void {
  const tiers = priceTiers(db, storeId).map(({ id, key, name, isDefault }) => ({
    id: idText(id),
    key,
    name,
    default: isDefault,
  }));
  const rows = tiers.map((tier) => [tier.id, tier.key, tier.name, String(tier.default)]);
  shell.answer({ price_tiers: tiers }, table(['id', 'key', 'name', 'default'], rows));
}

function answerWarehouses(shell: Shell, { db }: Context, storeId: Id): void {
  const list = warehouses(db, storeId).map(({ id, key, name }) => ({ id: idText(id), key, name }));
  const rows = list.map((warehouse) => Object.values(warehouse));
  shell.answer({ warehouses: list }, table(['id', 'key', 'name'], rows));
}
