import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';

/** What the database takes of its disk, in bytes. */
export interface Space {
  database: number;
  /** The write-ahead log beside it. */
  wal: number;
  /** Left to this user on the disk. */
  free: number;
}

/** @throws where the database's folder is not there */
export async function spaceOf(file: string): Promise<Space> {
  const [database, wal, disk] = await Promise.all([sizeOf(file), sizeOf(`${file}-wal`), statfs(path.dirname(file))]);
  return { database, wal, free: disk.bavail * disk.bsize };
}

/** 0 where there is no such file. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
