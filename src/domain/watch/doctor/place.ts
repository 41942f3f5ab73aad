import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Space, spaceOf } from '../space.ts';
import { sizeText, type Trouble, troublesIn } from './trouble.ts';

const LITTLE = 2 ** 30; // bytes on the disk
const LARGE_LOG = 256 * 2 ** 20; // bytes; it is emptied long before

/** The database's files and their disk. */
export async function placeTroubles(file: string): Promise<{ space: Space; troubles: Trouble[] }> {
  const space = await spaceOf(file);
  return {
    space,
    troubles: [
      ...troublesIn(
        space.free < LITTLE && {
          check: 'disk',
          trouble: `the disk of ${file} has ${sizeText(space.free)} left`,
          cure: 'remove what is not needed, or take a larger disk, before writing fails',
        },
        space.wal > LARGE_LOG && {
          check: 'wal',
          trouble: `the write-ahead log ${file}-wal has grown to ${sizeText(space.wal)}`,
          cure: 'end other programs that have the database open, then start the service anew',
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
    [file, folder, `${file}-wal`, `${file}-shm`, `${file}-serving`].map(look),
  );
  const foreign = beside.find((one) => one && database && one.uid !== database.uid);
  return troublesIn(
    place &&
      (place.mode & OTHERS_WRITE) !== 0 && {
        check: 'permissions',
        trouble: `other users may write in ${folder}`,
        cure: `run: chmod go-w ${folder}`,
      },
    database?.isFile &&
      (database.mode & OTHERS) !== 0 && {
        check: 'permissions',
        trouble: `other users may open ${file}, which holds secrets and customers`,
        cure: `run: chmod 600 ${file}`,
      },
    foreign &&
      database && {
        check: 'permissions',
        trouble: `${foreign.file} belongs to another user than ${file}`,
        cure: `run: chown --reference=${file} ${foreign.file}`,
      },
  );
}

const look = (file: string) =>
  stat(file).then(
    (found) => ({ file, mode: found.mode, uid: found.uid, isFile: found.isFile() }),
    () => undefined,
  );
