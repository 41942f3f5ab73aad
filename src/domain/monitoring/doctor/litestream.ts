import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { message } from '../../../lib/messages/message.ts';
import { readReason } from '../../backups/folder.ts';
import { type Finding, findingsOf } from './finding.ts';

const MINUTE = 60_000;
const LATE = 60 * MINUTE;

/** The state of Litestream, from its folder of WAL segments. */
interface Replication {
  /** When it last copied a segment. */
  last: number;
  /** Time of the oldest segment that is not uploaded; undefined if the upload keeps up. */
  waitingSince: number | undefined;
}

/** Checks the continuous replication, or that there are scheduled backups instead. */
export async function litestreamFindings(config: Config, now: number): Promise<Finding[]> {
  try {
    return await replicationFindings(config, now);
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    if (file === undefined) throw error;
    return [{ check: 'litestream', problem: message('litestream_unreadable', { file, why: readReason(code) }) }];
  }
}

async function replicationFindings({ database, backup }: Config, now: number): Promise<Finding[]> {
  const replication = await replicationOf(database);
  if (replication === undefined)
    return findingsOf(
      backup.folder === '' && {
        check: 'backup',
        problem: message('no_scheduled_backups'),
        fix: message('set_backup_folder'),
      },
    );
  const { last, waitingSince } = replication;
  const isLeft = now - last > LATE && (await lastWrite(database)) - last > MINUTE;
  return findingsOf(
    isLeft && {
      check: 'litestream',
      problem: message('litestream_stopped', { span: now - last }),
      fix: message('start_litestream', { folder: litestreamFolder(database) }),
    },
    waitingSince !== undefined &&
      now - waitingSince > LATE && {
        check: 'litestream',
        problem: message('litestream_not_uploading', { span: now - waitingSince }),
        fix: message('check_litestream_log'),
      },
  );
}

const litestreamFolder = (database: string): string =>
  path.join(path.dirname(database), `.${path.basename(database)}-litestream`);

/** Undefined if Litestream does not replicate the database. @throws the error of the operating system */
async function replicationOf(database: string): Promise<Replication | undefined> {
  const folder = litestreamFolder(database);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) return undefined;
  const segments = files.filter((file) => file.endsWith('.wal')).sort();
  return {
    last: Math.max(...(await Promise.all(files.map(timeOf)))),
    waitingSince: segments.length > CURRENT_SEGMENTS ? await timeOf(segments[0] as string) : undefined,
  };
}

const CURRENT_SEGMENTS = 2; // the segment being written, and the previous one

const lastWrite = async (database: string): Promise<number> =>
  Math.max(...(await Promise.all([timeOf(database), timeOf(`${database}-wal`)])));

/** Modification time of the file; 0 if it does not exist. */
const timeOf = async (file: string): Promise<number> => (await stat(file).catch(ifMissing({ mtimeMs: 0 }))).mtimeMs;

const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
