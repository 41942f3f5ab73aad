import type { Context } from '../context.ts';
import type { Goods } from '../domain/stock/goods.ts';
import { findUser, findWarehouse } from './find.ts';
import { storeOption } from './shell.ts';

/** How every command that makes a stock document says where it is, who makes it and why. */
export interface DocumentOptions {
  store?: string;
  warehouse?: string;
  user?: string;
  note?: string;
}

export const NOTE_OPTION = ['--note <text>', 'kept with the document'] as const;

/** What the options say of a document. */
export function documentHead(ctx: Context, options: DocumentOptions): Omit<Goods, 'lines'> {
  const { id: storeId } = storeOption(ctx, options);
  return {
    storeId,
    warehouseId: findWarehouse(ctx, storeId, options.warehouse),
    userId: findUser(ctx, options),
    note: options.note,
  };
}
