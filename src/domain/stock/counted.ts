import type { Database } from '../../db/database.ts';
import { type Id, NO_ID } from '../../lib/ids.ts';
import { announceVariant } from './announce.ts';
import { keepAnnounced } from './documents.ts';
import type { Change } from './ledger.ts';
import type { LedgerReason } from './reasons.ts';

// What a committed count sheet or fulfilment file has changed, as its ledger rows tell it: one of each variant.

const CHANGES = `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand_before - reserved_before AS old,
  on_hand_after - reserved_after AS new, time, reason FROM stock_ledger WHERE document_id = ?`;

/** The changes of variants that bundles are made of. */
export const countedParts = (db: Database, documentId: Id): Change[] =>
  db.all<Change>(
    `${CHANGES} AND variant_id IN
       (SELECT p.part_id FROM variant_parts p JOIN variants b ON b.id = p.variant_id WHERE b.is_bundle = 1)`,
    documentId,
  );

const AT_ONCE = 50; // variants told in one transaction, which others wait for

/** Whether a committed document waits for `announceCounted`. */
export const isAnnouncing = (db: Database): boolean => oldest(db) !== undefined;

/**
 * Tells the apps of some more of the variants that the oldest committed document has changed, where it was left last
 * time, be it before a crash. Whether there may be more.
 */
export function announceCounted(db: Database, now: number): boolean {
  const document = oldest(db);
  if (!document) return false;
  const { id, storeId, userId, announcedUpTo } = document;
  const changes = db.all<Change & { reason: LedgerReason }>(
    `${CHANGES} AND variant_id > ? ORDER BY variant_id LIMIT ?`,
    id,
    announcedUpTo,
    AT_ONCE,
  );
  for (const { reason, ...change } of changes)
    announceVariant(db, { reason, storeId, userId: userId ?? undefined, documentId: id }, change, now);
  const last = changes.at(-1)?.variantId ?? NO_ID;
  keepAnnounced(db, id, changes.length === AT_ONCE ? last : null);
  return true;
}

const oldest = (db: Database) =>
  db.get<{ id: Id; storeId: Id; userId: Id | null; announcedUpTo: Id }>(
    `SELECT id, store_id AS storeId, user_id AS userId, announced_up_to AS announcedUpTo FROM stock_documents
     WHERE announced_up_to IS NOT NULL ORDER BY id LIMIT 1`,
  );
