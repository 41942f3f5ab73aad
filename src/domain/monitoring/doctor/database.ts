import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { message } from '../../../lib/messages/message.ts';
import { allAccounts } from '../../accounts/accounts.ts';
import { failingApps, lowPools } from '../../figures/shortages-and-failures.ts';
import { listStores } from '../../stores.ts';
import { type DiskSpace, diskSpace, newestTime } from '../database-facts.ts';
import { MAX_OVERDUE, type Queue, queues } from '../readiness.ts';
import { type Finding, findingsOf } from './finding.ts';

const LOW_SPACE = 2 ** 30; // bytes
const LARGE_WAL = 256 * 2 ** 20; // bytes; normally it is truncated long before

/** Checks the files of the database, their permissions and their disk. */
export async function databaseFileFindings(file: string): Promise<{ space: DiskSpace; findings: Finding[] }> {
  const space = await diskSpace(file);
  return {
    space,
    findings: [
      ...findingsOf(
        space.free < LOW_SPACE && {
          check: 'disk',
          problem: message('disk_nearly_full', { file, free: space.free }),
          fix: message('free_disk_space'),
        },
        space.wal > LARGE_WAL && {
          check: 'wal',
          problem: message('wal_large', { file, wal: space.wal }),
          fix: message('stop_other_programs'),
        },
      ),
      ...(await accessFindings(file)),
    ],
  };
}

const OTHERS_WRITE = 0o022; // permission bits
const OTHERS = 0o077;

async function accessFindings(file: string): Promise<Finding[]> {
  const folder = path.dirname(file);
  const [database, parent, ...siblings] = await Promise.all(
    [file, folder, `${file}-wal`, `${file}-shm`, `${file}-serving`].map(statIfExists),
  );
  const foreign = siblings.find((sibling) => sibling && database && sibling.uid !== database.uid);
  return findingsOf(
    parent &&
      (parent.mode & OTHERS_WRITE) !== 0 && {
        check: 'permissions',
        problem: message('others_write_folder', { folder }),
        fix: message('run_command', { command: `chmod go-w ${folder}` }),
      },
    database?.isFile &&
      (database.mode & OTHERS) !== 0 && {
        check: 'permissions',
        problem: message('others_open_database', { file }),
        fix: message('run_command', { command: `chmod 600 ${file}` }),
      },
    foreign &&
      database && {
        check: 'permissions',
        problem: message('file_of_another_user', { file: foreign.file, database: file }),
        fix: message('run_command', { command: `chown --reference=${file} ${foreign.file}` }),
      },
  );
}

const statIfExists = (file: string) =>
  stat(file).then(
    (found) => ({ file, mode: found.mode, uid: found.uid, isFile: found.isFile() }),
    () => undefined,
  );

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Checks queues, apps, number pools, accounts and the clock. */
export function databaseContentFindings({ db, now: clock }: Context): { queues: Queue[]; findings: Finding[] } {
  const now = clock();
  const waiting = queues(db, now);
  return {
    queues: waiting,
    findings: [
      ...waiting.filter(({ name, overdue }) => overdue > MAX_OVERDUE[name]).map(queueFinding),
      ...storeFindings(db, now),
      ...accountFindings(db, now),
      ...findingsOf(clockFinding(db, now)),
    ],
  };
}

const queueFinding = ({ name, length, overdue }: Queue): Finding => ({
  check: 'queues',
  problem: message('queue_overdue', { name, length, overdue }),
  fix: message('check_service'),
});

function storeFindings(db: Reader, now: number): Finding[] {
  return listStores(db).flatMap(({ id, key }) => [
    ...failingApps(db, id, now - DAY).map(({ appId, name, failed }) => ({
      check: 'apps',
      problem: message('app_deliveries_failed', { app: appId, name, store: key, failed }),
      fix: message('see_deliveries', { app: appId }),
    })),
    ...lowPools(db, id).map(({ shippingType, cod, left }) => ({
      check: 'pools',
      problem: message('few_tracking_numbers', { shippingType, store: key, left, cod }),
      fix: message('buy_tracking_numbers'),
    })),
  ]);
}

function accountFindings(db: Reader, now: number): Finding[] {
  const accounts = allAccounts(db).filter(({ disabled }) => !disabled);
  return [
    ...findingsOf(
      accounts.every(({ role }) => role !== 'owner') && {
        check: 'accounts',
        problem: message('no_owner'),
        fix: message('add_owner'),
      },
    ),
    ...accounts
      .filter(({ mustChangePassword, createTime }) => mustChangePassword && now - createTime > DAY)
      .map(({ name }) => ({
        check: 'accounts',
        problem: message('one_time_password_unchanged', { name }),
        fix: message('change_one_time_password', { name }),
      })),
  ];
}

function clockFinding(db: Reader, now: number): Finding | undefined {
  const ahead = newestTime(db) - now;
  if (ahead <= MINUTE) return undefined;
  return { check: 'clock', problem: message('clock_behind', { span: ahead }), fix: message('set_clock') };
}
