import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, times } from '../../lib/money.ts';
import { existingVariant } from '../variants.ts';
import { type Allocation, allocate, allocationsOf, splitAllocations } from './allocate.ts';
import { priceTierOf } from './create-manual-order.ts';
import { insertLineOfExistingOrder, markLineRemoved, updateLine } from './line-rows.ts';
import {
  addLine,
  componentsOfLine,
  demandOf,
  type LineDemand,
  orderLinesOf,
  type PricedLine,
  priceLines,
} from './lines.ts';
import type { Order, OrderLine } from './order.ts';
import type { OrderLineInput } from './order-input.ts';
import { exchange, reservationsOf } from './reserve.ts';

/** Changes of an order's lines. Other lines stay. */
export interface LinesEdit {
  set?: readonly LineChange[];
  add?: readonly OrderLineInput[];
  remove?: readonly Id[];
}

export interface LineChange {
  lineId: Id;
  qty?: number | undefined;
  price?: Money | undefined;
}

export interface LinesRevision {
  lines: readonly { amount: Money }[];
  changed: readonly Revision[];
  added: readonly PricedLine[];
}

/** @throws AppError invalid_request at the line: `line 7` or, for a new one, `products[0]` */
export function reviseLines(db: Reader, order: Order, edit: LinesEdit): LinesRevision {
  const revisions = revise(order, edit);
  const added = priceLines(db, order.storeId, priceTierOf(db, order), edit.add ?? []);
  const lines = [...revisions.flatMap(({ after }) => after ?? []), ...added];
  if (lines.length === 0) throw invalidRequest('order_needs_a_line', { order: order.id });
  const changed = revisions.filter(({ before, after }) => before !== after);
  return { lines, changed, added };
}

/** Whether the pieces to pack differ. */
export const changesQuantities = ({ changed, added }: LinesRevision): boolean =>
  added.length > 0 || changed.some(({ before, after }) => before.qty !== after?.qty);

/** Saves the lines and moves the difference of their stock (`order_edited`). */
export function applyLines(tx: WriteTx, order: Order, revision: LinesRevision, now: number): void {
  const { changed, added } = revision;
  if (changed.length + added.length === 0) return;
  moveDifference(tx, order, revision, now);
  for (const { before, after } of changed)
    if (after) updateLine(tx, after);
    else markLineRemoved(tx, before.id, now);
}

/** `after` is the same object for an unchanged line, undefined for a removed one. */
interface Revision {
  before: OrderLine;
  after: OrderLine | undefined;
}

function revise(order: Order, { set = [], remove = [] }: LinesEdit): Revision[] {
  orderLinesOf(order, [...set, ...remove.map((lineId) => ({ lineId }))]); // rejects unknown and repeated lines
  const changes = new Map(set.map((change) => [change.lineId, change]));
  const removed = new Set(remove);
  return order.lines.map((before) => ({
    before,
    after: removed.has(before.id) ? undefined : changedLine(before, changes.get(before.id)),
  }));
}

/**
 * A lower quantity takes out missing pieces first: they are no longer ordered.
 *
 * @throws AppError invalid_request if the amount is too large
 */
export function changedLine(
  line: OrderLine,
  { qty = line.qty, price = line.price }: Partial<LineChange> = {},
): OrderLine {
  if (qty === line.qty && price === line.price) return line;
  const amount = times(price, qty);
  if (amount === undefined) throw invalidRequest('line_amount_too_large', { path: [{ line: line.id }] });
  const lowered = Math.max(line.qty - qty, 0);
  return { ...line, qty, shortQty: Math.max(line.shortQty - lowered, 0), price, amount };
}

/** Allocates all additions together, from stock that includes what the changed lines release. */
function moveDifference(tx: WriteTx, order: Order, { changed, added }: LinesRevision, now: number): void {
  const reserved = Map.groupBy(reservationsOf(tx, order.id), ({ lineId }) => lineId);
  const released = changed.flatMap(({ before, after }) =>
    surplus(tx, before, reserved.get(before.id) ?? [], after?.qty ?? 0),
  );
  const increased = changed.flatMap(({ before, after }) =>
    after ? demandOfIncrease(tx, before, after.qty - before.qty) : [],
  );
  const shares = allocate(tx, [...increased, ...added], released);
  const lineIds = [
    ...increased.map(({ lineId }) => lineId),
    ...added.map((line) => addLine(tx, order.id, line, insertLineOfExistingOrder).id),
  ];
  const cause = { reason: 'order_edited', orderId: order.id, storeId: order.storeId } as const;
  exchange(tx, cause, { released, reserved: allocationsOf(lineIds, shares) }, now);
}

/** Reservations of the line beyond `qty`, from the last warehouses. */
const surplus = (db: Reader, line: OrderLine, reserved: readonly Allocation[], qty: number): Allocation[] =>
  splitAllocations(reserved, componentsOfLine(db, line), qty).rest;

function demandOfIncrease(db: Reader, line: OrderLine, qty: number): LineDemand[] {
  if (qty <= 0) return [];
  const { live, components } = existingVariant(db, line.variantId);
  if (!live || components.length === 0)
    throw invalidRequest('line_no_longer_sold', { path: [{ line: line.id }, 'qty'] });
  return [demandOf(db, line, qty)];
}
