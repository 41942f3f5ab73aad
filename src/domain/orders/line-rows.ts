import { batchInsert, command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Part } from '../variants.ts';
import type { OrderLine } from './order.ts';
import { limitSettled } from './refund-marks.ts';

// The only writer of order_lines and their parts.

type NewLine = Omit<OrderLine, 'id'>;

const LINE_COLUMNS = 'id, order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount';

/** Lines of new orders. Statements that need them flushed name `order_lines` in `reads`. */
export const LINES = batchInsert({ table: 'order_lines', columns: LINE_COLUMNS });

/** Adds a line to an order that the same transaction created. */
export function insertLine(tx: WriteTx, orderId: Id, line: NewLine): Id {
  const id = tx.nextId<Id>(LINES);
  tx.queueInsert(LINES, lineValues(id, orderId, line));
  return id;
}

const INSERT_LATE_LINE = command(
  { writes: ['order_lines'] },
  `INSERT INTO order_lines (${LINE_COLUMNS}, delete_time)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
);

const activateLine = command({ writes: ['order_lines'] }, 'UPDATE order_lines SET delete_time = NULL WHERE id = ?');

/** Adds a line by insert and update, because the triggers of the sales sums follow updates. */
export function insertLineOfExistingOrder(tx: WriteTx, orderId: Id, line: NewLine): Id {
  const id = tx.nextId<Id>(LINES);
  tx.run(INSERT_LATE_LINE, ...lineValues(id, orderId, line));
  tx.run(activateLine, id);
  return id;
}

const lineValues = (id: Id, orderId: Id, line: NewLine) =>
  [
    id,
    orderId,
    line.productId,
    line.variantId,
    line.name,
    line.variantName,
    line.sku,
    line.qty,
    line.price,
    line.amount,
  ] as const;

const setLineQtyAndPrice = command(
  { writes: ['order_lines'] },
  'UPDATE order_lines SET qty = ?, short_qty = ?, price = ?, amount = ? WHERE id = ?',
);

export function updateLine(tx: WriteTx, { id, qty, shortQty, price, amount }: OrderLine): void {
  tx.run(setLineQtyAndPrice, qty, shortQty, price, amount, id);
  limitSettled(tx, id);
}

const removeLine = command({ writes: ['order_lines'] }, 'UPDATE order_lines SET delete_time = ? WHERE id = ?');

export const markLineRemoved = (tx: WriteTx, id: Id, now: number): number => tx.run(removeLine, now, id);

const increaseShortQty = command(
  { writes: ['order_lines'] },
  'UPDATE order_lines SET short_qty = short_qty + ? WHERE id = ?',
);

/** Records pieces that will not be shipped. The caller updates the order's mark with `updateOwedMarks`. */
export function addToShortQty(tx: WriteTx, lineId: Id, qty: number): void {
  tx.run(increaseShortQty, qty, lineId);
  limitSettled(tx, lineId);
}

const addLinePart = command(
  { writes: ['order_line_parts'], reads: ['order_lines'] },
  'INSERT INTO order_line_parts (line_id, variant_id, qty) VALUES (?, ?, ?)',
);

export const insertLinePart = (tx: WriteTx, lineId: Id, { variantId, qty }: Part): number =>
  tx.run(addLinePart, lineId, variantId, qty);
