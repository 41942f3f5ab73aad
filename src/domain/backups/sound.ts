import type { RowCounts } from '../../db/snapshot.ts';
import { problemsOfCopy } from '../../db/sound-copy.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { BROKEN_CHAINS, DIFFERENCES, orphanedOrderRows } from '../stock/verify.ts';

const RULES = [
  { sql: DIFFERENCES.sql, problem: message('stock_differs_from_ledger') },
  { sql: BROKEN_CHAINS.sql, problem: message('ledger_has_gaps') },
  { sql: 'SELECT 1 FROM pragma_foreign_key_check', problem: message('rows_refer_to_missing_rows') },
  { sql: orphanedOrderRows.sql, problem: message('rows_refer_to_missing_rows') },
];

/** Problems of a stored copy. The copy is not changed. */
export const problemsAsItLies = (file: string): Promise<Message[]> =>
  problemsOfCopy(file, { empty: RULES, isKept: true });

/**
 * Verifies a new copy: SQLite's integrity, rows of every table, stock against ledger, references.
 * @param counts the rows at the moment of the copy
 * @throws AppError invalid_request with all problems
 */
export async function requireSound(file: string, counts: RowCounts, signal?: AbortSignal): Promise<void> {
  const problems = await problemsOfCopy(file, { counts, empty: RULES, signal });
  if (problems.length > 0) throw invalidRequest('backup_damaged', { problems });
}
