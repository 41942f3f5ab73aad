import type { LedgerEntry } from '../../domain/stock/stock-history.ts';
import type { ListedStock, LowStock } from '../../domain/stock/stock-list.ts';
import type { NamedVariant } from '../../domain/variants.ts';
import { idText, optionalIdText } from '../../lib/ids.ts';
import type { Cli } from '../cli.ts';
import { table, timeText } from '../table.ts';

/** The fields that identify a variant in every JSON document. */
export const namesDocument = (row: NamedVariant) => ({
  product_variant_id: idText(row.variantId),
  sku: row.sku ?? undefined,
  name: row.productName,
  variant_name: row.variantName,
});

export const NAME_HEADINGS = ['variant', 'sku', 'name'] as const;

/** Table cells under `NAME_HEADINGS`. */
export const nameCells = (row: NamedVariant) => [
  row.variantId,
  row.sku,
  `${row.productName} ${row.variantName}`.trim(),
];

export function printStock(cli: Cli, rows: readonly ListedStock[]): void {
  const documents = rows.map((row) => ({
    ...namesDocument(row),
    warehouse_id: idText(row.warehouseId),
    warehouse: row.warehouseKey,
    on_hand: row.onHand,
    reserved_qty: row.reserved,
    available_qty: row.available,
  }));
  const cells = rows.map((row) => [...nameCells(row), row.warehouseKey, row.onHand, row.reserved, row.available]);
  cli.print({ stock: documents }, table([...NAME_HEADINGS, 'warehouse', 'on hand', 'reserved', 'available'], cells));
}

export function printLowStock(cli: Cli, rows: readonly LowStock[]): void {
  const documents = rows.map((row) => ({
    ...namesDocument(row),
    low_stock_threshold: row.lowStockThreshold,
    on_hand: row.onHand,
    reserved_qty: row.reserved,
    available_qty: row.available,
  }));
  const cells = rows.map((row) => [...nameCells(row), row.lowStockThreshold, row.onHand, row.reserved, row.available]);
  cli.print(
    { low_stock: documents },
    rows.length === 0
      ? 'no variant is low on stock'
      : table([...NAME_HEADINGS, 'low at', 'on hand', 'reserved', 'available'], cells),
  );
}

export function printLedger(cli: Cli, entries: readonly LedgerEntry[]): void {
  const documents = entries.map(({ before, after, ...entry }) => ({
    time: entry.time,
    warehouse_id: idText(entry.warehouseId),
    warehouse: entry.warehouseKey,
    on_hand_before: before.onHand,
    on_hand_after: after.onHand,
    reserved_before: before.reserved,
    reserved_after: after.reserved,
    reason: entry.reason,
    order_id: optionalIdText(entry.orderId),
    user_id: optionalIdText(entry.userId),
    document_id: optionalIdText(entry.documentId),
    document_kind: entry.documentKind ?? undefined,
  }));
  const cells = entries.map(({ before, after, ...entry }) => [
    timeText(entry.time),
    entry.warehouseKey,
    changeText(before.onHand, after.onHand),
    changeText(before.reserved, after.reserved),
    changeText(before.onHand - before.reserved, after.onHand - after.reserved),
    entry.reason,
    actorOf(entry),
    entry.documentId === null ? '' : `${entry.documentKind} ${entry.documentId}`,
  ]);
  const headings = ['time', 'warehouse', 'on hand', 'reserved', 'available', 'reason', 'by', 'document'];
  cli.print({ ledger: documents }, table(headings, cells));
}

const changeText = (before: number, after: number) => (before === after ? before : `${before} → ${after}`);

function actorOf({ orderId, userId, userName }: Pick<LedgerEntry, 'orderId' | 'userId' | 'userName'>): string {
  if (orderId !== null) return `order ${orderId}`;
  return userId === null ? '' : (userName ?? `user ${userId}`);
}
