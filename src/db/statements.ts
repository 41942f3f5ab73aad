import type Sqlite from 'better-sqlite3';

export interface Prepared {
  statement: Sqlite.Statement;
  /** It names a table of which something may be put off, or ends what that is a part of. */
  isNamed: boolean;
  /** It undoes what was done. */
  isUndoing: boolean;
}

/** Of a transaction, or of a part that may be undone by itself. */
const ENDS = /^(COMMIT|SAVEPOINT|RELEASE)\b/;

/** Statements prepared once and kept by their text. */
export class Statements {
  readonly #sqlite: Sqlite.Database;
  readonly #prepared = new Map<string, Prepared>();
  readonly #named = new Set([ENDS]);

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  of(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      const isNamed = [...this.#named].some((named) => named.test(sql));
      prepared = { statement: this.#sqlite.prepare(planOnce(sql)), isNamed, isUndoing: sql.startsWith('ROLLBACK') };
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }

  /** From now on those that it matches are known as naming such a table. */
  name(named: RegExp): void {
    if (this.#named.has(named)) return;
    this.#named.add(named);
    for (const [sql, prepared] of this.#prepared) prepared.isNamed ||= named.test(sql);
  }
}

/**
 * SQLite, built with STAT4 as it is here, plans a statement for the values it is first run with, and compiles it anew
 * whenever one that it looked at changes: 15 µs in place of 3 for a look-up by an index. A `+` hides the value.
 */
export const planOnce = (sql: string): string => sql.replace(/(=|<|>|\bLIMIT|\bOFFSET) (?=[?@])/g, '$1 +');

/** The rows up to the first of which `isLast` says so. */
export function rowsUpTo<Row>(rows: Iterable<Row>, isLast: (row: Row) => boolean): Row[] {
  const read: Row[] = [];
  for (const row of rows) {
    read.push(row);
    if (isLast(row)) break;
  }
  return read;
}
