import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { SoldVariant } from '../../domain/variants.ts';
import type { Id } from '../../lib/ids.ts';
import { findVariant, findWarehouse, type VariantOptions, WAREHOUSE_OPTION } from '../find.ts';
import { STORE_OPTION, WrongUsage, wholeArgument } from '../shell.ts';

export interface QuantityOptions extends VariantOptions {
  warehouse?: string;
}

/** What VARIANT QTY, or --sku SKU and QTY, mean. */
export interface Quantity {
  variant: SoldVariant;
  warehouseId: Id;
  qty: number;
}

/** Gives the command the arguments that `findQuantity` reads. */
export const takesQuantity = (command: Command): Command =>
  command
    .argument('[variant]', 'a variant’s id; left out with --sku')
    .argument('[qty]', 'a whole number of pieces')
    .option('--sku <sku>', 'by SKU')
    .option(...WAREHOUSE_OPTION)
    .option(...STORE_OPTION);

export function findQuantity(
  ctx: Context,
  [first, second]: readonly (string | undefined)[],
  options: QuantityOptions,
  least = 1,
): Quantity {
  const [name, qty] = options.sku === undefined ? [first, second] : [undefined, first];
  if (qty === undefined || (options.sku !== undefined && second !== undefined))
    throw new WrongUsage('give VARIANT QTY, or --sku SKU and QTY');
  const variant = findVariant(ctx, name, options);
  return {
    variant,
    warehouseId: findWarehouse(ctx, variant.storeId, options.warehouse),
    qty: wholeArgument(qty, { name: 'QTY', least }),
  };
}
