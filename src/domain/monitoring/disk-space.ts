import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';

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

/** 0 for a missing file. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
