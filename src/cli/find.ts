import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { accountByName } from '../domain/accounts/accounts.ts';
import { warehouses } from '../domain/catalogue/places.ts';
import { type Act, byCommand } from '../domain/orders/history.ts';
import { liveVariant, type SoldVariant, variantById, variantsWithSku } from '../domain/variants.ts';
import { Refusal } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';
import { idArgument, named, STORE_OPTION, storeOption, WrongUsage } from './shell.ts';

/** How a command names a variant: by id, or by `--sku` in its store. */
export interface VariantOptions {
  sku?: string;
  store?: string;
}

/** Gives a command the words that `findVariant` finds a variant by. */
export const takesVariant = (command: Command, what = 'a variant’s id; left out with --sku'): Command =>
  command
    .argument('[variant]', what)
    .option('--sku <sku>', 'by SKU')
    .option(...STORE_OPTION);

/** The live variant that is named, by its id or else by `--sku`. */
export function findVariant(ctx: Context, id: string | undefined, options: VariantOptions): SoldVariant {
  if (options.sku !== undefined) return variantWithSku(ctx, storeOption(ctx, options).id, options.sku);
  if (id === undefined) throw new WrongUsage('name a variant by its id, or by --sku SKU');
  return variantWithId(ctx, id);
}

/** The same, or a deleted one by its id: for what tells of the past. */
export function findVariantEver(ctx: Context, id: string | undefined, options: VariantOptions): SoldVariant {
  const known = id === undefined ? undefined : variantById(ctx.db, idArgument(id, 'VARIANT'));
  return options.sku === undefined && known ? known : findVariant(ctx, id, options);
}

/** The live variant with this id, of any store. */
export function variantWithId(ctx: Context, text: string): SoldVariant {
  const id = idArgument(text, 'VARIANT');
  const variant = liveVariant(ctx.db, variantById(ctx.db, id)?.storeId ?? NO_ID, id);
  if (!variant) throw new Refusal('not_found', `there is no variant ${text}`);
  return variant;
}

/** The store's one live variant with this SKU. */
export function variantWithSku(ctx: Context, storeId: Id, sku: string): SoldVariant {
  const ids = variantsWithSku(ctx.db, storeId, sku);
  if (ids.length > 1)
    throw new Refusal('invalid_request', `SKU ${sku} is shared by variants ${ids.join(', ')}; name one by its id`);
  const variant = liveVariant(ctx.db, storeId, ids[0] ?? NO_ID);
  if (!variant) throw new Refusal('not_found', `there is no variant with the SKU ${sku}`);
  return variant;
}

export const WAREHOUSE_OPTION = ['--warehouse <warehouse>', 'its id or key; the store’s first by default'] as const;

/** The store's warehouse with this id or key, by default its first. */
export function findWarehouse(ctx: Context, storeId: Id, name: string | undefined): Id {
  const all = warehouses(ctx.db, storeId);
  if (name !== undefined) return named(all, name, 'warehouse').id;
  if (!all[0]) throw new Refusal('not_found', 'the store has no warehouse');
  return all[0].id;
}

/** The store's warehouse with this key or id; one of a store whose stock it sells, by its id. */
export function findKeepingWarehouse(ctx: Context, storeId: Id, name: string | undefined): Id | undefined {
  if (name === undefined) return undefined;
  const isKey = warehouses(ctx.db, storeId).some(({ key }) => key === name);
  return (isKey ? undefined : parseId(name)) ?? findWarehouse(ctx, storeId, name);
}

export const USER_OPTION = ['--user <name>', 'the account whose doing it is'] as const;

/** Who acts, and when: the account that `--user` names, else the command line. */
export function actOf(ctx: Context, options: { user?: string }): Act {
  const id = findUser(ctx, options);
  return id === undefined ? byCommand(ctx.now()) : { by: { kind: 'user', id }, now: ctx.now() };
}

/** The id of the account that `--user` names. */
export const findUser = (ctx: Context, { user }: { user?: string }): Id | undefined =>
  user === undefined ? undefined : accountByName(ctx.db, user).id;
