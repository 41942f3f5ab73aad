import type { Context } from '../context.ts';
import { accountByName } from '../domain/accounts/accounts.ts';
import { type KnownProduct, productById, productByKey } from '../domain/catalogue/product-lookup.ts';
import { warehouses } from '../domain/catalogue/warehouses.ts';
import { type Channel, listChannels } from '../domain/channels/channels.ts';
import { type Act, byCommand } from '../domain/orders/history.ts';
import { shippingTypes } from '../domain/orders/order-codes.ts';
import { findStore, listStores, type Store, storesAndSandboxes } from '../domain/stores.ts';
import { liveVariant, type SoldVariant, variantById, variantsWithSku } from '../domain/variants.ts';
import { invalidRequest, notFound } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';
import { parseIdArgument, type VariantOptions, WrongUsage } from './arguments.ts';

// Finds what arguments and options name.

/** The store that `--store` names, by default the only one. */
export const selectedStore = (ctx: Context, options: { store?: string | undefined }): Store =>
  findStore(ctx.db, options.store);

/** The store that `--store` names, by default all. */
export const selectedStores = (ctx: Context, options: { store?: string }): Store[] =>
  options.store === undefined ? listStores(ctx.db) : [selectedStore(ctx, options)];

/** The item of a store's `list` with this id or key; `kind` is its name in the error. */
export function findByIdOrKey<Item extends { id: Id; key: string }>(
  list: readonly Item[],
  name: string,
  kind: string,
): Item {
  const found = list.find(({ id }) => String(id) === name) ?? list.find(({ key }) => key === name);
  if (!found) throw notFound('named_item_not_found', { kind, name });
  return found;
}

/** The live variant with this id, or with the SKU that `--sku` names. */
export function findVariant(ctx: Context, id: string | undefined, options: VariantOptions): SoldVariant {
  if (options.sku !== undefined) return findVariantBySku(ctx, selectedStore(ctx, options).id, options.sku);
  if (id === undefined) throw new WrongUsage('variant_not_given');
  return findVariantById(ctx, id);
}

/** Like `findVariant`, but an id may also name a deleted variant. */
export function findVariantOrDeleted(ctx: Context, id: string | undefined, options: VariantOptions): SoldVariant {
  const known = id === undefined ? undefined : variantById(ctx.db, parseIdArgument(id, 'VARIANT'));
  return options.sku === undefined && known ? known : findVariant(ctx, id, options);
}

/** The live variant with this id, in any store. */
export function findVariantById(ctx: Context, text: string): SoldVariant {
  const id = parseIdArgument(text, 'VARIANT');
  const variant = liveVariant(ctx.db, variantById(ctx.db, id)?.storeId ?? NO_ID, id);
  if (!variant) throw notFound('variant_not_found', { variant: id });
  return variant;
}

/** The store's only live variant with this SKU. */
export function findVariantBySku(ctx: Context, storeId: Id, sku: string): SoldVariant {
  const ids = variantsWithSku(ctx.db, storeId, sku);
  if (ids.length > 1) throw invalidRequest('sku_of_several_variants', { sku, variants: ids });
  const variant = liveVariant(ctx.db, storeId, ids[0] ?? NO_ID);
  if (!variant) throw notFound('variant_of_sku_not_found', { sku });
  return variant;
}

/** The product with this id in any store, or with this key in the store; `live: false` finds a deleted one. */
export function findProduct(
  ctx: Context,
  name: string,
  { live = true, ...options }: { store?: string | undefined; live?: boolean },
): KnownProduct {
  const id = parseId(name);
  const byKey = () => productByKey(ctx.db, selectedStore(ctx, options).id, name);
  const mayBeKey = id === undefined || options.store !== undefined || listStores(ctx.db).length === 1;
  const product = productById(ctx.db, id ?? NO_ID) ?? (mayBeKey ? byKey() : undefined);
  if (product?.live !== live)
    throw live
      ? notFound('product_not_found', { product: name })
      : notFound('deleted_product_not_found', { product: name });
  return product;
}

/** The channel of any store with this id, client id or key. */
export function findChannel(ctx: Context, name: string): Channel {
  const channels = storesAndSandboxes(ctx.db).flatMap(({ id }) => listChannels(ctx.db, id));
  const found =
    channels.find(({ id, clientId }) => String(id) === name || clientId === name) ??
    channels.find(({ key }) => key === name);
  if (!found) throw notFound('channel_not_found', { channel: name });
  return found;
}

/** The id of the store's warehouse with this id or key, by default of its first. */
export function findWarehouse(ctx: Context, storeId: Id, name: string | undefined): Id {
  const all = warehouses(ctx.db, storeId);
  if (name !== undefined) return findByIdOrKey(all, name, 'warehouse').id;
  if (!all[0]) throw notFound('store_has_no_warehouse');
  return all[0].id;
}

/** The id of a warehouse that holds stock of the store's orders. Those of other stores (pulled products) are named by id. */
export function findStockWarehouse(ctx: Context, storeId: Id, name: string | undefined): Id | undefined {
  if (name === undefined) return undefined;
  const isKey = warehouses(ctx.db, storeId).some(({ key }) => key === name);
  return (isKey ? undefined : parseId(name)) ?? findWarehouse(ctx, storeId, name);
}

/** A shipping type that orders may use. */
export function parseShippingType(ctx: Context, text: string): string {
  const known = shippingTypes(ctx.config.values);
  if (!known.includes(text)) throw new WrongUsage('argument_not_a_shipping_type', { text, known });
  return text;
}

/** The id of the account that `--user` names. */
export const findUser = (ctx: Context, { user }: { user?: string | undefined }): Id | undefined =>
  user === undefined ? undefined : accountByName(ctx.db, user).id;

/** The author and time of a change: the account that `--user` names, by default the command line. */
export function actOf(ctx: Context, options: { user?: string | undefined }): Act {
  const id = findUser(ctx, options);
  return id === undefined ? byCommand(ctx.now()) : { by: { kind: 'user', id }, now: ctx.now() };
}
