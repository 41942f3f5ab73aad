import { Connection } from '../src/db/connection.ts';
import { type Command, query, type Values } from '../src/db/statement.ts';
import { TABLES as ALL_TABLES, type Table } from '../src/db/tables.ts';
import { WriteTx } from '../src/db/write-tx.ts';
import { labelOf } from '../src/office/settings/audit/audit-details.ts';

// While tests run, every commit that changes accounts, roles, secrets, settings or partners, refunds, or deletes data
// must also add to the audit log, with fields that its page has a label for. So the tests cover every command and screen that writes.

/** Every write to these tables is audited. */
const TABLES: readonly Table[] = [
  'accounts',
  'apps',
  'authenticator_apps',
  'bank_accounts',
  'channels',
  'client_secrets',
  'couriers',
  'number_ranges',
  'old_courier_secrets',
  'passkeys',
  'price_tiers',
  'recovery_codes',
  'roles',
  'second_factor_rules',
  'slip_verifiers',
  'stores',
  'warehouses',
];

/** Audited statements of other tables. Erasures are long: their entry is committed before the first step. */
const STATEMENTS: readonly RegExp[] = [
  /^UPDATE tokens SET revoked/,
  /^UPDATE (products|variants) SET delete_time/,
  /^UPDATE orders SET stage = 'deleted'/,
  /^UPDATE payments SET refunded/,
  /^INSERT INTO refund_settlements/,
  /^INSERT INTO addresses \(id,/, // one of the store's own
  /^INSERT INTO sessions/,
];

/** Exceptions, each with its reason. */
const EXEMPT: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/^UPDATE client_secrets SET use_time/, 'the time of the last use'],
  [/^UPDATE old_courier_secrets SET (use_time|current_use_time)/, 'the time of the last use'],
  [/^UPDATE number_ranges SET next_serial/, 'a parcel takes a number; its order records it'],
  [/^UPDATE apps SET (last_announced|last_product|acknowledge_time)/, 'how far deliveries are'],
  [/end_time <= \?$/, 'an old secret ends at the time that its reset has recorded'],
  [/^UPDATE accounts SET password_hash = \? WHERE/, 'the same password with another cost'],
  [/^UPDATE authenticator_apps SET last_step/, 'a code was used; the sign-in has an entry'],
  [/^INSERT OR REPLACE INTO authenticator_apps/, 'not in force before a code confirms it'],
  [/^UPDATE passkeys SET sign_count/, 'a passkey was used; the sign-in has an entry'],
  [/^DELETE FROM authenticator_apps .* confirm_time IS NULL$/, 'was never in force'],
];

const isAudited = ({ sql, tables, tables: [written] }: Command<unknown>): boolean =>
  tables.length < ALL_TABLES.length && // else it is a test's own statement
  !EXEMPT.some(([statement]) => statement.test(sql)) &&
  (TABLES.includes(written as Table) || STATEMENTS.some((statement) => statement.test(sql)));

interface Changes {
  statement: string | undefined;
  isLogged: boolean;
}

/** By connection: what its transaction has changed so far. */
const changes = new WeakMap<object, Changes>();

const changesOf = (connection: object): Changes => {
  const known = changes.get(connection) ?? { statement: undefined, isLogged: false };
  changes.set(connection, known);
  return known;
};

const SEALED = /v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+/g;

/** Saving a courier seals its secrets again, with other bytes. */
function rowsOf(tx: WriteTx, table: Table): string {
  const rows = JSON.stringify(tx.all(query({ reads: [table] }, `SELECT * FROM ${table}`)));
  return table === 'couriers' ? rows.replace(SEALED, '') : rows;
}

/** The page of the audit log must not show names of fields as the code has them. */
function checkLabels([entry]: Values): void {
  const { event, detail = '{}' } = entry as { event: string; detail?: string };
  for (const name of Object.keys(JSON.parse(detail)))
    if (labelOf(event, name, 'en') === name) throw new TypeError(`the audit log has no label for: ${event}.${name}`);
}

type Method = (statement: Command<never>, ...values: Values) => unknown;

function watched(original: Method): Method {
  return function (this: WriteTx, statement, ...values) {
    const [table] = statement.tables as [Table];
    const state = changesOf(this.connection);
    if (table === 'audit_log') state.isLogged = true;
    if (statement.sql.startsWith('INSERT INTO audit_log')) checkLabels(values);
    if (!isAudited(statement)) return original.call(this, statement, ...values);
    const before = /^UPDATE|ON CONFLICT/.test(statement.sql) ? rowsOf(this, table) : undefined;
    const result = original.call(this, statement, ...values);
    const isChanged = before === undefined ? result !== 0 : rowsOf(this, table) !== before;
    if (isChanged) state.statement = statement.sql;
    return result;
  };
}

let isChecking = false;

/** A commit without an entry fails, and an entry with a field that has no label, and with them the test. */
export function checkAuditedWrites(): void {
  if (isChecking) return;
  isChecking = true;
  const { prototype } = WriteTx;
  for (const name of ['run', 'insert', 'runReturning'] as const)
    Object.assign(prototype, { [name]: watched(prototype[name] as Method) });
  const { commit, rollback, rollbackToSavepoint } = Connection.prototype;
  Connection.prototype.commit = function () {
    const { statement, isLogged } = changesOf(this);
    changes.delete(this);
    if (statement !== undefined && !isLogged) throw new TypeError(`the audit log has no entry about: ${statement}`);
    commit.call(this);
  };
  Connection.prototype.rollback = function () {
    changes.delete(this);
    rollback.call(this);
  };
  Connection.prototype.rollbackToSavepoint = function () {
    changes.delete(this);
    rollbackToSavepoint.call(this);
  };
}
