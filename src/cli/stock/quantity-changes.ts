import { Option } from 'commander';
import type { Context } from '../../context.ts';
import { assemble, disassemble } from '../../domain/catalogue/assembly.ts';
import { addOnHand, deductOnHand, setOnHand } from '../../domain/stock/adjust-on-hand.ts';
import type { Reason } from '../../domain/stock/reasons.ts';
import { listStock } from '../../domain/stock/stock-list.ts';
import type { SoldVariant } from '../../domain/variants.ts';
import type { Id } from '../../lib/ids.ts';
import { parseWhole, type VariantOptions, WrongUsage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findUser, findVariant, findWarehouse } from '../lookup.ts';
import { printDocument } from './document-output.ts';
import type { DocumentOptions } from './documents.ts';
import { printStock } from './stock-output.ts';

interface Reasons {
  /** With `--user`. */
  user: Reason;
  /** Without an account. */
  command: Reason;
  /** With `--admin`; absent if the command has no such option. */
  admin?: Reason;
}

const manualReasons = (user: Reason): Reasons => ({ user, command: 'command_edited', admin: 'admin_edited' });

const CHANGES = [
  { name: 'set', change: setOnHand, min: 0, reasons: manualReasons('user_set'), description: 'Set stock on hand' },
  { name: 'add', change: addOnHand, min: 1, reasons: manualReasons('user_added'), description: 'Add to stock on hand' },
  {
    name: 'deduct',
    change: deductOnHand,
    min: 1,
    reasons: manualReasons('user_deducted'),
    description: 'Deduct from stock on hand',
  },
  {
    name: 'adjust',
    change: setOnHand,
    min: 0,
    reasons: { user: 'user_adjusted', command: 'user_adjusted' },
    description: 'Set stock on hand, recorded like an edit in the product grid',
  },
] as const satisfies { reasons: Reasons; [field: string]: unknown }[];

interface ChangeOptions extends QuantityOptions {
  user?: string;
  admin?: boolean;
}

export function stockChangeCommands(cli: Cli, stock: CliCommand): void {
  for (const change of CHANGES) changeCommand(cli, stock, change);
}

function changeCommand(cli: Cli, stock: CliCommand, { name, description, min, change, ...more }: Change): void {
  const reasons: Reasons = more.reasons;
  const reasonNames = new Set<string>(Object.values(reasons));
  const command = withQuantityArguments(stock.command(name).describeChange(description, ...reasonNames))
    .userOption()
    .databaseAction(async (ctx, first: string | undefined, second: string | undefined, options: ChangeOptions) => {
      const { variant, ...found } = findQuantity(ctx, [first, second], options, min);
      const userId = findUser(ctx, options);
      const reason = (options.admin && reasons.admin) || (userId === undefined ? reasons.command : reasons.user);
      const adjustment = { ...found, variantId: variant.id, reason, userId };
      await ctx.write((tx) => change(tx, adjustment, ctx.now()));
      const rows = listStock(ctx.db, variant.storeId, variant.id);
      printStock(
        cli,
        rows.filter(({ warehouseId }) => warehouseId === found.warehouseId),
      );
    });
  if (reasons.admin)
    command.addOption(
      new Option('--admin', 'Record the change as made by an administrator for the owner').conflicts('user'),
    );
}

type Change = (typeof CHANGES)[number];

const ASSEMBLIES = [
  {
    name: 'assemble',
    change: assemble,
    description: 'Assemble a variant from its parts',
    reasons: ['assemble_deducted', 'assemble_added'],
  },
  {
    name: 'disassemble',
    change: disassemble,
    description: 'Disassemble a variant into its parts',
    reasons: ['disassemble_deducted', 'disassemble_added'],
  },
];

export function stockAssemblyCommands(cli: Cli, stock: CliCommand): void {
  for (const { name, change, description, reasons } of ASSEMBLIES)
    withQuantityArguments(stock.command(name).describeChange(description, ...reasons))
      .userOption()
      .noteOption()
      .databaseAction(
        async (
          ctx,
          first: string | undefined,
          second: string | undefined,
          options: QuantityOptions & DocumentOptions,
        ) => {
          const { variant, ...found } = findQuantity(ctx, [first, second], options);
          const { id: variantId, storeId } = variant;
          const assembly = { ...found, variantId, storeId, userId: findUser(ctx, options), note: options.note };
          const id = await ctx.write((tx) => change(tx, assembly, ctx.now()));
          printDocument(cli, ctx, id);
        },
      );
}

interface QuantityOptions extends VariantOptions {
  warehouse?: string;
}

interface Quantity {
  variant: SoldVariant;
  warehouseId: Id;
  qty: number;
}

/** Adds the arguments that `findQuantity` reads. */
const withQuantityArguments = (command: CliCommand): CliCommand =>
  command
    .argument('[variant]', 'Variant id; omit it with --sku')
    .argument('[qty]', 'Number of pieces')
    .option('--sku <sku>', 'Name the variant by its SKU')
    .warehouseOption()
    .storeOption();

/** Reads `VARIANT QTY`, or `QTY` with `--sku`. */
function findQuantity(
  ctx: Context,
  [first, second]: readonly (string | undefined)[],
  options: QuantityOptions,
  min = 1,
): Quantity {
  const [name, qty] = options.sku === undefined ? [first, second] : [undefined, first];
  if (qty === undefined || (options.sku !== undefined && second !== undefined))
    throw new WrongUsage('quantity_not_given');
  const variant = findVariant(ctx, name, options);
  return {
    variant,
    warehouseId: findWarehouse(ctx, variant.storeId, options.warehouse),
    qty: parseWhole(qty, { name: 'QTY', min }),
  };
}
