import type Sqlite from 'better-sqlite3';
import { PreparedStatements, type Statement } from '../src/db/prepared-statements.ts';
import { TABLES } from '../src/db/tables.ts';

// Compares the declared tables of each statement with those that its compiled SQLite program opens. A wrong declaration
// fails when a test first runs the statement on a connection.

/**
 * Tables that can have pending writes: a statement that opens one must declare it, even for a foreign key or a trigger.
 */
export const DEFERRED = [
  'available_changes',
  'order_lines',
  'reservations',
  'stock',
  'stock_ledger',
  'store_counters',
  'webhook_deliveries',
];

export function checkDeclaredTables(): void {
  PreparedStatements.onPrepare = (statement, sqlite) => {
    const isOfTest = statement.tables.length === TABLES.length;
    if (isOfTest || !/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|REPLACE)\b/.test(statement.sql)) return;
    const { missing, extra } = compare(statement, openedBy(sqlite, statement.sql), viewsOf(sqlite));
    if (missing.length > 0 || extra.length > 0)
      throw new TypeError(`declare ${missing.join(', ') || 'nothing'} and not ${extra.join(', ')}: ${statement.sql}`);
  };
}

function compare({ sql, tables }: Statement, opened: ReadonlySet<string>, views: ReadonlySet<string>) {
  const declared = new Set<string>(tables);
  const isNamed = (table: string) => new RegExp(`\\b${table}\\b`).test(sql);
  const missing = [...opened].filter((table) => !declared.has(table) && (DEFERRED.includes(table) || isNamed(table)));
  const unknown = [...declared].filter((table) => !opened.has(table) && !views.has(table));
  return { missing: missing.filter((table) => (TABLES as readonly string[]).includes(table)), extra: unknown };
}

/** The tables whose b-tree or index the statement opens, including triggers and foreign keys. */
function openedBy(sqlite: Sqlite.Database, sql: string): Set<string> {
  const tables = new Map(
    sqlite
      .prepare<[], { page: number; name: string }>(
        `SELECT rootpage AS page, tbl_name AS name FROM sqlite_schema WHERE rootpage > 0`,
      )
      .all()
      .map(({ page, name }) => [page, name]),
  );
  const names = [...sql.matchAll(/[@:$](\w+)/g)].map(([, name = '']) => [name, null] as const);
  const values = names.length > 0 ? [Object.fromEntries(names)] : Array(sql.split('?').length - 1).fill(null);
  const program = sqlite
    .prepare<unknown[], { opcode: string; p1: number; p2: number }>(`EXPLAIN ${sql}`)
    .all(...values);
  const pages = program.flatMap(({ opcode, p1, p2 }) => {
    if (opcode === 'Clear') return [p1];
    return ['OpenRead', 'OpenWrite', 'ReopenIdx'].includes(opcode) ? [p2] : [];
  });
  return new Set(pages.flatMap((page) => tables.get(page) ?? []));
}

/** Views and virtual tables: SQLite opens the tables behind them. */
const viewsOf = (sqlite: Sqlite.Database): Set<string> =>
  new Set(
    sqlite.prepare<[], string>(`SELECT name FROM pragma_table_list WHERE type IN ('view', 'virtual')`).pluck().all(),
  );
