import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const MINUTE = 60_000;
const LATE = 60 * MINUTE;

/** What Litestream keeps of a database it follows: its own copy of the log, a file each part. */
interface Followed {
  /** When it last took something over. */
  last: number;
  /** When it took over what has waited longest for the place where it is to go; undefined: little waits. */
  waitingSince: number | undefined;
}

/** Troubles with what keeps copies all the time: the schedule's are looked at apart. */
export async function litestreamTroubles({ database, backup }: Config, now: number): Promise<Trouble[]> {
  const followed = await followedOf(database);
  if (followed === undefined)
    return troublesIn(
      backup.folder === '' && {
        check: 'backup',
        trouble: 'no scheduled backups are made',
        cure: 'set backup.folder in the config, best on another disk',
      },
    );
  const { last, waitingSince } = followed;
  const isLeft = now - last > LATE && (await lastWrite(database)) - last > MINUTE;
  return troublesIn(
    isLeft && {
      check: 'litestream',
      trouble: `Litestream has not followed the database for ${spanText(now - last)}`,
      cure: `start it again; where it is not wanted any more, stop it and remove ${placeOf(database)}`,
    },
    waitingSince !== undefined &&
      now - waitingSince > LATE && {
        check: 'litestream',
        trouble: `Litestream has not brought away what was written ${spanText(now - waitingSince)} ago, and its disk fills`,
        cure: 'see what its log says of its replica, and mend that',
      },
  );
}

const placeOf = (database: string): string =>
  path.join(path.dirname(database), `.${path.basename(database)}-litestream`);

/** Undefined where it does not follow the database. */
async function followedOf(database: string): Promise<Followed | undefined> {
  const place = placeOf(database);
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) return undefined;
  const parts = files.filter((file) => file.endsWith('.wal')).sort();
  return {
    last: Math.max(...(await Promise.all(files.map(timeOf)))),
    waitingSince: parts.length > KEPT ? await timeOf(parts[0] as string) : undefined,
  };
}

const KEPT = 2; // it keeps the part that it writes, and the one before

const lastWrite = async (database: string): Promise<number> =>
  Math.max(...(await Promise.all([timeOf(database), timeOf(`${database}-wal`)])));

/** When the file was last written; long ago, where it has gone. */
const timeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
