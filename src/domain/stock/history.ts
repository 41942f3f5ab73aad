import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { DocumentKind } from './documents.ts';
import type { Level } from './ledger.ts';
import type { StockRow } from './list.ts';
import { NAMED_VARIANT } from './named.ts';
import type { LedgerReason } from './reasons.ts';

/** A movement of a variant's stock, as people read it. */
export interface LedgerEntry {
  time: number;
  warehouseId: Id;
  warehouseKey: string;
  before: Level;
  after: Level;
  reason: LedgerReason;
  /** The order or the user whose doing it was; never both. */
  orderId: Id | null;
  userId: Id | null;
  userName: string | null;
  documentId: Id | null;
  documentKind: DocumentKind | null;
}

type EntryRow = Omit<LedgerEntry, 'before' | 'after'> &
  Record<'onHandBefore' | 'onHandAfter' | 'reservedBefore' | 'reservedAfter', number>;

export interface LedgerSearch {
  variantId: Id;
  /** Only what moved there. */
  warehouseId?: Id | undefined;
  limit: number;
  offset: number;
}

/** The ledger of a variant, newest first. */
export const ledgerOf = (db: Database, search: LedgerSearch): LedgerEntry[] =>
  db
    .all<EntryRow>(
      `SELECT l.time, w.id AS warehouseId, w.key AS warehouseKey, l.on_hand_before AS onHandBefore,
         l.on_hand_after AS onHandAfter, l.reserved_before AS reservedBefore, l.reserved_after AS reservedAfter,
         l.reason, l.order_id AS orderId, l.user_id AS userId, u.name AS userName, d.id AS documentId,
         d.kind AS documentKind
       FROM stock_ledger l JOIN warehouses w ON w.id = l.warehouse_id
       LEFT JOIN owners u ON u.id = l.user_id LEFT JOIN stock_documents d ON d.id = l.document_id
       WHERE l.variant_id = @variantId AND (@warehouseId IS NULL OR l.warehouse_id = @warehouseId)
       ORDER BY l.time DESC, l.warehouse_id DESC LIMIT @limit OFFSET @offset`,
      { ...search, warehouseId: search.warehouseId ?? null },
    )
    .map(({ onHandBefore, onHandAfter, reservedBefore, reservedAfter, ...entry }) => ({
      ...entry,
      before: { onHand: onHandBefore, reserved: reservedBefore },
      after: { onHand: onHandAfter, reserved: reservedAfter },
    }));

/** What a store's warehouses held at a time, of each variant that there then was and that kept stock, by its ledger. */
export const stockAt = (db: Database, storeId: Id, time: number): StockRow[] =>
  db.all<StockRow>(
    `SELECT ${NAMED_VARIANT}, w.id AS warehouseId, w.key AS warehouseKey, l.on_hand_after AS onHand,
       l.reserved_after AS reserved, l.on_hand_after - l.reserved_after AS available
     FROM variants v JOIN products p ON p.id = v.product_id
     JOIN stock s ON s.variant_id = v.id JOIN warehouses w ON w.id = s.warehouse_id
     JOIN stock_ledger l ON l.variant_id = s.variant_id AND l.warehouse_id = s.warehouse_id
       AND l.time = (SELECT max(time) FROM stock_ledger
         WHERE variant_id = s.variant_id AND warehouse_id = s.warehouse_id AND time <= @time)
     WHERE v.store_id = @storeId AND (v.delete_time > @time) IS NOT FALSE AND (p.delete_time > @time) IS NOT FALSE
       AND (v.is_bundle = 0 OR l.on_hand_after <> 0 OR l.reserved_after <> 0) -- a bundle kept stock while it was none
     ORDER BY v.id, w.id`,
    { storeId, time },
  );
