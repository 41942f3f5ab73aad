import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
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

/** Keeps a committed document with its lines. It moves no stock: whoever adds it does, naming it in the cause. */
export function addDocument(db: Database, document: NewDocument, lines: readonly DocumentLine[], now: number): Id {
  const id = insert(db, document, 'committed', now);
  lines.forEach(({ variantId, qty, cost, orderLineId }, line) => {
    db.run(
      'INSERT INTO document_lines (document_id, line, variant_id, qty, cost, order_line_id) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      line,
      variantId,
      qty,
      cost ?? null,
      orderLineId ?? null,
    );
  });
  return id;
}

/** Opens a document that moves nothing until it is committed. */
export const addDraft = (db: Database, document: NewDocument, now: number): Id => insert(db, document, 'draft', now);

const LONGEST_NOTE = 1_000; // code points, as with an order's notes

function insert(db: Database, document: NewDocument, status: DocumentStatus, now: number): Id {
  const { kind, storeId, warehouseId, toWarehouseId, orderId, userId, note } = document;
  if (codePoints(note ?? '') > LONGEST_NOTE)
    throw new Refusal('invalid_request', `note must be at most ${LONGEST_NOTE} characters`);
  return db.insert<Id>(
    `INSERT INTO stock_documents (store_id, kind, status, warehouse_id, to_warehouse_id, order_id, user_id, note,
       create_time, commit_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
export const commitDraft = (db: Database, id: Id, now: number): void =>
  change(db, `status = 'committed', commit_time = ?, applying = 1`, id, now);

export const discardDraft = (db: Database, id: Id): void => change(db, `status = 'discarded'`, id);

/** All lines are applied. */
export const endApplying = (db: Database, id: Id): void => change(db, 'applying = 0', id);

function change(db: Database, fields: string, id: Id, ...values: number[]): void {
  db.run(`UPDATE stock_documents SET ${fields} WHERE id = ?`, ...values, id);
}
