import { readFileSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** The first page of a table or an index. */
export function rootPage(file: string, name: string): number {
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

/** `damagePage` of the first page of a table or an index. */
export const damageTree = (file: string, name: string): void => damagePage(file, rootPage(file, name));
