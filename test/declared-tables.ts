import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { preparations, type Statement } from '../src/db/prepared-statements.ts';
import { SCHEMA } from '../src/db/schema/schema.ts';
import { TABLES } from '../src/db/tables.ts';

// Compares the declared tables of each statement that a test prepares with those that its compiled SQLite program opens.

/** Tables that can have pending writes: a statement declares them even if only a foreign key or a trigger opens them. */
export const DEFERRED = [
  'available_changes',
  'order_lines',
  'reservations',
  'stock',
  'stock_ledger',
  'store_counters',
  'webhook_deliveries',
];

/** A mismatch is an uncaught exception, which fails the test. */
export function checkDeclaredTables(): void {
  const checked = new Set<string>();
  preparations.subscribe((message) => {
    const statement = message as Statement;
    const isForeign = statement.tables.some((table) => !TABLES.includes(table)); // of another schema
    const isExempt = isForeign || statement.tables.length === TABLES.length || statement.sql.startsWith('PRAGMA');
    if (isExempt || checked.has(statement.sql)) return;
    checked.add(statement.sql);
    const { missing, extra } = compareTables(statement);
    if (missing.length > 0 || extra.length > 0)
      throw new TypeError(`declare [${missing}] and not [${extra}]: ${statement.sql}`);
  });
}

/** Tables that the statement lacks, and that it declares although SQLite does not open them. */
export function compareTables({ sql, tables }: Pick<Statement, 'sql' | 'tables'>) {
  const declared = new Set<string>(tables);
  const deferred = whole.opened(sql).filter((table) => DEFERRED.includes(table));
  const opened = new Set([...bare.opened(sql), ...deferred]);
  return {
    missing: [...opened].filter((table) => !declared.has(table)),
    extra: [...declared].filter((table) => !opened.has(table)),
  };
}

type Instruction = { opcode: string; p1: number; p2: number; p3: number; p4: string };

/** An empty database in memory with the schema, with or without foreign keys and triggers. */
class Compiled {
  readonly #sqlite: DatabaseSync;
  /** By the page of a b-tree, or by the address of a virtual table. */
  readonly #tables = new Map<number | string, string>();

  constructor({ isBare }: { isBare: boolean }) {
    this.#sqlite = new DatabaseSync(':memory:', { enableForeignKeyConstraints: !isBare });
    this.#sqlite.exec([SCHEMA, ...MIGRATIONS].join(';'));
    const triggers = this.#sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all();
    if (isBare) for (const { name } of triggers) this.#sqlite.exec(`DROP TRIGGER ${name}`);
    const list = this.#sqlite.prepare(`SELECT name FROM pragma_table_list WHERE type = 'virtual' AND schema = 'main'`);
    const virtual = list.all().map(({ name }) => String(name));
    const trees = this.#sqlite.prepare('SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0');
    for (const { rootpage, tbl_name: name } of trees.all())
      this.#tables.set(Number(rootpage), virtual.find((table) => `${name}`.startsWith(`${table}_`)) ?? String(name));
    for (const table of virtual)
      for (const { opcode, p4 } of this.#explain(`SELECT 1 FROM ${table}`))
        if (opcode === 'VOpen') this.#tables.set(p4, table);
  }

  /** The tables that a statement opens, also behind views and with what its foreign keys and triggers do. */
  opened(sql: string): string[] {
    return this.#explain(sql).flatMap(({ opcode, p1, p2, p4 }) => {
      const opens = { Clear: p1, OpenRead: p2, OpenWrite: p2, ReopenIdx: p2, VOpen: p4, VUpdate: p4 }[opcode];
      const table = opens === undefined ? undefined : this.#tables.get(opens);
      return (TABLES as readonly (string | undefined)[]).includes(table) ? [table as string] : [];
    });
  }

  #explain(sql: string): Instruction[] {
    return this.#sqlite.prepare(`EXPLAIN ${sql}`).all() as Instruction[]; // parameters without values are null
  }
}

const whole = new Compiled({ isBare: false });
const bare = new Compiled({ isBare: true });
