import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { everyAccount } from '../../accounts/accounts.ts';
import { failingApps, lowPools } from '../../figures/troubles.ts';
import { listStores } from '../../stores.ts';
import { newestTime } from '../database-facts.ts';
import { type Queue, queues } from '../queues.ts';
import { MAX_OVERDUE } from '../readiness.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Checks queues, apps, number pools, accounts and the clock. */
export function databaseContentTroubles({ db, now: clock }: Context): { queues: Queue[]; troubles: Trouble[] } {
  const now = clock();
  const waiting = queues(db, now);
  return {
    queues: waiting,
    troubles: [
      ...waiting.filter(({ name, overdue }) => overdue > MAX_OVERDUE[name]).map(queueTrouble),
      ...storeTroubles(db, now),
      ...accountTroubles(db, now),
      ...troublesIn(clockTrouble(db, now)),
    ],
  };
}

const queueTrouble = ({ name, length, overdue }: Queue): Trouble => ({
  check: 'queues',
  trouble: `${name}: ${length} waiting, the oldest for ${spanText(overdue)}`,
  cure: 'Check that the service is running, and its log',
});

function storeTroubles(db: Reader, now: number): Trouble[] {
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

function accountTroubles(db: Reader, now: number): Trouble[] {
  const accounts = everyAccount(db).filter(({ disabled }) => !disabled);
  return [
    ...troublesIn(
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

function clockTrouble(db: Reader, now: number): Trouble | undefined {
  const ahead = newestTime(db) - now;
  if (ahead <= MINUTE) return undefined;
  return {
    check: 'clock',
    trouble: `The clock is ${spanText(ahead)} behind the newest entry of the database`,
    cure: 'Set the clock and run "timedatectl set-ntp true"',
  };
}
