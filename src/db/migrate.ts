import { Fault } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { stock } from './migrations/0002-stock.ts';
import { orders } from './migrations/0003-orders.ts';
import { accounts } from './migrations/0004-accounts.ts';
import { orderSearch } from './migrations/0005-order-search.ts';
import { pictures } from './migrations/0006-pictures.ts';
import { channelCalls } from './migrations/0007-channel-calls.ts';
import { figures } from './migrations/0008-figures.ts';
import { orderEntry } from './migrations/0009-order-entry.ts';
import { ledgerReading } from './migrations/0010-ledger-reading.ts';
import { warehouseOrder } from './migrations/0011-warehouse-order.ts';
import { codParcels } from './migrations/0012-cod-parcels.ts';
import { goodsToTakeIn } from './migrations/0013-goods-to-take-in.ts';
import { deliveryAnswers } from './migrations/0014-delivery-answers.ts';
import { olderSqlite } from './migrations/0015-older-sqlite.ts';
import { productChanges } from './migrations/0016-product-changes.ts';
import { availableChanges } from './migrations/0017-available-changes.ts';
import { quickerOrders } from './migrations/0018-quicker-orders.ts';
import { leanIndexes } from './migrations/0019-lean-indexes.ts';
import { chainedLedger } from './migrations/0020-chained-ledger.ts';
import { watchedVariants } from './migrations/0021-watched-variants.ts';
import { smallMerges } from './migrations/0022-small-merges.ts';
import { fastMovingStock } from './migrations/0023-fast-moving-stock.ts';
import { customersBySearch } from './migrations/0024-customers-by-search.ts';
import { leanDeliveries } from './migrations/0025-lean-deliveries.ts';

/** Append-only: a migration's place is the schema version it leads to. */
export const MIGRATIONS: readonly string[] = [
  foundation,
  stock,
  orders,
  accounts,
  orderSearch,
  pictures,
  channelCalls,
  figures,
  orderEntry,
  ledgerReading,
  warehouseOrder,
  codParcels,
  goodsToTakeIn,
  deliveryAnswers,
  olderSqlite,
  productChanges,
  availableChanges,
  quickerOrders,
  leanIndexes,
  chainedLedger,
  watchedVariants,
  smallMerges,
  fastMovingStock,
  customersBySearch,
  leanDeliveries,
];

/** `application_id`: "RAAN". */
export const RAAN = 0x5241414e;

export const SCHEMA_VERSION = MIGRATIONS.length;

export const schemaVersion = (db: Database): number => pragma(db, 'user_version');

/** Makes this program's schema in an empty database; one that has it stays as it is. */
export function makeSchema(db: Database): void {
  if (schemaVersion(db) === SCHEMA_VERSION && pragma(db, 'application_id') === RAAN) return;
  db.run('BEGIN IMMEDIATE');
  try {
    refuseForeign(db); // another program may have been quicker
    runMigrations(db);
    db.run('COMMIT');
  } finally {
    if (db.inTransaction) db.run('ROLLBACK');
  }
}

/** Takes each step from the database's schema to this program's, in the transaction that is open. */
export function runMigrations(db: Database): void {
  for (const sql of MIGRATIONS.slice(schemaVersion(db))) db.execOnSchema(sql);
  db.exec(`PRAGMA application_id = ${RAAN}; PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** What tells whose a database is. */
export interface Start {
  /** `user_version` */
  version: number;
  /** `application_id` */
  program: number;
  isEmpty: boolean;
}

/** Why this program cannot work with a database, to be read after its name, and what to do; undefined where it can. */
export function whyForeign({ version, program, isEmpty }: Start): { why: string; cure: string } | undefined {
  if (!isEmpty && program !== RAAN)
    return {
      why: 'is a SQLite database of another program',
      cure: 'name another file as "database" in the config',
    };
  if (version <= SCHEMA_VERSION) return undefined;
  return {
    why: `has schema version ${version}, this raan knows ${SCHEMA_VERSION}`,
    cure: 'run the newer raan that wrote it',
  };
}

/** @throws Fault where the file is another program's, or of a schema newer than this program's */
export function refuseForeign(db: Database): void {
  const isEmpty = db.get('SELECT 1 FROM sqlite_schema') === undefined;
  const found = whyForeign({ version: schemaVersion(db), program: pragma(db, 'application_id'), isEmpty });
  if (found) throw new Fault(`${db.file} ${found.why}; ${found.cure}`);
}

function pragma(db: Database, name: 'user_version' | 'application_id'): number {
  return db.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0;
}
