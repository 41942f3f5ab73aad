import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { PickUp } from '../../domain/orders/shipments/pick-up.ts';
import type { Id } from '../../lib/ids.ts';
import { findKeepingWarehouse } from '../find.ts';
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
