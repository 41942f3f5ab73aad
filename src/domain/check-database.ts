import { damageProblem, damagesIn, isCorrupt, TREES, type Tree } from '../db/damage/sqlite-damage.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { Reader } from '../db/reader.ts';
import { brokenReferenceProblem, brokenReferences } from '../db/references.ts';
import { query } from '../db/statement.ts';
import { TABLES } from '../db/tables.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { unrecordedCosts } from './catalogue/cost-changes.ts';
import { damageProblems } from './monitoring/damage-problems.ts';
import { verifyList } from './orders/list/verify-list.ts';
import { verifyTransfers } from './orders/payments/verify-transfers.ts';
import { verifyChains, verifyOrderRows, verifyStock } from './stock/verify-stock.ts';
import { verifyChanges } from './webhooks/changes.ts';

const integrityCheck = query<{ integrity_check: string }>({ reads: TABLES }, 'PRAGMA integrity_check');

const trees = query<Tree>({ reads: [] }, TREES);

/** The problems of the database: integrity, foreign keys, stock, costs, order lists, shared transfers, announced changes. */
export function checkDatabase(db: Reader): { schemaVersion: number; problems: Message[] } {
  const checks = [damages, references, ledger, chains, costs, verifyList, verifyTransfers, verifyChanges];
  return { schemaVersion: schemaVersion(db), problems: checks.flatMap((check) => unlessUnreadable(db, check)) };
}

/** Unreadable pages are already in the result of the first check. */
function unlessUnreadable(db: Reader, check: (db: Reader) => Message[]): Message[] {
  try {
    return check(db);
  } catch (error) {
    if (isCorrupt(error)) return [];
    throw error;
  }
}

function damages(db: Reader): Message[] {
  try {
    const rows = db.all(integrityCheck).map((row) => row.integrity_check);
    return damagesIn(rows, db.all(trees)).map(damageProblem);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return damageProblems(db.file); // table by table: one cannot stop the check of all
  }
}

const references = (db: Reader): Message[] =>
  [...brokenReferences(db), ...verifyOrderRows(db)].map(brokenReferenceProblem);

const ledger = (db: Reader): Message[] =>
  verifyStock(db).map(({ variantId, warehouseId }) =>
    message('variant_stock_differs_from_ledger', { variant: variantId, warehouse: warehouseId }),
  );

const chains = (db: Reader): Message[] =>
  verifyChains(db).map(({ variantId, warehouseId }) =>
    message('variant_ledger_has_gaps', { variant: variantId, warehouse: warehouseId }),
  );

const costs = (db: Reader): Message[] =>
  db.all(unrecordedCosts).map(({ id }) => message('variant_cost_differs_from_history', { variant: id }));
