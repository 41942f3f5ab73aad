import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';

const selectOrderCount = query<{ count: number }>(
  { reads: ['orders'] },
  'SELECT coalesce(max(id), 0) AS count FROM orders',
);

/** Number of orders. Orders are never deleted, so the largest id is their number. */
export const orderCount = (db: Reader): number => db.get(selectOrderCount)?.count ?? 0;

const selectNewestTime = query<{ time: number }>(
  { reads: ['orders', 'webhook_deliveries'] },
  `SELECT max(coalesce((SELECT create_time FROM orders ORDER BY id DESC LIMIT 1), 0),
   coalesce((SELECT request_time FROM webhook_deliveries ORDER BY id DESC LIMIT 1), 0)) AS time`,
);

/** Time of the newest order or webhook; 0 if there is none. */
export const newestTime = (db: Reader): number => db.get(selectNewestTime)?.time ?? 0;

const selectSqliteVersion = query<{ version: string }>({ reads: [] }, 'SELECT sqlite_version() AS version');

export const sqliteVersion = (db: Reader): string => db.get(selectSqliteVersion)?.version ?? '';
