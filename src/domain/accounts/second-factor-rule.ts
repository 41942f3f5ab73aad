import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';

// The only writer of second_factor_rules: the stores that require a second factor from all of their accounts.

const ruleOfStore = query<object>(
  { reads: ['second_factor_rules'] },
  'SELECT 1 FROM second_factor_rules WHERE store_id = ?',
);

export const requiresSecondFactor = (db: Reader, storeId: Id): boolean => db.get(ruleOfStore, storeId) !== undefined;

const ruleOfAccount = query<object>(
  { reads: ['second_factor_rules'] },
  'SELECT 1 FROM second_factor_rules WHERE store_id = coalesce(?, store_id) LIMIT 1',
);

/** Whether a store of the account requires it. An account of all stores needs one as soon as any store does. */
export const needsSecondFactor = (db: Reader, { storeId }: Account): boolean =>
  db.get(ruleOfAccount, storeId) !== undefined;

const insertRule = command(
  { writes: ['second_factor_rules'] },
  'INSERT INTO second_factor_rules (store_id) VALUES (?)',
);
const deleteRule = command({ writes: ['second_factor_rules'] }, 'DELETE FROM second_factor_rules WHERE store_id = ?');

/** Applies to signed-in accounts immediately. */
export function requireSecondFactor(tx: WriteTx, storeId: Id, required: boolean): void {
  const before = requiresSecondFactor(tx, storeId);
  if (before === required) return;
  tx.run(required ? insertRule : deleteRule, storeId);
  audit(tx, 'second_factor_rule_changed', { storeId, detail: { required: [before, required] } });
}
