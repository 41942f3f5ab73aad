import { rmSync } from 'node:fs';
import Sqlite, { type Options } from 'better-sqlite3';
import { OperatorError } from '../../lib/errors.ts';
import { flushSync } from '../../lib/flush.ts';
import { makeNew } from '../../lib/owned-file.ts';
import { addonFile } from '../addon.ts';
import { isCorrupt } from '../damage/sqlite-damage.ts';
import { SCHEMA_VERSION } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { BUSY_TIMEOUT } from '../prepared-statements.ts';
import { SEARCH_TRIGGERS } from '../schema/schema.ts';
import { type LostRange, readableRows, type TableShape } from './rows.ts';

export interface SalvagedTable {
  table: string;
  saved: number;
  /** Readable rows that violate a constraint of the schema. */
  refused: number;
  lost: LostRange[];
}

/**
 * Copies every readable row of a damaged database into a new one. The damaged one is not changed.
 *
 * @throws OperatorError if `target` exists, or the schema cannot be read or is of another version
 */
export function salvage(file: string, target: string): SalvagedTable[] {
  const options: Options = { timeout: BUSY_TIMEOUT, nativeBinding: addonFile(file) };
  const source = new Sqlite(file, { ...options, readonly: true, fileMustExist: true });
  try {
    requireOwnVersion(source, file);
    makeTarget(target, file);
    try {
      return copyTables(source, target, options);
    } catch (error) {
      for (const end of ['', '-journal']) rmSync(target + end, { force: true });
      throw error;
    }
  } finally {
    source.close();
  }
}

function requireOwnVersion(source: Sqlite.Database, file: string): void {
  let version: unknown;
  try {
    version = source.pragma('user_version', { simple: true });
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if (isCorrupt(error)) throw new OperatorError('salvage_without_schema', { file });
    throw error;
  }
  if (version !== SCHEMA_VERSION)
    throw new OperatorError('salvage_of_other_version', { file, version: Number(version), known: SCHEMA_VERSION });
}

function makeTarget(target: string, file: string): void {
  try {
    makeNew(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new OperatorError('salvage_target_exists', { file: target });
    throw new OperatorError('salvage_target_not_writable', { file: target, why: (error as Error).message });
  }
  openDatabase(target, { create: true, copyOf: file }).connection.close();
}

/** Triggers would change rows that are copied as they are. Those of search indexes only add to the index. */
function copyTables(source: Sqlite.Database, file: string, options: Options): SalvagedTable[] {
  const target = new Sqlite(file, options);
  try {
    target.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN');
    const triggers = triggersToDrop(target);
    for (const { name } of triggers) target.exec(`DROP TRIGGER "${name}"`);
    const tables = tableNames(target).map((name) => copyTable(source, target, shapeOf(target, name)));
    copySequences(source, target);
    for (const { sql } of triggers) target.exec(sql);
    target.exec('COMMIT');
    return tables;
  } finally {
    target.close();
    flushSync(file);
  }
}

function triggersToDrop(target: Sqlite.Database): { name: string; sql: string }[] {
  const triggers = target
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  return triggers.filter(({ name }) => !SEARCH_TRIGGERS.includes(name));
}

const tableNames = (sqlite: Sqlite.Database): string[] =>
  sqlite
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name);

function shapeOf(target: Sqlite.Database, name: string): TableShape {
  const columns = target
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(name);
  const { wr } = target.prepare<[string], { wr: number }>('SELECT wr FROM pragma_table_list(?)').get(name) ?? { wr: 0 };
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    keys: wr === 1 ? key.map((column) => column.name) : ['rowid'],
  };
}

function copyTable(source: Sqlite.Database, target: Sqlite.Database, shape: TableShape): SalvagedTable {
  const { name, columns } = shape;
  target.exec(`DELETE FROM "${name}"`); // rows that the schema starts with
  const names = columns.map((column) => `"${column}"`).join(', ');
  const insert = target.prepare(`INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  const report: SalvagedTable = { table: name, saved: 0, refused: 0, lost: [] };
  for (const row of readableRows(source, shape, report.lost)) {
    try {
      insert.run(...row);
      report.saved += 1;
    } catch (error) {
      if (!/^SQLITE_(CONSTRAINT|MISMATCH)/.test((error as { code?: string }).code ?? '')) throw error;
      report.refused += 1;
    }
  }
  return report;
}

/** The ids of deleted rows must not be used again. */
function copySequences(source: Sqlite.Database, target: Sqlite.Database): void {
  const shape = { name: 'sqlite_sequence', columns: ['seq', 'name'], keys: ['rowid'] };
  const update = target.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?');
  for (const row of readableRows(source, shape, [])) update.run(...row);
}
