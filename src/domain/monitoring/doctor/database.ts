import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { everyAccount } from '../../accounts/accounts.ts';
import { failingApps, lowPools } from '../../figures/shortages-and-failures.ts';
import { listStores } from '../../stores.ts';
import { type DiskSpace, diskSpace, newestTime } from '../database-facts.ts';
import { MAX_OVERDUE, type Queue, queues } from '../readiness.ts';
import { type Finding, findingsOf, sizeText, spanText } from './finding.ts';

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
          trouble: `The disk of ${file} has ${sizeText(space.free)} left`,
          cure: 'Free space or use a larger disk before writes fail',
        },
        space.wal > LARGE_WAL && {
          check: 'wal',
          trouble: `The write-ahead log ${file}-wal has grown to ${sizeText(space.wal)}`,
          cure: 'Stop other programs that have the database open, then restart the service',
        },
      ),
      ...(await accessFindings(file)),
    ],
  };
}

const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;

async function accessFindings(file: string): Promise<Finding[]> {
  const folder = path.dirname(file);
  const [database, place, ...beside] = await Promise.all(
    [file, folder, `${file}-wal`, `${file}-shm`, `${file}-serving`].map(statOrNone),
  );
  const foreign = beside.find((one) => one && database && one.uid !== database.uid);
  return findingsOf(
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
  trouble: `${name}: ${length} waiting, the oldest for ${spanText(overdue)}`,
  cure: 'Check that the service is running, and its log',
});

function storeFindings(db: Reader, now: number): Finding[] {
  return listStores(db).flatMap(({ id, key }) => [
    ...failingApps(db, id, now - DAY).map(({ appId, name, failed }) => ({
      check: 'apps',
      trouble: `App ${appId} (${name}) of store ${key}: ${failed === 1 ? '1 delivery' : `${failed} deliveries`} failed in the last 24 hours`,
      cure: `See the responses with "raan app deliveries ${appId}" and inform the partner`,
    })),
    ...lowPools(db, id).map(({ shippingType, cod, left }) => ({
      check: 'pools',
      trouble: `${shippingType} of store ${key} has ${left} ${cod ? 'COD' : 'non-COD'} tracking numbers left`,
      cure: 'Buy a range and add it with "raan courier set"',
    })),
  ]);
}

function accountFindings(db: Reader, now: number): Finding[] {
  const accounts = everyAccount(db).filter(({ disabled }) => !disabled);
  return [
    ...findingsOf(
      accounts.every(({ role }) => role !== 'owner') && {
        check: 'accounts',
        trouble: 'No owner can sign in to the office',
        cure: 'Run "raan account add NAME --role owner"',
      },
    ),
    ...accounts
      .filter(({ mustChangePassword, createTime }) => mustChangePassword && now - createTime > DAY)
      .map(({ name }) => ({
        check: 'accounts',
        trouble: `Account ${name} still has a one-time password`,
        cure: `Sign in and change it, or run "raan account disable ${name}"`,
      })),
  ];
}

function clockFinding(db: Reader, now: number): Finding | undefined {
  const ahead = newestTime(db) - now;
  if (ahead <= MINUTE) return undefined;
  return {
    check: 'clock',
    trouble: `The clock is ${spanText(ahead)} behind the newest entry of the database`,
    cure: 'Set the clock and run "timedatectl set-ntp true"',
  };
}
