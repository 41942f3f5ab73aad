import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';

const lastNumbers = query<{ count: number }>(
  { reads: ['store_counters', 'stores'] },
  `SELECT coalesce(sum(last_order_number), 0) AS count FROM store_counters
   JOIN stores ON id = store_id WHERE sandbox_of IS NULL`,
);

/** Number of orders outside sandboxes. Order numbers have no gaps, and rows of orders are never deleted. */
export const orderCount = (db: Reader): number => db.get(lastNumbers)?.count ?? 0;

const newestEntryTime = query<{ time: number }>(
  { reads: ['orders', 'webhook_deliveries'] },
  `SELECT max(coalesce((SELECT create_time FROM orders ORDER BY id DESC LIMIT 1), 0),
   coalesce((SELECT request_time FROM webhook_deliveries ORDER BY id DESC LIMIT 1), 0)) AS time`,
);

/** Time of the newest order or webhook; 0 if there is none. */
export const newestTime = (db: Reader): number => db.get(newestEntryTime)?.time ?? 0;

const libraryVersion = query<{ version: string }>({ reads: [] }, 'SELECT sqlite_version() AS version');

export const sqliteVersion = (db: Reader): string => db.get(libraryVersion)?.version ?? '';

/** Disk usage of the database in bytes. */
export interface DiskSpace {
  database: number;
  /** The write-ahead log. */
  wal: number;
  /** Free for this user. */
  free: number;
}

/** @throws if the folder of the database does not exist */
export async function diskSpace(file: string): Promise<DiskSpace> {
  const [database, wal, disk] = await Promise.all([sizeOf(file), sizeOf(`${file}-wal`), statfs(path.dirname(file))]);
  return { database, wal, free: disk.bavail * disk.bsize };
}

/** 0 for a missing file, and for one that cannot be examined: opening the database reports that. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
