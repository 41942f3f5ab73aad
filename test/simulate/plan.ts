import { Chance } from '../chance.ts';
import { COURIER_FAILURES } from './couriers.ts';
import { NETWORK_FAILURES } from './network.ts';
import { RECEIVER_FAILURES } from './receivers.ts';
import { DAY } from './scheduler.ts';

/** An action or a fault. It has its own random numbers, so that other events can be left out. */
export interface Planned {
  /** Milliseconds since the opening. */
  at: number;
  kind: Kind;
  seed: number;
}

/** How often something happens, per day. */
const WORK = {
  order: 190,
  rush: 3,
  'follow stock': 48,
  receive: 8,
  transfer: 1,
  'write off': 1,
  'report damage': 1,
  count: 1,
  'delete and restore': 0.3,
  'handle returns': 2,
  'pay out COD': 0.5,
  'undo payout': 0.3,
  'hand over by mistake': 2,
  'cancel unpaid': 1,
  'erase customer': 0.3,
  'look at the office': 6,
  check: 1,
} as const;

export const FAULTS = {
  'bad network': 2,
  'bad courier': 1,
  'bad receivers': 1,
  kill: 0.4,
  'kill at a write': 0.5,
  'power cut': 0.4,
  'power cut at a write': 0.5,
  'kill between two steps': 0.5,
  'power cut between two steps': 0.5,
  'disk full': 0.6,
  'broken fsync': 0.15,
  'clock steps': 0.5,
  restart: 0.3,
  'second server': 0.2,
  'partner is away': 0.3,
  command: 2,
  backup: 1,
  upgrade: 0.2,
  restore: 0.5,
} as const;

/** Coverage of a long run: faults that must take effect, and actions that raan must acknowledge. */
export const EFFECTS = [
  ...Object.keys(FAULTS).filter((fault) => !fault.startsWith('bad ')),
  ...NETWORK_FAILURES.map((kind) => `network: ${kind}`),
  ...COURIER_FAILURES.map((kind) => `courier: ${kind}`),
  ...RECEIVER_FAILURES.map((kind) => `receiver: ${kind}`),
];
export const WORK_DONE = [
  ...['order', 'payment', 'payment confirmed', 'payment rejected', 'cancellation', 'cancellation by the store'],
  ...['receive', 'transfer', 'write off', 'count', 'return', 'refund', 'payout', 'undone payout', 'erasure'],
  ...['damage report', 'undone handover', 'deletion and restore of a product', 'sign-in', 'page of the office'],
];

export type Work = keyof typeof WORK;
export type Fault = keyof typeof FAULTS;
export type Kind = Work | Fault;

export function planOf(seed: number, days: number): Planned[] {
  const chance = new Chance(seed);
  return Object.entries({ ...WORK, ...FAULTS })
    .flatMap(([kind, perDay]) =>
      Array.from({ length: countOf(perDay * days, chance) }, () => ({
        at: Math.floor(chance.next() * days * DAY),
        kind: kind as Kind,
        seed: chance.seed(),
      })),
    )
    .sort((a, b) => a.at - b.at);
}

const countOf = (expected: number, chance: Chance): number =>
  Math.floor(expected) + (chance.is(expected - Math.floor(expected)) ? 1 : 0);
