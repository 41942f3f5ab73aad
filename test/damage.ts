import { readFileSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** The first page of a table or an index. */
function rootPage(file: string, name: string): number {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const sql = 'SELECT rootpage FROM sqlite_schema WHERE name = ?';
    return sqlite.prepare<[string], { rootpage: number }>(sql).get(name)?.rootpage ?? 0;
  } finally {
    sqlite.close();
  }
}

/** Overwrites a page of a database that no process has open, as a failing disk does. */
export function damagePage(file: string, page: number): void {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  writeFileSync(file, bytes.fill(0xff, (page - 1) * size, page * size));
}

/** Overwrites the first page of a table or an index. */
export const damageTree = (file: string, name: string): void => damagePage(file, rootPage(file, name));

/** The leaf pages of a table below its first page, in order of their rows. */
export function leafPages(file: string, table: string): number[] {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const at = (rootPage(file, table) - 1) * size;
  const cells = bytes.readUInt16BE(at + 3);
  return Array.from({ length: cells }, (_, i) => bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12 + 2 * i)));
}

/** Every row by table, triggers and indexes included. */
export function dumpOf(file: string): Record<string, unknown[]> {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const names = sqlite.prepare<[], { name: string }>(`SELECT name FROM pragma_table_list WHERE type = 'table'`).all();
    const dump = names.map(({ name }) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()] as const);
    const schema = sqlite.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    return { ...Object.fromEntries(dump), sqlite_schema: schema };
  } finally {
    sqlite.close();
  }
}
