import type { RowCounts } from '../../db/snapshot.ts';
import { faultsOfCopy } from '../../db/sound-copy.ts';
import { Refusal } from '../../lib/errors.ts';
import { BROKEN_CHAINS, DIFFERENCES, STRAYS } from '../stock/verify.ts';

const LACKING = 'a row refers to another that is not there';

const RULES = [
  { sql: DIFFERENCES.sql, fault: 'stock does not agree with its ledger: run "raan stock repair"' },
  { sql: BROKEN_CHAINS.sql, fault: 'the ledger has entries that no other leads to' },
  { sql: 'SELECT 1 FROM pragma_foreign_key_check', fault: LACKING },
  { sql: STRAYS.sql, fault: LACKING },
];

/** What is wrong with a copy that is kept, a line each; nothing of it is changed. */
export const faultsAsItLies = (file: string): Promise<string[]> => faultsOfCopy(file, { empty: RULES, isKept: true });

/**
 * Reads a copy back: SQLite's integrity, the rows of every table, stock and its ledger, references.
 *
 * @param counts the rows that the database had at the moment that the copy shows
 * @throws Refusal invalid_request with all that is wrong
 */
export async function requireSound(file: string, counts: RowCounts, signal?: AbortSignal): Promise<void> {
  const faults = await faultsOfCopy(file, { counts, empty: RULES, signal });
  if (faults.length > 0) throw new Refusal('invalid_request', `the backup is not sound: ${faults.join('; ')}`);
}
