import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { warehouses } from '../../domain/catalogue/places.ts';
import type { PickUp } from '../../domain/orders/pick-up.ts';
import { type Id, parseId } from '../../lib/ids.ts';
import { findWarehouse } from '../find.ts';
import { readLineQtys } from './lines.ts';

export interface PickUpOptions {
  from?: string;
  short?: string[];
}

/** Gives the command the options that `readPickUp` reads. */
export const takesPickUp = (command: Command): Command =>
  command
    .option('--from <warehouse>', 'where the goods were taken from, its id or key, if not where they are reserved')
    .option('--short <line=qty...>', 'only QTY of a line left; the others are not coming');

export const readPickUp = (ctx: Context, storeId: Id, { from, short = [] }: PickUpOptions): PickUp => ({
  from: findKeepingWarehouse(ctx, storeId, from),
  short: readLineQtys(short, 0),
});

/** The store's warehouse with this key or id; one of a store whose stock it sells, by its id. */
export function findKeepingWarehouse(ctx: Context, storeId: Id, name: string | undefined): Id | undefined {
  if (name === undefined) return undefined;
  const isKey = warehouses(ctx.db, storeId).some(({ key }) => key === name);
  return (isKey ? undefined : parseId(name)) ?? findWarehouse(ctx, storeId, name);
}
