import { cancelOrder } from '../src/domain/orders/close.ts';
import { customerIdOf, existingCustomer } from '../src/domain/orders/customers/customer.ts';
import { deriveCustomers, isDerivationBehind } from '../src/domain/orders/customers/customer-rows.ts';
import { mergeCustomers } from '../src/domain/orders/customers/merge.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import type { Id } from '../src/lib/ids.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';

// Customers of a shop, once the job has derived them.

export const [MOBILE, HOME] = ['081-999-1234', '053 123 456'];

export const storeOf = (shop: Shop): Id => idOf(shop.ids.id);

export const orderOf = (shop: Shop, telephone: string, name = 'สมหญิง รักสงบ'): Promise<PlacedOrder> =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: { name, telephone, postal_code: 50200 } });

export async function derive({ ctx }: Shop): Promise<void> {
  while (isDerivationBehind(ctx.db)) await ctx.write((tx) => deriveCustomers(tx, 2));
}

/** The customer's page, after the job has run. */
export async function customerOf(shop: Shop, telephone: string) {
  await derive(shop);
  const { db } = shop.ctx;
  const id = customerIdOf(db, storeOf(shop), telephone);
  return id === undefined ? undefined : existingCustomer(db, storeOf(shop), id);
}

export async function merge(shop: Shop, telephone: string, into: string): Promise<void> {
  const [from, target] = [await customerOf(shop, telephone), await customerOf(shop, into)];
  await shop.ctx.write((tx) => mergeCustomers(tx, storeOf(shop), { from: from?.id as Id, into: target?.id as Id }));
}

export const cancel = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => cancelOrder(tx, id, 'buyer', byCommand(now)));
