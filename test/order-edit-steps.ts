import { editOrder, type OrderEdit } from '../src/domain/orders/edit.ts';
import { type Act, byCommand } from '../src/domain/orders/history.ts';
import type { Id } from '../src/lib/ids.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep, type PlacedOrder } from './order-steps.ts';
import type { Shop } from './support.ts';

export const edit = (shop: Shop, { id }: PlacedOrder, change: OrderEdit, by: (now: number) => Act = byCommand) =>
  observeStep(shop, (tx, now) => editOrder(tx, id, change, by(now)));

export const assertEditRefused = (shop: Shop, order: PlacedOrder, expected: ExpectedError, change: OrderEdit) =>
  assertRefuses(shop, expected, (tx, now) => editOrder(tx, order.id, change, byCommand(now)));

export const line = (order: PlacedOrder, i = 0) => order.lines[i] as Id;
