import type { Database } from '../../db/database.ts';

/** How many orders there are: none is ever deleted, so their ids count them. */
export const ordersMade = (db: Database): number =>
  db.get<{ made: number }>('SELECT coalesce(max(id), 0) AS made FROM orders')?.made ?? 0;

/** When the newest order was made, or the newest webhook sent; 0 where there is neither. */
export const newestTime = (db: Database): number =>
  db.get<{ time: number }>(
    `SELECT max(coalesce((SELECT create_time FROM orders ORDER BY id DESC LIMIT 1), 0),
       coalesce((SELECT request_time FROM webhook_deliveries ORDER BY id DESC LIMIT 1), 0)) AS time`,
  )?.time ?? 0;

/** The version of SQLite that is at work. */
export const sqliteVersion = (db: Database): string =>
  db.get<{ version: string }>('SELECT sqlite_version() AS version')?.version ?? '';
