import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, times, ZERO } from '../../lib/money.ts';
import { channelById } from '../channels/channels.ts';
import { existingVariant } from '../variants.ts';
import { allocate } from './allocate.ts';
import { addLine, demandOf, type LineDemand, namedLines, type PricedLine, priceLines, takesOfLine } from './lines.ts';
import { type Pieces, piecesOf, splitPieces } from './pieces.ts';
import { existingOrder, type Order, type OrderLine } from './read.ts';
import { exchange, reservationsOf } from './reserve.ts';
import { markEdited, markLineRemoved, updateLine } from './rows.ts';
import { isCanceled, paymentStatus } from './states.ts';
import { orderTotals } from './totals.ts';
import type { WantedLine } from './wanted.ts';

/** What becomes of an order's lines; those not named stay as they are. */
export interface OrderEdit {
  set?: readonly LineChange[];
  add?: readonly WantedLine[];
  remove?: readonly Id[];
}

export interface LineChange {
  lineId: Id;
  qty?: number | undefined;
  price?: Money | undefined;
}

/**
 * Edits the lines of an open order of which nothing is booked or shipped. Of its stock only the difference moves
 * (`order_edited`): what lines give up is free for the others. New lines are priced as in a new order.
 *
 * @throws Refusal not_found; invalid_request naming the line, `line 7` or, where it is new, `products[0]`
 */
export function editOrder(db: Database, id: Id, edit: OrderEdit, now: number): Order {
  const order = existingOrder(db, id);
  requireEditable(order);
  const revisions = revise(order, edit);
  const added = priceLines(db, order.storeId, priceTierOf(db, order), edit.add ?? []);
  const changed = revisions.filter(({ before, after }) => before !== after);
  if (changed.length + added.length === 0) return order;
  const lines = [...revisions.flatMap(({ after }) => after ?? []), ...added];
  if (lines.length === 0) throw new Refusal('invalid_request', `order ${id} must keep a line`);

  const sums = sumsOf(order, lines, now);
  moveDifference(db, order, { changed, added }, now);
  for (const { before, after } of changed)
    if (after) updateLine(db, after);
    else markLineRemoved(db, before.id, now);
  markEdited(db, { id, ...sums }, now);
  return existingOrder(db, id);
}

function requireEditable({ id, status, shipments }: Order): void {
  if (status !== 'open') throw new Refusal('invalid_request', `order ${id} is ${status}`);
  const live = shipments.find((shipment) => !isCanceled(shipment));
  if (live)
    throw new Refusal('invalid_request', `order ${id} cannot be edited: its shipment ${live.id} is ${live.status}`);
}

/** A line as it was and as it will be: the same object where it stays as it is, none where it is removed. */
interface Revision {
  before: OrderLine;
  after: OrderLine | undefined;
}

function revise(order: Order, { set = [], remove = [] }: OrderEdit): Revision[] {
  namedLines(order, [...set, ...remove.map((lineId) => ({ lineId }))]); // each is its own, and named once
  const changes = new Map(set.map((change) => [change.lineId, change]));
  const removed = new Set(remove);
  return order.lines.map((before) => ({
    before,
    after: removed.has(before.id) ? undefined : changedLine(before, changes.get(before.id)),
  }));
}

function changedLine(line: OrderLine, { qty = line.qty, price = line.price }: Partial<LineChange> = {}): OrderLine {
  if (qty === line.qty && price === line.price) return line;
  const amount = times(price, qty);
  if (amount === undefined) throw new Refusal('invalid_request', `line ${line.id} comes to more than an amount can be`);
  return { ...line, qty, price, amount };
}

const priceTierOf = (db: Database, { channelId }: Order): Id | null =>
  channelId === null ? null : channelById(db, channelId).priceTierId;

/** What the lines come to, and since when that is paid in full. */
function sumsOf(order: Order, lines: readonly { amount: Money }[], now: number) {
  const amounts = lines.map(({ amount }) => amount);
  const totals = orderTotals(amounts, { ...order, codFee: order.codFee ?? ZERO });
  const paid = paymentStatus(totals.total, order.payments, order.codStatus) === 'paid';
  return { ...totals, paidTime: paid ? (order.paidTime ?? now) : null };
}

/** Moves what the changed lines give up, and what they and the added ones take, as one demand on what is then free. */
function moveDifference(
  db: Database,
  order: Order,
  { changed, added }: { changed: readonly Revision[]; added: readonly PricedLine[] },
  now: number,
): void {
  const held = Map.groupBy(reservationsOf(db, order.id), ({ lineId }) => lineId);
  const released = changed.flatMap(({ before, after }) =>
    surplus(db, before, held.get(before.id) ?? [], after?.qty ?? 0),
  );
  const raised = changed.flatMap(({ before, after }) => (after ? raise(db, before, after.qty - before.qty) : []));
  const shares = allocate(db, [...raised, ...added], released);
  const lineIds = [...raised.map(({ lineId }) => lineId), ...added.map((line) => addLine(db, order.id, line).id)];
  const cause = { reason: 'order_edited', orderId: order.id, storeId: order.storeId } as const;
  exchange(db, cause, { released, reserved: piecesOf(lineIds, shares) }, now);
}

/** What the line holds beyond `qty` of it: from the last warehouses. */
const surplus = (db: Database, line: OrderLine, held: readonly Pieces[], qty: number): Pieces[] =>
  splitPieces(held, takesOfLine(db, line), qty).rest;

/** What the line takes besides for so many more of it. */
function raise(db: Database, line: OrderLine, more: number): LineDemand[] {
  if (more <= 0) return [];
  const { live, takes } = existingVariant(db, line.variantId);
  if (!live || takes.length === 0)
    throw new Refusal('invalid_request', `line ${line.id}.qty cannot be raised: its variant is no longer sold`);
  return [demandOf(db, line, more)];
}
