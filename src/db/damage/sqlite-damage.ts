import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';

/** What SQLite's integrity check found in a table or an index. */
export interface Damage {
  table: string;
  index?: string | undefined;
  text: string;
}

/** A table or index of `sqlite_schema`, by which a line of the check is assigned. */
export interface Tree {
  name: string;
  table: string;
  rootpage: number;
}

export const TREES = 'SELECT name, tbl_name AS "table", rootpage FROM sqlite_schema WHERE rootpage > 0';

/** The tables that have pages of their own. */
export const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')`;

const SCHEMA: Tree = { name: 'sqlite_schema', table: 'sqlite_schema', rootpage: 1 };

/**
 * The damage that rows of `PRAGMA integrity_check` or `quick_check` report; none for "ok".
 *
 * @param table the checked table; absent if the whole file was checked
 * @throws if a page could not be read from the disk, which does not mean that the database is damaged
 */
export function damagesIn(rows: readonly string[], trees: readonly Tree[], table?: string): Damage[] {
  return rows
    .flatMap((row) => row.split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'))
    .map((text) => {
      if (isReadError(text)) throw new Error(text);
      const tree = treeOf(text, trees);
      if (!tree) return { table: table ?? '', text };
      return { table: tree.table, index: tree.name === tree.table ? undefined : tree.name, text };
    });
}

/** "Tree 12 page 40: …", "wrong # of entries in index prices_by_tier", "NULL value in orders.status". */
function treeOf(text: string, trees: readonly Tree[]): Tree | undefined {
  const [, root] = /^Tree (\d+) /.exec(text) ?? [];
  if (root !== undefined) return [SCHEMA, ...trees].find(({ rootpage }) => rootpage === Number(root));
  const [, index, table] = / index (\S+)$|(?:value| in) (\w+)\.\w+/.exec(text) ?? [];
  return trees.find(({ name }) => name === (index ?? table));
}

const IOERR = 10; // SQLite's code; extended codes have it in their lowest byte

function isReadError(text: string): boolean {
  const [, code] = /error code[ =](\d+)/.exec(text) ?? [];
  return code !== undefined && (Number(code) & 0xff) === IOERR;
}

export const damageProblem = ({ table, index, text }: Damage): Message => {
  if (table === '') return message('database_file_damaged', { text });
  return index === undefined
    ? message('table_damaged', { table, text })
    : message('index_damaged', { table, index, text });
};

export const isCorrupt = (error: unknown): error is Error =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string } | undefined)?.code));
