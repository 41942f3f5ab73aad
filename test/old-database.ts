import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import Sqlite from 'better-sqlite3';

// For tests with next-release.ts: databases of this release, which is the previous one there.

/** The schema version of this release. Imported late, because next-release.ts must run first. */
export const OLD = (await import('../src/db/migrate.ts')).SCHEMA_VERSION - 1;

let folder: string | undefined;

/**
 * Copies a database of this release to `file`. A separate process makes it once, because this process is the next
 * release.
 */
export function putOldDatabase(file: string): string {
  if (folder === undefined) {
    folder = mkdtempSync(path.join(tmpdir(), 'raan-old-'));
    const program = path.join(import.meta.dirname, 'old-database-process.ts');
    execFileSync(process.execPath, [...process.execArgv, program, path.join(folder, 'raan.db')], { stdio: 'ignore' });
  }
  copyFileSync(path.join(folder, 'raan.db'), file);
  copyFileSync(path.join(folder, 'raan.key'), path.join(path.dirname(file), 'raan.key'));
  return file;
}

after(() => folder && rmSync(folder, { recursive: true }));

/** Reads a database without raan. */
export function look<T>(file: string, read: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

export const versionOf = (db: Sqlite.Database): unknown => db.pragma('user_version', { simple: true });

/** Data that no upgrade may change: orders with lines and money, goods, and partner credentials. */
export function rowsOf(db: Sqlite.Database): Record<string, unknown[]> {
  const read = (sql: string) => db.prepare(sql).raw().all();
  return {
    stores: read('SELECT id, key, name FROM stores ORDER BY id'),
    orders: read(
      'SELECT id, store_id, order_number, status, external_order_id, total, is_cod, create_time FROM orders ORDER BY id',
    ),
    lines: read('SELECT order_id, variant_id, qty, price, amount FROM order_lines ORDER BY id'),
    payments: read('SELECT order_id, method, amount FROM payments ORDER BY id'),
    shipments: read('SELECT order_id, tracking_number, status FROM shipments ORDER BY id'),
    variants: read('SELECT id, product_id, name, sku FROM variants ORDER BY id'),
    stock: read('SELECT variant_id, warehouse_id, on_hand, reserved FROM stock ORDER BY variant_id, warehouse_id'),
    channels: read('SELECT id, store_id, name FROM channels ORDER BY id'),
    apps: read('SELECT id, store_id, url FROM apps ORDER BY id'),
  };
}
