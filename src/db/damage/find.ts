import Sqlite from 'better-sqlite3';
import { BUSY_TIMEOUT } from '../prepared-statements.ts';
import { type Damage, damagesIn, isCorrupt, TABLES, TREES, type Tree } from './sqlite-damage.ts';

const CACHE_SIZE = 2_000; // kilobytes; the check reads each page once

/**
 * Checks the pages and rows of one table after another, with its indexes. Between two tables other connections can restart
 * the write-ahead log. It does not compare every index entry with its row, which takes several times longer.
 *
 * @throws if the disk fails
 */
export function* checkTables(file: string, nativeBinding: string | undefined): Generator<Damage[]> {
  const options = { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT, nativeBinding };
  const sqlite = new Sqlite(file, options);
  try {
    sqlite.pragma(`cache_size = -${CACHE_SIZE}`);
    const trees = sqlite.prepare<[], Tree>(TREES).all();
    for (const { name } of sqlite.prepare<[], { name: string }>(TABLES).all()) yield checkTable(sqlite, name, trees);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    yield [{ table: 'sqlite_schema', text: error.message }];
  } finally {
    sqlite.close();
  }
}

function checkTable(sqlite: Sqlite.Database, table: string, trees: readonly Tree[]): Damage[] {
  try {
    const rows = sqlite.prepare<[], { quick_check: string }>(`PRAGMA quick_check("${table}")`).all();
    return damagesIn(
      rows.map((row) => row.quick_check),
      trees,
      table,
    );
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return [{ table, text: error.message }];
  }
}

/** All damage that the check finds. Blocks for seconds if the database is large. */
export const findDamage = (file: string, nativeBinding: string | undefined): Damage[] =>
  [...checkTables(file, nativeBinding)].flat();
