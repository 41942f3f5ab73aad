import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type DiskSpace, diskSpace } from '../disk-space.ts';
import { sizeText, type Trouble, troublesIn } from './trouble.ts';

const LOW_SPACE = 2 ** 30; // bytes
const LARGE_WAL = 256 * 2 ** 20; // bytes; normally it is truncated long before

/** Checks the files of the database, their permissions and their disk. */
export async function databaseFileTroubles(file: string): Promise<{ space: DiskSpace; troubles: Trouble[] }> {
  const space = await diskSpace(file);
  return {
    space,
    troubles: [
      ...troublesIn(
        space.free < LOW_SPACE && {
          check: 'disk',
          trouble: `The disk of ${file} has ${sizeText(space.free)} left`,
          cure: 'Free space or use a larger disk before writes fail',
        },
        space.wal > LARGE_WAL && {
          check: 'wal',
          trouble: `The write-ahead log ${file}-wal has grown to ${sizeText(space.wal)}`,
          cure: 'Stop other programs that have the database open, then restart the service',
        },
      ),
      ...(await accessTroubles(file)),
    ],
  };
}

const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;

async function accessTroubles(file: string): Promise<Trouble[]> {
  const folder = path.dirname(file);
  const [database, place, ...beside] = await Promise.all(
    [file, folder, `${file}-wal`, `${file}-shm`, `${file}-serving`].map(statOrNone),
  );
  const foreign = beside.find((one) => one && database && one.uid !== database.uid);
  return troublesIn(
    place &&
      (place.mode & OTHERS_WRITE) !== 0 && {
        check: 'permissions',
        trouble: `Other users can write to ${folder}`,
        cure: `Run: chmod go-w ${folder}`,
      },
    database?.isFile &&
      (database.mode & OTHERS) !== 0 && {
        check: 'permissions',
        trouble: `Other users can open ${file}, which contains secrets and customer data`,
        cure: `Run: chmod 600 ${file}`,
      },
    foreign &&
      database && {
        check: 'permissions',
        trouble: `${foreign.file} belongs to another user than ${file}`,
        cure: `Run: chown --reference=${file} ${foreign.file}`,
      },
  );
}

const statOrNone = (file: string) =>
  stat(file).then(
    (found) => ({ file, mode: found.mode, uid: found.uid, isFile: found.isFile() }),
    () => undefined,
  );
