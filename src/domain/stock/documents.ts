import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { codePoints } from '../../lib/text.ts';
import type { Reason } from './reasons.ts';

// The only writer of stock documents and their lines. What a count sheet says is in counts.ts.

/** Why a document of each kind puts goods into its warehouse, takes them out, or sets what is there. */
export const REASONS_OF = {
  purchase: { into: 'purchased' },
  deposit: { into: 'deposited' },
  return: { into: 'returned' },
  damaged: { outOf: 'damaged' },
  lost: { outOf: 'lost' },
  withdrawn: { outOf: 'withdrawn' },
  transfer: { outOf: 'user_deducted', into: 'user_added' },
  assembly: { outOf: 'assemble_deducted', into: 'assemble_added' },
  disassembly: { outOf: 'disassemble_deducted', into: 'disassemble_added' },
  count: { set: 'stock_counted' },
  fulfilment: { set: 'fullfilment_updated' },
} as const satisfies Record<string, Partial<Record<'into' | 'outOf' | 'set', Reason>>>;

export type DocumentKind = keyof typeof REASONS_OF;

export type DocumentStatus = 'draft' | 'committed' | 'discarded';

export interface NewDocument {
  kind: DocumentKind;
  storeId: Id;
  warehouseId: Id;
  /** Where a transfer's goods go. */
  toWarehouseId?: Id | undefined;
  /** Whose goods a return brings back. */
  orderId?: Id | undefined;
  /** Whose doing it is, where that is known. */
  userId?: Id | undefined;
  note?: string | undefined;
}

export interface DocumentLine {
  variantId: Id;
  qty: number;
  /** Of one piece, in a purchase. */
  cost?: Money | undefined;
  /** Which line of the order a return is of; `qty` is then in that line's units. */
  orderLineId?: Id | undefined;
}

const insertDocument = command(
  { writes: ['document_lines'], reads: ['order_lines'] },
  'INSERT INTO document_lines (document_id, line, variant_id, qty, cost, order_line_id) VALUES (?, ?, ?, ?, ?, ?)',
);

/** Keeps a committed document with its lines. It moves no stock: whoever adds it does, naming it in the cause. */
export function addDocument(tx: WriteTx, document: NewDocument, lines: readonly DocumentLine[], now: number): Id {
  const id = insert(tx, document, 'committed', now);
  lines.forEach(({ variantId, qty, cost, orderLineId }, line) => {
    tx.run(insertDocument, id, line, variantId, qty, cost ?? null, orderLineId ?? null);
  });
  return id;
}

/** Opens a document that moves nothing until it is committed. */
export const addDraft = (tx: WriteTx, document: NewDocument, now: number): Id => insert(tx, document, 'draft', now);

const LONGEST_NOTE = 1_000; // code points, as with an order's notes

const insertStockDocument = command(
  { writes: ['stock_documents'] },
  `INSERT INTO stock_documents (store_id, kind, status, warehouse_id, to_warehouse_id, order_id, user_id, note,
   create_time, commit_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

function insert(tx: WriteTx, document: NewDocument, status: DocumentStatus, now: number): Id {
  const { kind, storeId, warehouseId, toWarehouseId, orderId, userId, note } = document;
  if (codePoints(note ?? '') > LONGEST_NOTE)
    throw invalidRequest('text_too_long', { path: 'note', most: LONGEST_NOTE });
  return tx.insert<Id>(
    insertStockDocument,
    storeId,
    kind,
    status,
    warehouseId,
    toWarehouseId ?? null,
    orderId ?? null,
    userId ?? null,
    note ?? null,
    now,
    status === 'committed' ? now : null,
  );
}

/** What is still a draft becomes committed; its lines are applied by `applyCounts`. */
export const commitDraft = (tx: WriteTx, id: Id, now: number): void =>
  change(tx, `status = 'committed', commit_time = ?, applying = 1`, id, now);

export const discardDraft = (tx: WriteTx, id: Id): void => change(tx, `status = 'discarded'`, id);

/** All lines are applied. */
export const endApplying = (tx: WriteTx, id: Id): void => change(tx, 'applying = 0', id);

function change(tx: WriteTx, fields: string, id: Id, ...values: number[]): void {
  tx.run(command({ writes: ['stock_documents'] }, `UPDATE stock_documents SET ${fields} WHERE id = ?`), ...values, id);
}
