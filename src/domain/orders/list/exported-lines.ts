import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';

/** A line of an order, for files. */
export interface ExportedLine {
  orderId: Id;
  name: string;
  variantName: string;
  sku: string | null;
  qty: number;
  /** Units that were not shipped and will not be. */
  shortQty: number;
  price: Money;
  amount: Money;
}

const LINES = query<ExportedLine>(
  { reads: ['order_lines'] },
  `SELECT l.order_id AS orderId, l.name, l.variant_name AS variantName, l.sku, l.qty, l.short_qty AS shortQty, l.price, l.amount
   FROM json_each(?) c CROSS JOIN order_lines l ON l.order_id = c.value
   WHERE l.delete_time IS NULL ORDER BY c.key, l.id`,
);

/** The lines of the orders, in the order of their ids. */
export const exportedLines = (db: Reader, ids: readonly Id[]): ExportedLine[] => db.all(LINES, JSON.stringify(ids));
