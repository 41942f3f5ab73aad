import { schemaVersion } from '../db/migrate.ts';
import type { Reader } from '../db/reader.ts';
import { strayFault, strays } from '../db/references.ts';
import { query } from '../db/statement.ts';
import { TABLES } from '../db/tables.ts';
import { verifyList } from './orders/list/verify.ts';
import { verifyChains, verifyNamed, verifyStock } from './stock/verify.ts';
import { verifyChanges } from './webhooks/verify.ts';

const selectCheckDatabase = query<{ integrity_check: string }>({ reads: TABLES }, 'PRAGMA integrity_check');

/** What is wrong with the database, a line each: SQLite's integrity, references between rows, stock and its ledger, the list of orders, what apps are told. */
export function checkDatabase(db: Reader): { schemaVersion: number; faults: string[] } {
  const integrity = db
    .all(selectCheckDatabase)
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok');
  const references = [...strays(db), ...verifyNamed(db)].map(strayFault);
  const ledger = verifyStock(db).map(
    ({ variantId, warehouseId }) =>
      `stock of variant ${variantId} in warehouse ${warehouseId} does not agree with its ledger; run "raan stock repair"`,
  );
  const chains = verifyChains(db).map(
    ({ variantId, warehouseId }) =>
      `the ledger of variant ${variantId} in warehouse ${warehouseId} has entries that no other leads to; take the last backup that is sound`,
  );
  const faults = [...integrity, ...references, ...ledger, ...chains, ...verifyList(db), ...verifyChanges(db)];
  return { schemaVersion: schemaVersion(db), faults };
}
