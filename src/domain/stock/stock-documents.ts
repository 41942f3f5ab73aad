import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { isLongerThan } from '../../lib/text.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import type { Reason } from './reasons.ts';

// The only writer of stock documents and their lines. The lines of count sheets are in count-lines.ts.

/** The ledger reasons of each kind of document. */
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
  /** Target of a transfer. */
  toWarehouseId?: Id | undefined;
  /** The order of a return, and of what of it was written off. */
  orderId?: Id | undefined;
  /** The acting user, if known. */
  userId?: Id | undefined;
  note?: string | undefined;
}

export interface DocumentLine {
  variantId: Id;
  qty: number;
  /** Per piece, in a purchase. */
  cost?: Money | undefined;
  /** The order line of a return; `qty` is in that line's units. */
  orderLineId?: Id | undefined;
}

const insertDocumentLine = command(
  { writes: ['document_lines'], reads: ['order_lines'] },
  'INSERT INTO document_lines (document_id, line, variant_id, qty, cost, order_line_id) VALUES (?, ?, ?, ?, ?, ?)',
);

/** Adds a committed document with its lines. It moves no stock; the caller does, with the document in the cause. */
export function addDocument(tx: WriteTx, document: NewDocument, lines: readonly DocumentLine[], now: number): Id {
  const id = insert(tx, document, 'committed', now);
  lines.forEach(({ variantId, qty, cost, orderLineId }, line) => {
    tx.run(insertDocumentLine, id, line, variantId, qty, cost ?? null, orderLineId ?? null);
  });
  return id;
}

export const addDraft = (tx: WriteTx, document: NewDocument, now: number): Id => insert(tx, document, 'draft', now);

const insertStockDocument = command(
  { writes: ['stock_documents'] },
  `INSERT INTO stock_documents (store_id, kind, status, warehouse_id, to_warehouse_id, order_id, user_id, note,
   create_time, commit_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

function insert(tx: WriteTx, document: NewDocument, status: DocumentStatus, now: number): Id {
  const { kind, storeId, warehouseId, toWarehouseId, orderId, userId, note } = document;
  if (isLongerThan(note ?? '', MAX_LENGTH.note))
    throw invalidRequest('text_too_long', { path: 'note', most: MAX_LENGTH.note });
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

/** Commits a draft, by default on behalf of its user; `applyCounts` applies its lines. */
export const commitDraft = (tx: WriteTx, { id, userId }: { id: Id; userId?: Id | undefined }, now: number): void =>
  change(
    tx,
    `status = 'committed', commit_time = ?, commit_user_id = coalesce(?, user_id), applying = 1`,
    id,
    now,
    userId ?? null,
  );

const draftIds = query<{ id: Id }>(
  { reads: ['stock_documents'] },
  `SELECT id FROM stock_documents WHERE store_id = ? AND status = 'draft' ORDER BY id`,
);

export const draftsOf = (db: Reader, storeId: Id): Id[] => db.all(draftIds, storeId).map(({ id }) => id);

export const discardDraft = (tx: WriteTx, id: Id): void => change(tx, `status = 'discarded'`, id);

export const endApplying = (tx: WriteTx, id: Id): void => change(tx, 'applying = 0', id);

function change(tx: WriteTx, fields: string, id: Id, ...values: (number | null)[]): void {
  tx.run(command({ writes: ['stock_documents'] }, `UPDATE stock_documents SET ${fields} WHERE id = ?`), ...values, id);
}

const eraseNote = command(
  { writes: ['stock_documents'] },
  'UPDATE stock_documents SET note = NULL WHERE order_id = ? AND note IS NOT NULL',
);

/** Erases what was written about returns of the order. */
export const eraseReturnNotes = (tx: WriteTx, orderId: Id): number => tx.run(eraseNote, orderId);
