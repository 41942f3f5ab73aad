import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import type { Level } from './ledger.ts';
import { type LedgerFilter, type LedgerKey, type LedgerRowKey, ledgerKeys } from './ledger-keys.ts';
import type { LedgerReason } from './reasons.ts';
import type { DocumentKind } from './stock-documents.ts';
import type { ListedStock } from './stock-list.ts';

export interface LedgerEntry {
  time: number;
  warehouseId: Id;
  warehouseKey: string;
  before: Level;
  after: Level;
  reason: LedgerReason;
  /** The actor: an order or a user, never both. */
  orderId: Id | null;
  userId: Id | null;
  userName: string | null;
  documentId: Id | null;
  documentKind: DocumentKind | null;
}

type Figures = Record<'onHandBefore' | 'onHandAfter' | 'reservedBefore' | 'reservedAfter', number>;

interface LedgerSearch {
  variantId: Id;
  warehouseId?: Id | undefined;
  limit: number;
  offset: number;
}

const warehousesOfVariant = query<{ id: Id }>(
  { reads: ['stock'] },
  'SELECT warehouse_id AS id FROM stock WHERE variant_id = ?',
);

/** The ledger of a variant, newest first. */
export function ledgerOf(db: Reader, { limit, offset, ...filter }: LedgerSearch): LedgerEntry[] {
  const warehouses = db.all(warehousesOfVariant, filter.variantId);
  const window = { ...filter, limit: limit + offset };
  return entriesOf(db, ledgerKeys(db, idsOf(warehouses), window).slice(offset)).map(
    ({ variantId, sku, productName, variantName, orderNumber, documentOrderNumber, ...entry }) => entry,
  );
}

export interface StoreEntry extends LedgerEntry, NamedVariant {
  /** Null for an order of another store, which sells a pulled variant. */
  orderNumber: number | null;
  /** Number of the store's order that the document belongs to, such as a return. */
  documentOrderNumber: number | null;
}

export interface LedgerPage {
  entries: StoreEntry[];
  /** The cursor of the next page; undefined on the last page. */
  next: LedgerKey | undefined;
}

const warehousesOfStore = query<{ id: Id }>({ reads: ['warehouses'] }, 'SELECT id FROM warehouses WHERE store_id = ?');

/** The movements in a store's warehouses, newest first: by time, variant and warehouse. */
export function ledgerPage(
  db: Reader,
  storeId: Id,
  { limit, ...filter }: LedgerFilter & { after?: LedgerKey | undefined; limit: number },
): LedgerPage {
  const warehouses = db.all(warehousesOfStore, storeId);
  const keys = ledgerKeys(db, idsOf(warehouses), { ...filter, limit: limit + 1 });
  const page = keys.slice(0, limit);
  return { entries: entriesOf(db, page), next: keys.length > limit ? page.at(-1) : undefined };
}

const idsOf = <Row extends { id: number }>(rows: readonly Row[]): Row['id'][] => rows.map(({ id }) => id);

const ledgerEntriesByKey = query<Omit<StoreEntry, 'before' | 'after'> & Figures>(
  { reads: ['accounts', 'orders', 'products', 'stock_documents', 'stock_ledger', 'variants', 'warehouses'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, l.time, w.id AS warehouseId, w.key AS warehouseKey, l.on_hand_before AS onHandBefore,
     l.on_hand_after AS onHandAfter, l.reserved_before AS reservedBefore, l.reserved_after AS reservedAfter,
     l.reason, l.order_id AS orderId, l.user_id AS userId, u.name AS userName, d.id AS documentId,
     d.kind AS documentKind, o.order_number AS orderNumber, r.order_number AS documentOrderNumber
   FROM json_each(?) wanted
   CROSS JOIN stock_ledger l ON l.id = wanted.value
   JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
   JOIN warehouses w ON w.id = l.warehouse_id
   LEFT JOIN accounts u ON u.id = l.user_id LEFT JOIN stock_documents d ON d.id = l.document_id
   LEFT JOIN orders o ON o.id = l.order_id AND o.store_id = w.store_id
   LEFT JOIN orders r ON r.id = d.order_id AND r.store_id = w.store_id
   ORDER BY wanted.key`,
);

/** The entries in the order of `keys`. */
const entriesOf = (db: Reader, keys: readonly LedgerRowKey[]): StoreEntry[] =>
  db
    .all(ledgerEntriesByKey, JSON.stringify(idsOf(keys)))
    .map(({ onHandBefore, onHandAfter, reservedBefore, reservedAfter, ...entry }) => ({
      ...entry,
      before: { onHand: onHandBefore, reserved: reservedBefore },
      after: { onHand: onHandAfter, reserved: reservedAfter },
    }));

/** A variant's stock in one warehouse at a past time. */
export interface PastStock extends ListedStock {
  /** The average cost per unit at that time; null: none. */
  cost: Money | null;
}

const stockAtTime = query<PastStock>(
  { reads: ['cost_changes', 'products', 'stock', 'stock_ledger', 'variants', 'warehouses'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, w.id AS warehouseId, w.key AS warehouseKey, l.on_hand_after AS onHand,
     l.reserved_after AS reserved, l.on_hand_after - l.reserved_after AS available,
     (SELECT c.cost FROM cost_changes c WHERE c.variant_id = v.id AND c.time <= @time ORDER BY c.time DESC LIMIT 1) AS cost
   FROM variants v JOIN products p ON p.id = v.product_id
   JOIN stock s ON s.variant_id = v.id JOIN warehouses w ON w.id = s.warehouse_id
   CROSS JOIN stock_ledger l ON l.id = (WITH RECURSIVE chain AS (
       SELECT id, previous, time FROM stock_ledger WHERE id = s.newest_entry
       UNION ALL
       SELECT b.id, b.previous, b.time FROM chain JOIN stock_ledger b ON b.id = chain.previous WHERE chain.time > @time
     ) SELECT id FROM chain WHERE time <= @time LIMIT 1)
   WHERE v.store_id = @storeId AND (@ids IS NULL OR v.id IN (SELECT value FROM json_each(@ids)))
     AND (v.delete_time > @time) IS NOT FALSE AND (p.delete_time > @time) IS NOT FALSE
     AND (v.is_bundle = 0 OR l.on_hand_after <> 0 OR l.reserved_after <> 0) -- variants that became bundles later
   ORDER BY v.id, w.position, w.id`,
);

/** Stock by warehouse at a past time, from the ledger, of the variants that existed and kept stock then. */
export const stockAt = (db: Reader, storeId: Id, time: number, variantIds?: readonly Id[]): PastStock[] =>
  db.all(stockAtTime, { storeId, time, ids: variantIds === undefined ? null : JSON.stringify(variantIds) });
