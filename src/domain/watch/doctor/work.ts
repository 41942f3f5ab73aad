import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { everyAccount } from '../../accounts/accounts.ts';
import { failingApps, lowPools } from '../../figures/troubles.ts';
import { listStores } from '../../stores.ts';
import { type Queue, queues } from '../queues.ts';
import { MOST_OVERDUE } from '../ready.ts';
import { newestTime } from '../work.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What waits, fails, runs low or is missing in the database. */
export function workTroubles({ db, now: clock }: Context): { queues: Queue[]; troubles: Trouble[] } {
  const now = clock();
  const waiting = queues(db, now);
  return {
    queues: waiting,
    troubles: [
      ...waiting.filter(({ name, overdue }) => overdue > MOST_OVERDUE[name]).map(queueTrouble),
      ...storeTroubles(db, now),
      ...accountTroubles(db, now),
      ...troublesIn(clockTrouble(db, now)),
    ],
  };
}

const queueTrouble = ({ name, length, overdue }: Queue): Trouble => ({
  check: 'queues',
  trouble: `${length} ${name} wait, the oldest for ${spanText(overdue)}`,
  cure: 'see that the service runs, and what its log says of them',
});

function storeTroubles(db: Reader, now: number): Trouble[] {
  return listStores(db).flatMap(({ id, key }) => [
    ...failingApps(db, id, now - DAY).map(({ appId, name, failed }) => ({
      check: 'apps',
      trouble: `${failed} deliveries to app ${appId} (${name}) of store ${key} have failed within a day`,
      cure: `run "raan app deliveries ${appId}" for what was answered, and tell the partner`,
    })),
    ...lowPools(db, id).map(({ shippingType, cod, left }) => ({
      check: 'pools',
      trouble: `${shippingType} of store ${key} has ${left} ${cod ? 'COD' : 'non-COD'} tracking numbers left`,
      cure: 'buy a range, and add it with "raan courier pool"',
    })),
  ]);
}

function accountTroubles(db: Reader, now: number): Trouble[] {
  const accounts = everyAccount(db).filter(({ disabled }) => !disabled);
  return [
    ...troublesIn(
      accounts.every(({ role }) => role !== 'owner') && {
        check: 'accounts',
        trouble: 'no owner can sign in to the office',
        cure: 'run "raan account add NAME --role owner"',
      },
    ),
    ...accounts
      .filter(({ mustChangePassword, createTime }) => mustChangePassword && now - createTime > DAY)
      .map(({ name }) => ({
        check: 'accounts',
        trouble: `account ${name} still has a one-time password`,
        cure: `have it signed in with and changed, or run "raan account disable ${name}"`,
      })),
  ];
}

function clockTrouble(db: Reader, now: number): Trouble | undefined {
  const ahead = newestTime(db) - now;
  if (ahead <= MINUTE) return undefined;
  return {
    check: 'clock',
    trouble: `the clock is ${spanText(ahead)} behind what was written last`,
    cure: 'set the clock, and have it kept: run "timedatectl set-ntp true"',
  };
}
