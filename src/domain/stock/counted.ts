import type { Database } from '../../db/database.ts';
import { type Id, NO_ID } from '../../lib/ids.ts';
import { announceVariant } from './announce.ts';
import { type DocumentKind, keepAnnounced, REASONS_OF } from './documents.ts';
import { type Change, stampBundles } from './ledger.ts';

// Who is told of a committed count sheet or fulfilment file: of each of its variants once, right after the commit and a
// few at a time, since to tell all would hold up others.

/** The bundles with a variant that the document has changed, and their parts. It begins with parts: mostly there are none. */
const TOUCHED = `SELECT DISTINCT p.variant_id FROM variant_parts p CROSS JOIN stock_ledger l
  JOIN variants b ON b.id = p.variant_id JOIN products bp ON bp.id = b.product_id
  WHERE l.document_id = @documentId AND l.variant_id = p.part_id
    AND b.is_bundle = 1 AND b.delete_time IS NULL AND bp.delete_time IS NULL`;

/**
 * Keeps what the document has changed of live bundles, with the moment of each, in the commit that changes their parts:
 * later nobody could tell what they had.
 */
export function keepBundles(db: Database, documentId: Id, now: number): void {
  db.run(
    `INSERT INTO count_bundles (document_id, variant_id, time, old, new)
     SELECT @documentId, id, max(coalesce(clock.update_time + 1, 0), @now), old, new FROM (
       SELECT p.variant_id AS id, d.warehouse_id,
         min(floor(coalesce(l.on_hand_before - l.reserved_before, s.on_hand - s.reserved, 0) * 1.0 / p.qty)) AS old,
         min(floor(coalesce(s.on_hand - s.reserved, 0) * 1.0 / p.qty)) AS new
       FROM stock_documents d JOIN variant_parts p
       LEFT JOIN stock s ON s.variant_id = p.part_id AND s.warehouse_id = d.warehouse_id
       LEFT JOIN stock_ledger l ON l.document_id = d.id AND l.variant_id = p.part_id
       WHERE d.id = @documentId AND p.variant_id IN (${TOUCHED}) GROUP BY p.variant_id
     ) bundle LEFT JOIN stock clock ON clock.variant_id = bundle.id AND clock.warehouse_id = bundle.warehouse_id
     WHERE old <> new`,
    { documentId, now },
  );
  stampBundles(db, documentId);
}

/** What the document has changed, of its own variants and of bundles, in the order of their ids. */
const CHANGES = `SELECT * FROM (
    SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand_before - reserved_before AS old,
      on_hand_after - reserved_after AS new, time FROM stock_ledger WHERE document_id = @id AND variant_id > @announcedUpTo
    UNION ALL
    SELECT b.variant_id, d.warehouse_id, b.old, b.new, b.time
    FROM count_bundles b JOIN stock_documents d ON d.id = b.document_id
    WHERE b.document_id = @id AND b.variant_id > @announcedUpTo
  ) ORDER BY variantId LIMIT @most`;

const AT_ONCE = 50; // variants told in one transaction, which others wait for

/** Whether a committed document waits for `announceCounted`. */
export const isAnnouncing = (db: Database): boolean => oldest(db) !== undefined;

/**
 * Tells the apps that listened at its commit of some more of what the oldest committed document has changed, where it
 * was left last time, be it before a crash. Whether there may be more.
 */
export function announceCounted(db: Database, now: number): boolean {
  const document = oldest(db);
  if (!document) return false;
  const { id, kind, storeId, userId, announcedUpTo, announcedTo } = document;
  const apps = JSON.parse(announcedTo) as Id[];
  const cause = { reason: REASONS_OF[kind].set, storeId, userId: userId ?? undefined, documentId: id, apps };
  const changes = db.all<Change>(CHANGES, { id, announcedUpTo, most: AT_ONCE });
  for (const change of changes) announceVariant(db, cause, change, now);
  const last = changes.at(-1)?.variantId ?? NO_ID;
  keepAnnounced(db, id, changes.length === AT_ONCE ? last : null);
  return true;
}

/**
 * Tells all that is still to be told. Whoever changes which variants show a stock does this first: those that show it
 * now are the ones to be told.
 */
export function finishAnnouncing(db: Database, now: number): void {
  while (announceCounted(db, now));
}

interface Announcing {
  id: Id;
  kind: DocumentKind & ('count' | 'fulfilment');
  storeId: Id;
  userId: Id | null;
  announcedUpTo: Id;
  announcedTo: string;
}

const oldest = (db: Database) =>
  db.get<Announcing>(
    `SELECT id, kind, store_id AS storeId, user_id AS userId, announced_up_to AS announcedUpTo,
       announced_to AS announcedTo FROM stock_documents WHERE announced_up_to IS NOT NULL ORDER BY id LIMIT 1`,
  );
