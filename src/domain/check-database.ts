import { schemaVersion } from '../db/migrate.ts';
import type { Reader } from '../db/reader.ts';
import { brokenReferenceProblem, brokenReferences } from '../db/references.ts';
import { query } from '../db/statement.ts';
import { TABLES } from '../db/tables.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { verifyList } from './orders/list/verify-list.ts';
import { verifyChains, verifyOrderRows, verifyStock } from './stock/verify-stock.ts';
import { verifyChanges } from './webhooks/changes.ts';

const integrityCheck = query<{ integrity_check: string }>({ reads: TABLES }, 'PRAGMA integrity_check');

/** The problems of the database: integrity, foreign keys, stock and ledger, order lists, announced changes. */
export function checkDatabase(db: Reader): { schemaVersion: number; problems: Message[] } {
  const integrity = db
    .all(integrityCheck)
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok')
    .map((text) => message('foreign_text', { text }));
  const references = [...brokenReferences(db), ...verifyOrderRows(db)].map(brokenReferenceProblem);
  const ledger = verifyStock(db).map(({ variantId, warehouseId }) =>
    message('variant_stock_differs_from_ledger', { variant: variantId, warehouse: warehouseId }),
  );
  const chains = verifyChains(db).map(({ variantId, warehouseId }) =>
    message('variant_ledger_has_gaps', { variant: variantId, warehouse: warehouseId }),
  );
  const problems = [...integrity, ...references, ...ledger, ...chains, ...verifyList(db), ...verifyChanges(db)];
  return { schemaVersion: schemaVersion(db), problems };
}
