import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';

const selectOrdersMade = query<{ made: number }>(
  { reads: ['orders'] },
  'SELECT coalesce(max(id), 0) AS made FROM orders',
);

/** How many orders there are: none is ever deleted, so their ids count them. */
export const ordersMade = (db: Reader): number => db.get(selectOrdersMade)?.made ?? 0;

const selectNewestTime = query<{ time: number }>(
  { reads: ['orders', 'webhook_deliveries'] },
  `SELECT max(coalesce((SELECT create_time FROM orders ORDER BY id DESC LIMIT 1), 0),
   coalesce((SELECT request_time FROM webhook_deliveries ORDER BY id DESC LIMIT 1), 0)) AS time`,
);

/** When the newest order was made, or the newest webhook sent; 0 where there is neither. */
export const newestTime = (db: Reader): number => db.get(selectNewestTime)?.time ?? 0;

const selectSqliteVersion = query<{ version: string }>({ reads: [] }, 'SELECT sqlite_version() AS version');

/** The version of SQLite that is at work. */
export const sqliteVersion = (db: Reader): string => db.get(selectSqliteVersion)?.version ?? '';
